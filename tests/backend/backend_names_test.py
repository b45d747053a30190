# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The column of the host backend (rules/host/names.tsv) is what its headers and libraries say, and the page has its counts."""

import json
import os
import re
import subprocess
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
                "musaArrayGetPlane": "declares",  # is a refusal
                "muMulticastCreate": "declares",
                "musaEGLStreamConsumerConnect": "lacks",
                "mcclAllReduce": "implements",
                "mcclCommShrink": "lacks",
                "musa_runtime.h": "implements",
                "mccl.h": "implements",
        }.items():
            with self.subTest(name):
                self.assertEqual(self.found.get(name), has)

    def test_headers_that_rules_name_have_the_names(self):
        """What stays because a header of the port's has it."""
        kept = {}
        for path in sorted((backend_names.ROOT / "rules").glob("*.json")):
            for name, reason in json.loads(path.read_text()).get("identifiers", {}).get("keep", {}).items():
                if header := re.match(r"(musa_port/\S+) has it", reason if isinstance(reason, str) else reason["note"]):
                    kept.setdefault(header[1], set()).add(name)
        for header, names in kept.items():
            done = subprocess.run([os.environ["MCC"], "-E", "-dD", "--cuda-host-only", "-include", header, "-x", "musa", "/dev/null"],
                                  capture_output=True, text=True, check=True)
            self.assertEqual(names - set(re.findall(r"\w+", done.stdout)), set(), header)

    def test_the_page_has_the_counts(self):
        self.assertIn(backend_names.table(self.found), backend_names.PAGE.read_text())


if __name__ == "__main__":
    unittest.main()
