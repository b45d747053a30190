# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the comparison of OpInfo's results (opinfo/check.py) accepts, and what it must not."""

import sys
import unittest
from pathlib import Path
from types import SimpleNamespace

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent / "opinfo"))
import check  # noqa: E402

ADD = SimpleNamespace(name="add")
TOLERANCE = (1e-3, 1e-3)


class ComparisonTest(unittest.TestCase):
    def setUp(self):
        self.comparer = check.Comparer()

    def refused(self, function, *arguments):
        with self.assertRaises(AssertionError):
            function(*arguments)

    def test_integers_are_exact(self):
        check.agree(self.comparer, [(torch.tensor([1000]), torch.tensor([1000]))], TOLERANCE)
        self.refused(check.agree, self.comparer, [(torch.tensor([1000]), torch.tensor([1001]))], TOLERANCE)
        self.refused(check.agree, self.comparer, [(100000, 100001)], TOLERANCE)
        check.agree(self.comparer, [(1.0, 1.0001)], TOLERANCE)

    def test_form(self):
        def form(want, have, op=ADD):
            return check.same_form(op, want, have, "cpu")

        narrow = torch.ones(2, dtype=torch.half)
        form(narrow, narrow)
        self.refused(form, narrow, torch.ones(2))
        self.refused(form, narrow, narrow.view(2, 1))
        self.refused(form, narrow, (narrow, narrow))
        self.refused(form, (narrow, None), (narrow, narrow))
        self.refused(check.same_form, ADD, narrow, narrow, "musa")
        norm = SimpleNamespace(name="native_layer_norm")
        form((narrow, narrow), (narrow, torch.ones(2)), norm)
        self.refused(form, (narrow, narrow), (torch.ones(2), narrow), norm)

    def test_narrow_types_against_wide(self):
        def compare(exact, want, have):
            exact = torch.tensor(exact)
            pair = torch.tensor(want, dtype=torch.half), torch.tensor(have, dtype=torch.half)
            check.agree_in_wide(self.comparer, exact, [pair], torch.half, TOLERANCE)

        compare([100.0, 1.0], [100.25, 1.0], [99.75, 1.0])
        self.refused(compare, [100.0, 1.0, 1.0], [100.0, 1.0, 1.0], [100.0, 1.3, 1.0])
        self.refused(compare, [100.0, 1.0], [100.0, 1.0], [100.0, -1.0])
        inf = float("inf")
        compare([70000.0, 1.0], [inf, 1.0], [inf, 1.0])
        self.refused(compare, [70000.0, 1.0], [inf, 1.0], [5.0, 1.0])
        self.refused(compare, [70000.0, 1.0], [inf, 1.0], [inf, -999.0])

    def test_other_parts_beside_narrow_ones(self):
        for want, have in ((True, False), (1.5, 2.5), (torch.tensor([1]), torch.tensor([2]))):
            self.refused(check.agree_in_wide, self.comparer, [want], [(want, have)], torch.half, TOLERANCE)

    def test_places(self):
        sample = SimpleNamespace(input=torch.tensor([3, 1, 3]), args=(), kwargs={})
        argsort = SimpleNamespace(name="argsort")

        def compare(want, have):
            pairs = [(torch.tensor(want), torch.tensor(have))]
            check.agree(self.comparer, check.without_places(argsort, sample, pairs), TOLERANCE)

        compare([1, 0, 2], [1, 2, 0])
        self.refused(compare, [1, 0, 2], [0, 1, 2])
        pairs = [(torch.tensor([1, 3]), torch.tensor([1, 3])), (torch.tensor([1, 0]), torch.tensor([1, 2]))]
        check.agree(self.comparer, check.without_places(SimpleNamespace(name="topk"), sample, pairs), TOLERANCE)
        pairs[0] = torch.tensor([1, 3]), torch.tensor([0, 0])
        self.refused(check.agree, self.comparer, check.without_places(SimpleNamespace(name="topk"), sample, pairs), TOLERANCE)


if __name__ == "__main__":
    unittest.main()
