# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""measure_guards.py, on sources that are made up."""

import unittest

import measure_guards as measure
from tokenizer import Source


def of_rocm(text):
    """The words of `text` that stand in branches for AMD's GPUs, without directives."""
    code = Source(text).code
    return [code[index].text for index in sorted(measure.rocm_tokens(code)) if not code[index].directive]


class RocmTokens(unittest.TestCase):
    def test_branches_of_rocm(self):
        self.assertEqual(of_rocm("a\n#ifdef USE_ROCM\nb\n#else\nc\n#endif\nd\n"), ["b"])
        self.assertEqual(of_rocm("#if defined(USE_ROCM)\nb\n#elif X\nc\n#endif\nd\n"), ["b"])

    def test_branches_in_branches(self):
        self.assertEqual(of_rocm("#ifdef USE_ROCM\n#ifdef A\nb\n#else\nc\n#endif\nd\n#else\ne\n#endif\nf\n"), ["b", "c", "d"])
        self.assertEqual(of_rocm("#ifndef A\n#  ifdef USE_ROCM\nb\n#  endif\nc\n#endif\n"), ["b"])

    def test_branches_that_cuda_may_have_too(self):
        self.assertEqual(of_rocm("#ifndef USE_ROCM\nb\n#endif\n#if defined(USE_ROCM) || A\nc\n#endif\n#if A\nd\n#endif\n"), [])


if __name__ == "__main__":
    unittest.main()
