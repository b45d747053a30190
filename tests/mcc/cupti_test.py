# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A CUDA program that uses CUPTI, cupti_project/: ported, built by make, and run."""

import os
import pathlib
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["MUSA_PORT_BUILD"])
PROJECT = pathlib.Path(__file__).with_name("cupti_project")


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Cupti(unittest.TestCase):
    def test_records_and_callbacks(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        run(os.environ["MUSA_PORT"], PROJECT, "-o", folder / "ported")
        run("make", "-C", folder / "ported", f"MUSA_HOME={BUILD}")
        self.assertEqual(run(folder / "ported/trace").splitlines(), [
            "launch of 32 threads",
            "kernel of 32 threads, correlation known, time forward",
            "copy of 128 bytes, to the host",
            "a launch was recorded",
        ])


if __name__ == "__main__":
    unittest.main()
