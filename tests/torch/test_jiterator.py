# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.musa.jiterator: element-wise functions that a program writes in C++."""

import os
import pathlib
import tempfile
import unittest

import support  # first: it sets the environment

import numpy
import torch
import torch_musa  # noqa: F401: makes the device known

from torch.musa import jiterator


def setUpModule():
    support.setUpModule()
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    os.environ["PYTORCH_KERNEL_CACHE_PATH"] = folder.name


tearDownModule = support.tearDownModule


class Functions(unittest.TestCase):
    def check(self, found, expected):
        self.assertEqual((found.dtype, found.device.type), (expected.dtype, "musa"))
        torch.testing.assert_close(found.cpu(), expected)

    def test_broadcasts_and_strides(self):
        axpy = jiterator._create_jit_fn("template <typename T> T axpy(T x, T y, T alpha) { return x + alpha * y; }", alpha=1.0)
        x, y = torch.randn(5, 1, 7), torch.randn(3, 7)
        self.check(axpy(x.to("musa"), y.to("musa"), alpha=2.5), x + 2.5 * y)
        x, y = torch.randn(4, 6).t(), torch.randn(6, 8)[:, ::2]
        self.check(axpy(x.to("musa"), y.to("musa")), x + y)
        self.check(axpy(torch.randn(0, 3).to("musa"), torch.randn(3).to("musa")), torch.empty(0, 3))
        self.check(axpy(torch.tensor(2.0).to("musa"), torch.tensor(3.0)), torch.tensor(5.0))
        channels_last = torch.randn(2, 3, 4, 5).to("musa").contiguous(memory_format=torch.channels_last)
        self.assertTrue(axpy(channels_last, channels_last).is_contiguous(memory_format=torch.channels_last))

    def test_types(self):
        """What differs is promoted as in x + y; half is computed in float."""
        function = jiterator._create_jit_fn("template <typename T> T product(T x, T y) { return x * y; }")
        types = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.half, torch.bfloat16, torch.float, torch.double,
                 torch.cfloat, torch.cdouble)
        for one in types:
            for other in (one, torch.int32, torch.float):
                x = torch.tensor([1, 2, 3, 100]).to(one)
                y = torch.tensor([3, 100, 2, 9]).to(other)
                with self.subTest(one=one, other=other):
                    self.check(function(x.to("musa"), y.to("musa")), x * y)

    def test_several_functions_and_device_functions(self):
        """The last function is the one of the elements."""
        code = "template <typename T> T helper(T x) { return ::sin(x); }\n"
        code += "template <typename T> T clamped(T x, T least) { return ::max(helper(x), least); }"
        x = torch.linspace(-2, 2, 100)
        self.check(jiterator._create_jit_fn(code, least=0.1)(x.to("musa")), x.sin().clamp(min=0.1))

    def test_several_results(self):
        both = jiterator._create_multi_output_jit_fn(
            "template <typename T> void both(T x, T y, T factor, T &sum, T &difference) { sum = x + factor * y; difference = x - y; }", 2, factor=2)
        x, y = torch.randn(9), torch.randn(9)
        for found, expected in zip(both(x.to("musa"), y.to("musa")), (x + 2 * y, x - y)):
            self.check(found, expected)

    def test_numbers_of_other_kinds(self):
        axpy = jiterator._create_jit_fn("template <typename T> T axpy(T x, T y, T alpha) { return x + alpha * y; }", alpha=1)
        x, y = torch.randn(9), torch.randn(9)
        for alpha in (2, True, 2.5, numpy.float64(2.5), numpy.float32(2.5), numpy.int64(3)):
            self.check(axpy(x.to("musa"), y.to("musa"), alpha=alpha), x + float(alpha) * y)
        complexes = x.to(torch.cfloat)
        self.check(axpy(complexes.to("musa"), complexes.to("musa"), alpha=numpy.complex128(2j)), complexes + 2j * complexes)
        with self.assertRaises(TypeError):
            axpy(x.to("musa"), y.to("musa"), alpha=torch.tensor(2.5))

    def test_overrides_an_operator(self):
        done = support.run("""
            import torch, torch_musa
            gelu = torch.musa.jiterator._create_jit_fn("template <typename T> T my_gelu(T a) { return a > 0 ? a : 0; }")
            library = torch.library.Library("aten", "IMPL")
            library.impl("aten::square", gelu, "PrivateUse1")
            print(torch.square(torch.tensor([-1.0, 2.0], device="musa")).tolist())
        """)
        self.assertEqual((done.returncode, done.stdout), (0, "[0.0, 2.0]\n"), done.stderr)

    def test_errors(self):
        function = jiterator._create_jit_fn("template <typename T> T wrong(T x) { return x + nothing; }")
        x = torch.ones(3, device="musa")
        with self.assertRaisesRegex(RuntimeError, r"jiterator_wrong\.mu.*nothing"):
            function(x)
        with self.assertRaises(KeyError):
            function(x, factor=2)
        with self.assertRaises(ValueError):
            function(torch.ones(3))
        with self.assertRaisesRegex(Exception, "Couldn't parse code"):
            jiterator._create_jit_fn("float f(float x) { return x; }")

    def test_kernels_are_kept(self):
        function = jiterator._create_jit_fn("template <typename T> T kept(T x) { return x + 41; }")
        before = set(pathlib.Path(os.environ["PYTORCH_KERNEL_CACHE_PATH"]).rglob("*.fatbin"))
        function(torch.ones(3, device="musa"))
        function(torch.ones(5, device="musa"))
        self.assertEqual(len(set(pathlib.Path(os.environ["PYTORCH_KERNEL_CACHE_PATH"]).rglob("*.fatbin")) - before), 1)


if __name__ == "__main__":
    unittest.main()
