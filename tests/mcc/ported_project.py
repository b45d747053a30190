# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CUDA projects that are ported, built as their users build them, and run."""

import os
import pathlib
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["MUSA_PORT_BUILD"])


def run(*command, **variables):
    """What a command prints, with these environment variables; it has to succeed."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False,
                          env={**os.environ, **variables})
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class PortedProject(unittest.TestCase):
    """`project`: its folder, beside this file. Each test has a port of its own, in `ported`."""

    project = ""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.ported = self.folder / "ported"
        run(os.environ["MUSA_PORT"], pathlib.Path(__file__).with_name(self.project), "-o", self.ported)

    def make(self, *arguments):
        """What make prints; `arguments`: where the SDK is, and what else the project's Makefile wants."""
        return run("make", "-C", self.ported, *arguments)

    def cmake(self):
        """The folder of what CMake and Ninja built."""
        built = self.folder / "built"
        run("cmake", "-S", self.ported, "-B", built, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={BUILD}",
            f"-DCMAKE_CXX_COMPILER={os.environ['MUSA_PORT_CXX']}", f"-DCMAKE_MODULE_PATH={BUILD}/lib/cmake/MUSA")
        run("cmake", "--build", built, "-j", "2")
        return built
