# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports the real trees of corpora.json, and has the independent counter judge the results."""

import filecmp
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import fetch
import measure_guards

ROOT = Path(__file__).resolve().parents[2]
MUSA_PORT = Path(os.environ.get("MUSA_PORT", ROOT / "build/bin/musa-port"))
COUNTER = ROOT / "tests/counter/count.py"
FAISS_RULES = ROOT / "tests/external/faiss/rules.json"
MANIFEST = ".musa-port-manifest.json"

# The folders that the manual of torch_musa leaves out of mmcv's port.
MMCV_IGNORED = ["common/mlu", "common/mps", "parrots", "pytorch/mlu", "pytorch/mps", "pytorch/npu"]
MMCV_RULES = ROOT / "tests/data/mmcv_rules.json"
MMCV_COUNT = ["--rules", MMCV_RULES] + [word for folder in MMCV_IGNORED for word in ("--ignored", folder)]


def port(source: Path, output: Path, *options: str | Path) -> dict:
    """Ports and returns the report; status 1 (something needs a person) is fine."""
    report = output.with_suffix(".report.json")
    command = [MUSA_PORT, source, "-o", output, "--report", report, "-q", "--python=off", *options]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode not in (0, 1):
        raise AssertionError(f"musa-port ended with {result.returncode}: {result.stderr}")
    return json.loads(report.read_text())


def differences(left: Path, right: Path) -> list[str]:
    """The files that the two trees do not have alike, byte for byte."""
    found = []
    names = {path.relative_to(tree) for tree in (left, right) for path in tree.rglob("*") if not path.is_dir()}
    for name in sorted(names - {Path(MANIFEST)}):
        a, b = left / name, right / name
        if not (a.exists() and b.exists() and filecmp.cmp(a, b, shallow=False)):
            found.append(str(name))
    return found


class RealTree:
    """What holds for each tree; subclasses say which."""

    name: str
    options: list[str | Path]
    count: list[str | Path]

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = Path(cls.folder.name)
        cls.source = fetch.tree(cls.name)
        cls.output = cls.work / "once"
        cls.report = port(cls.source, cls.output, "-j2", *cls.options)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_counter_finds_no_fault(self):
        command = [sys.executable, "-B", COUNTER, self.source, self.output, *self.count]
        command += ["--report", self.output.with_suffix(".report.json")]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        print(result.stdout)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_every_remaining_name_has_a_reason(self):
        for entry in self.report["remaining"]:
            self.assertTrue(entry["reason"], entry)

    def test_ported_again_nothing_changes(self):
        again = port(self.output, self.work / "twice", *self.again_options())
        self.assertEqual(again["edits"]["total"], 0)
        self.assertEqual(again["renamed"], [])
        self.assertEqual(differences(self.output, self.work / "twice"), [])

    def again_options(self):
        rules = [option for i, option in enumerate(self.options) if "-r" in (option, self.options[i - 1])]
        return rules

    def test_number_of_threads_does_not_matter(self):
        report = port(self.source, self.work / "single", "-j1", *self.options)
        self.assertEqual(differences(self.output, self.work / "single"), [])
        report["output"] = self.report["output"]
        self.assertEqual(report, self.report)


class Mmcv(RealTree, unittest.TestCase):
    name = "mmcv"
    options = ["-r", MMCV_RULES] + [word for folder in MMCV_IGNORED for word in ("--exclude", folder)]
    count = MMCV_COUNT


class PyTorch(RealTree, unittest.TestCase):
    name = "pytorch"
    options = ["-r", ROOT / "kernels/rules/pytorch.json"]
    count = ["--profile", "pytorch"]


class Faiss(RealTree, unittest.TestCase):
    name = "faiss"
    options = []
    count = []

    def test_rules_of_its_own_leave_no_ptx_that_is_used(self):
        ported = self.work / "with_rules"
        port(self.source, ported, "-r", FAISS_RULES)
        left = [statement.strip() for path in sorted(ported.glob("faiss/gpu/**/*.mu*"))
                for statement in re.findall(r"\basm\b(?: volatile)?\(([^:]*)", path.read_text())]
        # Named barriers, in functions that nothing calls.
        self.assertEqual(left, ['"bar.sync %0, %1;"', '"bar.arrive %0, %1;"'])


class Guards(unittest.TestCase):
    """docs/measured/guards.md has what the port makes of each guard; what the checks say of it, `./dev bench guards` finds."""

    def test_are_translated_or_reported(self):
        sections, _ = measure_guards.written(measure_guards.DOCUMENT.read_text())
        for name in ("mmcv", "pytorch"):
            title, find, arguments, own = measure_guards.trees(None)[name]
            document = sections[title].splitlines()
            rows, faults = measure_guards.measure(name, find(), arguments, own, checks=False)
            self.assertGreater(len(rows), 10)
            self.assertEqual([fault for fault in faults if fault[1] != "run time"], [])
            for row in measure_guards.table(rows).splitlines():
                if "`code: " in row:  # the checks may say more of it, in some of the places
                    begin, places = row.rsplit(" | ", 1)
                    said = [line.rsplit(" | ", 1) for line in document]
                    self.assertEqual(sum(int(each[1].strip(" |")) for each in said
                                         if each[0] == begin or each[0].startswith(f"{begin}, [")),
                                     int(places.strip(" |")), row)
                elif "at run time:" not in row:
                    self.assertIn(row, document)


if __name__ == "__main__":
    unittest.main()
