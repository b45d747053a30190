# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions on the device, which muDNN computes where it has the type, against those on the CPU in double precision."""

import itertools
import unittest

import support  # first: it sets the environment

import torch
import torch_musa  # noqa: F401: makes the device known

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule

# Dimensions, and the arguments of a module besides its channels and kernel.
CASES = [
    (1, dict()),
    (1, dict(stride=2, padding=3, dilation=2, groups=2)),
    (2, dict()),
    (2, dict(bias=False, stride=(2, 1), padding=(1, 0))),
    (2, dict(dilation=(1, 2), padding=2, groups=2)),
    (2, dict(groups=4, padding=1)),  # depthwise
    (3, dict(padding=1, stride=(1, 2, 1))),
    (3, dict(groups=2, dilation=2, padding=2)),
]
TOLERANCES = {torch.double: 1e-12, torch.float: 2e-5, torch.half: 4e-3, torch.bfloat16: 3e-2}


def run(module, x, weights):
    """The output, and the gradients of the input and the parameters, for the sum of the weighted output."""
    x = x.detach().clone(memory_format=torch.preserve_format).requires_grad_()
    module.zero_grad()
    y = module(x)
    (y * weights(y)).sum().backward()
    return [y, x.grad, *(parameter.grad for parameter in module.parameters())]


def weights_like(y):
    """Numbers of about 1, the same on each device."""
    return torch.linspace(0.5, 1.5, y.numel(), dtype=torch.double).reshape(y.shape).to(y.dtype).to(y.device)


class Convolution(unittest.TestCase):
    def check(self, module, x, dtype, tolerance=None):
        """`module` and `x`: on the CPU in double precision, with values that `dtype` has."""
        tolerance = tolerance or TOLERANCES[dtype]
        expected = [each.clone() for each in run(module, x, weights_like)]  # gradients move with the module
        found = run(module.to("musa", dtype), x.to("musa", dtype), weights_like)
        for ours, theirs in zip(found, expected):
            self.assertEqual((ours.dtype, ours.device.type), (dtype, "musa"))
            scale = theirs.abs().max().item()
            torch.testing.assert_close(ours.cpu().double(), theirs, rtol=0, atol=tolerance * scale)

    def values(self, *sizes, dtype):
        return torch.randn(*sizes).to(dtype).double()

    def module(self, kind, dimensions, arguments, dtype):
        made = getattr(torch.nn, f"{kind}{dimensions}d")(4, 8, 3, **arguments).double()
        for parameter in made.parameters():
            parameter.data.copy_(parameter.data.to(dtype))
        return made

    def test_all_types(self):
        for (dimensions, arguments), kind, dtype in itertools.product(CASES, ("Conv", "ConvTranspose"), TOLERANCES):
            with self.subTest(dimensions=dimensions, kind=kind, dtype=dtype, **arguments):
                torch.manual_seed(0)
                sizes = (9, 8, 7)[:dimensions]
                self.check(self.module(kind, dimensions, arguments, dtype), self.values(2, 4, *sizes, dtype=dtype), dtype)

    def test_output_padding(self):
        torch.manual_seed(0)
        for arguments in (dict(stride=3, output_padding=(2, 1), padding=1),
                          dict(stride=(3, 2), output_padding=(2, 3), padding=(1, 2), dilation=4, groups=2)):
            with self.subTest(**arguments):
                self.check(self.module("ConvTranspose", 2, arguments, torch.float), self.values(2, 4, 5, 6, dtype=torch.float),
                           torch.float)

    def test_channels_last_stays(self):
        torch.manual_seed(0)
        x = self.values(2, 4, 5, 6, dtype=torch.float).contiguous(memory_format=torch.channels_last)
        module = self.module("Conv", 2, {}, torch.float)
        self.check(module, x, torch.float)
        y = module(x.to("musa", torch.float))
        self.assertTrue(y.is_contiguous(memory_format=torch.channels_last))

    def test_views_and_empty_batches(self):
        torch.manual_seed(0)
        x = self.values(4, 2, 12, 6, dtype=torch.float).transpose(0, 1)[:, :, ::2]
        self.check(self.module("Conv", 2, {}, torch.float), x, torch.float)
        empty = torch.empty(0, 4, 5, 6, device="musa", requires_grad=True)
        y = torch.nn.Conv2d(4, 8, 3).to("musa")(empty)
        y.sum().backward()
        self.assertEqual((tuple(y.shape), tuple(empty.grad.shape)), ((0, 8, 3, 4), (0, 4, 5, 6)))

    def test_only_what_is_asked_for(self):
        module = torch.nn.Conv2d(4, 8, 3).to("musa")
        module.weight.requires_grad_(False)
        x = torch.randn(1, 4, 5, 5, device="musa")
        module(x).sum().backward()
        self.assertIsNone(module.weight.grad)
        torch.testing.assert_close(module.bias.grad.cpu(), torch.full((8,), 9.0))

    def test_what_is_wrong_is_said(self):
        x, weight, bias = torch.randn(1, 4, 8, 8, device="musa"), torch.randn(4, 4, 3, 3, device="musa"), torch.randn(4)
        for run, says in ((lambda: torch.conv2d(x, weight, bias), "same device"),
                          (lambda: torch.conv2d(x, weight[:, :, :0]), "kernel size should be greater than zero|kernel size"),
                          (lambda: torch.conv_transpose2d(x, weight, padding=5), "too small"),
                          (lambda: torch.conv_transpose2d(x, weight, bias.to("musa").double()), "dtype|type")):
            with self.assertRaisesRegex(RuntimeError, says):
                run()

    def test_streams_order_it(self):
        x, weight = torch.randn(2, 8, 32, 32, device="musa"), torch.randn(8, 8, 3, 3, device="musa")
        torch.musa.synchronize()
        stream = torch.musa.Stream()
        with torch.musa.stream(stream):
            y = torch.conv2d(torch.conv2d(x, weight), weight)
        stream.synchronize()
        torch.testing.assert_close(y.cpu(), torch.conv2d(torch.conv2d(x.cpu(), weight.cpu()), weight.cpu()), rtol=1e-4, atol=1e-2)

    def test_who_computes_it(self):
        """MUDNN_LOG_LEVEL prints muDNN's calls."""
        done = support.run("""
    import sys, torch, torch_musa
    torch.manual_seed(0)
    def run(**arguments):
        x = torch.randn(1, 4, 6, 6, requires_grad=True)
        y = x.detach().to("musa", arguments.pop("dtype", None)).requires_grad_()
        module = torch.nn.Conv2d(4, 4, 3, **arguments)
        on_musa = torch.nn.Conv2d(4, 4, 3, **arguments).to("musa", y.dtype)
        on_musa(y).sum().backward()
        torch.musa.synchronize()
        print("---", file=sys.stderr, flush=True)
    run()
    run(bias=False, groups=2)
    run(dtype=torch.double)
    with torch.backends.mudnn.flags(enabled=False):
        run()
    """, MUDNN_LOG_LEVEL="INFO")
        self.assertEqual(done.returncode, 0, done.stderr)
        calls = [[line.split("(")[0].split()[-1] for line in part.splitlines() if line.startswith("[mudnn]")]
                 for part in done.stderr.split("---\n")]
        both = ["Convolution::RunBwdData", "Convolution::RunBwdFilter"]
        self.assertEqual(calls, [["Convolution::RunFusion", *both], ["Convolution::Run", *both], [], [], []])


if __name__ == "__main__":
    unittest.main()
