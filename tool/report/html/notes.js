// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The note beside a change or a finding that is pointed at.

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
