// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the report says: its files and findings, made of the data in the page; and how elements,
// numbers and places are written. What comes from sources is put into the page as text only.

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

const addressOf = (file, line) => `#file=${encodeURIComponent(file.path)}${line ? `&line=${line}` : ""}`;
