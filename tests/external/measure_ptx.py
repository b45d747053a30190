#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports real trees with --analyze, has the independent counter read their asm statements, and prints what became of them.

    measure_ptx.py [--update-docs] [NAME=FOLDER...]

The trees are those of TREES, and those given by folder: cuda-samples has to be, since no archive of packages has it.
--update-docs writes docs/measured/ptx.md; a tree that is not given keeps its section.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import architectures
import fetch

ROOT = Path(__file__).resolve().parents[2]
MUSA_PORT = Path(os.environ.get("MUSA_PORT", ROOT / "build/bin/musa-port"))
COUNTER = ROOT / "tests/counter/count.py"
DOCUMENT = ROOT / "docs/measured/ptx.md"
ARCHITECTURES = architectures.SOLD
CUB = Path("/usr/include/cub")
KINDS = {"tensor cores": "of tensor cores (mma, wmma, wgmma, ldmatrix, ...)", "asynchronous copies": "of asynchronous copies (cp.async, mbarrier, ...)",
         "other": "others"}
HEADER = """# Inline PTX of real trees, measured

`./dev exec python3 tests/external/measure_ptx.py --update-docs NAME=FOLDER...` writes this page. It
ports the files of each tree that have `asm` statements, with `--analyze`, for each architecture.
`tests/counter`, which shares no code with the tool, then reads both trees and the report. Every
statement with PTX must be translated, or left and reported; otherwise the script fails.
[ptx.md](../reference/ptx.md) says how statements are translated. The trees are PyTorch's CUDA
folders (ATen), Debian's CUB and Faiss, and NVIDIA's repository cuda-samples.
"""


def trees():
    """The title and the folder of those that are there for a test."""
    found = {f"{name} {fetch.CORPORA[name]['version']}": fetch.tree(name) for name in ("pytorch", "faiss")}
    if CUB.exists():
        version = int(re.search(r"define CUB_VERSION (\d+)", (CUB / "version.cuh").read_text())[1])
        found[f"cub {version // 100000}.{version // 100 % 1000}.{version % 100}"] = CUB
    return found


def copy_statements(folder, target):
    """The files that have asm statements: --analyze would parse the others for nothing."""
    for path in folder.rglob("*"):
        if path.is_file() and re.search(rb"\b(__)?asm(__)?\b", path.read_bytes()):
            copy = target / path.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def judged(tree, architecture):
    """What the counter says of a port, and the differences that the port warns of."""
    with tempfile.TemporaryDirectory() as work:
        folder, output, report = Path(work) / "tree", Path(work) / "out", Path(work) / "report.json"
        copy_statements(tree, folder)
        port = subprocess.run([MUSA_PORT, folder, "-o", output, "--analyze", f"--arch={architecture}", "--report", report, "-q", "--python=off"],
                              capture_output=True, text=True, check=False)
        if port.returncode not in (0, 1):
            raise AssertionError(f"musa-port ended with {port.returncode}: {port.stderr}")
        count = subprocess.run([sys.executable, "-B", COUNTER, folder, output, "--ptx", "--report", report, "--json"],
                               capture_output=True, text=True, check=False)
        result = json.loads(count.stdout)
        diagnostics = json.loads(report.read_text())["diagnostics"]
    for fault in ("ptx left", "ptx lost"):
        if result["counts"][fault]:
            raise AssertionError(f"{tree}: {fault}: {result['offenders'][fault]}")
    differences = {note for found in diagnostics if found["id"] == "musa-ptx" and found["severity"] == "warning" for note in found["notes"]}
    return result, differences


def item(text):
    return textwrap.fill(f"- {text}", 100, subsequent_indent="  ")


def section(title, folder):
    results = {architecture: judged(folder, architecture) for architecture in ARCHITECTURES}
    lines = [f"## {title}", "", "| statements | " + " | ".join(ARCHITECTURES) + " |", "|---" * (len(ARCHITECTURES) + 1) + "|"]

    def row(name, value):
        lines.append(f"| {name} | " + " | ".join(str(value(results[architecture][0])) for architecture in ARCHITECTURES) + " |")

    def translated(result, kind):
        return result["facts"].get(f"asm statements translated ({kind})", 0)

    def statements(result, kind):
        return translated(result, kind) + sum(number for of, _, number in result["ptx left"] if of == kind)

    def share(result):
        of = statements(result, "other")
        return f"{100 * translated(result, 'other') / of:.1f} %" if of else "none"

    row("with PTX", lambda result: sum(statements(result, kind) for kind in KINDS))
    for kind, name in KINDS.items():
        row(name, lambda result, kind=kind: statements(result, kind))
        row(f"{name}: translated", lambda result, kind=kind: translated(result, kind))
    row("others: share that is translated", share)
    lines += ["", "Left and reported, for all architectures:" if len({str(result["ptx left"]) for result, _ in results.values()}) == 1 else f"Left and reported ({architectures.DEFAULT}):", ""]
    left = results[architectures.DEFAULT][0]["ptx left"]
    lines += [item(f"{number}: {reason}") for _, reason, number in sorted(left, key=lambda entry: (-entry[2], entry[1]))] or ["- none"]
    lines += ["", "Translated with a warning that says how it differs:", ""]
    notes = {note: [architecture for architecture in ARCHITECTURES if note in results[architecture][1]]
             for note in sorted(set().union(*(differences for _, differences in results.values())))}
    lines += [item(note + ("" if len(found) == len(ARCHITECTURES) else f" ({', '.join(found)})")) for note, found in notes.items()] or ["- none"]
    return "\n".join(lines) + "\n"


def main():
    update = "--update-docs" in sys.argv
    given = dict(argument.split("=", 1) for argument in sys.argv[1:] if argument != "--update-docs")
    wanted = trees() | {title: Path(folder).resolve() for title, folder in given.items()}
    kept = re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", DOCUMENT.read_text() if DOCUMENT.exists() else "", flags=re.S | re.M)
    sections = {title: f"## {title}\n{text.rstrip()}\n" for title, text in kept}
    for title, folder in wanted.items():
        sections[title] = section(title, folder)
        print(sections[title])
    if update:
        DOCUMENT.write_text("\n".join([HEADER, *(text for _, text in sorted(sections.items()))]))


if __name__ == "__main__":
    main()
