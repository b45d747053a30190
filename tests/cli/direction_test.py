# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From MUSA to CUDA: --direction m2c."""

import json
import shutil
import unittest

from support import GOLDEN, MANIFEST, CliTest

# Their ports lose nothing that the way back needs.
ONE_TO_ONE = ("comments_and_strings", "driver_api", "half_types", "include_guards", "includes", "math_libraries",
              "namespaces", "rename_dirs", "runtime_api")


class Backwards(CliTest):
    def back(self, *arguments, **options):
        return self.port("--direction=m2c", *arguments, **options)

    def test_one_to_one_names_come_back(self):
        for case in ONE_TO_ONE:
            with self.subTest(case):
                shutil.copytree(GOLDEN / case / "input", self.work / case)
                self.run_port(case, "-o", f"{case}_m", "-q")
                (self.work / f"{case}_m" / MANIFEST).unlink()
                self.run_port("--direction=m2c", f"{case}_m", "-o", f"{case}_c", "-q")
                self.assertNotEqual(self.tree(f"{case}_m"), self.tree(case))
                self.assertEqual(self.tree(f"{case}_c"), self.tree(case))

    def test_folders_come_back(self):
        self.write("src/cuda/a.cu", '#include "cuda/b.cuh"\n')
        self.write("src/cuda/b.cuh", "")
        self.port("src", "-o", "m", "--rename-dirs")
        self.assertIn("musa/a.mu", self.tree("m"))
        (self.work / "m" / MANIFEST).unlink()
        self.back("m", "-o", "c", "--rename-dirs")
        self.assertEqual(self.tree("c"), self.tree("src"))

    def test_default_output_and_names(self):
        self.write("src/a.mu", "musaFree(p);\n")
        self.back("src")
        self.assertEqual(self.tree("src_cuda"), {"a.cu": b"cudaFree(p);\n"})
        self.assertEqual(self.back("src", "--list").out, "a.mu\ta.cu\n")

    def test_standard_input(self):
        self.assertEqual(self.back("-", stdin=b"musaFree(p);\n").out, "cudaFree(p);\n")

    def test_rules_show(self):
        self.assertIn("musaFree -> cudaFree", self.back("rules", "show", "musaFree").out)

    def test_explain(self):
        self.write("src/a.mu", "musaFree(p);\n")
        self.assertIn("musaFree -> cudaFree", self.back("explain", "src/a.mu:1").out)

    def test_nothing_to_port_twice(self):
        self.write("src/a.mu", "musaFree(p);\n")
        self.back("src", "-o", "out")
        (self.work / "out" / MANIFEST).unlink()
        self.back("out", "--check")

    def test_a_project_files_output_is_that_of_the_port_to_musa(self):
        self.write("src/.musa-port.json", json.dumps({"output": "../to_musa", "python": "require", "launch": ["x.py"]}))
        self.write("src/a.mu", "musaFree(p);\n")
        self.write("src/x.py", "import os\n")
        self.back("src")
        self.assertFalse((self.work / "to_musa").exists())
        self.assertEqual(self.tree("src_cuda")["a.cu"], b"cudaFree(p);\n")

    def test_what_does_not_go_together(self):
        self.write("src/a.mu", "musaFree(p);\n")
        self.write("src/x.py", "import os\n")
        self.assert_refuses("--direction=m2c", "src", "--python=require", says="--python")
        self.assert_refuses("--direction=m2c", "src", "-l", "src/x.py", says="--launch")
        self.assert_refuses("--direction=both", "src", says=["c2m", "m2c"])
        self.write("r.json", "{}")
        self.assert_refuses("--direction=m2c", "rules", "lint", "r.json", says="--direction m2c")
        self.back("src", "-o", "out", "--python=off")


if __name__ == "__main__":
    unittest.main()
