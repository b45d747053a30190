# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""includes.py, on trees that are made up."""

import tempfile
import unittest
from pathlib import Path

from includes import COMPUTED, Includes, dangling, includes_of


class Found(unittest.TestCase):
    def test_includes(self):
        self.assertEqual(includes_of('#include "a.h"\n  # include <b/c.h> // why\n#include NAME\n'),
                         [('"', "a.h"), ("<", "b/c.h"), COMPUTED])

    def test_comments_and_strings(self):
        self.assertEqual(includes_of('// #include "a.h"\n/*\n#include "b.h"\n*/\nchar *s = "/*";\n#include "c//d.h"\n'), [('"', "c//d.h")])


class TreeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def tree(self, name, files, folders=(".",)):
        for path, text in files.items():
            (self.root / name / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name / path).write_text(text)
        return Includes(self.root / name, folders)


class Dangling(TreeTest):
    SOURCE = {"src/a.cu": '#include "b.cuh"\n#include <lib/c.cuh>\n#include <cuda.h>\n#include <none.h>\n', "src/b.cuh": "",
              "include/lib/c.cuh": "", "cuda.h": ""}
    RENAMED = {"src/a.cu": "src/a.mu", "src/b.cuh": "src/b.muh", "include/lib/c.cuh": "include/lib/c.muh"}

    def dangling(self, text, **more):
        folders = (".", "include")
        before = self.tree("before", self.SOURCE, folders)
        after = self.tree("after", {"src/a.mu": text, "src/b.muh": "", "include/lib/c.muh": "", "cuda.h": "", **more}, folders)
        return dangling(before, after, ["src/a.cu", "src/b.cuh"], self.RENAMED, {"cuda.h"})

    def test_what_follows_does_not(self):
        self.assertEqual(self.dangling('#include <level.h>\n#include "b.muh"\n#include <lib/c.muh>\n#include <musa.h>\n'), [])

    def test_what_stays_does(self):
        self.assertEqual(self.dangling('#include "b.cuh"\n#include <lib/c.cuh>\n'),
                         [("src/a.cu", "b.cuh", "src/b.cuh"), ("src/a.cu", "lib/c.cuh", "include/lib/c.cuh")])

    def test_what_means_another_file_does(self):
        found = self.dangling('#include "b.muh"\n#include <lib/c.muh>\n', **{"lib/c.muh": ""})
        self.assertEqual(found, [("src/a.cu", "lib/c.cuh", "include/lib/c.cuh")])

    def test_a_header_of_the_toolkit_in_quotes(self):
        """The tree has one of that name elsewhere, in a folder that another program searches."""
        self.SOURCE = {"src/a.cu": '#include "cuda.h"\n', "src/b.cuh": '#include "b.cuh"\n', "include/cuda.h": ""}
        self.assertEqual(self.dangling('#include "musa.h"\n', **{"src/b.muh": '#include "b.muh"\n'}), [])
        self.SOURCE["src/cuda.h"] = ""
        self.assertEqual(self.dangling('#include "musa.h"\n', **{"src/b.muh": '#include "b.muh"\n'}), [("src/a.cu", "cuda.h", "src/cuda.h")])

    def test_a_file_that_is_lost_is_anothers_fault(self):
        before = self.tree("before", self.SOURCE)
        self.assertEqual(dangling(before, self.tree("after", {"x": ""}), ["src/a.cu"], self.RENAMED, set()), [])


class Included(TreeTest):
    def test_the_first_file_that_an_include_means(self):
        tree = self.tree("one", {"x/a.cu": '#include "part.cu"\n#include <b.cuh>\n#include NAME\n', "x/part.cu": "", "part.cu": "",
                                 "b.cuh": "", "x/b.cuh": ""}, (".", "x"))
        self.assertEqual(tree.included(["x/a.cu"]), {"x/part.cu", "b.cuh"})


class Closure(TreeTest):
    def test_all_that_may_be_read(self):
        tree = self.tree("one", {"a.mu": '#include "b.h"\n', "b.h": "#include <c.h>\n#include <vector>\n", "x/c.h": "", "y/c.h": "",
                                 "d.h": ""}, (".", "x", "y"))
        self.assertEqual(tree.closure("a.mu"), {"a.mu", "b.h", "x/c.h", "y/c.h"})

    def test_a_computed_include_may_be_anything(self):
        self.assertIsNone(self.tree("one", {"a.mu": "#include NAME\n"}).closure("a.mu"))

    def test_outside_of_the_tree_is_none_of_it(self):
        tree = self.tree("one", {"a.mu": '#include "../two/b.h"\n'})
        self.tree("two", {"b.h": ""})
        self.assertEqual(tree.closure("a.mu"), {"a.mu"})


if __name__ == "__main__":
    unittest.main()
