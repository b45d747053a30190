# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element-wise functions, indexing and copies on the device against the CPU, for tensors that lie in memory in many ways."""

import itertools
import subprocess
import sys
import unittest

import support  # first: it sets the environment

import torch
import torch.nn.functional as F
import torch_musa  # noqa: F401: makes the device known

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule

# Around what a kernel takes at once (512 elements), and rows that are shorter or longer.
SHAPES = [(1,), (511,), (512,), (513,), (3, 700), (700, 3), (5, 512, 2), (2, 3, 4, 5, 6), (1, 1030, 1)]
TYPES = [torch.float, torch.double, torch.half, torch.bfloat16, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8,
         torch.bool, torch.cfloat, torch.cdouble]


def values(shape, dtype):
    """Small integers, so that all types compute with them exactly."""
    return torch.randint(0, 2 if dtype == torch.bool else 7, shape).to(dtype)


def layouts(shape, dtype):
    """The same shape: in order, reversed, with gaps, a part of something larger, one element or row for all."""
    yield values(shape, dtype)
    yield values(shape[::-1], dtype).permute(*reversed(range(len(shape))))
    yield values([2 * size for size in shape], dtype)[tuple(slice(1, None, 2) for _ in shape)]
    yield values((*shape[:-1], shape[-1] + 3), dtype)[..., 2:-1]
    yield values([1] * len(shape), dtype).expand(shape)
    yield values((1, *shape[1:]), dtype).expand(shape)
    yield values((*shape[:-1], 1), dtype).expand(shape)


def to_musa(x):
    """With the strides that x has."""
    if not x.numel():
        return x.musa()
    size = 1 + sum((size - 1) * stride for size, stride in zip(x.shape, x.stride()))
    return x.as_strided((size,), (1,)).musa().as_strided(x.shape, x.stride())


