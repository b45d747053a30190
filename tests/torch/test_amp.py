# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import unittest

import support  # first: it sets the environment

import torch
import torch.nn.functional as F
import torch_musa

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


class AutocastTest(unittest.TestCase):
    def setUp(self):
        self.a, self.b = torch.randn(4, 5).musa(), torch.randn(5, 3).musa()

    def test_types(self):
        for dtype in (torch.float16, torch.bfloat16):
            for context in (torch.musa.amp.autocast(dtype=dtype), torch.amp.autocast("musa", dtype)):
                with self.subTest(dtype=dtype, context=type(context)), context:
                    self.assertTrue(torch.is_autocast_enabled("musa"))
                    product = self.a @ self.b
                    self.assertEqual(product.dtype, dtype)  # lower precision
                    self.assertEqual(product.softmax(1).dtype, torch.float32)  # float32
                    self.assertEqual(product.sum().dtype, torch.float32)  # float32 by the argument dtype
                    self.assertEqual(product.norm(2).dtype, torch.float32)  # float32 by another signature
                    self.assertEqual(torch.addcmul(product, product, product.float()).dtype, torch.float32)  # widest
                    self.assertEqual((product + product).dtype, dtype)  # as they are
        self.assertFalse(torch.is_autocast_enabled("musa"))
        self.assertEqual((self.a @ self.b).dtype, torch.float32)

    def test_default_is_half_and_can_be_off(self):
        with torch.musa.amp.autocast():
            self.assertEqual((self.a @ self.b).dtype, torch.float16)
            with torch.musa.amp.autocast(enabled=False):
                self.assertEqual((self.a @ self.b).dtype, torch.float32)
        self.assertEqual(torch.get_autocast_dtype("musa"), torch.float16)
        self.assertTrue(torch.amp.is_autocast_available("musa"))

    def test_values(self):
        with torch.musa.amp.autocast(dtype=torch.bfloat16):
            product = self.a @ self.b
        expected = self.a.cpu().bfloat16() @ self.b.cpu().bfloat16()
        torch.testing.assert_close(product.cpu(), expected, atol=0.05, rtol=0.02)

    def test_other_devices_are_left_alone(self):
        with torch.musa.amp.autocast():
            self.assertEqual((self.a.cpu() @ self.b.cpu()).dtype, torch.float32)

    def test_unsafe_loss_is_refused(self):
        with torch.musa.amp.autocast():
            with self.assertRaisesRegex(RuntimeError, "unsafe to autocast"):
                F.binary_cross_entropy(torch.rand(3).musa(), torch.rand(3).musa())

    def test_custom_functions(self):
        seen = []

        class Product(torch.autograd.Function):
            @staticmethod
            @torch.musa.amp.custom_fwd(cast_inputs=torch.float32)
            def forward(ctx, a, b):
                seen.append((a.dtype, torch.is_autocast_enabled("musa")))
                ctx.save_for_backward(a, b)
                return a @ b

            @staticmethod
            @torch.musa.amp.custom_bwd
            def backward(ctx, gradient):
                seen.append((gradient.dtype, torch.is_autocast_enabled("musa")))
                a, b = ctx.saved_tensors
                return gradient @ b.t(), a.t() @ gradient

        a = self.a.half().requires_grad_()
        with torch.musa.amp.autocast():
            product = Product.apply(a, self.b)
        product.sum().backward()
        self.assertEqual(seen, [(torch.float32, False), (torch.float32, False)])
        torch.testing.assert_close(a.grad.cpu(), self.b.cpu().sum(1).half().expand(4, 5), atol=1e-2, rtol=1e-2)


class GradScalerTest(unittest.TestCase):
    def step(self, scaler, gradient_scale=1.0):
        parameter = torch.nn.Parameter(torch.ones(3).musa())
        optimizer = torch.optim.SGD([parameter], lr=0.25)
        scaler.scale((parameter * parameter).sum() * gradient_scale).backward()
        scaler.step(optimizer)
        scaler.update()
        return parameter.detach().cpu().tolist()

    def test_step(self):
        scaler = torch_musa.amp.GradScaler(init_scale=8.0, growth_interval=1)
        self.assertIsInstance(scaler, torch.amp.GradScaler)
        self.assertEqual(self.step(scaler), [0.5] * 3)
        self.assertEqual(scaler.get_scale(), 16.0)

    def test_overflow_skips_the_step(self):
        scaler = torch.amp.GradScaler("musa", init_scale=8.0)
        self.assertEqual(self.step(scaler, float("inf")), [1.0] * 3)
        self.assertEqual(scaler.get_scale(), 4.0)

    def test_disabled(self):
        scaler = torch.musa.amp.GradScaler(enabled=False)
        self.assertEqual(self.step(scaler), [0.5] * 3)
        self.assertEqual(scaler.get_scale(), 1.0)

    def test_the_seeds_training(self):
        """A small network in mixed precision, on musa and on the CPU."""
        losses = {}
        for device in ("musa", "cpu"):
            torch.manual_seed(0)
            model = torch.nn.Sequential(torch.nn.Linear(5, 4), torch.nn.ReLU(), torch.nn.Linear(4, 3))
            inputs, targets = torch.randn(6, 5), torch.randn(6, 3)
            model, inputs, targets = model.to(device), inputs.to(device), targets.to(device)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            scaler = torch.amp.GradScaler(device, enabled=device == "musa")
            for _ in range(20):
                optimizer.zero_grad()
                with torch.amp.autocast(device, torch.float16, enabled=device == "musa"):
                    outputs = model(inputs)
                self.assertEqual(outputs.dtype, torch.float16 if device == "musa" else torch.float32)
                loss = F.mse_loss(outputs.float(), targets)
                scaler.scale(loss).backward()
                scaler.step(optimizer)
                scaler.update()
            losses[device] = loss.item()
        self.assertAlmostEqual(losses["musa"], losses["cpu"], delta=0.01)


if __name__ == "__main__":
    unittest.main()
