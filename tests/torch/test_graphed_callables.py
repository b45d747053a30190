# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.musa.make_graphed_callables: graphs give what the functions give, forward and backward."""

import copy
import unittest

from support import setUpModule, tearDownModule  # noqa: F401

import torch
import torch_musa  # noqa: F401


class Branching(torch.nn.Module):
    """More than one argument, and outputs in a dictionary, one without a gradient."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.linspace(-1, 1, 6).view(2, 3))

    def forward(self, x, pair):
        product = x @ self.weight
        return {"sum": product + pair[0] * pair[1], "sign": product.detach().sign()}


class GraphedCallablesTest(unittest.TestCase):
    def inputs(self, seed, wanting=True):
        generator = torch.Generator().manual_seed(seed)
        return torch.randn(4, 2, generator=generator).musa().requires_grad_(wanting), [
            torch.randn(4, 3, generator=generator).musa().requires_grad_(wanting), torch.randn(3, generator=generator).musa()]

    def results(self, module, seed):
        x, pair = self.inputs(seed)
        out = module(x, pair)
        (out["sum"]**2).sum().backward()
        found = [out["sum"], out["sign"], x.grad, pair[0].grad, module.weight.grad]
        module.weight.grad = None
        return [it.detach().clone() for it in found]

    def test_module(self):
        plain = Branching().musa()
        graphed = torch.musa.make_graphed_callables(copy.deepcopy(plain), self.inputs(0))
        for seed in (1, 2, 3):
            torch.testing.assert_close(self.results(graphed, seed), self.results(plain, seed))
        with torch.no_grad():
            for module in (plain, graphed):
                module.weight *= 3  # in place: the graph sees it
        torch.testing.assert_close(self.results(graphed, 4), self.results(plain, 4))
        self.assertIn("Graphed", type(graphed(*self.inputs(5))["sum"].grad_fn).__name__)
        graphed.eval()  # not the mode that was captured: the module's own operators
        self.assertNotIn("Graphed", type(graphed(*self.inputs(5))["sum"].grad_fn).__name__)
        torch.testing.assert_close(self.results(graphed, 6), self.results(plain, 6))

    def test_functions_that_share_memory(self):
        scale = torch.linspace(1, 2, 5, device="musa")
        functions = (lambda x: (x * scale).exp(), lambda x, y: (x.sin() + y,))
        a, b = (torch.ones(5, device="musa", requires_grad=True) for _ in range(2))
        first, second = torch.musa.make_graphed_callables(functions, ((a,), (b, scale)))

        def both(one, other):
            x = torch.linspace(-1, 1, 5, device="musa", requires_grad=True)
            out = other(one(x), scale)[0]
            out.sum().backward()
            return out.detach(), x.grad

        torch.testing.assert_close(both(first, second), both(*functions))

    def test_without_gradients(self):
        x = torch.ones(3, device="musa")
        graphed = torch.musa.make_graphed_callables(lambda it: it + 1, (x,), num_warmup_iters=1)
        self.assertEqual(graphed(torch.zeros(3, device="musa")).tolist(), [1, 1, 1])

    def test_unused_input(self):
        x, y = (torch.ones(3, device="musa", requires_grad=True) for _ in range(2))
        with self.assertRaisesRegex(RuntimeError, "allow_unused"):
            torch.musa.make_graphed_callables(lambda one, other: one * 2, (x, y))
        graphed = torch.musa.make_graphed_callables(lambda one, other: one * 2, (x, y), allow_unused_input=True)
        graphed(x, y).sum().backward()
        self.assertEqual((x.grad.tolist(), y.grad), ([2, 2, 2], None))

    def test_wrong_use(self):
        x = torch.ones(3, device="musa")
        with self.assertRaisesRegex(AssertionError, "only Tensors"):
            torch.musa.make_graphed_callables(lambda it, factor: it * factor, (x, 2))
        hooked = torch.nn.ReLU().musa()
        hooked.register_forward_hook(lambda *_: None)
        with self.assertRaisesRegex(AssertionError, "must not have hooks"):
            torch.musa.make_graphed_callables(hooked, (x,))
        with torch.musa.amp.autocast(), self.assertRaisesRegex(RuntimeError, "cache_enabled=False"):
            torch.musa.make_graphed_callables(torch.nn.ReLU().musa(), (x,))


if __name__ == "__main__":
    unittest.main()
