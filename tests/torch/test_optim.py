# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch_musa.optim: the same steps as PyTorch's optimizers, and as LAMB's definition."""

import copy
import unittest

from support import setUpModule, tearDownModule  # noqa: F401

import torch
import torch_musa  # noqa: F401
from torch_musa.optim import FusedAdam, FusedAdamW, FusedLAMB


def params(device, dtype=torch.float32):
    generator = torch.Generator().manual_seed(7)
    return [torch.nn.Parameter(torch.randn(shape, generator=generator).to(device, dtype)) for shape in ((5, 3), (300,), ())]


def train(make, device, steps=4, dtype=torch.float32):
    """The parameters after some steps with gradients that are the same on each device."""
    weights = params(device, dtype)
    optimizer = make(weights)
    generator = torch.Generator().manual_seed(8)
    for _ in range(steps):
        for weight in weights:
            weight.grad = (3 * torch.randn(weight.shape, generator=generator)).to(device, dtype)
        optimizer.step()
    return [weight.detach().cpu() for weight in weights], optimizer


def lamb_step(weights, state, lr, betas, eps, decay, longest, step, averaging=True, l2=False, correct=True, always=False):
    """By the definition, one parameter after the other, in double precision."""
    norm = torch.sqrt(sum((it.grad.double()**2).sum() for it in weights))
    for weight in weights:
        first, second = state.setdefault(weight, [torch.zeros_like(weight.data).double() for _ in range(2)])
        grad = weight.grad.double() / max(1, norm / longest) if longest else weight.grad.double()
        value = weight.data.double()
        if l2:
            grad = grad + decay * value
        first.mul_(betas[0]).add_(grad * ((1 - betas[0]) if averaging else 1))
        second.mul_(betas[1]).add_((1 - betas[1]) * grad**2)
        corrections = [1 - beta**step if correct else 1 for beta in betas]
        update = first / corrections[0] / ((second / corrections[1]).sqrt() + eps)
        if not l2:
            update = update + decay * value
        ratio = 1
        if (decay or always) and value.norm() > 0 and update.norm() > 0:
            ratio = value.norm() / update.norm()
        weight.data.copy_(value - lr * ratio * update)


class AdamTest(unittest.TestCase):
    def test_same_as_the_cpus(self):
        for ours, theirs, options in ((FusedAdam, torch.optim.Adam, {}), (FusedAdam, torch.optim.Adam, {"amsgrad": True}),
                                      (FusedAdam, torch.optim.Adam, {"weight_decay": 0.1, "maximize": True}),
                                      (FusedAdamW, torch.optim.AdamW, {"lr": 0.05, "betas": (0.7, 0.9), "eps": 1e-6})):
            with self.subTest(ours=ours, options=options):
                have, optimizer = train(lambda it: ours(it, **options), "musa")
                want, _ = train(lambda it: theirs(it, **options), "cpu")
                torch.testing.assert_close(have, want)
                self.assertTrue(optimizer.param_groups[0]["fused"])

    def test_state_and_scaler(self):
        have, optimizer = train(FusedAdamW, "musa")
        again = FusedAdamW(params("musa"))
        again.load_state_dict(copy.deepcopy(optimizer.state_dict()))
        self.assertEqual(again.state_dict()["state"][0]["step"].item(), 4)
        weight = torch.nn.Parameter(torch.ones(3, device="musa"))
        optimizer, scaler = FusedAdam([weight], lr=0.5), torch.musa.amp.GradScaler(init_scale=8.0)
        scaler.scale((weight * torch.tensor([1, 2, float("inf")], device="musa")).sum()).backward()
        scaler.step(optimizer)
        scaler.update()
        self.assertEqual(weight.tolist(), [1, 1, 1])
        self.assertEqual(scaler.get_scale(), 4)


