# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The headers of libcu++: rules/host/libcudacxx.tsv lists those that it documents, each with the reason why the host backend
lacks it, or nothing. A header that is there is included by a program of tests/run, and so compiled by itself
(run.headers_alone). `./dev test --update backend` writes the table of docs/reference/thrust-cub.md."""

import os
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "rules/host/libcudacxx.tsv"
PAGE = ROOT / "docs/reference/thrust-cub.md"
FOLDER = ROOT / "runtime/include/musa"


def listed():
    return dict(line.split("\t") for line in LIST.read_text().splitlines())


def tested():
    """{header: the first program that includes it}."""
    result = {}
    for program in sorted((ROOT / "tests/run").glob("*.mu")):
        for header in re.findall(r"^#include <musa/([\w/]+)>", program.read_text(), re.M):
            result.setdefault(header, program.stem)
    return result


def table():
    programs = tested()
    has = {}
    for header, reason in listed().items():
        if not reason:
            has.setdefault(programs[header], []).append(f"`{header}`")
    lacks = {}
    for header, reason in listed().items():
        if reason:
            lacks.setdefault(reason, []).append(f"`{header}`")
    return ("| `musa/` | tested by |\n|---|---|\n" + "".join(f"| {', '.join(names)} | `{program}.mu` |\n" for program, names in sorted(has.items())) +
            "\n| not there | why |\n|---|---|\n" + "".join(f"| {', '.join(names)} | {reason} |\n" for reason, names in sorted(lacks.items())))


class Headers(unittest.TestCase):
    def test_what_is_there_has_no_reason(self):
        files = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.is_file()}
        self.assertEqual({header for header, reason in listed().items() if not reason}, files)

    def test_each_is_tested(self):
        self.assertEqual({header for header, reason in listed().items() if not reason} - set(tested()), set())

    def test_the_list_is_sorted(self):
        self.assertEqual(list(listed()), sorted(listed()))

    def test_the_page_has_the_table(self):
        page = PAGE.read_text()
        if os.environ.get("UPDATE") == "1":
            before, rest = page.split("| `musa/` |", 1)
            PAGE.write_text(before + table() + "\n" + rest.split("\n\n", 2)[2])
        self.assertIn("\n\n" + table() + "\n", PAGE.read_text())


if __name__ == "__main__":
    unittest.main()
