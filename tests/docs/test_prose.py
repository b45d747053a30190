# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lines of prose in the documents, and in what ./dev says, have at most 100 characters."""

import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LONGEST = 100
# Tables, headings, comments.
OTHER = re.compile(r"\s*(\||#|<!--)")
# Where a link leads to does not count.
TARGET = re.compile(r"\]\([^)\s]*\)")


def long_lines(text):
    """(number, length) of each line of prose that is too long."""
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code and not OTHER.match(line):
            length = len(TARGET.sub("]", line))
            # A word alone cannot be wrapped.
            if length > LONGEST and len(line.split()) > 1:
                yield number, length


class Prose(unittest.TestCase):
    def test_lines_are_short(self):
        for page in PAGES:
            with self.subTest(str(page.relative_to(ROOT))):
                self.assertEqual(list(long_lines(page.read_text())), [], "lines that are too long, and their lengths")

    def test_lines_of_dev_are_short(self):
        text = subprocess.run([ROOT / "dev", "help"], capture_output=True, text=True, check=True).stdout
        comments = [line for line in (ROOT / "dev").read_text().splitlines() if line.lstrip().startswith("# ")]
        self.assertGreater(len(text.splitlines()), 50)
        self.assertGreater(len(comments), 30)
        self.assertEqual([line for line in [*text.splitlines(), *comments] if len(line) > LONGEST], [])

    def test_what_is_prose(self):
        words = "word " * 20 + "word"
        self.assertEqual(list(long_lines("short\n" + words + "\n- " + words[:98] + "\n")), [(2, 104)])
        self.assertEqual(list(long_lines("- " + words[:98] + "w\n")), [(1, 101)])
        for other in ("| " + words + " |", "# " + words, "<!-- " + words + " -->", "x" * 101):
            self.assertEqual(list(long_lines(other + "\n")), [], other)
        self.assertEqual(list(long_lines("```sh\n" + words + "\n```\n" + words + "\n")), [(4, 104)])
        self.assertEqual(list(long_lines("see [" + words[:80] + "](a/" + "b" * 30 + ".md)\n")), [])


if __name__ == "__main__":
    unittest.main()
