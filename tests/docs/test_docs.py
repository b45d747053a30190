# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the documents say is there is there."""

import re
import subprocess
import os
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# "musa-..." strings of the tool that are no diagnostics.
NO_DIAGNOSTICS = {"musa-port", "musa-port-git"}


class Documents(unittest.TestCase):
    def test_every_diagnostic_has_a_page_and_the_reverse(self):
        used = set()
        for path in (ROOT / "tool").rglob("*.cpp"):
            used |= set(re.findall(r'"(musa-[a-z-]+)"', path.read_text()))
        pages = {path.stem for path in (ROOT / "docs/diagnostics").glob("*.md")}
        self.assertEqual(used - NO_DIAGNOSTICS, pages)

    def test_links_lead_somewhere(self):
        for document in DOCUMENTS:
            for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text()):
                if "://" not in target:
                    self.assertTrue((document.parent / target).exists(), f"{document}: {target}")

    def test_manual_names_every_option(self):
        manual = (ROOT / "docs/manual.md").read_text()
        text = subprocess.run([os.environ["MUSA_PORT"], "--help"], capture_output=True, text=True, check=True).stdout
        options = set(re.findall(r"--[a-z][a-z-]+", text))
        self.assertGreater(len(options), 15)
        for option in sorted(options):
            self.assertIn(option, manual)


if __name__ == "__main__":
    unittest.main()
