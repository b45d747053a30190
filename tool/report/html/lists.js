// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists that have only the rows that are seen, and lists of which one row is chosen.

/** Rows of one height in a box that scrolls; only those that are seen are there. */
class VirtualList {
  constructor(box, render) {
    this.box = box;
    this.render = render;
    this.count = 0;
    this.rows = new Map();
    this.spacer = make("div", { class: "spacer", role: "presentation" });
    box.append(this.spacer);
    box.addEventListener("scroll", () => this.update());
    new ResizeObserver(() => this.resize()).observe(box);
    window.addEventListener("beforeprint", () => this.print(true));
    window.addEventListener("afterprint", () => this.print(false));
  }

  get rowHeight() {
    const probe = make("div", { class: this.rowClass ?? "item" });
    this.spacer.append(probe);
    const height = probe.getBoundingClientRect().height;
    probe.remove();
    return height || 1;
  }

  setCount(count) {
    this.count = count;
    this.height = this.rowHeight;
    this.spacer.style.height = `${count * this.height}px`;
    this.clear();
    this.update();
  }

  /** Rows are higher where there is little room. What was on top stays there. */
  resize() {
    if (this.printing || !this.height || this.box.clientHeight === 0) return;
    const top = this.box.scrollTop / this.height;
    if (this.rowHeight !== this.height) {
      VirtualList.prototype.setCount.call(this, this.count);
      this.box.scrollTop = top * this.height;
    }
    this.update();
  }

  clear() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
  }

  update() {
    if (this.printing || !this.height || this.box.clientHeight === 0) return;
    const around = 10;
    const first = Math.max(0, Math.floor(this.box.scrollTop / this.height) - around);
    const last = Math.min(this.count, Math.ceil((this.box.scrollTop + this.box.clientHeight) / this.height) + around);
    this.show(first, last);
  }

  show(first, last) {
    for (const [index, row] of this.rows)
      if (index < first || index >= last) {
        if (row.contains(document.activeElement)) this.box.focus({ preventScroll: true });
        row.remove();
        this.rows.delete(index);
      }
    for (let index = first; index < last; index++) {
      if (this.rows.has(index)) continue;
      const row = this.render(index);
      row.style.top = `${index * this.height}px`;
      // In the order of the list, for a reader of the screen and for Tab.
      this.spacer.insertBefore(row, this.rows.get(index + 1) ?? null);
      this.rows.set(index, row);
    }
  }

  reveal(index, centered = false) {
    const top = index * this.height, seen = this.box.clientHeight;
    if (centered) this.box.scrollTop = top - seen / 3;
    else if (top < this.box.scrollTop) this.box.scrollTop = top;
    else if (top + this.height > this.box.scrollTop + seen) this.box.scrollTop = top + this.height - seen;
    this.update();
  }

  /** On paper all rows stand one below the other, as many as a person would leaf through. */
  print(starts) {
    const mostPrinted = 2000;
    this.printing = starts;
    this.clear();
    this.spacer.querySelector(".empty")?.remove();
    if (!starts) return this.update();
    this.show(0, Math.min(this.count, mostPrinted));
    if (this.count > mostPrinted)
      this.spacer.append(make("p", { class: "empty" }, `and ${number(this.count - mostPrinted)} more, not printed`));
  }
}

/** A list of which one row is chosen, by keys or by a click. */
class ChoiceList extends VirtualList {
  constructor(box, render, open) {
    super(box, (index) => {
      const row = render(index);
      row.id = `${box.id}-${index}`;
      row.setAttribute("role", "option");
      row.setAttribute("aria-setsize", this.count);
      row.setAttribute("aria-posinset", index + 1);
      row.setAttribute("aria-selected", index === this.chosen);
      row.addEventListener("click", () => {
        this.choose(index);
        open(index);
      });
      return row;
    });
    this.chosen = 0;
    box.addEventListener("keydown", (event) => this.key(event, open));
  }

  setCount(count) {
    this.chosen = 0;
    this.box.scrollTop = 0;
    super.setCount(count);
    this.mark();
    if (count === 0) this.spacer.append(make("p", { class: "empty" }, "No matches."));
    else this.spacer.querySelector(".empty")?.remove();
  }

  choose(index) {
    this.rows.get(this.chosen)?.setAttribute("aria-selected", "false");
    this.chosen = Math.max(0, Math.min(this.count - 1, index));
    this.reveal(this.chosen);
    this.mark();
  }

  mark() {
    const row = this.rows.get(this.chosen);
    row?.setAttribute("aria-selected", "true");
    if (row) this.box.setAttribute("aria-activedescendant", row.id);
    else this.box.removeAttribute("aria-activedescendant");
  }

  key(event, open) {
    const page = Math.max(1, Math.floor(this.box.clientHeight / this.height) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count };
    if (event.ctrlKey || event.altKey || event.metaKey || this.count === 0) return;
    if (event.key === "Enter") open(this.chosen);
    else if (event.key in steps) this.choose(this.chosen + steps[event.key]);
    else return;
    event.preventDefault();
  }
}
