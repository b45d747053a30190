# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import unittest
import warnings

import support  # first: it sets the environment

import torch
from torch_musa import cpu_fallback

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


library = torch.library.Library("musa_fallback_test", "DEF")
library.define("twice(Tensor x) -> Tensor")
library.define("increment_(Tensor(a!) x) -> Tensor(a!)")
library.define("pair(Tensor[] x, *, Tensor(a!) out) -> Tensor(a!)")
library.define("fails(Tensor x) -> Tensor")
library.impl("twice", lambda x: x * 2, "CPU")
library.impl("increment_", lambda x: x.add_(1), "CPU")
library.impl("pair", lambda x, out: torch.add(x[0], x[1], out=out), "CPU")
operators = torch.ops.musa_fallback_test


library.define("halve(Tensor x, *, Tensor? by=None) -> Tensor")
library.define("halve_(Tensor(a!) x) -> Tensor(a!)")
library.define("first(Tensor(a) x) -> Tensor(a)")
library.define("split(Tensor[] x, *, Tensor(a!) out) -> (Tensor(a!), Tensor[])")
library.define("filled(int n, *, Device? device=None) -> Tensor")
library.define("nowhere(Tensor x) -> Tensor")


def failing(x):
    raise ValueError("no")


def refusing(*arguments, **named):
    raise RuntimeError("not on musa")


def halving_too_often(x):
    x.mul_(0.5)
    raise RuntimeError("in the middle")


def filling(n, device=None):
    return refusing() if device.type == "musa" else torch.full((n,), 7.0)


def splitting(x, out):
    out.resize_(2).copy_(x[0] + x[1])
    return out, [x[0] * 2, x[1] * 3]


library.impl("halve", lambda x, by=None: x / (2 if by is None else by), "CPU")
library.impl("halve_", lambda x: x.mul_(0.5), "CPU")
library.impl("first", lambda x: x[0], "CPU")
library.impl("split", splitting, "CPU")
library.impl("filled", filling, "BackendSelect")
library.impl("nowhere", failing, "CPU")
for name in ("halve", "first", "split", "nowhere"):
    library.impl(name, refusing, "PrivateUse1")
library.impl("halve_", halving_too_often, "PrivateUse1")


library.impl("fails", failing, "CPU")


@unittest.skipUnless(cpu_fallback.is_enabled(), "TORCH_MUSA_CPU_FALLBACK is 0")
class FallbackTest(unittest.TestCase):
    def setUp(self):
        cpu_fallback.reset()
        self.enterContext(warnings.catch_warnings())
        warnings.simplefilter("ignore")

    def test_results_are_on_the_device(self):
        result = operators.twice(torch.tensor([1.0, 2.0]).musa())
        self.assertTrue(result.is_musa)
        self.assertEqual(result.cpu().tolist(), [2.0, 4.0])

    def test_arguments_that_are_written(self):
        x = torch.tensor([1.0, 2.0]).musa()
        address = x.data_ptr()
        self.assertIs(operators.increment_(x), x)
        self.assertEqual((x.data_ptr(), x.cpu().tolist()), (address, [2.0, 3.0]))
        out = torch.zeros(2).musa()
        operators.pair([x, x], out=out)
        self.assertEqual(out.cpu().tolist(), [4.0, 6.0])

    def test_views_are_written_through(self):
        base = torch.zeros(2, 3).musa()
        operators.increment_(base[1])
        self.assertEqual(base.cpu().tolist(), [[0.0] * 3, [1.0] * 3])

    def test_counts(self):
        x = torch.ones(2).musa()
        for _ in range(3):
            operators.twice(x)
        operators.increment_(x)
        counts = {name: n for name, n in cpu_fallback.counts().items() if name.startswith("musa_fallback_test")}
        self.assertEqual(counts, {"musa_fallback_test::twice": 3, "musa_fallback_test::increment_": 1})
        cpu_fallback.reset()
        self.assertEqual(cpu_fallback.counts(), {})

    def test_errors_are_the_operators(self):
        with self.assertRaisesRegex(ValueError, "no"):
            operators.fails(torch.ones(2).musa())

    def test_operators_with_kernels_do_not_fall_back(self):
        x = torch.arange(4.0).musa()
        x.clone().copy_(x).view(2, 2).t().cpu()
        torch.empty(3, device="musa").resize_(4)
        self.assertEqual(cpu_fallback.counts(), {})


