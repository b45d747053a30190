// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes of a source and its changes, as rows of a source and its port side by side.

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
