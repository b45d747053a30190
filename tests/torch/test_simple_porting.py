# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch_musa.utils.simple_porting: what it writes, what it leaves out, and how it fails."""

import contextlib
import os
import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

from torch_musa.utils._programs import ProgramNotFoundError
from torch_musa.utils.simple_porting import PortingError, SimplePorting


class SimplePortingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        self.write("csrc/kernel.cu", '#include "kernel.cuh"\ncudaFree(p); TORCH_LIBRARY_IMPL(x, CUDA, m) {}\n')
        self.write("csrc/kernel.cuh", "int Accumulate; // cudaFree\n")

    def write(self, name, text):
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def written(self):
        root = self.work / "csrc_musa"
        return {str(path.relative_to(root)): path.read_text()
                for path in root.rglob("*") if path.is_file() and not path.name.startswith(".")}

    def test_folder_beside_the_source(self):
        folder = SimplePorting(self.work / "csrc").run()
        self.assertEqual(folder, str(self.work / "csrc_musa"))
        self.assertEqual(self.written(), {
            "kernel.mu": '#include "kernel.muh"\nmusaFree(p); TORCH_LIBRARY_IMPL(x, PrivateUse1, m) {}\n',
            "kernel.muh": "int Accumulate; // cudaFree\n",
        })

    def test_relative_path_with_a_slash(self):
        with contextlib.chdir(self.work):
            SimplePorting(cuda_dir_path="./csrc/").run()
        self.assertIn("kernel.mu", self.written())

    def test_ignored_folders_with_all_that_is_in_them(self):
        self.write("csrc/mlu/deep/a.cu", "cudaFree(p);\n")
        self.write("csrc/odd [1] *!/b.cu", "cudaFree(p);\n")
        self.write("csrc/other/mlu/c.cu", "cudaFree(p);\n")
        SimplePorting(self.work / "csrc", [self.work / "csrc/mlu", self.work / "csrc/odd [1] *!"]).run()
        self.assertEqual(set(self.written()), {"kernel.mu", "kernel.muh", "other/mlu/c.mu"})

    def test_ignored_folder_that_is_elsewhere(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            SimplePorting(self.work / "csrc", [self.work / "elsewhere"]).run()
        self.assertIn("elsewhere", str(caught[0].message))
        self.assertIn("kernel.mu", self.written())

    def test_own_rules_come_first(self):
        self.write("mapping/extra.json", '{"cudaFree": "fromFolder", "Accumulate": "fromFolder"}')
        self.write("mapping/notes.txt", "no rules")
        SimplePorting(self.work / "csrc", mapping_rule={"cudaFree": "mine"}, mapping_dir_path=self.work / "mapping").run()
        self.assertIn("mine(p)", self.written()["kernel.mu"])
        self.assertIn("int fromFolder;", self.written()["kernel.muh"])

    def test_default_rules_dropped(self):
        rule = {"cudaFree": "mine"}
        SimplePorting(self.work / "csrc", mapping_rule=rule, drop_default_mapping=True).run()
        self.assertIn("mine(p); TORCH_LIBRARY_IMPL(x, CUDA, m)", self.written()["kernel.mu"])
        self.assertEqual(rule, {"cudaFree": "mine"})

    def test_what_needs_a_decision_is_raised_and_written(self):
        self.write("csrc/launch.cu", "\ncudaLaunchDevice(f, p, g, b, 0, s);\n")
        with self.assertRaises(PortingError) as raised:
            SimplePorting(self.work / "csrc").run()
        self.assertEqual(raised.exception.status, 1)
        self.assertRegex(str(raised.exception), r"launch\.cu:2:1: error: .*cudaLaunchDevice")
        (diagnostic,) = [each for each in raised.exception.diagnostics if each["severity"] == "error"]
        self.assertEqual((diagnostic["line"], diagnostic["column"]), (2, 1))
        self.assertIn("launch.mu", self.written())

    def test_a_misprinted_rule_is_raised(self):
        self.write("csrc/launch.cu", "x::cuda::f();\n")
        with self.assertRaises(PortingError) as raised:
            SimplePorting(self.work / "csrc", mapping_rule={"::cuda::": "::musa:"}).run()
        self.assertEqual(raised.exception.status, 1)
        self.assertRegex(str(raised.exception), r"error: '::cuda::' -> '::musa:': the sides end with '::' and ':'")
        self.assertEqual([each["id"] for each in raised.exception.diagnostics if each["severity"] == "error"],
                         ["musa-rule-unbalanced"])

    def test_unusable_rules(self):
        with self.assertRaises(PortingError) as raised:
            SimplePorting(self.work / "csrc", mapping_rule={"cudaFree": "a", "#include <a.h>": "a.h"}).run()
        self.assertEqual(raised.exception.status, 2)
        self.assertIn("#include <a.h>", str(raised.exception))
        self.assertFalse((self.work / "csrc_musa").exists())

    def test_nothing_there(self):
        with self.assertRaisesRegex(PortingError, "no such file or folder"):
            SimplePorting(self.work / "nowhere").run()

    def test_changed_by_hand(self):
        SimplePorting(self.work / "csrc").run()
        self.write("csrc_musa/kernel.mu", "mine\n")
        with self.assertRaisesRegex(PortingError, "kernel.mu"):
            SimplePorting(self.work / "csrc").run()
        self.assertEqual(self.written()["kernel.mu"], "mine\n")

    def test_musa_port_that_is_asked_for_is_not_there(self):
        with mock.patch.dict(os.environ, MUSA_PORT="/nowhere/musa-port"):
            with self.assertRaisesRegex(ProgramNotFoundError, "MUSA_PORT is set to '/nowhere/musa-port'"):
                SimplePorting(self.work / "csrc").run()


if __name__ == "__main__":
    unittest.main()
