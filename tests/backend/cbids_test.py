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

    def test_the_function_of_a_number(self):
        for cbid, function in {"MUPTI_RUNTIME_TRACE_CBID_musaMemcpy_v3020": "musaMemcpy",
                               "MUPTI_RUNTIME_TRACE_CBID_musaMemcpy_ptds_v7000": "musaMemcpy",
                               "MUPTI_DRIVER_TRACE_CBID_muMemAlloc_v2": "muMemAlloc_v2",
                               "MUPTI_DRIVER_TRACE_CBID_muLaunchKernel_ptsz": "muLaunchKernel"}.items():
            self.assertEqual(cbids.function_of(cbid), function)


if __name__ == "__main__":
    unittest.main()
