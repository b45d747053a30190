# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files of code have at most 600 lines, but for those that are listed here with a reason."""

import unittest

import lint

MOST = 600
# Of tool/, runtime/host, runtime/mcc and kernels none: there a long file is a file with two purposes.
MAY_BE_LONGER = {
    "dev": "one script that runs itself again in the root; a second file would have to be found there",
    "runtime/include/cooperative_groups.h": "one header of CUDA's, which programs include by this name",
    "runtime/include/driver_types.h": "the types of the runtime API, as CUDA's header of this name has them",
    "runtime/include/musa.h": "the driver API, as CUDA's header of this name has it",
    "tests/run/driver_api.mu": "a program that checks one API; it is read from top to bottom",
    "tests/run/graph_explicit.mu": "a program that checks one API; it is read from top to bottom",
    "tests/run/mublas.mu": "a program that checks one library; it is read from top to bottom",
    "tests/run/narrow_float_test.h": "the checks that the programs of all narrow types share",
}
NONE_IN = ("tool/", "runtime/host/", "runtime/mcc/", "kernels/")


def lengths():
    """Of each file of code, by its path."""
    paths = [lint.ROOT / "dev", *lint.files(*lint.CPP, ".py", ".js", ".css", ".html", ".sh", ".cmake", "CMakeLists.txt")]
    paths += [path for path in lint.STANDARD_HEADERS.rglob("*") if path.is_file()]
    return {str(path.relative_to(lint.ROOT)): len(path.read_text().splitlines()) for path in paths}


class Lengths(unittest.TestCase):
    maxDiff = None

    def test_files_are_short(self):
        found = lengths()
        self.assertGreater(len(found), 500)
        self.assertEqual({path: length for path, length in found.items() if length > MOST and path not in MAY_BE_LONGER}, {})

    def test_exceptions_are_needed(self):
        found = lengths()
        self.assertEqual([path for path in MAY_BE_LONGER if found.get(path, 0) <= MOST], [])
        self.assertEqual([path for path in MAY_BE_LONGER if path.startswith(NONE_IN)], [])


if __name__ == "__main__":
    unittest.main()
