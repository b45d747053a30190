#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws findings of `musa-port check` on real trees, to be judged by a person, and counts the judgements.

    judge_findings.py sample [NAME | NAME=TREE]...
    judge_findings.py table

`sample` checks each tree for each of --archs and draws --count findings: errors and warnings, and remarks, which --verbose
alone shows, if there are no more of these. What is drawn stands in tests/external/findings/NAME.tsv: a person writes true or false into
the column `judgement`, and why into the last one. Judgements of findings that are still there stay, whether they are drawn
again or not. Which are drawn depends on the finding and --seed alone, so that other findings that come or go change little.
tests/external/findings/NAME.json says how many there are. `table` writes docs/measured/findings.md, and fails if a drawn finding has no
judgement or more than --limit percent of a tree's are false.

Known names are those of fetch.py (mmcv, pytorch), which are parsed as a build of them would; other trees are checkouts:
cuda-samples=PATH, cub=PATH.
"""

import argparse
import collections
import csv
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import architectures
import fetch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/bench/analyze"))
import bench_analyze  # noqa: E402

MUSA_PORT = Path(os.environ.get("MUSA_PORT", ROOT / "build/bin/musa-port"))
FOLDER = ROOT / "tests/external/findings"
DOCUMENT = ROOT / "docs/measured/findings.md"
KEY = ("id", "file", "text", "message")
COLUMNS = (*KEY, "severity", "line", "archs", "drawn", "judgement", "why")
# What says that something was not checked is no finding.
NOT_CHECKED = "musa-parse-incomplete"


def check(source: Path, arch: str, options: list[str], scratch: Path) -> list[dict]:
    report = scratch / f"{arch}.json"
    command = [MUSA_PORT, "check", source, f"--arch={arch}", "--report", report, "-q", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"judge_findings.py: musa-port check ended with {done.returncode}: {done.stderr}")
    return json.loads(report.read_text())["diagnostics"]


def port(source: Path, arch: str, options: list[str], scratch: Path) -> list[dict]:
    """What the port of the whole tree reports, which parses nothing, and remarks on no names that are not verified."""
    output, report = scratch / "port", scratch / "port.json"
    shutil.rmtree(output, ignore_errors=True)
    done = subprocess.run([MUSA_PORT, source, "-o", output, f"--arch={arch}", "--report", report, "--verbose", *options],
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"judge_findings.py: musa-port ended with {done.returncode}: {done.stderr}")
    return json.loads(report.read_text())["diagnostics"]


def parsing_checks() -> list[str]:
    """Those that the table of docs/reference/checks.md has."""
    return re.findall(r"^\| \[(musa-[\w-]+)\]", (ROOT / "docs/reference/checks.md").read_text(), re.MULTILINE)


def one_line(text: str) -> str:
    return " ".join(text.split())


def findings(source: Path, by_arch: dict[str, list[dict]]) -> dict[tuple, dict]:
    """Those of all architectures, each once."""
    lines, found = {}, {}
    for arch, diagnostics in by_arch.items():
        for diagnostic in diagnostics:
            if diagnostic["id"] == NOT_CHECKED:
                continue
            path = Path(diagnostic["file"]).resolve()
            if path not in lines:
                lines[path] = path.read_text(errors="replace").split("\n")
            number = diagnostic["line"]
            row = {
                "id": diagnostic["id"],
                "file": os.path.relpath(path, source),
                "text": one_line(lines[path][number - 1]) if number else "",
                "message": one_line(diagnostic["message"]),
                "severity": diagnostic["severity"],
                "line": str(number),
            }
            known = found.setdefault(tuple(row[column] for column in KEY), {**row, "archs": []})
            if arch not in known["archs"]:
                known["archs"].append(arch)
    for row in found.values():
        row["archs"] = " ".join(row["archs"])
    return found


def draw(found: dict[tuple, dict], count: int, seed: int) -> set[tuple]:
    def rank(key):
        return found[key]["severity"] == "remark", hashlib.sha256("\0".join((str(seed), *key)).encode()).digest()

    return set(sorted(found, key=rank)[:count])


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
        archs = arguments.archs.split(",")
        scratch = arguments.scratch / name
        scratch.mkdir(parents=True, exist_ok=True)
        every = sorted(source.glob("**/*.cu"))
        units = bench_analyze.spread(every, arguments.units or len(every))
        build = []
        if name in bench_analyze.TREES:
            bench_analyze.write_build(name, source, units, scratch)
            build = ["-p", scratch]
        by_arch = {}
        for arch in archs:
            if len(units) == len(every):
                by_arch[arch] = check(source, arch, [*build, *options], scratch)
                continue
            bench_analyze.write_left_out(source, units, scratch / "left_out")
            some = ["--checks=" + ",".join(parsing_checks()), f"@{scratch / 'left_out'}"]
            by_arch[arch] = port(source, arch, options, scratch) + check(source, arch, [*some, *build, *options], scratch)
        found = findings(source, by_arch)
        path = FOLDER / f"{name}.tsv"
        rows = merge(found, draw(found, arguments.count, arguments.seed), read(path))
        write(path, rows)
        incomplete = {row["file"] for rows_of in by_arch.values() for row in rows_of if row["id"] == NOT_CHECKED}
        path.with_suffix(".json").write_text(json.dumps({
            "architectures": archs,
            "CUDA sources": len(every),
            "checked": len(units),
            "not parsed wholly": len(incomplete),
            "findings": collections.Counter(sorted(row["id"] for row in found.values())),
        }, indent=2) + "\n")
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
    return by_check


def table(arguments, _options):
    lines = [
        "# Findings, judged",
        "",
        "`musa-port check` ran on real trees. From each tree a random sample of the errors and warnings was",
        "drawn; if there were too few of them, remarks were added. A person judged each drawn finding by",
        "reading the source around it. A finding is true if what it says holds for this code when it is",
        "ported to that GPU, and the person who ports it has to know. `tests/external/findings/` has the",
        "sample, and each judgement with its reason. `tests/external/judge_findings.py` draws and counts.",
        "",
    ]
    fails = []
    totals, details = [], []
    for path in sorted(FOLDER.glob("*.tsv")):
        known = json.loads(path.with_suffix(".json").read_text())
        by_check = counts(read(path).values())
        total = sum(by_check.values(), collections.Counter())
        totals.append([path.stem, " ".join(known["architectures"]), f"{known['checked']} of {known['CUDA sources']}",
                       known["not parsed wholly"], sum(known["findings"].values()), total.total(), total["true"], total["false"],
                       total["not judged"]])
        details += ["", f"## {path.stem}", "", *table_of(["check", "findings", "drawn", "true", "false", "not judged"], [
            [f"[{check}](../reference/diagnostics/{check}.md)", number, by_check[check].total(), by_check[check]["true"],
             by_check[check]["false"], by_check[check]["not judged"]]
            for check, number in known["findings"].items()])]
        if total["not judged"]:
            fails.append(f"{path.stem}: {total['not judged']} findings are not judged")
        if total["false"] * 100 > arguments.limit * total.total():
            fails.append(f"{path.stem}: {total['false']} of {total.total()} findings are false")
    lines += table_of(["tree", "architectures", "CUDA sources parsed", "not wholly", "findings", "drawn", "true", "false",
                       "not judged"], totals)
    DOCUMENT.write_text("\n".join(lines + details) + "\n")
    for fault in fails:
        print(f"judge_findings.py: {fault}", file=sys.stderr)
    return 1 if fails else 0


def table_of(header, rows):
    return ["| " + " | ".join(map(str, row)) + " |" for row in (header, ["---"] * len(header), *rows)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    sampling = commands.add_parser("sample", help="check trees and draw findings; what follows -- goes to musa-port check")
    sampling.add_argument("trees", nargs="*", default=["mmcv", "pytorch"])
    sampling.add_argument("--archs", default=",".join(architectures.SOLD))
    sampling.add_argument("--count", type=int, default=100)
    sampling.add_argument("--seed", type=int, default=6)
    sampling.add_argument("--units", type=int, help="parse so many CUDA sources of each tree, evenly spread, and not all")
    sampling.add_argument("--scratch", type=Path, default=ROOT / "build/judge_findings", help="a folder to write to")
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
