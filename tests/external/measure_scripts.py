#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports the CMake scripts of real projects (script_corpora.json), checks the result, and prints a table.

    measure_scripts.py [--update-docs] [--cmake CMAKE] [NAME...]

For each project:
- every changed line has something that a rule for build scripts names, or a file of the tree with a new name;
- what CMake's own parser reads before, it reads afterwards;
- the port of the port changes no script.

--update-docs writes docs/measured/build_scripts.md. The projects are large, and fetched once.
"""

import argparse
import collections
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import fetch

ROOT = Path(__file__).resolve().parents[2]
MUSA_PORT = Path(os.environ.get("MUSA_PORT", ROOT / "build/bin/musa-port"))
DOCUMENT = ROOT / "docs/measured/build_scripts.md"
CORPORA = fetch.read_corpora(Path(__file__).with_name("script_corpora.json"))
STATUSES = ("supported", "unverified", "differs", "unsupported", "keep")


def is_script(path):
    name = path.name.removesuffix(".in")
    return name == "CMakeLists.txt" or name.endswith((".cmake", ".cmakein")) or path.name.endswith("Presets.json")


def port(source, output):
    report = output.with_suffix(".json")
    command = [MUSA_PORT, source, "-o", output, "--report", report, "-q"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise AssertionError(f"musa-port ended with {done.returncode}: {done.stderr}")
    return json.loads(report.read_text())


def names_of_rules():
    """What the rules for build scripts name, what such a name may begin with (-arch=sm_), and the names of the sources' rules."""
    names, beginnings, macros = set(), set(), set()

    def add_all(table):
        for entry, value in table.items():
            if entry in STATUSES:
                for name in value:
                    beginning = re.split(r"\$value|\*", name)[0]
                    (names if beginning == name else beginnings).add(beginning)
                    # A flag's argument may be the next word. One letter is not only nvcc's.
                    if re.fullmatch(r"-+\w[\w-]{2,}=", beginning):
                        names.add(beginning.removesuffix("="))
            elif isinstance(value, dict):
                add_all(value)

    for path in (ROOT / "rules").glob("*.json"):
        rules = json.loads(path.read_text())
        for section in ("cmake", "build"):
            add_all(rules.get(section, {}))
        libraries = rules.get("build", {}).get("libraries", {}).values()
        names.update("lib" + name for table in libraries for name in table)  # libcudart.so
        macros.update(name for table in rules.get("identifiers", {}).values() for name in table)
    return names, {beginning.strip() for beginning in beginnings}, macros


class Constructs:
    """What may change a line: a rule's name, a renamed file's, .cu and .cuh, architectures, and -DNAME of a macro with a rule."""

    def __init__(self, renamed):
        names, beginnings, self.macros = names_of_rules()
        names |= {Path(entry["from"]).name for entry in renamed}
        whole, first = ("|".join(sorted(map(re.escape, some), key=len, reverse=True)) for some in (names, beginnings))
        self.pattern = re.compile(rf"(?<![A-Za-z0-9])(?:(?:{whole})(?![A-Za-z0-9_])|{first})"
                                  r"|[.]\]?\(?cuh?\b|\|cuh?\b|\b(?:sm|compute)_?\d", re.I)

    def are_in(self, line):
        return bool(self.pattern.search(line)) or any(name in self.macros for name in re.findall(r"-D(\w+)", line))


