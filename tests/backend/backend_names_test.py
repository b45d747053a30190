# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The column of the host backend (rules/host/names.tsv) is what its headers and libraries say, and the page has its counts."""

import os
import unittest

import backend_names


class Column(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = backend_names.column(os.environ["MCC"], os.environ["LIBRARIES"])
        if os.environ.get("UPDATE") == "1":
            backend_names.update(cls.found)

    def test_it_is_made_of_the_headers_and_libraries(self):
        self.assertEqual(backend_names.COLUMN.read_text().splitlines(), backend_names.text(self.found).splitlines(),
                         "./dev test --update backend renews it")

    def test_names_whose_place_is_known(self):
        for name, has in {
                "musaMalloc": "implements",  # of libmusart
                "muMemAlloc": "implements",  # of libmusa, by a macro
                "mublasSgemm": "implements",  # of a library
                "musaSuccess": "implements",  # an enumerator
                "musaCreateChannelDescHalf": "implements",  # static inline
                "__MUSA_ALIGN__": "implements",  # a macro
                "musaStream_t": "implements",  # a type
                "musaIpcOpenMemHandle": "declares",  # is a refusal
                "musaImportExternalMemory": "lacks",
                "mcclAllReduce": "lacks",
                "musa_runtime.h": "implements",
                "mccl.h": "lacks",
        }.items():
            with self.subTest(name):
                self.assertEqual(self.found.get(name), has)

    def test_the_page_has_the_counts(self):
        self.assertIn(backend_names.table(self.found), backend_names.PAGE.read_text())


if __name__ == "__main__":
    unittest.main()
