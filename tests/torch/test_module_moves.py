# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import unittest
import weakref

import support  # first: it sets the environment
import torch
import torch_musa  # noqa: F401

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


class Tied(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = torch.nn.Embedding(5, 3)
        self.output = torch.nn.Linear(3, 5, bias=False)
        self.output.weight = self.embedding.weight

    def forward(self, x):
        return self.output(self.embedding(x)).sum()


class ModuleMoves(unittest.TestCase):
    def moves(self):
        return {"to": lambda model: model.to("musa"), "to a tensor's": lambda model: model.to(torch.ones(1, device="musa")),
                "musa": lambda model: model.musa(), "to, another type": lambda model: model.to("musa", torch.double)}

    def test_parameters_stay(self):
        for name, move in self.moves().items():
            with self.subTest(name):
                model = Tied()
                optimizer = torch.optim.SGD(model.parameters(), 0.1)
                weight, before = model.embedding.weight, model.embedding.weight.detach().clone()
                self.assertIs(move(model), model)
                self.assertIs(model.embedding.weight, weight)
                self.assertIs(model.output.weight, weight)
                self.assertTrue(weight.is_musa and weight.is_leaf and weight.requires_grad)
                model(torch.tensor([1, 2], device="musa")).backward()
                optimizer.step()
                self.assertFalse(torch.equal(weight.detach().cpu().float(), before))
                model.cpu()
                self.assertIs(model.output.weight, weight)
                self.assertEqual((weight.device.type, weight.grad.device.type), ("cpu", "cpu"))

    def test_gradients_and_hooks_move_along(self):
        linear = torch.nn.Linear(2, 2)
        seen = []
        handle = linear.weight.register_hook(lambda gradient: seen.append(gradient.device.type))
        linear.bias.register_post_accumulate_grad_hook(lambda bias: seen.append(bias.grad.tolist()))
        linear(torch.ones(1, 2)).sum().backward()
        linear.to("musa")
        self.assertEqual(linear.weight.grad.tolist(), [[1.0, 1.0]] * 2)
        linear(torch.ones(1, 2, device="musa")).sum().backward()
        self.assertEqual(linear.weight.grad.tolist(), [[2.0, 2.0]] * 2)
        self.assertCountEqual(seen, ["cpu", [1.0, 1.0], "musa", [2.0, 2.0]])
        handle.remove()
        linear(torch.ones(1, 2, device="musa")).sum().backward()
        self.assertCountEqual(seen, ["cpu", [1.0, 1.0], "musa", [2.0, 2.0], [3.0, 3.0]])

    def test_parameters_that_somebody_refers_to(self):
        model = Tied()
        reference = weakref.ref(model.embedding.weight)
        seen = []
        model.embedding.weight.register_hook(lambda gradient: seen.append(gradient.device.type))
        model.to("musa")
        model(torch.tensor([1], device="musa")).backward()
        self.assertEqual(seen, ["musa"])
        self.assertTrue(model.output.weight.is_musa)
        self.assertIs(model.output.weight, model.embedding.weight)
        self.assertIsNone(reference())

    def test_other_conversions_are_pytorchs(self):
        model = torch.compile(Tied().to("musa"), backend="eager")
        model(torch.tensor([1], device="musa")).backward()
        weight = model.embedding.weight
        self.assertIs(model.double().embedding.weight, weight)
        self.assertEqual(weight.dtype, torch.double)
        self.assertFalse(torch.__future__.get_swap_module_params_on_conversion())

    def test_errors_are_pytorchs(self):
        with self.assertRaisesRegex(TypeError, "only accepts floating point"):
            Tied().to("musa", torch.int)
        self.assertFalse(torch.__future__.get_swap_module_params_on_conversion())


if __name__ == "__main__":
    unittest.main()