def unexplained(before, after, constructs):
    """Changed lines in which nothing is CUDA's."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    count, found = 0, []
    for tag, first, last, _, _ in matcher.get_opcodes():
        if tag == "equal":
            continue
        count += max(last - first, 1)
        found += [line for line in before[first:last] if not constructs.are_in(line)]
        if tag == "insert":
            found.append("(a line is new)")
    return count, found


def cmake_reads(cmake, path, folder):
    """Whether CMake parses the script; it does so as a whole before it does what the first line says."""
    copy = folder / "script.cmake"
    copy.write_bytes(b"return()\n" + path.read_bytes())
    return subprocess.run([cmake, "-P", copy], capture_output=True, check=False).returncode == 0


def measure(name, cmake):
    source = fetch.tree(name, CORPORA)
    scripts = sorted(path.relative_to(source) for path in source.rglob("*") if path.is_file() and is_script(path))
    result = {"name": name, "version": CORPORA[name]["version"],
              "scripts": len(scripts), "changed": 0, "lines": 0, "others": 0, "faults": []}
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        report = port(source, work / "once")
        port(work / "once", work / "twice")
        constructs = Constructs(report["renamed"])
        for path in scripts:
            before, after = (source / path), (work / "once" / path)
            if after.read_bytes() != (work / "twice" / path).read_bytes():
                result["faults"].append(f"{path}: the port of the port differs")
            lines = before.read_text(errors="surrogateescape").splitlines()
            result["others"] += sum(not constructs.are_in(line) for line in lines)
            if before.read_bytes() == after.read_bytes():
                continue
            result["changed"] += 1
            count, found = unexplained(lines, after.read_text(errors="surrogateescape").splitlines(), constructs)
            result["lines"] += count
            result["faults"] += [f"{path}: changed, and names nothing of CUDA's: {line.strip()}" for line in found]
            if path.suffix != ".json" and cmake_reads(cmake, before, work) and not cmake_reads(cmake, after, work):
                result["faults"].append(f"{path}: CMake does not parse the port")
    shown = {f"{source}/{path}" for path in scripts}
    findings = collections.Counter()
    for diagnostic in report["diagnostics"]:
        if diagnostic["file"] in shown and diagnostic["severity"] != "remark":
            note = diagnostic["notes"][0] if diagnostic["notes"] else ""
            findings[diagnostic["severity"], diagnostic["id"], diagnostic["message"], note] += 1
    result["findings"] = findings
    return result


def kind(message):
    """A message without what is between quotes."""
    return re.sub(r"(?<!\w)'[^']*'", "...", message)


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def table(results):
    lines = ["| project | scripts | lines that name nothing of CUDA's | of them changed | scripts changed | lines changed | errors | warnings |",
             "|---|---|---|---|---|---|---|---|"]
    for result in results:
        count = collections.Counter()
        for (severity, *_), number in result["findings"].items():
            count[severity] += number
        lines.append(f"| {result['name']} {result['version']} | {result['scripts']} | {result['others']} | "
                     f"{sum('names nothing' in fault for fault in result['faults'])} | {result['changed']} | "
                     f"{result['lines']} | {count['error']} | {count['warning']} |")
    lines += ["", "| project | number | what is left | for example | why |", "|---|---|---|---|---|"]
    for result in results:
        grouped = {}
        for (severity, name, message, note), number in result["findings"].items():
            key = (severity, name, kind(message), note)
            total, example = grouped.get(key, (0, message))
            grouped[key] = (total + number, example)
        for (severity, name, message, note), (number, example) in sorted(grouped.items(), key=lambda item: -item[1][0]):
            quoted = ", ".join(f"`{word}`" for word in re.findall(r"(?<!\w)'([^']*)'", example)[:1])
            lines.append(f"| {result['name']} | {number} | [{severity}](../reference/diagnostics/{name}.md): {cell(message)} | "
                         f"{cell(quoted)} | {cell(note)} |")
    return "\n".join(lines)


HEAD = """# CMake scripts of real projects, measured

`./dev bench scripts --update-docs` writes this page. It ports the CMake scripts of the projects, as
Debian has their sources, with the default rules. It checks that

- every changed line names something that a rule for build scripts has, an architecture of CUDA's,
  or a file that the port renames;
- CMake's own parser reads the port of every script that it reads before;
- a second port changes no script.

The second table lists the errors and warnings of the port, by their message.
[build_scripts.md](../reference/build_scripts.md) explains them.

"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update-docs", action="store_true", help=f"write {DOCUMENT.relative_to(ROOT)}")
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("names", nargs="*", metavar="NAME", help=" ".join(CORPORA))
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(CORPORA):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are: {', '.join(CORPORA)}")
    if arguments.update_docs and arguments.names:
        parser.error("--update-docs is for all projects")
    results = [measure(name, arguments.cmake) for name in arguments.names or CORPORA]
    print(table(results))
    faults = [f"{result['name']}: {fault}" for result in results for fault in result["faults"]]
    if faults:
        sys.exit("\n".join(faults))
    if arguments.update_docs:
        DOCUMENT.write_text(HEAD + table(results) + "\n")


if __name__ == "__main__":
    main()
