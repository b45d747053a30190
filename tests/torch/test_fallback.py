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


def failing(x):
    raise ValueError("no")


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
