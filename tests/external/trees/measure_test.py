# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import unittest

from measure import what_was_parsed


def parsed(*arguments):
    return what_was_parsed({"units": [{"file": "/t/a.cu", "arguments": arguments, "errors": []}]}, "/t")


class WhatWasParsed(unittest.TestCase):
    def test_folders_have_the_option_that_the_tool_chose(self):
        self.assertEqual(parsed("-idirafter/t", "-I/t/include", "-DGPU", "-DWIDTH=2"),
                         {"folders": {".": "-idirafter", "include": "-I"}, "macros": ["GPU", "WIDTH=2"], "asked": [],
                          "units": {"a.cu": None}})

    def test_what_scripts_ask_for(self):
        self.assertEqual(parsed("-I/t", "-std=c++20", "-fgpu-rdc")["asked"], ["-fgpu-rdc", "-std=c++20"])

    def test_the_root_is_searched_if_nothing_was_parsed(self):
        self.assertEqual(what_was_parsed({"units": []}, "/t"), {"folders": {".": "-I"}, "macros": [], "asked": [], "units": {}})


if __name__ == "__main__":
    unittest.main()
