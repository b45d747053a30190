#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws findings of `musa-port check` on real trees, to be judged by a person, and counts the judgements.

    judge_findings.py sample [NAME | NAME=TREE]...
    judge_findings.py table

`sample` checks each tree for each of --archs and draws --count findings. What is drawn stands in docs/findings/NAME.tsv:
a person writes true or false into the column `judgement`, and why into the last one. Judgements of findings that are still
there stay, whether they are drawn again or not. Which are drawn depends on the finding and --seed alone, so that other findings
that come or go change little. `table` writes docs/findings_judged.md, and fails if a drawn finding has no judgement or more than
--limit percent of a tree's are false.

Known names are those of fetch.py (mmcv, pytorch); other trees are checkouts: cuda-samples=PATH, cub=PATH.
"""

import argparse
import collections
import csv
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import fetch

ROOT = Path(__file__).resolve().parents[2]
MUSA_PORT = Path(os.environ.get("MUSA_PORT", ROOT / "build/bin/musa-port"))
FOLDER = ROOT / "docs/findings"
DOCUMENT = ROOT / "docs/findings_judged.md"
KEY = ("id", "file", "text", "message")
COLUMNS = (*KEY, "line", "archs", "drawn", "judgement", "why")
# What says that something was not checked is no finding.
NO_FINDINGS = {"musa-parse-incomplete"}


def check(source: Path, arch: str, options: list[str]) -> list[dict]:
    with tempfile.TemporaryDirectory() as work:
        report = Path(work) / "report.json"
        command = [MUSA_PORT, "check", source, f"--arch={arch}", "--report", report, "-q", *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"judge_findings.py: musa-port check ended with {done.returncode}: {done.stderr}")
        return [found for found in json.loads(report.read_text())["diagnostics"] if found["id"] not in NO_FINDINGS]


def one_line(text: str) -> str:
    return " ".join(text.split())


def findings(source: Path, archs: list[str], options: list[str]) -> dict[tuple, dict]:
    """Those of all architectures, each once."""
    lines, found = {}, {}
    for arch in archs:
        for diagnostic in check(source, arch, options):
            path = Path(diagnostic["file"]).resolve()
            if path not in lines:
                lines[path] = path.read_text(errors="replace").split("\n")
            number = diagnostic["line"]
            row = {
                "id": diagnostic["id"],
                "file": os.path.relpath(path, source),
                "text": one_line(lines[path][number - 1]) if number else "",
                "message": one_line(diagnostic["message"]),
                "line": str(number),
            }
            known = found.setdefault(tuple(row[column] for column in KEY), {**row, "archs": []})
            if arch not in known["archs"]:
                known["archs"].append(arch)
    for row in found.values():
        row["archs"] = " ".join(row["archs"])
    return found


def draw(keys, count: int, seed: int) -> set[tuple]:
    def rank(key):
        return hashlib.sha256("\0".join((str(seed), *key)).encode()).digest()

    return set(sorted(keys, key=rank)[:count])


def read(path: Path) -> dict[tuple, dict]:
    if not path.exists():
        return {}
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file, dialect="excel-tab"))
    return {tuple(row[column] for column in KEY): row for row in rows}


def write(path: Path, rows: list[dict]):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, dialect="excel-tab", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def merge(found: dict[tuple, dict], drawn: set[tuple], judged: dict[tuple, dict]) -> list[dict]:
    """The rows of a corpus' file: what is drawn, and what was judged and is still there."""
    rows = []
    for key, row in found.items():
        old = judged.get(key, {})
        if key in drawn or old.get("judgement"):
            rows.append({
                **row,
                "drawn": "yes" if key in drawn else "",
                "judgement": old.get("judgement", ""),
                "why": old.get("why", ""),
            })
    return sorted(rows, key=lambda row: (row["id"], row["file"], int(row["line"]), row["message"]))


def sample(arguments, options):
    waiting = 0
    for argument in arguments.trees:
        name, _, given = argument.partition("=")
        source = Path(given).resolve() if given else fetch.tree(name)
        found = findings(source, arguments.archs.split(","), options)
        path = FOLDER / f"{name}.tsv"
        rows = merge(found, draw(found, arguments.count, arguments.seed), read(path))
        write(path, rows)
        print(f"{name}: {len(found)} findings, {sum(row['drawn'] == 'yes' for row in rows)} drawn")
        for row in rows:
            if row["drawn"] and not row["judgement"]:
                waiting += 1
                print(f"  not judged: {row['file']}:{row['line']}: {row['message']} [{row['id']}]\n      {row['text']}")
    return 1 if waiting else 0


def counts(rows) -> dict[str, collections.Counter]:
    """By check; of the findings that are drawn."""
    by_check = collections.defaultdict(collections.Counter)
    for row in rows:
        if row["drawn"]:
            by_check[row["id"]][row["judgement"] or "not judged"] += 1
    return dict(sorted(by_check.items()))


def table(arguments, _options):
    lines = [
        "# Findings, judged",
        "",
        "What `musa-port check` finds in real trees, for mp_21, mp_22 and mp_31: a random sample of each, judged by a person. The",
        "sample and each judgement with its reason are in `docs/findings/`; `tests/external/judge_findings.py` draws and counts.",
        "",
        "| tree | check | true | false | not judged |",
        "|---|---|---|---|---|",
    ]
    fails = []
    for path in sorted(FOLDER.glob("*.tsv")):
        by_check = counts(read(path).values())
        total = sum(by_check.values(), collections.Counter())
        for check_id, count in by_check.items():
            lines.append(f"| {path.stem} | [{check_id}](diagnostics/{check_id}.md) | {count['true']} | {count['false']} | "
                         f"{count['not judged']} |")
        lines.append(f"| **{path.stem}** | all | {total['true']} | {total['false']} | {total['not judged']} |")
        if total["not judged"]:
            fails.append(f"{path.stem}: {total['not judged']} findings are not judged")
        if total["false"] * 100 > arguments.limit * total.total():
            fails.append(f"{path.stem}: {total['false']} of {total.total()} findings are false")
    DOCUMENT.write_text("\n".join(lines) + "\n")
    for fault in fails:
        print(f"judge_findings.py: {fault}", file=sys.stderr)
    return 1 if fails else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    sampling = commands.add_parser("sample", help="check trees and draw findings; what follows -- goes to musa-port check")
    sampling.add_argument("trees", nargs="*", default=["mmcv", "pytorch"])
    sampling.add_argument("--archs", default="mp_21,mp_22,mp_31")
    sampling.add_argument("--count", type=int, default=100)
    sampling.add_argument("--seed", type=int, default=6)
    sampling.set_defaults(run=sample)
    counting = commands.add_parser("table", help="count the judgements")
    counting.add_argument("--limit", type=float, default=5)
    counting.set_defaults(run=table)
    words = sys.argv[1:]
    options = words[words.index("--") + 1:] if "--" in words else []
    arguments = parser.parse_args(words[: words.index("--")] if "--" in words else words)
    return arguments.run(arguments, options)


if __name__ == "__main__":
    sys.exit(main())
