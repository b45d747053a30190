// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of findings and that of files, and what is left of them by the filters.

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
