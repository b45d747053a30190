# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inline PTX of real trees: docs/measured/ptx.md is what measure_ptx.py finds, and enough of it is translated."""

import re
import unittest

import measure_ptx

# Those that have to be: Faiss makes most of its statements of macros.
TREES = ("cub", "cuda-samples", "pytorch")


class Measured(unittest.TestCase):
    def test_is_up_to_date(self):
        document = measure_ptx.DOCUMENT.read_text()
        for title, folder in measure_ptx.trees().items():
            if title.startswith(TREES):
                self.assertIn(measure_ptx.section(title, folder), document, "measure_ptx.py --update-docs writes it anew")

    def test_four_of_five_are_translated(self):
        sections = measure_ptx.DOCUMENT.read_text().split("\n## ")
        for name in TREES:
            (section,) = (section for section in sections if section.startswith(name))
            shares = [float(share) for share in re.findall(r" ([\d.]+) % \|", section)]
            self.assertEqual(len(shares), len(measure_ptx.ARCHITECTURES), name)
            self.assertGreaterEqual(min(shares), 80, name)


if __name__ == "__main__":
    unittest.main()
