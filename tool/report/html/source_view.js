// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file and its port side by side: what is drawn of a row, steps to the next change or finding,
// and how it is moved.

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
  if (pieces.length > mostPieces) text.append(make("span", { class: "elided" }, `⋯ ${number(pieces.length - mostPieces)} more pieces`));
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
