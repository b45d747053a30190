# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generated code that runs: a library of a small backend (backend/), loaded into PyTorch, against the CPU."""

import os
import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path

import torch
import torch.utils.cpp_extension
from support import CODEGEN

BACKEND = Path(__file__).parent / "backend"
CXX = os.environ.get("CXX", "clang++-19")
FLAGS = [
    *("-std=c++17", "-O0", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"),
    # As the installed libtorch was built: DispatchStub's members depend on it.
    *("-DHAVE_AVX2_CPU_DEFINITION", "-DHAVE_AVX512_CPU_DEFINITION", "-DAT_PER_OPERATOR_HEADERS"),
]


def setUpModule():
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    generated = Path(folder.name)
    generate = [sys.executable, "-B", CODEGEN / "gen.py", "--output-dir", generated, "--shards", "1"]
    subprocess.run([*generate, "--functions", BACKEND / "functions.yaml"], check=True)
    includes = [f"-I{generated}", f"-I{BACKEND / 'include'}"]
    for path in torch.utils.cpp_extension.include_paths():
        includes += ["-isystem", path]
    sources = [generated / "RegisterMUSA_0.cpp", BACKEND / "backend.cpp"]
    library = generated / "libbackend.so"
    subprocess.run([CXX, *FLAGS, *includes, *sources, "-o", library, "-ltorch_cpu", "-lc10"], check=True)
    torch.utils.rename_privateuse1_backend("musa")
    # PyTorch calls this before its first tensor on the device.
    torch._register_device_module("musa", types.SimpleNamespace(_lazy_init=lambda: None))
    torch.ops.load_library(library)


def to_musa(tensor, device=0):
    return torch.ops.torch_musa.from_cpu(tensor, torch.empty(0, device=f"musa:{device}"))


def to_cpu(tensor):
    return torch.ops.torch_musa.to_cpu(tensor)


class Run(unittest.TestCase):
    def setUp(self):
        numbers = torch.Generator().manual_seed(1)
        self.a, self.b = (torch.randn(4, 5, generator=numbers) for _ in range(2))
        self.enterContext(torch.no_grad())

    def assert_same(self, musa, cpu):
        self.assertEqual(musa.device.type, "musa")
        torch.testing.assert_close(to_cpu(musa), cpu)

    def check_all_forms(self, name, *arguments):
        """Functional, in-place and out=, with an output of the size and one that has to be resized."""
        functional = getattr(torch, name)
        on_musa = [to_musa(x) if isinstance(x, torch.Tensor) else x for x in arguments]
        expected = functional(*arguments)
        self.assert_same(functional(*on_musa), expected)
        for size in ((4, 5), (0,)):
            out = torch.empty(size, device="musa")
            self.assertIs(functional(*on_musa, out=out), out)
            self.assert_same(out, expected)
        self.assertIs(getattr(on_musa[0], name + "_")(*on_musa[1:]), on_musa[0])
        self.assert_same(on_musa[0], expected)

    def test_structured_legacy(self):
        self.check_all_forms("lerp", self.a, self.b, 0.25)
        a = to_musa(self.a.t())
        self.assert_same(torch.lerp(a, to_musa(self.b.t()), 0.5), torch.lerp(self.a.t(), self.b.t(), 0.5))

    def test_structured_legacy_meta(self):
        for diagonal in (-2, 0, 1):
            self.check_all_forms("tril", self.a, diagonal)

    def test_structured_customized(self):
        for diagonal in (-2, 0, 1):
            self.check_all_forms("triu", self.a, diagonal)
        with self.assertRaisesRegex(RuntimeError, "triu: a matrix is expected"):
            torch.triu(to_musa(torch.ones(3)))

    def test_outputs_of_a_structured_function(self):
        a = to_musa(self.a)
        with self.assertRaisesRegex(RuntimeError, "Expected out tensor to have dtype float"):
            torch.tril(a, out=torch.empty(4, 5, dtype=torch.double, device="musa"))
        with self.assertRaisesRegex(RuntimeError, "same device.*musa:1 and musa:0"):
            torch.tril(a, out=torch.empty(4, 5, device="musa:1"))
        with self.assertRaisesRegex(RuntimeError, "same device.*cpu and musa:0"):
            torch.tril(a, out=torch.empty(4, 5))
        result = torch.tril(to_musa(self.a, 1))
        self.assertEqual(result.device, torch.device("musa:1"))

    def test_unstructured(self):
        a = torch.tensor([[0.0, 3.0], [2.0, 0.0]])
        self.assert_same(torch.nonzero(to_musa(a)), torch.nonzero(a))

    def test_unstructured_shared(self):
        a = torch.complex(self.a, self.b)
        view = torch.view_as_real(to_musa(a))
        self.assertEqual(view.shape, (4, 5, 2))
        self.assert_same(view, torch.view_as_real(a))

    def test_unstructured_of_structured(self):
        a, b = to_musa(self.a), to_musa(self.b)
        self.assert_same(torch.add(a, b, alpha=3), torch.add(self.a, self.b, alpha=3))
        out = torch.empty(4, 5, device="musa")
        self.assertIs(torch.add(a, b, out=out), out)
        self.assert_same(out, self.a + self.b)
        self.assertIs(a.add_(b), a)
        self.assert_same(a, self.a + self.b)

    def test_custom_operator(self):
        a = to_musa(self.a)
        self.assert_same(torch.ops.torch_musa.scale(a), self.a * 2)
        self.assert_same(torch.ops.torch_musa.scale(a, factor=-1.5), self.a * -1.5)
        schema = torch.ops.torch_musa.scale.default._schema
        self.assertEqual(str(schema), "torch_musa::scale(Tensor self, *, float factor=2.) -> Tensor")

    def test_guard(self):
        for device in (0, 1):
            a = to_musa(self.a, device)
            self.assertEqual(torch.ops.torch_musa.guarded_device(a), device)
            self.assertEqual(torch.empty(2, device=f"musa:{device}").device.index, device)
        with self.assertRaisesRegex(NotImplementedError, "Could not run 'torch_musa::scale'"):
            torch.ops.torch_musa.scale(self.a)


if __name__ == "__main__":
    unittest.main()
