# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nvcc.py, with a program that stands for nvcc."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSION = '[ "$1" = --version ] && echo "Cuda compilation tools, release 13.0, V13.0.88" && exit\n'


class Nvcc(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def ask(self, script, *files, include="/torch"):
        """The verdicts on files of one tree; those of the call before are kept."""
        nvcc, sample, verdicts = (self.folder / name for name in ("nvcc", "sample", "verdicts"))
        nvcc.write_text("#!/bin/sh\n" + VERSION + script)
        nvcc.chmod(0o755)
        sample.write_text(json.dumps([{"tree": "a/b", "path": str(self.folder), "folders": {"late": "-idirafter", ".": "-I"},
                                       "macros": ["GPU"], "asked": [], **file} for file in files]))
        for file in files:
            if not (self.folder / file["file"]).exists():
                (self.folder / file["file"]).touch()
        subprocess.run([sys.executable, "-B", HERE / "nvcc.py", sample, verdicts, "--nvcc", nvcc, "--include", include], check=True,
                       capture_output=True)
        found = json.loads(verdicts.read_text())
        self.assertEqual(found["nvcc"], "13.0")
        return found["files"]

    def test_takes_and_refuses(self):
        found = self.ask('case "$*" in *" -I. -Ilate -DGPU -isystem /torch a.cu -o "*) exit 0;; esac\n'
                         'echo "b.cu(3): warning: odd"; echo "b.cu(4): error: bad"; exit 2\n', {"file": "a.cu"}, {"file": "b.cu"})
        self.assertEqual(found, {"a/b": {"a.cu": None, "b.cu": "b.cu(4): error: bad"}})

    def test_an_older_standard_is_no_fault(self):
        script = 'case "$*" in *-std=c++11*) echo "error: C++17 is needed"; exit 1;; esac\n'
        self.assertEqual(self.ask(script, {"file": "a.cu", "asked": ["-std=c++11"]}), {"a/b": {"a.cu": None}})
        script = 'case "$*" in *-std=c++20*) echo "error: C++20 has another"; exit 1;; esac\n'
        self.assertEqual(self.ask(script, {"file": "a.cu", "asked": ["-std=c++20"]}), {"a/b": {"a.cu": "error: C++20 has another"}})

    def test_device_code_that_is_linked(self):
        script = 'case "$*" in *-rdc=true*) exit 0;; esac\necho no; exit 1\n'
        found = self.ask(script, {"file": "a.cu", "asked": ["-fgpu-rdc"]}, {"file": "b.cu"})
        self.assertEqual(found["a/b"], {"a.cu": None, "b.cu": "no"})

    def test_what_is_known_is_not_asked_again(self):
        """Unless something is different that the verdict depends on."""
        bad, good = "echo error: bad; exit 1\n", "exit 0\n"
        self.assertEqual(self.ask(bad, {"file": "a.cu"}), {"a/b": {"a.cu": "error: bad"}})
        self.assertEqual(self.ask(good, {"file": "a.cu"}, {"file": "b.cu"}), {"a/b": {"a.cu": "error: bad", "b.cu": None}})
        self.assertEqual(self.ask(good, {"file": "a.cu"}, include="/other")["a/b"]["a.cu"], None)
        (self.folder / "a.cu").write_text('#include "a.h"')
        self.assertEqual(self.ask(bad, {"file": "a.cu"}, include="/other")["a/b"]["a.cu"], "error: bad")
        (self.folder / "a.h").write_text("int x;")
        self.assertEqual(self.ask(good, {"file": "a.cu"}, include="/other")["a/b"]["a.cu"], None)
        (self.folder / "a.h").write_text("int y;")
        self.assertEqual(self.ask(bad, {"file": "a.cu"}, include="/other")["a/b"]["a.cu"], "error: bad")
        self.assertEqual(self.ask(good, {"file": "a.cu", "macros": ["CPU"]}, include="/other")["a/b"]["a.cu"], None)

    def test_an_nvcc_that_is_killed_says_nothing_of_the_file(self):
        self.assertEqual(self.ask("kill -9 $$\n", {"file": "a.cu"}), {})
        self.assertEqual(self.ask("exit 3\n", {"file": "a.cu"}), {"a/b": {"a.cu": "nvcc ends with status 3"}})


if __name__ == "__main__":
    unittest.main()
