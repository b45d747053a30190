# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nvcc.py, with a program that stands for nvcc."""

import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from nvcc import Nvcc, NvccFault, unpack  # noqa: E402
from verdicts import Runner  # noqa: E402

# What it says of itself; and that it takes an empty file.
VERSION = """[ "$1" = --version ] && echo "Cuda compilation tools, release 13.0, V13.0.88" && exit
case "$PWD" in */tree) ;; *) exit 0;; esac
"""


class Verdicts(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def ask(self, script, *asked):
        program = self.folder / "nvcc"
        program.write_text("#!/bin/sh\n" + script)
        program.chmod(0o755)
        nvcc = Nvcc(Runner(), program, ["/torch"])
        self.assertEqual(nvcc.name[0], "13.0")
        told = {"folders": {"late": "-idirafter", ".": "-I"}, "macros": ["GPU"], "asked": list(asked)}
        tree = self.folder / "tree"
        tree.mkdir(exist_ok=True)
        return nvcc.verdict(tree, "a.cu", told)

    def test_takes(self):
        script = 'case "$*" in *" -I. -Ilate -DGPU -isystem /torch a.cu -o "*) exit 0;; esac\nexit 1\n'
        self.assertEqual(self.ask(VERSION + script), {"error": None})

    def test_refuses_by_the_first_error(self):
        script = 'echo "a.cu(3): warning: odd"; echo "a.cu(4): error: bad"; echo "a.cu(5): error: worse"; exit 2\n'
        self.assertEqual(self.ask(VERSION + script), {"error": "a.cu(4): error: bad"})
        self.assertEqual(self.ask(VERSION + "exit 3\n"), {"error": "nvcc ends with status 3"})

    def test_an_older_standard_is_no_fault(self):
        script = 'case "$*" in *-std=c++11*) echo "error: C++17 is needed"; exit 1;; esac\n'
        self.assertEqual(self.ask(VERSION + script, "-std=c++11"), {"error": None})
        script = 'case "$*" in *-std=c++20*) echo "error: C++20 has another"; exit 1;; esac\n'
        self.assertEqual(self.ask(VERSION + script, "-std=c++20"), {"error": "error: C++20 has another"})

    def test_device_code_that_is_linked(self):
        script = 'case "$*" in *-rdc=true*) exit 0;; esac\necho no; exit 1\n'
        self.assertEqual(self.ask(VERSION + script, "-fgpu-rdc"), {"error": None})
        self.assertEqual(self.ask(VERSION + script), {"error": "no"})

    def test_an_nvcc_that_is_killed_says_nothing_of_the_file(self):
        self.assertIsNone(self.ask(VERSION + "kill -9 $$\n"))

    def test_what_is_no_nvcc(self):
        self.assertRaises(NvccFault, self.ask, "echo gcc\n")

    def test_an_nvcc_that_cannot_compile(self):
        script = VERSION.splitlines()[0] + '\necho "gcc: No such file or directory"; exit 1\n'
        with self.assertRaisesRegex(NvccFault, "an empty file: gcc: No such file"):
            self.ask(script)


class Packages(unittest.TestCase):
    def test_libraries_stay_packed(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        with zipfile.ZipFile(folder / "a.whl", "w") as archive:
            program = zipfile.ZipInfo("nvidia/cu13/bin/nvcc")
            program.external_attr = 0o755 << 16
            archive.writestr(program, "run")
            for name in ("nvidia/cudnn/include/cudnn.h", "nvidia/cu13/lib/libcublas.so.13", "a.dist-info/METADATA"):
                archive.writestr(name, "text")
        unpack(folder / "a.whl", folder / "tree")
        found = sorted(path.relative_to(folder / "tree").as_posix() for path in (folder / "tree").rglob("*") if path.is_file())
        self.assertEqual(found, ["bin/nvcc", "include/cudnn.h"])
        self.assertEqual((folder / "tree/bin/nvcc").stat().st_mode & 0o777, 0o755)


if __name__ == "__main__":
    unittest.main()
