# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links, pages and code that a text names are there."""

import os
import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
WALKS = ROOT / "docs/internals/walks.md"
CODE = ("dev", ".ci", "CMakeLists.txt", "Containerfile", "kernels", "packaging", "rules", "runtime", "tests", "tool")
# Inputs of tests speak of other projects, and the tests of the runner of pages that they make up.
NOT_OURS = {"input", "corpus", "data", "__pycache__", "runner"}
# A step of a walk: 1. `file`: `function`, `function`: what happens there.
STEP = re.compile(r"^\d+\. `([^`]+)`: ((?:`[^`]+`(?:, )?)+): (\S.*)$")


def slug(heading):
    """The anchor that forges give a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def without_code_blocks(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(page):
    return {slug(heading) for heading in re.findall(r"^#+ (.*)$", without_code_blocks(page.read_text()), re.MULTILINE)}


def files_of_code():
    for name in CODE:
        if (ROOT / name).is_file():
            yield ROOT / name
        for folder, folders, leaves in os.walk(ROOT / name):
            folders[:] = sorted(each for each in folders if each not in NOT_OURS)
            yield from (Path(folder) / leaf for leaf in sorted(leaves))


def walks():
    """Title and lines of each."""
    for section in WALKS.read_text().split("\n## ")[1:]:
        title, _, text = section.partition("\n")
        yield title, [line for line in text.splitlines() if re.match(r"\d+\. ", line)]


def without_comments(file):
    text = file.read_text()
    if file.suffix in (".h", ".cpp"):
        return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.DOTALL)
    return text if file.suffix == ".json" else re.sub(r"#[^\n]*", "", text)


def has_name(file, name):
    """Whether a file's code has a name. `Class::function` is defined there, or declared in the class's own text."""
    text, (*owner, last) = without_comments(file), name.removesuffix("()").split("::")
    if owner:
        inside = re.search(rf"(?:class|struct) {re.escape(owner[-1])}\b[^;{{]*\{{(.*?)^\}}", text, re.DOTALL | re.MULTILINE)
        return f"{owner[-1]}::{last}(" in text or bool(inside and re.search(rf"(?<![\w.>]){re.escape(last)}\(", inside[1]))
    return bool(re.search(rf"(?<!\w){re.escape(last)}(?!\w)", text))


class Places(unittest.TestCase):
    def test_links_lead_somewhere(self):
        for page in PAGES:
            for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", without_code_blocks(page.read_text())):
                with self.subTest(f"{page.relative_to(ROOT)}: {target}#{anchor}"):
                    if "://" in target:
                        continue
                    there = (page.parent / target).resolve() if target else page
                    self.assertTrue(there.exists(), "no such file")
                    if anchor and there.suffix == ".md":
                        self.assertIn(anchor, anchors(there))

    def test_pages_that_code_and_texts_name_are_there(self):
        named = 0
        for path in [*PAGES, *files_of_code()]:
            try:
                text = path.read_text()
            except (UnicodeDecodeError, OSError):
                continue
            for name in re.findall(r"(?<![\w.-])(?<![\w.-]/)docs/[\w./-]*", text):
                named += 1
                # ID.md stands for any page of a folder.
                there = ROOT / re.sub(r"ID\.md$", "", name.rstrip("./-"))
                with self.subTest(f"{path.relative_to(ROOT)}: {name}"):
                    self.assertTrue(there.exists(), "no such page")
        self.assertGreater(named, 100)

    def test_what_a_file_has(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "a.cpp")
            file.write_text("// run, Port::walk\nstruct Port {\n  int port(int);\n};\nint Other::go(int) { return x.stay(1); }\n")
            for name, there in (("run", False), ("Port", True), ("Port::port", True), ("Port::walk", False), ("Other::go", True),
                                ("Other::port", False), ("Port::go", False), ("Other::stay", False)):
                self.assertEqual(has_name(file, name), there, name)

    def test_walks_lead_through_code_that_is_there(self):
        found = list(walks())
        self.assertEqual([title for title, _ in found],
                         ["A rule, from JSON to an edit", "A token", "A launch", "An operator"])
        for title, lines in found:
            self.assertGreater(len(lines), 8, title)
            files = []
            for line in lines:
                with self.subTest(line):
                    step = STEP.match(line)
                    self.assertTrue(step, "a step has a file, what it names there, and what happens")
                    self.assertLessEqual(len(line), 100)
                    file = ROOT / step[1]
                    files.append(step[1])
                    for name in re.findall(r"`([^`]+)`", step[2]):
                        self.assertTrue(has_name(file, name), f"{name} is not there")
            self.assertEqual(len(files), len(set(files)), f"{title}: a file stands twice")


if __name__ == "__main__":
    unittest.main()
