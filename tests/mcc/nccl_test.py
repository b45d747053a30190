# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A CUDA program that uses NCCL, nccl_project/: ported, built by make and by CMake, and run on two devices."""

import os
import pathlib
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["MUSA_PORT_BUILD"])
PROJECT = pathlib.Path(__file__).with_name("nccl_project")


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False,
                          env={**os.environ, "MUSA_HOST_DEVICES": "2"})
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Nccl(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.ported = self.folder / "ported"
        run(os.environ["MUSA_PORT"], PROJECT, "-o", self.ported)

    def check(self, program):
        self.assertEqual(run(program).splitlines(), ["GPU 0: sum 2001000, number of GPU 1", "GPU 1: sum 2001000, number of GPU 0"])

    def test_make(self):
        run("make", "-C", self.ported, f"MUSA_HOME={BUILD}")
        self.check(self.ported / "sums")

    def test_cmake(self):
        built = self.folder / "built"
        run("cmake", "-S", self.ported, "-B", built, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={BUILD}",
            f"-DCMAKE_CXX_COMPILER={os.environ['MUSA_PORT_CXX']}", f"-DCMAKE_MODULE_PATH={BUILD}/lib/cmake/MUSA")
        run("cmake", "--build", built, "-j", "2")
        self.check(built / "sums")
        self.check(built / "sums_by_name")


if __name__ == "__main__":
    unittest.main()
