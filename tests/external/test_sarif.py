# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--report FILE.sarif, by OASIS' schema."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import fetch

ROOT = Path(__file__).resolve().parents[2]
# The schema, and what validates by it.
CORPORA = fetch.read_corpora(Path(__file__).with_name("sarif_corpora.json"))
MUSA_PORT = Path(os.environ.get("MUSA_PORT", ROOT / "build/bin/musa-port")).resolve()


class Sarif(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        sys.path.insert(0, str(fetch.tree("fastjsonschema", CORPORA)))
        import fastjsonschema  # pylint: disable=import-outside-toplevel

        schema = json.loads((fetch.tree("sarif-schema", CORPORA) / "sarif-schema.json").read_text())
        # The schema says draft 4 and uses a format of draft 6: a URI, or the end of one.
        formats = {"uri-reference": r"^([!$&-;=?@_a-zA-Z~]|%[0-9A-F]{2})*(#.*)?$"}
        cls.validate = staticmethod(fastjsonschema.compile(schema, formats=formats))
        cls.invalid = fastjsonschema.JsonSchemaException

    def sarif(self, *arguments):
        with tempfile.TemporaryDirectory() as work:
            report = Path(work) / "report.sarif"
            done = subprocess.run([MUSA_PORT, *arguments, "-q", "--report", report],
                                  capture_output=True, check=False)
            self.assertIn(done.returncode, (0, 1), done.stderr)
            return json.loads(report.read_text())

    def test_real_trees(self):
        for tree in ("mmcv", "pytorch"):
            with self.subTest(tree):
                report = self.sarif(fetch.tree(tree), "--check")
                self.validate(report)
                self.assertGreater(len(report["runs"][0]["results"]), 3)

    def test_check(self):
        report = self.sarif("check", ROOT / "tests/examples/n_body", "--arch=mp_10")
        self.validate(report)

    def test_the_schema_is_looked_at(self):
        report = self.sarif(ROOT / "tests/examples/n_body", "--check")
        report["runs"][0]["columnKind"] = "bytes"
        with self.assertRaises(self.invalid):
            self.validate(report)


if __name__ == "__main__":
    unittest.main()