class OnErrorsTest(unittest.TestCase):
    def setUp(self):
        self.enterContext(warnings.catch_warnings())
        warnings.simplefilter("ignore")

    def test_without_it_errors_stay(self):
        with self.assertRaisesRegex(RuntimeError, "not on musa"):
            operators.halve(torch.ones(2).musa())

    def test_results_are_on_the_device(self):
        x = torch.tensor([2.0, 4.0]).musa()
        with cpu_fallback.on_errors() as failed:
            result = operators.halve(x)
            again = operators.halve(x, by=x)
        self.assertTrue(result.is_musa and again.is_musa)
        self.assertEqual((result.tolist(), again.tolist()), ([1.0, 2.0], [1.0, 1.0]))
        self.assertEqual(failed.counts, {"musa_fallback_test.halve.default": 2})

    def test_what_is_written_begins_anew(self):
        x = torch.tensor([2.0, 4.0]).musa()
        with cpu_fallback.on_errors():
            self.assertIs(operators.halve_(x), x)
        self.assertEqual(x.tolist(), [1.0, 2.0])

    def test_views_are_written_through(self):
        base = torch.full((2, 3), 8.0).musa()
        with cpu_fallback.on_errors():
            operators.halve_(base[1])
        self.assertEqual(base.tolist(), [[8.0] * 3, [4.0] * 3])

    def test_lists_and_out(self):
        x = torch.tensor([1.0, 2.0]).musa()
        out = torch.empty(0).musa()
        with cpu_fallback.on_errors():
            same, both = operators.split([x, x], out=out)
        self.assertIs(same, out)
        self.assertEqual(out.tolist(), [2.0, 4.0])
        self.assertTrue(all(one.is_musa for one in both))
        self.assertEqual([one.tolist() for one in both], [[2.0, 4.0], [3.0, 6.0]])

    def test_new_tensors(self):
        with cpu_fallback.on_errors():
            result = operators.filled(2, device=torch.device("musa"))
        self.assertTrue(result.is_musa)
        self.assertEqual(result.tolist(), [7.0, 7.0])

    def test_training(self):
        x = torch.tensor([3.0], device="musa", requires_grad=True)

        class Square(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x * x

            @staticmethod
            def backward(ctx, gradient):
                return operators.halve(gradient * ctx.saved_tensors[0] * 4)

        with cpu_fallback.on_errors() as failed:
            Square.apply(x).sum().backward()
        self.assertEqual(x.grad.tolist(), [6.0])
        self.assertEqual(failed.counts, {"musa_fallback_test.halve.default": 1})

    def test_errors_that_stay(self):
        x = torch.ones(2).musa()
        with cpu_fallback.on_errors() as failed:
            with self.assertRaisesRegex(RuntimeError, "not on musa"):
                operators.first(x)
            with self.assertRaisesRegex(RuntimeError, "not on musa"):
                operators.nowhere(x)
            with self.assertRaisesRegex(RuntimeError, "must match"):
                torch.ones(2) + torch.ones(3)
        self.assertEqual(failed.counts, {})

    def test_memory_that_arguments_share(self):
        base = torch.zeros(5).musa()
        out = base[1:3]
        with cpu_fallback.on_errors() as failed:
            with self.assertRaisesRegex(RuntimeError, "not on musa"):
                operators.split([base[:2], base[3:]], out=out)
            with self.assertRaisesRegex(RuntimeError, "more than one element"):
                operators.halve_(torch.ones(1).musa().expand(3))
            operators.halve(base[:2], by=base[2:4] + 1)
        self.assertEqual(failed.counts, {"musa_fallback_test.halve.default": 1})
        self.assertEqual(base.tolist(), [0.0] * 5)

    def test_tensors_of_several_devices(self):
        with cpu_fallback.on_errors() as failed:
            with self.assertRaises(RuntimeError):
                torch.ones(2) + torch.ones(2, device="musa")
            with self.assertRaises(RuntimeError):
                operators.halve(torch.ones(2).musa(), by=torch.ones(2))
            self.assertEqual(operators.halve(torch.ones(2).musa(), by=torch.tensor(4.0)).tolist(), [0.25, 0.25])
        self.assertEqual(failed.counts, {"musa_fallback_test.halve.default": 1})

    def test_classes_that_hold_tensors(self):
        from torch.testing._internal.two_tensor import TwoTensor

        x = TwoTensor(torch.full((2,), 4.0).musa(), torch.full((2,), 6.0).musa())
        with cpu_fallback.on_errors() as failed:
            result = operators.halve(x)
        self.assertEqual((result.a.tolist(), result.b.tolist()), ([2.0, 2.0], [3.0, 3.0]))
        self.assertEqual(failed.counts, {"musa_fallback_test.halve.default": 2})

    def test_the_first_time_warns(self):
        x = torch.ones(2).musa()
        with warnings.catch_warnings(record=True) as seen, cpu_fallback.on_errors():
            warnings.simplefilter("always")
            operators.halve(x)
            operators.halve(x)
        self.assertEqual([str(one.message) for one in seen],
                         ["musa_fallback_test.halve.default failed on the device musa and ran on the CPU: not on musa"])


class ProcessTest(unittest.TestCase):
    script = """
        import torch, torch_musa
        library = torch.library.Library("musa_fallback_test", "DEF")
        library.define("twice(Tensor x) -> Tensor")
        library.impl("twice", lambda x: x * 2, "CPU")
        x = torch.ones(2).musa()
        try:
            for _ in range(3):
                torch.ops.musa_fallback_test.twice(x)
        except NotImplementedError as error:
            print(error)
        print(torch.musa.cpu_fallback.is_enabled(), torch.musa.cpu_fallback.counts())
    """

    def test_one_warning_an_operator(self):
        result = support.run(self.script, TORCH_MUSA_CPU_FALLBACK="1")
        self.assertEqual(result.stdout, "True {'musa_fallback_test::twice': 3}\n", result.stderr)
        self.assertEqual(result.stderr.count("musa_fallback_test::twice has no kernel for the device musa"), 1)
        self.assertIn("TORCH_MUSA_CPU_FALLBACK=0", result.stderr)

    def test_environment_turns_it_off(self):
        result = support.run(self.script, TORCH_MUSA_CPU_FALLBACK="0")
        # As PyTorch says it for every device.
        self.assertIn("Could not run 'musa_fallback_test::twice' with arguments from the 'musa' backend", result.stdout)
        self.assertIn("\nFalse {}\n", result.stdout)
        self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
