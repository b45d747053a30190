# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A CUDA project with Makefiles, make_project/: ported, built with make and mcc, and run."""

import os
import unittest

from ported_project import BUILD, PortedProject, run


class Makefile(PortedProject):
    project = "make_project"

    def build(self, *arguments):
        return self.make(f"MUSA_PATH={BUILD}", f"CXX={os.environ['MUSA_PORT_CXX']}", *arguments)

    def test_builds_and_runs(self):
        said = self.build("-j2")
        self.assertIn("--offload-arch=mp_31", said)
        for program in ("main", "linked_by_nvcc"):
            self.assertEqual(run(self.ported / program).split(), ["9", "30", "1", "3"], program)
        self.assertIn("Nothing to be done for 'all'", self.build())
        self.build("clean")
        self.assertEqual(list(self.ported.rglob("*.o")), [])

    def test_the_architecture_is_still_the_users(self):
        self.assertIn("--offload-arch=mp_22", self.build("SMS=22", "dbg=1", "src/main.mu.o"))


if __name__ == "__main__":
    unittest.main()
