# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mupti_runtime_cbid.h and mupti_driver_cbid.h have the functions that the headers declare."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "runtime/libraries/pti"))
import cbids  # noqa: E402  pylint: disable=wrong-import-position


class Cbids(unittest.TestCase):
    def test_the_headers_are_what_the_rules_and_the_declarations_say(self):
        for path, text in cbids.headers():
            self.assertEqual(path.read_text().splitlines(), text.splitlines(), "python3 runtime/libraries/pti/cbids.py --write renews it")

    def test_a_name_keeps_its_number(self):
        """When functions come or go between the others."""
        before = cbids.numbers_in("  MUPTI_DRIVER_TRACE_CBID_muB = 1,\n  MUPTI_DRIVER_TRACE_CBID_muD = 2,\n  MUPTI_DRIVER_TRACE_CBID_muE = 3,\n")
        self.assertEqual(before, {f"MUPTI_DRIVER_TRACE_CBID_mu{letter}": number for number, letter in enumerate("BDE", 1)})
        self.assertEqual(cbids.numbered([f"MUPTI_DRIVER_TRACE_CBID_mu{letter}" for letter in "ABCE"], before),
                         [(number, f"MUPTI_DRIVER_TRACE_CBID_mu{letter}") for number, letter in [(1, "B"), (3, "E"), (4, "A"), (5, "C")]])
        self.assertEqual(cbids.numbered(["b", "a"], {}), [(1, "a"), (2, "b")])

    def test_the_function_of_a_number(self):
        for cbid, function in {"MUPTI_RUNTIME_TRACE_CBID_musaMemcpy_v3020": "musaMemcpy",
                               "MUPTI_RUNTIME_TRACE_CBID_musaMemcpy_ptds_v7000": "musaMemcpy",
                               "MUPTI_DRIVER_TRACE_CBID_muMemAlloc_v2": "muMemAlloc_v2",
                               "MUPTI_DRIVER_TRACE_CBID_muLaunchKernel_ptsz": "muLaunchKernel"}.items():
            self.assertEqual(cbids.function_of(cbid), function)


if __name__ == "__main__":
    unittest.main()
