# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Softmax and norms on the device, which muDNN computes where it has the type, against those on the CPU in double precision."""

import itertools
import unittest

import support  # first: it sets the environment

import torch
import torch.nn.functional as F
import torch_musa  # noqa: F401: makes the device known

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule

TOLERANCES = {torch.double: 1e-12, torch.float: 1e-5, torch.half: 4e-3, torch.bfloat16: 3e-2}


def run(function, tensors):
    """The output, and the gradients of the tensors, for a sum that weights each element differently."""
    tensors = [tensor.detach().requires_grad_() for tensor in tensors]
    y = function(*tensors)
    weights = torch.linspace(0.5, 1.5, y.numel(), dtype=torch.double).reshape(y.shape)
    (y * weights.to(y.device, y.dtype)).sum().backward()
    return [y, *(tensor.grad for tensor in tensors)]


class Norms(unittest.TestCase):
    def check(self, function, tensors, dtype):
        tensors = [tensor.to(dtype).double() for tensor in tensors]
        expected = run(function, tensors)
        for enabled in (True, False):
            with torch.backends.mudnn.flags(enabled=enabled):
                found = run(function, [tensor.to("musa", dtype) for tensor in tensors])
            for ours, theirs in zip(found, expected):
                self.assertEqual((ours.dtype, ours.device.type, ours.shape), (dtype, "musa", theirs.shape))
                scale = max(theirs.abs().max().item(), 1)
                torch.testing.assert_close(ours.cpu().double(), theirs, rtol=0, atol=TOLERANCES[dtype] * scale)

    def test_softmax(self):
        torch.manual_seed(0)
        views = (torch.randn(3, 5, 7), torch.randn(3, 7, 5).transpose(1, 2), torch.randn(3, 5, 14)[:, :, ::2], torch.randn(2, 1030),
                 torch.randn(4), torch.randn(()))
        for x, dtype, function in itertools.product(views, TOLERANCES, (F.softmax, F.log_softmax)):
            for dim in range(-1, max(x.dim() - 1, 0)):
                with self.subTest(shape=x.shape, dtype=dtype, function=function.__name__, dim=dim):
                    self.check(lambda x, f=function, d=dim: f(x, d), [x], dtype)

    def test_batch_norm(self):
        torch.manual_seed(0)
        views = (torch.randn(6, 5), torch.randn(3, 5, 7), torch.randn(2, 5, 4, 6), torch.randn(2, 5, 4, 6).contiguous(memory_format=torch.channels_last),
                 torch.randn(2, 5, 2, 3, 4), torch.randn(2, 5, 2, 2, 2, 2))
        for x, dtype in itertools.product(views, TOLERANCES):
            with self.subTest(shape=x.shape, strides=x.stride(), dtype=dtype):
                self.check(lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True), [x, torch.rand(5) + 0.5, torch.randn(5)], dtype)
                self.check(lambda x: F.batch_norm(x, None, None, training=True), [x], dtype)

    def test_running_statistics(self):
        torch.manual_seed(0)
        x = torch.randn(4, 5, 6)
        found = []
        for device, enabled in (("cpu", True), ("musa", True), ("musa", False)):
            with torch.backends.mudnn.flags(enabled=enabled):
                module = torch.nn.BatchNorm1d(5).to(device)
                for factor in (1, 2, 3):
                    module(x.to(device) * factor + factor)
                module.eval()
                found.append([module.running_mean.cpu(), module.running_var.cpu(), module(x.to(device)).cpu()])
        for ours in found[1:]:
            torch.testing.assert_close(ours, found[0])

    def test_softmax_of_another_type(self):
        x = torch.randn(4, 9).half()
        for function in (F.softmax, F.log_softmax):
            torch.testing.assert_close(function(x.musa(), 1, dtype=torch.float).cpu(), function(x.float(), 1))

    def test_softmax_of_infinities(self):
        torch.manual_seed(0)
        for columns, function, dtype in itertools.product((3, 1030), (F.softmax, F.log_softmax), (torch.float, torch.half)):
            rows = torch.randn(5, columns)
            rows[0, 1], rows[1, 0], rows[2, 2], rows[3] = float("nan"), float("-inf"), float("inf"), float("-inf")
            with self.subTest(columns=columns, function=function.__name__, dtype=dtype):
                expected = function(rows.to(dtype).float(), 1)
                tolerance = TOLERANCES[dtype]
                torch.testing.assert_close(function(rows.to("musa", dtype), 1).cpu().float(), expected, equal_nan=True, rtol=tolerance,
                                           atol=tolerance)
        self.assertEqual(F.softmax(torch.ones(0, 3).musa(), 1).shape, (0, 3))

    def test_more_dimensions_than_muDNN_has(self):
        torch.manual_seed(0)
        x = torch.randn([2] * 9)
        for function in (lambda x: F.softmax(x, 0), lambda x: F.log_softmax(x, 4), lambda x: F.layer_norm(x, (2, 2)),
                         lambda x: F.group_norm(x, 2)):
            self.check(function, [x], torch.float)

    def test_layer_norm(self):
        torch.manual_seed(0)
        for dtype, shape in itertools.product(TOLERANCES, ((7,), (5, 7))):
            x, weight, bias = torch.randn(4, 5, 7), torch.randn(shape), torch.randn(shape)
            with self.subTest(dtype=dtype, shape=shape):
                self.check(lambda x, w, b, s=shape: F.layer_norm(x, s, w, b), [x, weight, bias], dtype)
                self.check(lambda x, s=shape: F.layer_norm(x, s), [x], dtype)
                self.check(lambda x, w, s=shape: F.layer_norm(x, s, w), [x.transpose(0, 1).contiguous().transpose(0, 1), weight], dtype)

    def test_epsilon_below_0(self):
        torch.manual_seed(0)
        x = 10 * torch.randn(4, 6, 8)
        self.check(lambda x: F.layer_norm(x, (8,), eps=-0.5), [x], torch.float)
        self.check(lambda x: F.group_norm(x, 2, eps=-0.5), [x], torch.float)

    def test_group_norm(self):
        torch.manual_seed(0)
        for dtype, shape in itertools.product(TOLERANCES, ((2, 6, 5), (2, 6, 5, 4), (3, 6))):
            if shape == (3, 6) and dtype in (torch.half, torch.bfloat16):
                continue  # the deviation of two numbers that are nearly the same has few digits
            with self.subTest(dtype=dtype, shape=shape):
                self.check(lambda x, w, b: F.group_norm(x, 3, w, b), [torch.randn(shape), torch.randn(6), torch.randn(6)], dtype)
        x = torch.randn(2, 6, 5, 4).contiguous(memory_format=torch.channels_last)
        self.check(lambda x: F.group_norm(x, 2), [x], torch.float)

    def test_autocast(self):
        torch.manual_seed(0)
        x, weight, bias = torch.randn(4, 8).half().musa(), torch.randn(8).musa(), torch.randn(8).musa()
        expected = F.layer_norm(x.float(), (8,), weight, bias)
        with torch.autocast("musa"):
            torch.testing.assert_close(F.layer_norm(x, (8,), weight, bias).float(), expected, rtol=1e-2, atol=1e-2)

    def test_one_pass_by_muDNN_and_one_by_ATen(self):
        torch.manual_seed(0)
        functions = (lambda x: F.softmax(x, 1), lambda x: F.layer_norm(x, (5, 7)), lambda x: F.group_norm(x, 3))
        for function, first in itertools.product(functions, (True, False)):
            x = torch.randn(4, 6, 5, 7).requires_grad_()
            on_musa = x.detach().musa().requires_grad_()
            weights = torch.randn(4, 6, 5, 7)
            (function(x) * weights).sum().backward()
            with torch.backends.mudnn.flags(enabled=first):
                y = function(on_musa)
            with torch.backends.mudnn.flags(enabled=not first):
                (y * weights.musa()).sum().backward()
            torch.testing.assert_close(on_musa.grad.cpu(), x.grad, rtol=1e-4, atol=1e-5)

    def test_only_what_is_asked_for(self):
        torch.manual_seed(0)
        x = torch.randn(4, 8)
        gradients = []
        for each in (x, x.musa()):
            weight = torch.ones(8, device=each.device, requires_grad=True)
            F.layer_norm(each, (8,), weight).square().sum().backward()
            gradients.append(weight.grad.cpu())
            self.assertIsNone(each.grad)
        torch.testing.assert_close(*gradients)


if __name__ == "__main__":
    unittest.main()
