# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A CUDA project with Makefiles, make_project/: ported, built with make and mcc, and run."""

import os
import pathlib
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["MUSA_PORT_BUILD"])
PROJECT = pathlib.Path(__file__).with_name("make_project")


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Makefile(unittest.TestCase):
    def setUp(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.ported = folder / "ported"
        run(os.environ["MUSA_PORT"], PROJECT, "-o", self.ported)

    def make(self, *arguments):
        return run("make", "-C", self.ported, f"MUSA_PATH={BUILD}", f"CXX={os.environ['MUSA_PORT_CXX']}", *arguments)

    def test_builds_and_runs(self):
        said = self.make("-j2")
        self.assertIn("--offload-arch=mp_31", said)
        for program in ("main", "linked_by_nvcc"):
            self.assertEqual(run(self.ported / program).split(), ["9", "30", "1", "3"], program)
        self.assertIn("Nothing to be done for 'all'", self.make())
        self.make("clean")
        self.assertEqual(list(self.ported.rglob("*.o")), [])

    def test_the_architecture_is_still_the_users(self):
        self.assertIn("--offload-arch=mp_22", self.make("SMS=22", "dbg=1", "src/main.mu.o"))


if __name__ == "__main__":
    unittest.main()
