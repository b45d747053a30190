# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A CUDA program that uses NCCL, nccl_project/: ported, built by make and by CMake, and run on two devices."""

import unittest

from ported_project import BUILD, PortedProject, run


class Nccl(PortedProject):
    project = "nccl_project"

    def check(self, program):
        self.assertEqual(run(program, MUSA_HOST_DEVICES="2").splitlines(),
                         ["GPU 0: sum 2001000, number of GPU 1", "GPU 1: sum 2001000, number of GPU 0"])

    def test_make(self):
        self.make(f"MUSA_HOME={BUILD}")
        self.check(self.ported / "sums")

    def test_cmake(self):
        built = self.cmake()
        self.check(built / "sums")
        self.check(built / "sums_by_name")


if __name__ == "__main__":
    unittest.main()
