# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch_musa's headers for C++: which there are, that each compiles by itself, and what extensions call of them.

header_names.json lists those of torch_musa 2.7, and for each that is absent here the reason. headers/ is the extension.
"""

import json
import math
import random
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import support  # first: it sets the environment

import torch
from torch_musa.utils import musa_extension  # also makes the device known

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule

HERE = Path(__file__).parent
NAMES = json.loads((HERE / "header_names.json").read_text())
CSRC = Path(musa_extension.__file__).parents[1] / "csrc"


def provided():
    """The headers of the package, as a source includes them."""
    return {f"torch_musa/csrc/{path.relative_to(CSRC)}" for path in CSRC.rglob("*") if path.suffix in (".h", ".muh")}


class Names(unittest.TestCase):
    maxDiff = None

    def test_each_header_is_there_or_has_a_reason(self):
        theirs, absent = set(NAMES["torch_musa"]), [name for row in NAMES["absent"] for name in row["headers"]]
        self.assertEqual(len(absent), len(set(absent)))
        self.assertEqual(theirs - provided(), set(absent))
        self.assertTrue(all(row["reason"] for row in NAMES["absent"]))

    def test_our_own_are_listed(self):
        self.assertEqual(provided() - set(NAMES["torch_musa"]), set(NAMES["only_here"]))


class Compile(unittest.TestCase):
    """Each header is included by a file that has nothing else. A .muh is for kernels."""

    def test_each_alone(self):
        compilers = musa_extension._library("x", "x.so", ["a.mu", "b.cpp"], [], [], [], []).compilers
        names = sorted(provided()) + NAMES["beside"]

        def compile_alone(name, suffix):
            source = Path(folder) / (name.replace("/", "_") + suffix)
            source.write_text(f'#include "{name}"\n')
            compiler = compilers[suffix]
            return subprocess.run([compiler.program, *compiler.options, "-fsyntax-only", source],
                                  capture_output=True, text=True, check=False)

        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
            jobs = [(name, suffix) for name in names for suffix in (".mu", ".cpp")
                    if suffix == ".mu" or not name.endswith(".muh")]
            for (name, suffix), done in zip(jobs, pool.map(compile_alone, *zip(*jobs))):
                with self.subTest(name=name, suffix=suffix):
                    self.assertEqual(done.returncode, 0, done.stderr)


    def test_what_they_bring(self):
        """In torch_musa these headers include Utils.h, and extensions, mmcv among them, include no more."""
        compiler = musa_extension._library("x", "x.so", ["b.cpp"], [], [], [], []).compilers[".cpp"]
        for name in ("aten/musa/MUSAContext.h", "core/MUSAGuard.h", "core/MUSAStream.h", "core/GuardImpl.h"):
            done = subprocess.run(
                [compiler.program, *compiler.options, "-fsyntax-only", "-x", "c++", "-"], capture_output=True, text=True, check=False,
                input=f"""
                    #include "torch_musa/csrc/{name}"
                    static_assert(at::kMUSA == at::musa::kMUSA && at::kMUSA == c10::musa::kMUSA);
                    bool f(const at::Tensor &t) {{ return at::musa::is_musa(t) && at::musa::getCurrentMUSAStream() == c10::musa::getDefaultMUSAStream(); }}
                    """)
            with self.subTest(name=name):
                self.assertEqual(done.returncode, 0, done.stderr)


class Calls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.module = musa_extension.load(
            "header_test", [HERE / "headers/functions.cpp", HERE / "headers/kernels.mu"], extra_cflags=["-O1", "-Wall", "-Werror"],
            extra_musa_cflags=["-O1"], extra_include_paths=[HERE / "headers"], build_directory=folder.name)

    def test_devices(self):
        x, host = torch.ones(2, device="musa:1"), torch.ones(2)
        self.assertTrue(self.module.is_musa(x))
        self.assertFalse(self.module.is_musa(host))
        self.assertEqual(self.module.out_device(host, x), "musa:1")
        self.assertEqual(self.module.out_device(host, host), "cpu")
        self.assertTrue(self.module.has_musa())
        self.assertGreaterEqual(self.module.devices_in_a_set(), torch.musa.device_count())

    def test_outputs_of_operators(self):
        x = torch.ones(2, 3, device="musa")
        made = self.module.create_out(x, [4, 5], [1, 4])
        self.assertEqual((made.device, made.dtype, made.stride()), (x.device, x.dtype, (1, 4)))
        self.assertEqual(self.module.create_out(x.half(), [4, 5], []).stride(), (5, 1))
        self.module.check_inplace(x, x)
        for wrong, says in ((x.half(), "dtype"), (x[:1], "size"), (x.cpu(), "device")):
            with self.assertRaisesRegex(RuntimeError, f"Bad in-place call: input tensor {says}"):
                self.module.check_inplace(x, wrong)
        out = torch.empty(0, device="musa")
        self.module.resize_out(out, x.t().contiguous().t())
        self.assertEqual((out.shape, out.stride()), (x.shape, (1, 2)))
        self.module.resize_out(out, x)
        self.assertEqual(out.stride(), (1, 2))
        with self.assertRaisesRegex(RuntimeError, "Expected out tensor to have dtype"):
            self.module.resize_out(out, x.half())
        self.assertIsNone(self.module.maybe_create_proxy(x, x))
        self.assertEqual(self.module.maybe_create_proxy(out, x).stride(), x.stride())

    def test_strides(self):
        x = torch.ones(2, 3, 4, device="musa")
        swapped, column = x.transpose(-2, -1), torch.ones(1, 3, device="musa").t()
        self.assertEqual([self.module.mat_contiguous(it) for it in (x, swapped, x[:, :2])], [True, False, False])
        for strict in (True, False):
            self.assertEqual([self.module.is_transpose(it, strict) for it in (x, swapped, x[0, 0])], [False, True, False])
        self.assertEqual([self.module.is_transpose(column, strict) for strict in (True, False)], [True, False])
        self.assertEqual([self.module.is_last_dim_contiguous(it) for it in (x, swapped, x.sum())], [True, False, False])
        image = torch.randn(2, 1, 3, 4, device="musa")
        for value in (image, torch.randn(2, 3, 4, 5, device="musa")):
            strides = value.stride()
            formatted = self.module.channels_last(value)
            self.assertEqual(formatted.stride(), value.cpu().clone(memory_format=torch.channels_last).stride())
            self.assertTrue(torch.equal(formatted, value))
            self.assertEqual(value.stride(), strides)
        self.assertIs(self.module.contiguous_if_zero_in_strides(swapped), swapped)
        self.assertEqual(self.module.contiguous_if_zero_in_strides(column.expand(3, 4)).stride(), (4, 1))
        copy, kept = self.module.contiguous(swapped)
        self.assertTrue(kept and copy.is_contiguous() and torch.equal(copy, swapped))

    def test_checks_of_types(self):
        x = torch.ones(3, device="musa")
        self.assertEqual(self.module.type_size(x.bfloat16()), 2)
        for dtype in (torch.float32, torch.float16, torch.int32):
            self.module.check_types(x.to(dtype))
        with self.assertRaisesRegex(RuntimeError, "\"checkTypes\" not implemented for 'Double'"):
            self.module.check_types(x.double())
        self.assertEqual(self.module.dispatched(x.bfloat16()), "BFloat16")
        with self.assertRaisesRegex(RuntimeError, "not implemented for 'ComplexFloat'"):
            self.module.dispatched(x.to(torch.complex64))
        self.module.check_contiguous(x)
        with self.assertRaisesRegex(RuntimeError, r"checkContiguous: .* strides \[1\] and offset 1"):
            self.module.check_contiguous(x[1:])

    def test_new_tensors(self):
        like = torch.ones(1, dtype=torch.int16, device="musa:1")
        made = self.module.empty([2, 3], like)
        self.assertEqual((made.device, made.dtype, made.shape), (like.device, like.dtype, (2, 3)))
        made = self.module.empty_strided([2, 3], [1, 2], like)
        self.assertEqual((made.device, made.stride()), (like.device, (1, 2)))
        self.module.resize_bytes(like, 1000)
        self.assertEqual((like.untyped_storage().nbytes(), like.item()), (1000, 1))

    def test_operators(self):
        a, b = torch.randn(2, 5, device="musa")
        out = torch.empty_like(a)
        self.assertTrue(torch.equal(self.module.maximum_out(a, b, out), torch.maximum(a, b)))
        self.assertTrue(torch.equal(self.module.minimum_out(a, b, out), torch.minimum(a, b)))
        order = self.module.randperm(50, torch.empty(0, dtype=torch.int64, device="musa"))
        self.assertEqual(order.sort().values.tolist(), list(range(50)))
        scale, tracker = torch.full((1,), 8.0, device="musa"), torch.zeros(1, dtype=torch.int32, device="musa")
        self.assertEqual(self.module.update_scale(scale, tracker, torch.ones(1, device="musa")).item(), 4)
        left = torch.randn(3, 3, device="musa").tril() + 3 * torch.eye(3, device="musa")
        right = torch.randn(3, 2, device="musa")
        torch.testing.assert_close(left @ self.module.solve(left, right), right)

    def test_tensors_of_mudnn(self):
        image = torch.randn(2, 3, 4, 5, device="musa")
        last = image.contiguous(memory_format=torch.channels_last)
        for permutes in (True, False):
            self.assertEqual(self.module.seen(image, permutes), ([2, 3, 4, 5], [60, 20, 5, 1]))
        self.assertEqual(self.module.seen(last, True), ([2, 4, 5, 3], [60, 15, 3, 1]))
        self.assertEqual(self.module.seen(last, False), ([2, 3, 4, 5], [60, 1, 15, 3]))
        self.assertEqual(self.module.seen(image.sum(), True), ([1], [1]))
        volume = torch.randn(1, 2, 3, 4, 5, device="musa").contiguous(memory_format=torch.channels_last_3d)
        self.assertEqual(self.module.seen(volume, True), ([1, 3, 4, 5, 2], [120, 40, 10, 2, 1]))
        self.assertEqual(self.module.seen_compressed(image), ([120], [1]))
        self.assertEqual(self.module.seen_compressed(image[:, :2]), ([2, 40], [60, 1]))
        with self.assertRaisesRegex(RuntimeError, "muDNN has no type for ComplexFloat"):
            self.module.seen(image.to(torch.complex64), True)
        with self.assertRaisesRegex(RuntimeError, "zero point is 3"):
            self.module.quantized(image.to(torch.int8), 0.5, 3)
        self.module.quantized(image.to(torch.int8), 0.5, 0)

    def test_calls_of_mudnn(self):
        nine = torch.randn(1, 2, 1, 2, 1, 2, 1, 2, 3, device="musa")
        for x in (nine, torch.randn(3, device="musa:1"), torch.tensor(-2.0, device="musa")):
            with torch.musa.device(x.device):
                torch.testing.assert_close(self.module.unary(x, False), x.abs())
        with self.assertRaisesRegex(RuntimeError, "unary: muDNN failed in SetMode"):
            self.module.unary(nine, True)
        self.assertTrue(self.module.workspace(100))
        self.assertFalse(self.module.workspace(0))
        with ThreadPoolExecutor(1) as pool:
            others = pool.submit(self.module.handle_of_this_thread).result()
        self.assertEqual(self.module.handle_of_this_thread(), self.module.handle_of_this_thread())
        self.assertNotEqual(self.module.handle_of_this_thread(), others)

    def test_registration(self):
        x = torch.arange(3.0, device="musa")
        for name in ("triple", "three_times", "again"):
            self.assertEqual(getattr(torch.ops.header_test, name)(x).tolist(), [0, 3, 6])
        self.assertEqual(self.module.first(x), "first of musa")
        self.assertEqual(self.module.second(x), "second of musa")
        with self.assertRaisesRegex(RuntimeError, "missing kernel for cpu|not support cpu"):
            self.module.second(x.cpu())

    def test_context(self):
        before = torch.backends.mudnn.allow_tf32
        self.addCleanup(setattr, torch.backends.mudnn, "allow_tf32", before)
        for value in (True, False):
            self.assertIs(self.module.allow_tf32(value), value)
            self.assertIs(torch.backends.mudnn.allow_tf32, value)
        self.module.check_less(1, 2)  # else the program ends

    def test_atomics(self):
        for name in ("float", "half", "bfloat16", "__half", "int16"):
            self.assertEqual(self.module.sum_of(name, 200), 200, name)

    def test_vectors(self):
        for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.int32, torch.uint8, torch.float64):
            x, y = (torch.randint(0, 10, (32,), device="musa").to(dtype) for _ in range(2))
            self.assertEqual(self.module.combined(x, y).tolist(), (x * y + 2).tolist(), dtype)

    def test_division(self):
        numbers = random.Random(0)
        dividends = [0, 1, 2**31 - 1, *(numbers.randrange(2 ** numbers.randrange(1, 32)) for _ in range(200))]
        for divisor in (1, 2, 3, 7, 1 << 20, 2**31 - 1, *(numbers.randrange(1, 2**31) for _ in range(50))):
            self.assertEqual(self.module.divided(dividends, divisor), [divmod(it, divisor) for it in dividends], divisor)
        for a, b in ((12, 18), (7, 0), (0, 0), (1, 5)):
            self.assertEqual(self.module.gcd(a, b), (math.gcd(a, b), math.lcm(a, b)))

    def test_orders(self):
        x = torch.tensor([math.inf, 3.5, 1e-40, 0.0, -0.0, -2.0, -math.inf], device="musa").flip(0)
        keys = self.module.radix(x).tolist()
        self.assertEqual(keys, sorted(keys))
        self.assertTrue(torch.equal(self.module.radix_back(x), x))
        x = torch.tensor([-(2**31), -1, 0, 1, 2**31 - 1], dtype=torch.int32, device="musa")
        keys = self.module.radix_of_integers(x).tolist()
        self.assertEqual(keys, sorted(keys))
        x = torch.tensor([1.0, 2.0, math.nan], device="musa")
        self.assertEqual(self.module.less_than_two_or_nan(x).tolist(), [True, False, True])
        torch.testing.assert_close(self.module.at_most_two_or_nan(x * 2).cpu(), torch.tensor([2.0, 2.0, math.nan]), equal_nan=True)
        torch.testing.assert_close(self.module.sigmoid(x), torch.sigmoid(x), equal_nan=True)

    def test_loops(self):
        x = torch.randn(5, 7, device="musa")
        self.assertEqual(self.module.maximum(x).item(), x.max().item())
        self.assertTrue(torch.equal(self.module.copied(x.t()), x.t()))
        offsets = self.module.offsets(torch.empty(35, dtype=torch.int64, device="musa"))
        self.assertEqual(offsets.tolist(), [at // 7 * 10 + at % 7 for at in range(35)])
        lanes = self.module.swapped_lanes(torch.empty(32, dtype=torch.int32, device="musa"))
        self.assertEqual(lanes.tolist(), [(lane ^ 1) * 100 + 5 for lane in range(32)])
        self.assertEqual(self.module.variant_info(), (7, 1))


if __name__ == "__main__":
    unittest.main()
