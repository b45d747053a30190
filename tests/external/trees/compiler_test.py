# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compiler.py, with programs that stand for mcc."""

import tempfile
import unittest
from pathlib import Path

from compiler import compile_verdict, first_error
from verdicts import Runner


class FirstError(unittest.TestCase):
    def test_warnings_are_none(self):
        output = ("a.mu:1:2: warning: unused [-Wunused]\nIn file included from a.mu:3:\n./b.h:4:5: fatal error: 'x.h' file not found\n"
                  "    4 | #include \"x.h\"\na.mu:9:1: error: more\n")
        self.assertEqual(first_error(output), ("./b.h:4:5", "'x.h' file not found"))

    def test_without_a_place(self):
        self.assertEqual(first_error("mcc: error: unsupported option '--x'\n"), ("", "unsupported option '--x'"))
        self.assertIsNone(first_error("killed"))


class Verdicts(unittest.TestCase):
    def verdict(self, script, ported="a.mu"):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.mu").touch()
            (Path(folder) / "mcc").write_text("#!/bin/sh\n" + script)
            (Path(folder) / "mcc").chmod(0o755)
            file = {"ported": ported, "folders": {".": "-I", "include": "-idirafter"}, "macros": ["GPU"], "asked": []}
            found = compile_verdict(Runner(), Path(folder) / "mcc", ["/torch"], Path(folder), file)
        found.pop("seconds", None)
        return found

    def test_takes(self):
        self.assertEqual(self.verdict('[ "$*" = "-c -O0 -w -I. -idirafterinclude -DGPU -isystem /torch a.mu -o /dev/null" ]\n'), {"mcc": "takes"})

    def test_refuses(self):
        self.assertEqual(self.verdict("echo 'a.mu:1:2: error: bad' >&2; exit 1\n"), {"mcc": "refuses", "place": "a.mu:1:2", "message": "bad"})

    def test_crashes(self):
        self.assertEqual(self.verdict("kill -SEGV $$\n")["mcc"], "crash")
        self.assertEqual(self.verdict("echo PLEASE submit a bug report; exit 1\n")["mcc"], "crash")

    def test_is_not_there(self):
        self.assertEqual(self.verdict("", "b.mu")["mcc"], "not ported")


if __name__ == "__main__":
    unittest.main()
