// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page of `musa-port --report FILE.html`. What comes from sources is put into the page as text
// only. The address says what is shown: nothing or #files, or #file=PATH with &line=N.
"use strict";
(() => {
  const severities = ["error", "warning", "remark"];
  const byId = (id) => document.getElementById(id);
  const report = JSON.parse(byId("data").textContent);
  const { texts } = report;

  /** An element with attributes, and children that are elements or text. */
  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  const numbers = new Intl.NumberFormat("en");
  const number = (value) => numbers.format(value);
  const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
  const folderOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

  // --- What the report says --------------------------------------------------------------------

  /** The folder that all files have in common: it is not repeated for each. */
  function commonFolder(paths) {
    let common = paths.length ? folderOf(paths[0]) : "";
    for (const path of paths)
      while (common && !path.startsWith(common + "/")) common = folderOf(common);
    return common ? common + "/" : "";
  }
  const common = commonFolder(report.views.map((view) => view[0]));

  const files = report.views.map(([path, output, changes, begin, end], index) => ({
    index, path: path.slice(common.length), output, changes, begin, end, folder: folderOf(path.slice(common.length)), findings: [],
  }));
  const fileAt = new Map(files.map((file) => [file.path, file]));

  /** Eight numbers each: file, line, column, length, severity, and three texts. */
  const width = 8;
  const findings = [];
  for (let at = 0; at < report.findings.length; at += width) {
    const [file, line, column, length, severity, id, message, notes] = report.findings.slice(at, at + width);
    const finding = { file: files[file], line, column, length, severity: severities[severity], id: texts[id], message: texts[message], notes: texts[notes] };
    findings.push(finding);
    finding.file?.findings.push(finding);
  }

  function tally(items, key) {
    const counts = new Map();
    for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
    return counts;
  }
  const bySeverity = tally(findings, (finding) => finding.severity);

  // --- Totals and bars ---------------------------------------------------------------------------

  function showTotals() {
    const { files: ported, edits, update } = report;
    const all = ported.ported + ported.unchanged + ported.copied;
    const totals = [];
    if (all > 0) {
      totals.push(["ported", "Files ported", ported.ported, `of ${counted(all, "file")}`]);
      totals.push(["edits", "Edits", edits.total, `${counted(edits.includes, "include")}, ${counted(edits.guards, "guard")}`]);
    }
    if (update)
      for (const key of ["updated", "merged", "added", "removed", "conflicted"]) totals.push([key, `Files ${key}`, update[key], "by this update"]);
    const meaning = { error: "a person has to decide", warning: "works, and differs", remark: "good to know" };
    for (const severity of severities)
      totals.push([severity, severity[0].toUpperCase() + severity.slice(1) + "s", bySeverity.get(severity) ?? 0, meaning[severity]]);
    if (all > 0)
      totals.push(["remaining", "Names left", new Set(report.remaining.map((name) => name.name)).size,
        counted(report.remaining.reduce((sum, name) => sum + name.count, 0), "use")]);
    for (const [key, label, value, about] of totals) {
      const total = make("div", { class: key + (value === 0 ? " zero" : ""), "data-total": key, "data-value": value },
        make("dt", {}, label), make("dd", {}, number(value), make("small", {}, about)));
      byId("totals").append(total);
    }
  }

  /** A list of bars, of which the first ones are shown. `rows`: name, parts (class, value), text. */
  function showBars(id, rows, choose) {
    const shownAtFirst = 6;
    const list = byId(id);
    const most = Math.max(1, ...rows.map((row) => row.parts.reduce((sum, part) => sum + part[1], 0)));
    for (const [index, row] of rows.entries()) {
      const track = make("span", { class: "track", "aria-hidden": "true" });
      for (const [kind, value] of row.parts) {
        const part = make("i", { class: kind });
        part.style.flexBasis = `${(100 * value) / most}%`;
        track.append(part);
      }
      const content = [make("span", { class: "name" }, row.name), make("span", { class: "number" }, row.text), track];
      if (row.about) content.push(make("span", { class: "about" }, row.about));
      const bar = choose
        ? make("button", { type: "button", class: "bar", "aria-pressed": "false" }, ...content)
        : make("div", { class: "bar" }, ...content);
      bar.dataset.name = row.value ?? row.name;
      bar.title = row.name;
      if (choose) bar.addEventListener("click", () => choose(bar.getAttribute("aria-pressed") === "true" ? "" : bar.dataset.name));
      const item = make("li", {}, bar);
      item.hidden = index >= shownAtFirst;
      list.append(item);
    }
    if (rows.length === 0) list.append(make("li", { class: "muted" }, "none"));
    if (rows.length <= shownAtFirst) return;
    const more = make("button", { type: "button", class: "more", "aria-expanded": "false", "aria-controls": id }, `Show all ${number(rows.length)}`);
    more.addEventListener("click", () => {
      const open = more.getAttribute("aria-expanded") !== "true";
      more.setAttribute("aria-expanded", open);
      more.textContent = open ? "Show fewer" : `Show all ${number(rows.length)}`;
      for (const [index, item] of [...list.children].entries()) item.hidden = !open && index >= shownAtFirst;
    });
    list.after(more);
  }

  function showCharts() {
    showBars("libraries", report.libraries.map((library) => {
      const remarks = [];
      if (library.unverified) remarks.push(`${number(library.unverified)} unverified`);
      if (library.differs) remarks.push(`${number(library.differs)} with a difference`);
      return { name: library.library, parts: [["", library.edits]], text: number(library.edits), about: remarks.join(", ") };
    }));
    byId("libraries").parentElement.hidden = report.libraries.length === 0;

    const kinds = new Map();
    for (const finding of findings) {
      if (!kinds.has(finding.id)) kinds.set(finding.id, []);
      kinds.get(finding.id).push(finding);
    }
    const inParts = (found) => {
      const counts = tally(found, (finding) => finding.severity);
      return severities.map((severity) => [severity, counts.get(severity) ?? 0]);
    };
    showBars("kinds", [...kinds].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1)).map(([id, found]) => (
      { name: id, parts: inParts(found), text: number(found.length), about: report.ids[id] }
    )), (id) => setFilter("by-id", id));

    const folders = new Map();
    for (const file of files) {
      const folder = folders.get(file.folder) ?? { changes: 0, found: [] };
      folder.changes += file.changes;
      for (const finding of file.findings) folder.found.push(finding);
      folders.set(file.folder, folder);
    }
    // By findings; where there are none, by changes.
    const weight = findings.length ? (folder) => folder.found.length : (folder) => folder.changes;
    const rows = [...folders].filter((entry) => entry[1].changes || entry[1].found.length);
    rows.sort((a, b) => weight(b[1]) - weight(a[1]) || b[1].changes - a[1].changes || (a[0] < b[0] ? -1 : 1));
    showBars("folders", rows.map(([name, folder]) => {
      const text = [];
      if (findings.length) text.push(counted(folder.found.length, "finding"));
      if (report.edits.total) text.push(counted(folder.changes, "change"));
      return { name: name || "./", value: name || "./", parts: findings.length ? inParts(folder.found) : [["", folder.changes]], text: text.join(", ") };
    }), (folder) => setFilter("by-folder", folder));
  }

  // --- Lists ---------------------------------------------------------------------------------------

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
        this.spacer.append(make("p", { class: "empty" }, `and ${number(this.count - mostPrinted)} more, in the report's page`));
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
      if (count === 0) this.spacer.append(make("p", { class: "empty" }, "Nothing fits."));
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

  const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1);
  const place = (finding) => nameOf(finding.file?.path ?? "") + (finding.line ? `:${finding.line}:${finding.column}` : "");
  let shownFindings = [], shownFiles = [];
  const findingList = new ChoiceList(byId("findings"), (index) => {
    const finding = shownFindings[index];
    return make("div", { class: "item" },
      make("span", { class: `badge ${finding.severity}` }, finding.severity),
      make("div", {}, make("p", {}, finding.message), make("p", { class: "places" },
        make("b", {}, place(finding)), make("span", {}, finding.file?.folder ?? ""), make("span", {}, finding.id))));
  }, (index) => {
    const finding = shownFindings[index];
    if (finding.file) location.hash = addressOf(finding.file, finding.line);
  });
  const fileList = new ChoiceList(byId("file-list"), (index) => {
    const file = shownFiles[index];
    const amounts = [];
    if (file.changes) amounts.push(counted(file.changes, "change"));
    if (file.findings.length) amounts.push(counted(file.findings.length, "finding"));
    return make("div", { class: "item" },
      make("div", {}, make("p", {}, file.path), ...(file.output ? [make("p", {}, `→ ${file.output}`)] : [])),
      make("p", { class: "amount" }, amounts.join(", ")));
  }, (index) => { location.hash = addressOf(shownFiles[index]); });

  // --- Filters ---------------------------------------------------------------------------------------

  function setFilter(id, value) {
    byId(id).value = value;
    filterFindings();
  }

  function filterFindings() {
    const wanted = new Set([...byId("severities").querySelectorAll("input:checked")].map((box) => box.value));
    const id = byId("by-id").value, folder = byId("by-folder").value, text = byId("by-text").value.trim().toLowerCase();
    const inFolder = (path) => folder === "" || (folder === "./" ? path === "" : path === folder || path.startsWith(folder + "/"));
    const has = (part) => part.toLowerCase().includes(text);
    shownFindings = findings.filter((finding) => wanted.has(finding.severity) && (id === "" || finding.id === id) &&
      inFolder(finding.file?.folder ?? "") &&
      (text === "" || has(finding.message) || has(finding.id) || has(finding.file?.path ?? "") || has(finding.notes)));
    byId("shown").textContent = shownFindings.length === findings.length ? number(findings.length) : `${number(shownFindings.length)} of ${number(findings.length)}`;
    for (const [bars, value] of [["kinds", id], ["folders", folder]])
      for (const bar of byId(bars).querySelectorAll("button.bar")) bar.setAttribute("aria-pressed", bar.dataset.name === value);
    findingList.setCount(shownFindings.length);
  }

  function filterFiles() {
    const text = byId("by-name").value.trim().toLowerCase();
    shownFiles = files.filter((file) => file.path.toLowerCase().includes(text) || file.output.toLowerCase().includes(text));
    byId("files-shown").textContent = shownFiles.length === files.length ? `${number(files.length)} with changes or findings` : `${number(shownFiles.length)} of ${number(files.length)}`;
    fileList.setCount(shownFiles.length);
  }

  function prepareFilters() {
    for (const severity of severities) {
      const box = make("input", { type: "checkbox", value: severity });
      box.defaultChecked = true;
      byId("severities").append(make("label", {}, box, `${severity}s`, make("span", { class: "count" }, number(bySeverity.get(severity) ?? 0))));
    }
    const option = (value, text) => make("option", { value }, text);
    byId("by-id").append(option("", "All kinds"), ...[...tally(findings, (finding) => finding.id)].sort().map(([id]) => option(id, id)));
    const folders = new Set();
    for (const file of files) {
      if (file.findings.length === 0) continue;
      folders.add(file.folder || "./");
      for (let folder = folderOf(file.folder); folder; folder = folderOf(folder)) folders.add(folder);
    }
    byId("by-folder").append(option("", "All folders"), ...[...folders].sort().map((folder) => option(folder, folder)));
    byId("by-text").addEventListener("input", filterFindings);
    for (const id of ["severities", "by-id", "by-folder"]) byId(id).addEventListener("change", filterFindings);
    byId("filters").addEventListener("reset", () => setTimeout(filterFindings));
    byId("file-filters").addEventListener("input", filterFiles);
    for (const form of ["filters", "file-filters"]) byId(form).addEventListener("submit", (event) => event.preventDefault());
  }

  // --- A file ------------------------------------------------------------------------------------------

  const addressOf = (file, line) => `#file=${encodeURIComponent(file.path)}${line ? `&line=${line}` : ""}`;
  const decoder = new TextDecoder();

  /** Text as it is shown: what cannot be seen, or would change the order of what can, is spelled. */
  function visible(text) {
    return text.replace(/[\u0000-\u0008\u000b-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
      .replace(/[\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g, (c) => `⟨U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
  }

  let sources = null;
  /** The bytes of a file, and its changes with their reasons. */
  async function unpack(file) {
    sources ??= byId("sources").textContent;
    const packed = Uint8Array.from(atob(sources.slice(file.begin, file.end)), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const header = bytes.indexOf(10);
    return { ...JSON.parse(decoder.decode(bytes.subarray(0, header))), bytes: bytes.subarray(header + 1) };
  }

  /**
   * The rows of a file and its port: `left` and `right` are numbers of lines from 1, 0 where there
   * is none; `old` and `now` are pieces {begin, end} of the source, or {text} of a change's new
   * text, both with the change's number. Lines stand beside what became of them.
   */
  function layOut({ bytes, changes }) {
    const lineEnd = (at) => { const found = bytes.indexOf(10, at); return found < 0 ? bytes.length : found; };
    const rows = [], rowOfChange = [];
    let left = 1, right = 1, change = 0;
    for (let at = 0; at < bytes.length || (at === 0 && changes.length > 0);) {
      let end = lineEnd(at);
      if (change >= changes.length || changes[change][0] > end) {
        rows.push({ left: left++, right: right++, old: [{ begin: at, end }] });
        at = end + 1;
        continue;
      }
      const old = [[]], now = [[]];
      const add = (lines, piece) => lines.at(-1).push(piece);
      const both = (begin, stop) => {
        for (let from = begin; ;) {
          const to = Math.min(lineEnd(from), stop);
          add(old, { begin: from, end: to });
          add(now, { begin: from, end: to });
          if (to >= stop) return;
          old.push([]);
          now.push([]);
          from = to + 1;
        }
      };
      const firstChange = change, firstRow = rows.length;
      let from = at;
      while (change < changes.length && changes[change][0] <= end) {
        const [offset, length, text] = changes[change];
        both(from, offset);
        for (let begin = offset; ;) {
          const to = Math.min(lineEnd(begin), offset + length);
          add(old, { begin, end: to, change });
          if (to >= offset + length) break;
          old.push([]);
          begin = to + 1;
        }
        text.split("\n").forEach((line, index) => {
          if (index > 0) now.push([]);
          add(now, { text: line, change });
        });
        from = offset + length;
        if (from > end) end = lineEnd(from);
        change++;
      }
      both(from, end);
      for (let index = 0; index < Math.max(old.length, now.length); index++)
        rows.push({ left: index < old.length ? left++ : 0, right: index < now.length ? right++ : 0, old: old[index] ?? [], now: now[index] ?? [] });
      for (let number = firstChange; number < change; number++)
        rowOfChange[number] = firstRow + Math.max(0, now.findIndex((line) => line.some((piece) => piece.change === number)));
      at = end + 1;
    }
    return { rows, rowOfChange };
  }

  let open = null; // what is shown: {file, bytes, changes, reasons, rows, rowOfChange, rowOfLine}
  const code = byId("code"), sideways = byId("sideways");
  const longestPiece = 2000, mostPieces = 300;

  /** The text of bytes [begin, end); of a long stretch its begin and end. */
  function appendBytes(parent, begin, end) {
    const text = (from, to) => visible(decoder.decode(open.bytes.subarray(from, to)));
    if (end > begin && open.bytes[end - 1] === 13) end--; // of CR LF
    if (end - begin <= longestPiece) return parent.append(text(begin, end));
    const ends = longestPiece / 10;
    parent.append(text(begin, end - (end - begin - longestPiece + ends)), make("span", { class: "elided" }, `⋯ ${counted(end - begin - longestPiece, "byte")} ⋯`), text(end - ends, end));
  }

  /** Splits pieces where findings begin and end. `found`: {begin, end, number} in bytes. */
  function withFindings(pieces, found) {
    const result = [];
    for (const piece of pieces) {
      const inside = found.filter((mark) => mark.begin < piece.end && mark.end > piece.begin);
      const cuts = [...new Set([piece.begin, piece.end, ...inside.flatMap((mark) => [mark.begin, mark.end])])]
        .filter((cut) => cut >= piece.begin && cut <= piece.end).sort((a, b) => a - b);
      if (inside.length === 0 || cuts.length < 2) { result.push(piece); continue; }
      for (let index = 1; index < cuts.length; index++)
        result.push({ ...piece, begin: cuts[index - 1], end: cuts[index], found: inside.filter((mark) => mark.begin < cuts[index] && mark.end >= cuts[index]).map((mark) => mark.number) });
    }
    return result;
  }

  function renderHalf(number, pieces, side) {
    const text = make("span", { class: "text" });
    const half = make("div", { class: "half" + (number ? "" : " absent") },
      make("span", { class: "number" }, number ? String(number) : ""), make("span", { class: "window" }, text));
    for (const piece of pieces.slice(0, mostPieces)) {
      let parent = text;
      if (piece.change !== undefined || piece.found?.length) {
        // One stop of the Tab key a change: what is new, or what is gone for nothing.
        const isChange = piece.change !== undefined;
        parent = make(isChange ? (side === "new" ? "ins" : "del") : "mark");
        if (isChange) {
          parent.dataset.change = piece.change;
          if (piece.text ?? piece.end > piece.begin) half.classList.add(side);
        }
        if (piece.found?.length) {
          const worst = severities.find((severity) => piece.found.some((index) => open.file.findings[index].severity === severity));
          parent.classList.add("found", worst);
          parent.dataset.findings = piece.found.join(" ");
        }
        if (side === "new" || piece.found?.length) parent.tabIndex = 0;
        text.append(parent);
      }
      if (piece.text !== undefined) parent.append(visible(piece.text.replace(/\r$/, "")));
      else appendBytes(parent, piece.begin, piece.end);
    }
    if (pieces.length > mostPieces) text.append(make("span", { class: "elided" }, `⋯ ${number(pieces.length - mostPieces)} pieces more`));
    return half;
  }

  const codeList = new VirtualList(code, (index) => {
    const row = open.rows[index];
    const found = row.left ? open.findingsOfLine.get(row.left) ?? [] : [];
    const line = make("div", { class: "line" });
    let marks = [];
    if (found.length) {
      const begin = row.old[0].begin, end = row.old.at(-1).end;
      marks = found.filter((number) => open.file.findings[number].column).map((number) => {
        const finding = open.file.findings[number], from = Math.min(begin + finding.column - 1, Math.max(begin, end - 1));
        return { number, begin: from, end: Math.min(Math.max(from + Math.max(1, finding.length), from + 1), Math.max(end, from + 1)) };
      });
      line.classList.add(severities.find((severity) => found.some((number) => open.file.findings[number].severity === severity)));
    }
    if (row.left && row.left === open.line) line.classList.add("here");
    line.append(renderHalf(row.left, withFindings(row.old, marks), "gone"));
    if (open.file.output) line.append(renderHalf(row.right, row.now ?? row.old, "new"));
    return line;
  });
  codeList.rowClass = "line";

  /** How far the longest line goes, in columns; of elided ones what is shown. */
  function widest({ bytes, rows }) {
    let most = 0;
    for (const row of rows) {
      const pieces = row.now ? row.now.concat(row.old) : row.old;
      let columns = 0;
      for (const piece of pieces.slice(0, 2 * mostPieces)) columns += Math.min(piece.text?.length ?? piece.end - piece.begin, longestPiece + 300);
      if (row.now) columns /= 1.5; // both sides were counted
      if (row.old.length && bytes[row.old[0].begin] === 9) columns += 30;
      most = Math.max(most, columns);
    }
    return most;
  }

  async function showFile(file, line) {
    hideTip();
    if (open?.file !== file) {
      const unpacked = file.end > file.begin ? await unpack(file) : null;
      if (wantedFile() !== file) return; // somebody went on
      byId("problem").hidden = unpacked !== null;
      if (!unpacked) {
        byId("problem").textContent = `The source of ${file.path} is not in this report.`;
        byId("file").hidden = true;
        return;
      }
      open = { file, ...unpacked, ...layOut(unpacked), findingsOfLine: new Map() };
      open.rowOfLine = [];
      open.rows.forEach((row, index) => { if (row.left) open.rowOfLine[row.left] = index; });
      file.findings.forEach((finding, index) => {
        if (!open.findingsOfLine.has(finding.line)) open.findingsOfLine.set(finding.line, []);
        open.findingsOfLine.get(finding.line).push(index);
      });
      byId("file").classList.toggle("single", !file.output);
      byId("file-title").textContent = file.path;
      const facts = [];
      if (file.output) facts.push(`becomes ${file.output}`, counted(file.changes, "change"));
      facts.push(counted(file.findings.length, "finding"));
      for (const finding of file.findings) if (!finding.line) facts.push(`${finding.severity}: ${finding.message}`);
      byId("file-facts").textContent = facts.join(" · ");
      byId("left-name").textContent = file.path;
      byId("right-name").textContent = file.output;
      for (const button of document.querySelectorAll("[data-step]"))
        button.disabled = (button.dataset.step === "change" ? open.changes : file.findings.filter((finding) => finding.line)).length === 0;
      open.at = { change: -1, finding: -1 };
      sideways.scrollLeft = 0;
      byId("sideways").firstElementChild.style.width = `calc(50% + ${Math.ceil(widest(open))} * 0.5rem)`;
      open.line = line;
      codeList.setCount(open.rows.length);
      code.scrollTop = 0;
    }
    open.line = line;
    codeList.clear();
    const first = line ? open.rowOfLine[line] : open.rowOfChange[0];
    codeList.reveal(first ?? 0, true);
    code.focus({ preventScroll: true });
  }

  /** To the next change or finding, and to the note on it. */
  function step(kind, by) {
    if (!open || byId("file").hidden) return;
    const marked = kind === "change" ? open.rowOfChange : open.file.findings.map((finding) => (finding.line ? open.rowOfLine[finding.line] : undefined));
    const numbers = [...marked.keys()].filter((number) => marked[number] !== undefined);
    if (numbers.length === 0) return;
    let at = numbers.indexOf(open.at[kind]);
    at = at < 0 && by < 0 ? numbers.length - 1 : (at + by + numbers.length) % numbers.length;
    open.at[kind] = numbers[at];
    codeList.reveal(marked[numbers[at]], true);
    const selector = kind === "change" ? `ins[data-change="${numbers[at]}"]` : `[data-findings~="${numbers[at]}"]`;
    const mark = code.querySelector(selector);
    if (mark) mark.focus({ preventScroll: true });
    else code.focus({ preventScroll: true });
  }

  function nextFile(by) {
    const list = shownFiles.length ? shownFiles : files;
    const at = list.indexOf(open?.file);
    if (list.length && !byId("file").hidden) location.hash = addressOf(list[(at + by + list.length) % list.length]);
  }

  // --- Notes on changes and findings -----------------------------------------------------------------

  const tip = byId("tip");
  let marked = null;

  function changeNote(number) {
    const [offset, length, text, reason] = open.changes[number];
    const [why, library, note] = open.reasons[reason] ?? ["", "", ""];
    const short = (string) => visible(string.length > 300 ? `${string.slice(0, 300)} …` : string);
    const from = short(decoder.decode(open.bytes.subarray(offset, offset + Math.min(length, 1200))));
    const lines = [make("p", { class: "change" }, `${from || "(nothing)"} → ${short(text) || "(nothing)"}`)];
    if (library) lines.push(make("p", {}, make("span", { class: "muted" }, "library "), library));
    lines.push(make("p", {}, why || "follows from the changes around it"));
    if (note) lines.push(make("p", {}, note));
    return lines;
  }

  function findingNote(number) {
    const finding = open.file.findings[number];
    const lines = [make("p", {}, make("span", { class: `badge ${finding.severity}` }, finding.severity), ` ${finding.id}`), make("p", {}, finding.message)];
    for (const note of finding.notes.split("\n")) if (note) lines.push(make("p", { class: "muted" }, note));
    return lines;
  }

  function showTip(mark) {
    hideTip();
    const notes = (mark.dataset.findings ?? "").split(" ").filter(Boolean).map((number) => findingNote(Number(number)));
    if (mark.dataset.change) notes.push(changeNote(Number(mark.dataset.change)));
    tip.replaceChildren(...notes.flatMap((note, index) => (index ? [make("hr"), ...note] : note)));
    tip.hidden = false;
    marked = mark;
    mark.setAttribute("aria-describedby", "tip");
    if (mark.dataset.change)
      for (const twin of code.querySelectorAll(`[data-change="${mark.dataset.change}"]`)) twin.classList.add("shown");
    const around = mark.getBoundingClientRect(), box = tip.getBoundingClientRect(), gap = 6;
    const below = around.bottom + gap + box.height < innerHeight || around.top < box.height + gap;
    tip.style.left = `${Math.max(gap, Math.min(around.left, innerWidth - box.width - gap))}px`;
    tip.style.top = `${below ? around.bottom + gap : around.top - gap - box.height}px`;
  }

  function hideTip() {
    if (!marked) return;
    marked.removeAttribute("aria-describedby");
    for (const twin of code.querySelectorAll(".shown")) twin.classList.remove("shown");
    marked = null;
    tip.hidden = true;
  }

  const markAt = (target) => (target instanceof Element ? target.closest("[data-change], [data-findings]") : null);
  code.addEventListener("pointerover", (event) => { const mark = markAt(event.target); if (mark) showTip(mark); });
  code.addEventListener("pointerout", (event) => {
    // The note itself may be pointed at, to select its text.
    const to = event.relatedTarget;
    if (markAt(event.target) && !(to instanceof Element && to.closest("#tip"))) hideTip();
  });
  tip.addEventListener("pointerleave", hideTip);
  code.addEventListener("focusin", (event) => {
    const mark = markAt(event.target);
    if (!mark) return;
    const cell = mark.closest(".window").getBoundingClientRect(), box = mark.getBoundingClientRect();
    if (box.left < cell.left || box.right > cell.right) sideways.scrollLeft += box.left - cell.left - 40;
    shift();
    showTip(mark);
  });
  code.addEventListener("focusout", hideTip);
  code.addEventListener("scroll", () => {
    if (marked && marked === document.activeElement) showTip(marked);
    else hideTip();
  });

  function shift() {
    code.style.setProperty("--x", `${sideways.scrollLeft}px`);
  }
  sideways.addEventListener("scroll", shift);
  code.addEventListener("wheel", (event) => {
    const across = event.deltaX || (event.shiftKey ? event.deltaY : 0);
    if (!across) return;
    sideways.scrollLeft += across;
    event.preventDefault();
  }, { passive: false });
  code.addEventListener("keydown", (event) => {
    const page = code.clientHeight - 2 * codeList.height;
    const down = { ArrowDown: codeList.height, ArrowUp: -codeList.height, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
    const across = { ArrowRight: 40, ArrowLeft: -40 }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || (down === undefined && across === undefined)) return;
    if (across) sideways.scrollLeft += across;
    else code.scrollTop = down === Infinity ? code.scrollHeight : down === -Infinity ? 0 : code.scrollTop + down;
    event.preventDefault();
  });

  // --- Views and keys ------------------------------------------------------------------------------------

  const views = ["overview", "files", "file"];
  const address = () => new URLSearchParams(location.hash.slice(1));
  const wantedFile = () => fileAt.get(address().get("file"));

  function show() {
    const parts = address();
    const view = parts.has("file") ? "file" : parts.has("files") ? "files" : "overview";
    const before = views.find((name) => !byId(name).hidden);
    for (const name of views) byId(name).hidden = name !== view;
    for (const link of document.querySelectorAll("nav a"))
      if (link.dataset.view === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    byId("problem").hidden = true;
    hideTip();
    document.title = (view === "file" ? `${parts.get("file")} – ` : "") + "musa-port report";
    if (view === "file") {
      const file = wantedFile();
      if (file) return void showFile(file, Number(parts.get("line")) || 0);
      byId("file").hidden = true;
      byId("problem").hidden = false;
      byId("problem").textContent = `There is no file ${parts.get("file")} in this report.`;
      return;
    }
    const list = view === "files" ? fileList : findingList;
    list.reveal(list.chosen);
    list.mark();
    if (before === "file") list.box.focus(); // where one came from
  }

  function showKeys() {
    byId("keys").showModal();
  }

  function escape() {
    const typing = document.activeElement;
    if (!tip.hidden) return hideTip();
    if (typing?.matches("input[type=search]")) {
      typing.value = "";
      typing.dispatchEvent(new Event("input", { bubbles: true }));
      return (byId("files").hidden ? findingList : fileList).box.focus();
    }
    if (!byId("file").hidden || !byId("problem").hidden) location.hash = lastList;
  }

  let lastList = "";
  const keys = {
    "/": () => (byId("files").hidden ? (byId("overview").hidden ? null : byId("by-text")) : byId("by-name"))?.focus(),
    "?": showKeys,
    n: () => step("change", 1),
    p: () => step("change", -1),
    f: () => step("finding", 1),
    F: () => step("finding", -1),
    "]": () => nextFile(1),
    "[": () => nextFile(-1),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || byId("keys").open) return;
    if (event.key === "Escape") return escape();
    if (event.target instanceof Element && event.target.matches("input[type=search], select")) return;
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
  byId("show-keys").addEventListener("click", showKeys);
  for (const button of document.querySelectorAll("[data-step]"))
    button.addEventListener("click", () => step(button.dataset.step, Number(button.dataset.by)));
  window.addEventListener("hashchange", (event) => {
    const from = new URL(event.oldURL).hash;
    if (!from.startsWith("#file=")) lastList = from;
    show();
  });

  byId("subject").textContent = [report.sources.join(" → ") + (report.output ? ` → ${report.output}` : ""), report.architecture, `musa-port ${report.version}`].join(" · ");
  showTotals();
  prepareFilters();
  showCharts();
  byId("overview").hidden = false; // so that rows have a height
  filterFindings();
  byId("overview").hidden = true;
  byId("files").hidden = false;
  filterFiles();
  byId("files").hidden = true;
  show();
  // Once it has been drawn.
  requestAnimationFrame(() => setTimeout(() => performance.mark("shown")));
})();
