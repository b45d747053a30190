# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gen.py as a build calls it."""

import os
import unittest

from support import LIST, CodegenTest, tree

SMALL = "- func: tril\n- func: tril.out\n  dispatch:\n    PrivateUse1: MusaTril\n"


class Program(CodegenTest):
    def setUp(self):
        super().setUp()
        self.list = self.work / "functions.yaml"
        self.list.write_text(SMALL)

    def run_twice(self, text=SMALL, *arguments):
        """The output of two runs, the second with another list; the paths that the second one wrote."""
        self.run_gen("--functions", self.list, "--output-dir", "out", *arguments)
        before = {path: path.stat().st_mtime_ns for path in (self.work / "out").rglob("*") if path.is_file()}
        for path in before:
            os.utime(path, ns=(0, 0))
        self.list.write_text(text)
        self.run_gen("--functions", self.list, "--output-dir", "out", *arguments)
        after = [path for path in (self.work / "out").rglob("*") if path.is_file()]
        return {str(path.relative_to(self.work / "out")) for path in after if path.stat().st_mtime_ns != 0}

    def test_what_is_the_same_is_not_written(self):
        self.assertEqual(self.run_twice(), set())

    def test_a_new_entry_changes_one_source(self):
        written = self.run_twice(SMALL + "- func: nonzero\n")
        sources = {name for name in written if name.startswith("RegisterMUSA_")}
        self.assertEqual(len(sources), 1)
        self.assertEqual(written - sources, {"ATen/MUSAFunctions.h", "ATen/ops/nonzero_musa_dispatch.h"})

    def test_nothing_is_left_of_an_entry_that_is_gone(self):
        self.run_twice("- func: nonzero\n")
        files = set(tree(self.work / "out"))
        sources = {f"RegisterMUSA_{number}.cpp" for number in range(8)}
        self.assertEqual(files, sources | {"ATen/MUSAFunctions.h", "ATen/ops/nonzero_musa_dispatch.h"})

    def test_what_others_wrote_stays(self):
        other = self.work / "out" / "ATen" / "ops" / "tril.h"
        other.parent.mkdir(parents=True)
        other.write_text("mine\n")
        self.run_twice()
        self.assertEqual(other.read_text(), "mine\n")

    def test_shards(self):
        self.run_gen("--functions", LIST, "--output-dir", "out", "--shards", "3")
        sources = sorted(path.name for path in (self.work / "out").glob("*.cpp"))
        self.assertEqual(sources, [f"RegisterMUSA_{number}.cpp" for number in range(3)])
        for number in ("0", "65", "many"):
            self.assertIn(
                "--shards", self.run_gen("--functions", LIST, "--output-dir", "x", "--shards", number, status=2)
            )

    def test_output_does_not_depend_on_the_run(self):
        for folder in ("a", "b"):
            self.run_gen("--functions", LIST, "--output-dir", folder)
        self.assertEqual(tree(self.work / "a"), tree(self.work / "b"))

    def test_dependencies(self):
        self.run_gen("--functions", "functions.yaml", "--output-dir", "o p", "--output-dependencies", "deps.d")
        text = (self.work / "deps.d").read_text()
        target, needed = text.split(": ", 1)
        self.assertEqual(target, "o\\ p/RegisterMUSA_0.cpp")
        needed = needed.replace("\\\n", " ").split()
        self.assertEqual(needed[0], "functions.yaml")
        names = [path.rsplit("/", 1)[-1] for path in needed]
        for name in ("native_functions.yaml", "tags.yaml", "gen.py", "operators.py", "register_dispatch_key.py"):
            self.assertIn(name, names)
        for path in needed[1:]:
            self.assertTrue(os.path.isfile(path), path)

    def test_an_error_writes_nothing(self):
        self.list.write_text("- func: tril\n- func: trill.out\n")
        message = self.run_gen("--functions", self.list, "--output-dir", "out", status=1)
        self.assertEqual(
            message,
            f"{self.list}:1:9: error: 'tril' delegates to 'tril.out', which is not listed; add '- func: tril.out'\n"
            "- func: tril\n"
            "        ^\n"
            f"{self.list}:2:9: error: PyTorch has no function 'trill.out'; did you mean 'tril.out'?\n"
            "- func: trill.out\n"
            "        ^\n"
            "2 errors generated.\n",
        )
        self.assertFalse((self.work / "out").exists())

    def test_list_that_cannot_be_read(self):
        self.assertIn(
            "cannot read nowhere", self.run_gen("--functions", "nowhere", "--output-dir", "out", status=2)
        )
        self.list.write_bytes(b"- func: tril \xff\n")
        self.assertIn("cannot read", self.run_gen("--functions", self.list, "--output-dir", "out", status=2))


if __name__ == "__main__":
    unittest.main()
