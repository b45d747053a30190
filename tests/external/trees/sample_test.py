# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which trees and which of their files are chosen."""

import tempfile
import unittest
from pathlib import Path

import sample
import trees


class Chosen(unittest.TestCase):
    def test_at_most_eight_cuda_sources(self):
        files = [f"src/{number}.cu" for number in range(20)] + ["a.cuh", "b.cpp"]
        self.assertEqual(len(sample.chosen(files)), 8)
        self.assertEqual(sample.chosen(["b.cu", "a.h", "a.cu"]), ["a.cu", "b.cu"])

    def test_parts_of_sources_and_what_cmake_leaves_are_none(self):
        files = ["a.cu", "part.cu", "build/CMakeFiles/3.1/CompilerIdCUDA/Id.cu"]
        self.assertEqual(sample.chosen(files, {"part.cu"}), ["a.cu"])

    def test_does_not_depend_on_order_and_stays_as_a_tree_grows(self):
        files = [f"{number}.cu" for number in range(20)]
        first = sample.chosen(files)
        self.assertEqual(sample.chosen(files[::-1]), first)
        self.assertGreaterEqual(len(set(first) & set(sample.chosen([*files, "new.cu"]))), 7)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name, text in (("src/a.cu", "int a;\n\n"), ("b.h", "int b;"), (".git/c.cu", ""), ("notes.txt", "text\n")):
            (self.root / name).parent.mkdir(exist_ok=True)
            (self.root / name).write_text(text)
        (self.root / "link.cu").symlink_to("src/a.cu")

    def test_hidden_ones_and_links_are_none(self):
        files = sample.files_of(self.root)
        self.assertEqual(files, ["b.h", "notes.txt", "src/a.cu"])
        self.assertEqual(sample.sources_of(files), ["b.h", "src/a.cu"])
        self.assertEqual(sample.count_lines(self.root, files), 3)

    def test_hash_is_of_names_and_bytes(self):
        before = sample.content_hash(self.root)
        part = sample.content_hash(self.root, ["b.h"])
        (self.root / "src/a.cu").write_text("int c;\n\n")
        self.assertNotEqual(sample.content_hash(self.root), before)
        self.assertEqual(sample.content_hash(self.root, ["b.h"]), part)
        (self.root / "b.h").rename(self.root / "c.h")
        self.assertNotEqual(sample.content_hash(self.root, ["c.h"]), part)


class Trees(unittest.TestCase):
    def test_a_third_is_set_aside_whatever_the_case(self):
        aside = [trees.Tree(f"owner/name{number}", "", Path()).is_set_aside for number in range(900)]
        self.assertTrue(250 < sum(aside) < 350, sum(aside))
        for name in ("Owner/Name", "mmcv"):
            self.assertEqual(trees.Tree(name, "", Path()).is_set_aside, trees.Tree(name.upper(), "", Path()).is_set_aside)

    def test_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            base = Path(folder).resolve()
            (base / "many/a+b").mkdir(parents=True)
            (base / "alone").mkdir()
            (base / "many" / trees.INDEX).write_text("owner/name\tcommit\tkind\na/b\t1234\tx\nc/d\t5678\tx\n")
            notes = []
            self.assertEqual(trees.of_folders([base / "many", base / "alone"], notes.append),
                             [trees.Tree("a/b", "1234", base / "many/a+b"), trees.Tree("alone", "", base / "alone")])
            self.assertEqual(notes, [f"c/d: {base}/many/c+d is not there"])

    def test_an_index_says_what_is_set_aside(self):
        with tempfile.TemporaryDirectory() as folder:
            base = Path(folder).resolve()
            names = [f"o/{number}" for number in range(30)]
            for name in names:
                (base / name.replace("/", "+")).mkdir()
            rows = [f"{name}\t\t{word}" for name, word in zip(names, ["yes", "no", ""] * 10)]
            (base / trees.INDEX).write_text("\n".join(["owner/name\tcommit\tset aside", *rows]) + "\n")
            found = trees.of_folders([base], self.fail)
            self.assertEqual([tree.is_set_aside for tree in found],
                             [aside if aside is not None else trees.Tree(name, "", Path()).is_set_aside
                              for name, aside in zip(names, [True, False, None] * 10)])

            (base / trees.INDEX).write_text("owner/name\tcommit\tset aside\no/1\t\tYes\n")
            with self.assertRaisesRegex(trees.IndexFault, "'Yes' is neither yes nor no"):
                trees.of_folders([base], self.fail)

    def test_refused_by_name(self):
        all_trees = [trees.Tree(name, "", Path()) for name in ("A/b", "c/b", "b", "d")]
        self.assertEqual([tree.name for tree in trees.refused(all_trees, ["a/B"])], ["A/b", "b"])


if __name__ == "__main__":
    unittest.main()