class LambTest(unittest.TestCase):
    def check(self, options, definition, dtype=torch.float32):
        have, _ = train(lambda it: FusedLAMB(it, **options), "musa", dtype=dtype)

        class Definition:
            def __init__(self, weights):
                self.weights, self.state, self.count = weights, {}, 0

            def step(self):
                self.count += 1
                settings = {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-6, "decay": 0.01, "longest": 1.0, **definition}
                lamb_step(self.weights, self.state, step=self.count, **settings)

        want, _ = train(Definition, "cpu", dtype=dtype)
        torch.testing.assert_close(have, want)

    def test_definition(self):
        self.check({}, {})
        self.check({"lr": 0.1, "betas": (0.5, 0.9), "eps": 1e-3}, {"lr": 0.1, "betas": (0.5, 0.9), "eps": 1e-3})
        self.check({"max_grad_norm": 0, "lr": 0.02}, {"longest": 0, "lr": 0.02})
        self.check({"weight_decay": 0, "lr": 0.02}, {"decay": 0, "lr": 0.02})
        self.check({"weight_decay": 0, "use_nvlamb": True, "lr": 0.02}, {"decay": 0, "always": True, "lr": 0.02})
        self.check({"adam_w_mode": False, "weight_decay": 0.3, "lr": 0.02}, {"l2": True, "decay": 0.3, "lr": 0.02})
        self.check({"grad_averaging": False, "bias_correction": False}, {"averaging": False, "correct": False})

    def test_groups_and_closure(self):
        first, second, idle = (torch.nn.Parameter(torch.ones(2, device="musa")) for _ in range(3))
        optimizer = FusedLAMB([{"params": [first], "lr": 0.5}, {"params": [second, idle]}], lr=0.0)

        def closure():
            optimizer.zero_grad()
            loss = (first + second).sum()
            loss.backward()
            return loss

        self.assertEqual(optimizer.step(closure).item(), 4)
        self.assertNotEqual(first.tolist(), [1, 1])
        self.assertEqual((second.tolist(), idle.tolist()), ([1, 1], [1, 1]))
        optimizer.zero_grad()
        self.assertIsNone(first.grad)
        again = FusedLAMB([{"params": [first]}, {"params": [second, idle]}])
        again.load_state_dict(optimizer.state_dict())
        self.assertEqual(again.param_groups[0]["step"], 1)

    def test_half_types(self):
        self.check({"lr": 0.1, "eps": 1e-8}, {"lr": 0.1, "eps": 1e-8}, torch.float16)
        self.check({"lr": 0.1}, {"lr": 0.1}, torch.bfloat16)
        weight = torch.nn.Parameter(torch.full((300,), 6000.0, device="musa", dtype=torch.float16))
        weight.grad = torch.full_like(weight, 3e4)  # its norm and the weight's are no float16
        optimizer = FusedLAMB([weight], lr=0.5, eps=1e-8)
        optimizer.step()
        self.assertEqual(weight.tolist(), [3000] * 300)
        again = FusedLAMB([weight])
        again.load_state_dict(copy.deepcopy(optimizer.state_dict()))
        for name in ("exp_avg", "exp_avg_sq"):
            torch.testing.assert_close(again.state[weight][name], optimizer.state[weight][name], rtol=0, atol=0)

    def test_wrong_use(self):
        weight = torch.nn.Parameter(torch.ones(2, device="musa"))
        with self.assertRaisesRegex(RuntimeError, "AMSGrad"):
            FusedLAMB([weight], amsgrad=True)
        for options in ({"lr": -1.0}, {"betas": (1.0, 0.9)}, {"betas": (0.9, -0.1)}, {"eps": -1e-8}):
            with self.assertRaisesRegex(ValueError, f"{next(iter(options))} of FusedLAMB"):
                FusedLAMB([weight], **options)
        weight.grad = torch.eye(2, device="musa").to_sparse()[0]
        with self.assertRaisesRegex(RuntimeError, "takes no sparse gradients"):
            FusedLAMB([weight]).step()


if __name__ == "__main__":
    unittest.main()
