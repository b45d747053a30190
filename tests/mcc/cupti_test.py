# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A CUDA program that uses CUPTI, cupti_project/: ported, built by make, and run."""

import unittest

from ported_project import BUILD, PortedProject, run


class Cupti(PortedProject):
    project = "cupti_project"

    def test_records_and_callbacks(self):
        self.make(f"MUSA_HOME={BUILD}")
        self.assertEqual(run(self.ported / "trace").splitlines(), [
            "launch of 32 threads",
            "kernel of 32 threads, correlation known, time forward",
            "copy of 128 bytes, to the host",
            "a launch was recorded",
        ])


if __name__ == "__main__":
    unittest.main()
