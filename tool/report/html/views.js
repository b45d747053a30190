// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which view is shown, by the address: nothing or #files, or #file=PATH with &line=N; the keys; and
// the start of the page.

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
