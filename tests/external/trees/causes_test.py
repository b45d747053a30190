# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""causes.py, on messages as Clang writes them."""

import unittest

import causes


class Headers(unittest.TestCase):
    toolkit = causes.Toolkit({"ATen/cuda/CUDAContext.h", "cooperative_groups/*"})

    def test_whose_they_are(self):
        for header in ("cudnn_frontend.h", "nvshmem.h", "thrust/x.h", "ATen/cuda/CUDAContext.h", "cooperative_groups/x.h", "cutlass/a.h",
                       "nppi.h", "cublas_new.h"):
            self.assertFalse(causes.is_third_partys(header, [], self.toolkit), header)
        for header in ("glm/glm.hpp", "Eigen/Dense", "curl/curl.h", "custom.h", "nvim.h", "culling.h", "ATen/ATen.h", "config.h"):
            self.assertTrue(causes.is_third_partys(header, [], self.toolkit), header)

    def test_what_the_tree_has_is_its_own(self):
        files = ["third/glm/glm.hpp", "src/config.h.in"]
        self.assertFalse(causes.is_third_partys("glm/glm.hpp", files, self.toolkit))
        self.assertFalse(causes.is_third_partys("../glm/glm.hpp", files, self.toolkit))
        self.assertTrue(causes.is_third_partys("config.h", files, self.toolkit))

    def test_missing(self):
        self.assertEqual(causes.missing_header("'glm/glm.hpp' file not found"), "glm/glm.hpp")
        self.assertEqual(causes.missing_header("'a.h' file not found with <angled> include; use \"quotes\" instead"), "a.h")
        self.assertIsNone(causes.missing_header("unknown type name 'a'"))


class Cause(unittest.TestCase):
    def test_the_name_that_it_is_about_stays(self):
        self.assertEqual(causes.cause("use of undeclared identifier 'musaFoo'; did you mean 'musaFo'?"),
                         "use of undeclared identifier 'musaFoo'")
        self.assertEqual(causes.cause("no member named 'x' in 'Some<int>'"), "no member named 'x' in '...'")
        self.assertEqual(causes.cause("'musparse2.h' file not found"), "'musparse2.h' file not found")

    def test_what_stands_there_by_chance_goes(self):
        one = causes.cause("no matching function for call to 'f'")
        self.assertEqual(one, causes.cause("no matching function for call to 'g'"))
        self.assertEqual(causes.cause("cannot initialize 'int *' (aka 'x') with an rvalue of type 'T' at 12"),
                         "cannot initialize '...' with an rvalue of type '...' at N")
        self.assertEqual(causes.cause("expected expression"), "expected expression")

    def test_names_of_libraries_stay(self):
        self.assertEqual(causes.cause("no matching function for call to '__shfl_sync'"), "no matching function for call to '__shfl_sync'")
        self.assertEqual(causes.cause("no viable conversion from 'const Mine' to 'at::ScalarType'"),
                         "no viable conversion from '...' to 'at::ScalarType'")

    def test_largest_first(self):
        failures = [{"cause": cause, "file": name} for name, cause in (("a", "x"), ("b", "y"), ("c", "y"), ("d", "w"))]
        self.assertEqual([(cause, [each["file"] for each in found]) for cause, found in causes.group(failures)],
                         [("y", ["b", "c"]), ("w", ["d"]), ("x", ["a"])])


if __name__ == "__main__":
    unittest.main()