class Elementwise(unittest.TestCase):
    def same(self, function, *tensors, exactly=True):
        expected = function(*tensors)
        found = function(*(to_musa(tensor) for tensor in tensors))
        for ours, theirs in zip(*((x if isinstance(x, (tuple, list)) else [x]) for x in (found, expected))):
            self.assertEqual((ours.dtype, ours.shape, ours.stride()), (theirs.dtype, theirs.shape, theirs.stride()))
            if exactly:
                self.assertTrue(torch.equal(ours.cpu(), theirs))
            else:
                torch.testing.assert_close(ours.cpu(), theirs)

    def test_one_operand(self):
        for shape, dtype in itertools.product(SHAPES, TYPES):
            for x in layouts(shape, dtype):
                with self.subTest(shape=shape, dtype=dtype, strides=x.stride()):
                    self.same(lambda x: x.clone(memory_format=torch.contiguous_format), x)
                    self.same(lambda x: x == 3, x)

    def test_two_operands(self):
        for shape in SHAPES:
            for x, y in itertools.product(layouts(shape, torch.float), repeat=2):
                with self.subTest(shape=shape, strides=(x.stride(), y.stride())):
                    self.same(lambda x, y: torch.add(x, y), x, y)

    def test_operands_of_two_types(self):
        for one, other in itertools.product(TYPES, repeat=2):
            for x, y in zip(layouts((3, 700), one), layouts((3, 700), other)):
                with self.subTest(types=(one, other), strides=x.stride()):
                    self.same(lambda x, y: x * y, x, y)

    def test_results_that_are_there(self):
        """Nothing is written between the elements of a result."""
        for dtype, out in itertools.product((torch.float, torch.half, torch.cdouble), TYPES):
            if not torch.can_cast(dtype, out):
                continue
            x = values((3, 700), dtype)
            for strides in ((700, 1), (1, 3), (1407, 2), (703, 1)):
                with self.subTest(dtype=dtype, out=out, strides=strides):
                    whole = values((4300,), out)
                    found = whole.musa()
                    torch.add(x.musa(), 1, out=found.as_strided((3, 700), strides))
                    torch.add(x, 1, out=whole.as_strided((3, 700), strides))
                    self.assertTrue(torch.equal(found.cpu(), whole))

    def test_in_place(self):
        for strides in ((1024, 2, 1), (1, 5, 2560), (2500, 4, 2), (1030, 2, 1)):
            whole = torch.arange(1.0, 13001.0)
            found = whole.musa()
            found.as_strided((5, 512, 2), strides).mul_(2)
            whole.as_strided((5, 512, 2), strides).mul_(2)
            self.assertTrue(torch.equal(found.cpu(), whole))

    def test_three_operands(self):
        shape = (3, 700)
        for x, y, z in zip(layouts(shape, torch.float), reversed(list(layouts(shape, torch.float))), layouts(shape, torch.float)):
            self.same(torch.addcmul, x, y, z)
            self.same(lambda x, y, z: torch.where(x > 3, y, z), x, y, z)

    def test_limits(self):
        x = torch.tensor([float("nan"), float("inf"), -float("inf"), 0.0, -2.0, 2.0]).repeat(100)
        for function in (torch.relu, lambda x: x.clamp(-1, 1), lambda x: x.clamp(min=-1), lambda x: x.clamp(max=1)):
            expected = function(x)
            torch.testing.assert_close(function(x.musa()).cpu(), expected, rtol=0, atol=0, equal_nan=True)

    def test_mathematics(self):
        x = torch.linspace(-20, 20, 4099)
        for function in (torch.exp, torch.sigmoid, torch.tanh, torch.erf, torch.sin, torch.cos, torch.expm1, F.gelu, F.silu, torch.atan,
                         lambda x: torch.log(x.abs()), lambda x: x.abs() ** 1.5, lambda x: F.gelu(x, approximate="tanh")):
            exact = function(x.double())
            torch.testing.assert_close(function(x.musa()).cpu().double(), exact, rtol=1e-6, atol=1e-6)
            torch.testing.assert_close(function(x.double().musa()).cpu(), exact, rtol=1e-14, atol=1e-14)

    def test_flip_and_roll(self):
        for shape in SHAPES:
            for x in layouts(shape, torch.float):
                for dim in range(len(shape)):
                    with self.subTest(shape=shape, strides=x.stride(), dim=dim):
                        self.same(lambda x: x.flip(dim), x)
                        for shift in (0, 1, -2, shape[dim], shape[dim] + 1):
                            self.same(lambda x: x.roll(shift, dim), x)
                self.same(lambda x: x.flip(*range(len(shape))), x)
                self.same(lambda x: x.roll(3), x)

    def test_cat(self):
        for count in (1, 2, 5, 70):
            for dim, dtype in itertools.product((0, 1, -1), (torch.float, torch.int8)):
                parts = [values((4, 9, 3), dtype) for _ in range(count)]
                self.same(lambda *parts: torch.cat(parts, dim), *parts)
                self.same(lambda *parts: torch.cat([part.transpose(0, 2) for part in parts], dim), *parts)
        self.same(lambda x, y, z: torch.cat([x, y, z]), torch.zeros(0), values((3, 2), torch.float), values((4, 2), torch.half))

    def test_index(self):
        for dtype in (torch.float, torch.half, torch.cdouble, torch.bool):
            for x in layouts((9, 70, 5), dtype):
                i, j = torch.randint(-9, 9, (6,)), torch.randint(-70, 70, (6,))
                self.same(lambda x, i, j: x[i, j], x, i, j)
                self.same(lambda x, i: x[:, :, i % 5], x, i)
                self.same(lambda x, i: x[i], x, i)
                self.same(lambda x, i: x[i.view(2, 3)], x, i)

    def test_index_select(self):
        for dtype, kind in itertools.product((torch.float, torch.int8, torch.cdouble), (torch.int64, torch.int32)):
            for x in layouts((9, 70, 5), dtype):
                for dim in range(-3, 3):
                    index = torch.randint(0, x.size(dim), (13,)).to(kind)
                    self.same(lambda x, i: x.index_select(dim, i), x, index)
        self.same(lambda x, i: x.index_select(0, i), torch.tensor(3.0), torch.tensor([0]))
        self.same(lambda x, i: x.index_select(0, i), torch.rand(3, 8), torch.zeros(0, dtype=torch.long))
        self.same(lambda x, i: F.embedding(i, x), torch.rand(50, 33), torch.randint(0, 50, (4, 7)))

    def test_an_index_outside_is_an_error(self):
        for call in ("x.index_select(0, i)", "x[i]", "x.gather(0, i.view(1, 1))", "x.scatter(0, i.view(1, 1), 1.0)", "F.embedding(i, x)"):
            for index in (3, -4):
                code = f"import torch, torch_musa, torch.nn.functional as F\nx, i = torch.rand(3, 8).musa(), torch.tensor([{index}]).musa()\n" \
                       f"{call}\ntorch.musa.synchronize()"
                done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
                self.assertNotEqual(done.returncode, 0, call)
                self.assertRegex(done.stderr, "index out of bounds|srcIndex|out of range", call)

    def test_gather_and_scatter(self):
        for x in layouts((9, 70, 5), torch.float):
            for dim in range(3):
                i = torch.randint(0, x.size(dim), (8, 60, 4))
                self.same(lambda x, i: x.gather(dim, i), x, i)
                self.same(lambda x, i: x.clone(memory_format=torch.contiguous_format).scatter_add(dim, i, torch.ones_like(i).to(x)), x, i)
                self.same(lambda x, i: x.clone(memory_format=torch.contiguous_format).scatter(dim, i[:1, :1, :1], 4.0), x, i)

    def test_unfold(self):
        x = torch.randint(0, 9, (3, 40)).float()
        gradients = []
        for device in ("cpu", "musa"):
            y = x.to(device).detach().requires_grad_()
            (y.unfold(1, 6, 3) * 2).sum().backward()
            gradients.append(y.grad.cpu())
        self.assertTrue(torch.equal(*gradients))

    def test_cumulated(self):
        for shape, dtype in itertools.product(SHAPES, (torch.float, torch.double, torch.half, torch.int32, torch.cfloat, torch.bool)):
            for x in list(layouts(shape, dtype))[:5]:
                for dim in range(len(shape)):
                    with self.subTest(shape=shape, dtype=dtype, strides=x.stride(), dim=dim):
                        self.same(lambda x: (x % 2 if not x.is_complex() and x.dtype != torch.bool else x).cumsum(dim), x)
                        self.same(lambda x: (x > 5).cumprod(dim) if not x.is_complex() else x.cumsum(dim), x)
        x = torch.rand(200000)
        torch.testing.assert_close(x.musa().cumsum(0).cpu(), x.double().cumsum(0).float(), rtol=1e-6, atol=0)
        torch.testing.assert_close(torch.tensor(2.0).musa().cumsum(0).cpu(), torch.tensor(2.0))

    def test_topk(self):
        for shape, dtype in itertools.product(((70,), (3, 70), (70, 3), (2, 5, 1030)), (torch.float, torch.half, torch.double, torch.int32)):
            for dim, largest, count in itertools.product(range(len(shape)), (True, False), (1, 2)):
                x = torch.randperm(torch.Size(shape).numel())[:torch.Size(shape).numel()].reshape(shape).to(dtype)
                x = x if dtype != torch.half else x % 2048
                found, places = x.musa().topk(count, dim, largest)
                expected = x.topk(count, dim, largest).values
                self.assertTrue(torch.equal(found.cpu(), expected))
                self.assertTrue(torch.equal(x.gather(dim, places.cpu()), expected))
        x = torch.tensor([1.0, float("nan"), 3.0, 3.0])
        self.assertTrue(x.musa().topk(1).values.isnan().item())
        self.assertEqual(x.musa().topk(3, largest=False).values.tolist(), [1.0, 3.0, 3.0])
        self.assertEqual(torch.tensor(5.0).musa().topk(1, 0).values.item(), 5.0)


if __name__ == "__main__":
    unittest.main()
