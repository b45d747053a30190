# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions on the device against those on the CPU: of sizes at which threads and blocks share a row in other ways."""

import itertools
import unittest

import support  # first: it sets the environment

import torch
import torch_musa  # noqa: F401: makes the device known

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule

# In rows of more than 128 a thread has vectors of 32 floats, and sums of 64 of these; blocks share more than 65536 elements.
SIZES = [1, 3, 4, 5, 127, 128, 129, 131, 1023, 1025, 2047, 2049, 65535, 65541, 300001]
FUNCTIONS = {
    "sum": lambda x, dim: x.sum(dim),
    "amax": lambda x, dim: x.amax(dim),
    "norm": lambda x, dim: torch.linalg.vector_norm(x, dim=dim),
    "var": lambda x, dim: x.var(dim, correction=0),
    "argmax": lambda x, dim: x.argmax(dim),
    "any": lambda x, dim: (x > 0.999).any(dim),
}


class Reductions(unittest.TestCase):
    def check(self, x, dim, functions=FUNCTIONS):
        on_musa = x.musa() if x.is_contiguous() else torch.empty_strided(x.size(), x.stride(), dtype=x.dtype).musa().copy_(x)
        for name in functions:
            with self.subTest(name, shape=x.shape, dim=dim, dtype=x.dtype):
                expected = FUNCTIONS[name](x.double() if x.is_floating_point() else x, dim)
                found = FUNCTIONS[name](on_musa, dim).cpu()
                if name in ("argmax", "any"):
                    self.assertTrue(torch.equal(found, expected))
                else:
                    tolerance = 1e-12 if x.dtype == torch.double else 1e-6 if x.dtype == torch.float else 2e-3
                    torch.testing.assert_close(found.double(), expected.double(), rtol=tolerance, atol=tolerance)

    def test_rows(self):
        torch.manual_seed(0)
        for size, dtype in itertools.product(SIZES, (torch.float, torch.double)):
            self.check(torch.rand(3, size, dtype=dtype), 1)

    def test_everything(self):
        torch.manual_seed(0)
        for size in SIZES:
            self.check(torch.rand(size), None if size == 1 else 0)
        self.check(torch.rand(1 << 21), 0)

    def test_columns(self):
        torch.manual_seed(0)
        for size in SIZES:
            self.check(torch.rand(size, 5), 0)

    def test_parts_are_not_lost_in_a_large_sum(self):
        """Of the variance of 16 million numbers, 8000 blocks have a part each."""
        torch.manual_seed(0)
        x = torch.rand(2, 1 << 23)
        self.check(x, 1, ("sum", "var"))
        self.check(x.view(1 << 23, 2), 0, ("sum", "var"))

    def test_rows_that_begin_between_what_is_loaded_at_once(self):
        torch.manual_seed(0)
        for start, size in itertools.product((1, 2, 3, 15), (130, 1023, 70001)):
            x = torch.rand(4, size + start)
            self.check(x[:, start:], 1)
            self.check(x.half()[:, start:], 1, ("amax", "sum"))

    def test_other_types(self):
        torch.manual_seed(0)
        for size in (100, 1000, 100000):
            self.check(torch.randint(-100, 100, (3, size)), 1, ("sum", "amax"))
            self.check(torch.randint(-100, 100, (3, size), dtype=torch.int8), 1, ("sum", "amax"))
            self.check(torch.rand(3, size).half(), 1, ("sum", "amax"))

    def test_partial_sums_are_short(self):
        """However long a row is, and however many there are: adding one number again and again is where errors add up."""
        for rows, columns in ((1, 1 << 22), (65, 1 << 18), (300, 1 << 14)):
            x = torch.full((rows, columns), 0.1)
            exact = x[0].double().sum().item()
            found = x.musa().sum(1).cpu().double()
            self.assertLess((found / exact - 1).abs().max().item(), 5e-6, (rows, columns))


if __name__ == "__main__":
    unittest.main()
