# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What run.py reads in the words of test-backend-ops."""

import unittest

from run import verdicts

SAID = """Testing 2 devices
Backend 1/2: MUSA0
  Device description: some (device)
  SCALE(type=f32,ne=[10,5]): \x1b[1;32mOK\x1b[0m
[SCALE] NMSE = 0.002139031 > 0.000000100   SCALE(type=f32,ne=[1024,5]): \x1b[1;31mFAIL\x1b[0m
[SCALE] ERR = 0.5 > 0.1 [SCALE] ERR = 0.7 > 0.1   SCALE(type=f16,ne=[7]): FAIL
  SCALE(type=q4_0,ne=[32]): not supported [MUSA0]
  SCALE(type=f16,ne=[8]): OK
  2/4 tests passed
Failing tests:
  SCALE(type=f32,ne=[1024,5])
  Backend MUSA0: \x1b[1;31mFAIL\x1b[0m
Backend 2/2: CPU
  Skipping
1/2 backends passed
FAIL
"""


class Verdicts(unittest.TestCase):
    def test_each_case_counts_once(self):
        self.assertEqual(verdicts(SAID), (2, 2))
        self.assertEqual(verdicts(""), (0, 0))


if __name__ == "__main__":
    unittest.main()
