// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The totals, and the bars by library, kind of finding and folder.

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
  const meaning = { error: "needs a decision", warning: "works, but differently", remark: "good to know" };
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
