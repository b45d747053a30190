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

    def ask(self, script, *files, known=None):
        """The verdicts on files of one tree."""
        nvcc, sample, verdicts = (self.folder / name for name in ("nvcc", "sample", "verdicts"))
        nvcc.write_text("#!/bin/sh\n" + VERSION + script)
        nvcc.chmod(0o755)
        sample.write_text(json.dumps([{"tree": "a/b", "path": str(self.folder), "folders": {"late": "-idirafter", ".": "-I"},
                                       "macros": ["GPU"], "asked": [], **file} for file in files]))
        if known:
            verdicts.write_text(json.dumps(known))
        subprocess.run([sys.executable, "-B", HERE / "nvcc.py", sample, verdicts, "--nvcc", nvcc, "--include", "/torch"], check=True,
                       capture_output=True)
        return json.loads(verdicts.read_text())

    def test_takes_and_refuses(self):
        found = self.ask('case "$*" in *" -I. -Ilate -DGPU -isystem /torch a.cu -o "*) exit 0;; esac\n'
                         'echo "b.cu(3): warning: odd"; echo "b.cu(4): error: bad"; exit 2\n', {"file": "a.cu"}, {"file": "b.cu"})
        self.assertEqual(found, {"nvcc": "13.0", "files": {"a/b": {"a.cu": None, "b.cu": "b.cu(4): error: bad"}}})

    def test_an_older_standard_is_no_fault(self):
        script = 'case "$*" in *-std=c++11*) echo "error: C++17 is needed"; exit 1;; esac\n'
        self.assertEqual(self.ask(script, {"file": "a.cu", "asked": ["-std=c++11"]})["files"], {"a/b": {"a.cu": None}})

    def test_device_code_that_is_linked(self):
        script = 'case "$*" in *-rdc=true*) exit 0;; esac\necho no; exit 1\n'
        found = self.ask(script, {"file": "a.cu", "asked": ["-fgpu-rdc"]}, {"file": "b.cu"})
        self.assertEqual(found["files"]["a/b"], {"a.cu": None, "b.cu": "no"})

    def test_what_is_known_is_not_asked_again(self):
        known = {"nvcc": "13.0", "files": {"a/b": {"a.cu": "error: old"}}}
        self.assertEqual(self.ask("exit 0\n", {"file": "a.cu"}, {"file": "b.cu"}, known=known)["files"]["a/b"], {"a.cu": "error: old", "b.cu": None})
        self.assertEqual(self.ask("exit 0\n", {"file": "a.cu"}, known={**known, "nvcc": "12.0"})["files"]["a/b"], {"a.cu": None})


if __name__ == "__main__":
    unittest.main()
