# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from measure import ask_nvcc, content_of, what_was_parsed
from includes import Includes
from verdicts import Store


def parsed(*arguments):
    return what_was_parsed({"units": [{"file": "/t/a.cu", "arguments": arguments, "errors": []}]}, "/t")


class WhatWasParsed(unittest.TestCase):
    def test_folders_have_the_option_that_the_tool_chose(self):
        self.assertEqual(parsed("-idirafter/t", "-I/t/include", "-DGPU", "-DWIDTH=2"),
                         {"folders": {".": "-idirafter", "include": "-I"}, "macros": ["GPU", "WIDTH=2"], "asked": [],
                          "units": {"a.cu": None}, "of PyTorch": {}})

    def test_what_scripts_ask_for(self):
        self.assertEqual(parsed("-I/t", "-std=c++20", "-fgpu-rdc")["asked"], ["-fgpu-rdc", "-std=c++20"])

    def test_macros_of_pytorchs_builds_are_of_the_sources_that_have_it(self):
        found = what_was_parsed({"units": [{"file": "/t/a.cu", "arguments": ["-DGPU", "-D__CUDA_NO_HALF_OPERATORS__"], "errors": []},
                                           {"file": "/t/b.cu", "arguments": ["-DGPU"], "errors": []}]}, "/t")
        self.assertEqual((found["macros"], found["of PyTorch"]), (["GPU"], {"a.cu": ["__CUDA_NO_HALF_OPERATORS__"]}))

    def test_the_root_is_searched_if_nothing_was_parsed(self):
        self.assertEqual(what_was_parsed({"units": []}, "/t"), {"folders": {".": "-I"}, "macros": [], "asked": [], "units": {},
                                                                "of PyTorch": {}})


class AskNvcc(unittest.TestCase):
    """A verdict is kept until something is different that it depends on."""

    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.store = Store(Path(self.enterContext(tempfile.TemporaryDirectory())))

    def ask(self, answer, name="13.0", macros=()):
        class Nvcc:
            def verdict(self, root, file, told):
                return answer

        nvcc = Nvcc()
        nvcc.name = [name]
        reads = content_of(Includes(self.root, {".": "-I"}), "a.cu")
        file = {"file": "a.cu", "folders": {".": "-I"}, "asked": [], "cuda": {"macros": list(macros), "reads": reads}}
        ask_nvcc(nvcc, self.store, self.root, file)
        return file.get("nvcc", "unknown")

    def test_what_it_depends_on(self):
        (self.root / "a.cu").write_text("int x;")
        bad, good = {"error": "bad"}, {"error": None}
        self.assertEqual(self.ask(None), "unknown")  # which is not kept
        self.assertEqual(self.ask(bad), "bad")
        self.assertEqual(self.ask(good), "bad")
        self.assertIsNone(self.ask(good, name="13.1"))
        self.assertIsNone(self.ask(good, macros=["CPU"]))
        (self.root / "a.cu").write_text('#include "a.h"')
        self.assertIsNone(self.ask(good))
        (self.root / "a.h").write_text("int x;")
        self.assertEqual(self.ask(bad), "bad")


if __name__ == "__main__":
    unittest.main()
