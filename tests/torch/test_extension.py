# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch_musa.utils.musa_extension: a CUDA extension is ported, built, imported, and computes what the CPU does.

extension/ is the project: its setup.py ports csrc/ and builds what came out.
"""

import importlib.util
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import support  # first: it sets the environment

import torch
import torch.utils.cpp_extension
import torch_musa  # noqa: F401: makes the device known
from torch_musa.testing import get_musa_arch
from torch_musa.utils import musa_extension
from torch_musa.utils.musa_extension import BuildError, MUSAExtension, ProgramNotFoundError, load, load_inline
from torch_musa.utils.simple_porting import SimplePorting

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule

PROJECT = Path(__file__).with_name("extension")


def sources(folder):
    return sorted(str(path) for path in Path(folder).iterdir() if path.suffix in (".mu", ".cpp"))


class Built(unittest.TestCase):
    """Whatever has built it, it works."""

    def assert_computes(self, module):
        computed = {torch.float32: torch.float32, torch.float64: torch.float64, torch.float16: torch.float32}
        for dtype, wide in computed.items():
            for size in (0, 1, 255, 1000):
                x, y = torch.randn(size).to(dtype), torch.randn(size).to(dtype)
                result = module.axpy(2.5, x.musa(), y.musa())
                self.assertEqual(result.device.type, "musa")
                torch.testing.assert_close(result.cpu(), (2.5 * x.to(wide) + y.to(wide)).to(dtype))
        with self.assertRaisesRegex(RuntimeError, "tensors of the GPU are needed"):
            module.axpy(1.0, torch.ones(3), torch.ones(3))

    def assert_uses_streams(self, module):
        stream = torch.musa.Stream()
        self.assertEqual(module.current_stream(), torch.musa.current_stream().stream_id)
        with torch.musa.stream(stream):
            self.assertEqual(module.current_stream(), stream.stream_id)


class SetupTest(Built):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.project = Path(folder.name) / "project"
        shutil.copytree(PROJECT, cls.project)
        unused = cls.project / "csrc/unused/broken.cu"
        unused.parent.mkdir()
        unused.write_text("no C++\n")
        cls.first = cls.setup("build_ext", "--inplace")

    @classmethod
    def setup(cls, *arguments, **environment):
        return subprocess.run(
            [sys.executable, "setup.py", *arguments], cwd=cls.project, text=True, check=False, timeout=1800,
            env={**os.environ, "FORCE_MUSA": "1", "MAX_JOBS": "2", **environment},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def module(self):
        (path,) = (self.project / "axpy_package").glob("axpy_ext*.so")
        spec = importlib.util.spec_from_file_location("axpy_ext", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def test_first_build(self):
        self.assertEqual(self.first.returncode, 0, self.first.stdout)
        self.assertEqual(len(re.findall("compiling ", self.first.stdout)), 2)
        module = self.module()
        self.assert_computes(module)
        self.assert_uses_streams(module)
        self.assertEqual(module.label, "the label")

    def test_second_build_compiles_nothing(self):
        second = self.setup("build_ext", "--inplace")
        self.assertEqual(second.returncode, 0, second.stdout)
        self.assertIn("ninja: no work to do", second.stdout)

    def test_program_that_imports_it_before_torch_musa(self):
        result = support.run("""
            import torch
            from axpy_package import axpy_ext
            import torch_musa
            print(axpy_ext.axpy(2.0, torch.ones(2).musa(), torch.ones(2).musa()).tolist())
        """, PYTHONPATH=f"{self.project}:{os.environ['PYTHONPATH']}")
        self.assertEqual(result.stdout, "[3.0, 3.0]\n", result.stderr)

    def test_without_the_branch_nothing_is_built(self):
        result = self.setup("build_ext", FORCE_MUSA="0")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertNotIn("ninja", result.stdout)

    def test_mcc_that_is_not_there(self):
        result = self.setup("build_ext", MUSACC="/nowhere/mcc")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("MUSACC is set to '/nowhere/mcc', which is no program.", result.stdout)


class LoadTest(Built):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def write(self, name, text):
        path = self.work / name
        path.write_text(text)
        return str(path)

    def test_load(self):
        ported = self.work / "csrc"
        shutil.copytree(PROJECT / "csrc", ported)
        ported = SimplePorting(ported, mapping_rule={".is_cuda()": ".is_privateuseone()"}).run()
        with mock.patch.dict(os.environ, TORCH_EXTENSIONS_DIR=str(self.work / "cache")):
            module = load("axpy_loaded", sources(ported), extra_cflags=["-O1 -DWITH_LABEL='\"two words\"'"],
                          extra_musa_cflags=["-O1"])
            self.assertIs(load("axpy_loaded", sources(ported), extra_cflags=["-O1 -DWITH_LABEL='\"two words\"'"],
                               extra_musa_cflags=["-O1"]), module)
        self.assert_computes(module)
        self.assertEqual(module.label, "two words")

    def test_openmp(self):
        module = load_inline("openmp_extension", """
            int64_t sum() {
              int64_t result = 0;
            #pragma omp parallel for reduction(+ : result)
              for (int i = 0; i < 1000; ++i)
                result += i;
              return result;
            }""", functions="sum", extra_cflags=["-fopenmp"], build_directory=str(self.work / "openmp"))
        self.assertEqual(module.sum(), 499500)

    def test_load_inline_that_changes(self):
        def value_of(number):
            return load_inline(
                "inline_extension", "int64_t value();", functions="value", build_directory=str(self.work / "inline"),
                musa_sources=f"""
                    #include <THC/THCAtomics.muh>
                    __global__ void store(int64_t *out) {{
                      *out = 1;
                      gpuAtomicAdd(out, int64_t({number - 1}));
                    }}
                    int64_t value() {{
                      int64_t *out, value;
                      musaMallocManaged(&out, sizeof *out);
                      store<<<1, 1>>>(out);
                      musaDeviceSynchronize();
                      value = *out;
                      musaFree(out);
                      return value;
                    }}""").value()

        self.assertEqual(value_of(7), 7)
        self.assertEqual(value_of(8), 8)
        self.assertEqual(value_of(8), 8)

    def test_library_of_operators(self):
        source = self.write("op.mu", """
            #include <torch/library.h>
            int64_t twice(int64_t x) { return 2 * x; }
            TORCH_LIBRARY(musa_extension_test, m) { m.def("twice", &twice); }
        """)
        path = load("operators", source, build_directory=str(self.work / "build"), is_python_module=False)
        self.assertTrue(os.path.exists(path))
        self.assertEqual(torch.ops.musa_extension_test.twice(21), 42)

    def test_kernel_with_more_shared_memory_than_there_is(self):
        large = self.write("large.mu", """
            __global__ void fill(int *out) { __shared__ int values[10000]; values[out[0]] = 1; out[0] = values[7]; }
            void large(int64_t out) { fill<<<1, 1>>>((int *)out); }
        """)
        binding = self.write("binding.cpp", """
            #include <torch/extension.h>
            void large(int64_t out);
            PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("large", large); m.def("small", [] { return 7; }); }
        """)
        for _ in range(2):
            with self.assertWarnsRegex(UserWarning, r"large\.mu' is left out.*\n.*shared memory \(40016\) exceeds limit \(28672\)"):
                module = load("too_large", [large, binding], extra_musa_cflags=["--offload-arch=mp_21"],
                              build_directory=str(self.work / "build"))
            self.assertEqual(module.small(), 7)
            with self.assertRaisesRegex(RuntimeError, r"its source \(large\.mu\) was left out"):
                module.large(0)
            musa_extension._loaded.clear()
        module = load("not_too_large", [large, binding], extra_musa_cflags=["--offload-arch=mp_31"],
                      build_directory=str(self.work / "build_for_mp_31"))
        out = torch.zeros(1, dtype=torch.int32, device="musa")
        module.large(out.data_ptr())

    def test_compile_error(self):
        source = self.write("broken.mu", "int f() { return missing; }\n")
        with self.assertRaisesRegex(BuildError, r"broken\.mu:1:18: error: use of undeclared identifier 'missing'"):
            load("broken", [source], build_directory=str(self.work / "build"))

    def test_cuda_source_and_unknown_source(self):
        for name, says in (("a.cu", "musa-port makes a .mu of it"), ("a.f90", "is no source of an extension for MUSA")):
            with self.assertRaisesRegex(BuildError, says):
                load("unported", [self.write(name, "")], build_directory=str(self.work / "build"))

    def test_programs_that_are_not_there(self):
        source = self.write("a.mu", "")
        with mock.patch.dict(os.environ, MUSACC="/nowhere/mcc"):
            with self.assertRaisesRegex(ProgramNotFoundError, "MUSACC is set to '/nowhere/mcc'"):
                load("no_mcc", [source], build_directory=str(self.work / "build"))
        with mock.patch.dict(os.environ, PATH=str(self.work)):
            with self.assertRaisesRegex(ProgramNotFoundError, "ninja is not in PATH.*pip install ninja"):
                load("no_ninja", [source], build_directory=str(self.work / "build"))
        with mock.patch.dict(os.environ, MAX_JOBS="many"):
            with self.assertRaisesRegex(BuildError, "MAX_JOBS is 'many'"):
                load("no_number", [source], build_directory=str(self.work / "build"))


class OptionsTest(unittest.TestCase):
    """What the environment makes of the command lines."""

    def options(self, *mcc_options, **environment):
        cleared = dict.fromkeys(("TORCH_MUSA_ARCH_LIST", "MUSA_ARCH", "ENABLE_COMPILE_FP64"), "")
        with mock.patch.dict(os.environ, {**cleared, **environment}):
            library = musa_extension._library("x", "x.so", ["a.mu", "b.cpp"], ["inc"], ["-DC"], list(mcc_options), [])
        return library.compilers[".mu"].options

    def architectures(self, *mcc_options, **environment):
        options = self.options(*mcc_options, **environment)
        return [option for option in options if "-arch=" in option]

    def test_architectures(self):
        self.assertEqual(self.architectures(TORCH_MUSA_ARCH_LIST="21;2.2 mp_31"),
                         ["--offload-arch=mp_21", "--offload-arch=mp_22", "--offload-arch=mp_31"])
        self.assertEqual(self.architectures(MUSA_ARCH="21"), ["--offload-arch=mp_21"])
        self.assertEqual(self.architectures(TORCH_MUSA_ARCH_LIST="22", MUSA_ARCH="21"), ["--offload-arch=mp_22"])
        self.assertEqual(self.architectures(), [f"--offload-arch=mp_{get_musa_arch()}"])
        self.assertEqual(self.architectures("--cuda-gpu-arch=mp_21", TORCH_MUSA_ARCH_LIST="22"),
                         ["--cuda-gpu-arch=mp_21"])
        with self.assertRaisesRegex(ValueError, "'sm_80'.*mp_22"):
            self.options(TORCH_MUSA_ARCH_LIST="21;sm_80")
        with self.assertRaisesRegex(ValueError, "MUSA_ARCH is 'mp_22'"):
            self.options(MUSA_ARCH="mp_22")

    def test_fp64(self):
        self.assertIn("-mathx-disable-fp64", self.options(ENABLE_COMPILE_FP64="0"))
        self.assertNotIn("-mathx-disable-fp64", self.options(ENABLE_COMPILE_FP64="1"))
        self.assertNotIn("-mathx-disable-fp64", self.options())

    def test_standards_that_pytorch_refuses_are_left_out(self):
        with self.assertWarnsRegex(UserWarning, r"-std=c\+\+14 is left out: PyTorch .* needs C\+\+17"):
            options = self.options("-std=c++14", "-std=c++20")
        self.assertNotIn("-std=c++14", options)
        self.assertEqual(options[-1], "-std=c++20")

    def test_architecture_of_the_device(self):
        with mock.patch.dict(os.environ):
            os.environ.pop("MUSA_ARCH", None)
            major, minor = torch.musa.get_device_capability()
            self.assertEqual(get_musa_arch(), 10 * major + minor)

    def test_options_of_each_compiler(self):
        extension = MUSAExtension("a.b", ["x.mu"], extra_compile_args={"mcc": ["-Od2"]})
        self.assertEqual(extension.extra_compile_args, {"cxx": [], "mcc": ["-Od2"]})
        extension = MUSAExtension("a.b", ["x.mu"], extra_compile_args=["-g"])
        self.assertEqual(extension.extra_compile_args, {"cxx": ["-g"], "mcc": ["-g"]})
        with self.assertRaisesRegex(ValueError, "'nvcc'.*'cxx' and 'mcc'.*options of nvcc have to be mcc's"):
            MUSAExtension("a.b", ["x.mu"], extra_compile_args={"nvcc": []})

    def test_what_is_not_cudas_is_here_too(self):
        self.assertIs(musa_extension.CppExtension, torch.utils.cpp_extension.CppExtension)
        self.assertTrue(os.access(os.path.join(musa_extension.MUSA_HOME, "bin", "mcc"), os.X_OK))
        for name in ("CUDAExtension", "CUDNN_HOME", "COMMON_NVCC_FLAGS", "_find_cuda_home"):
            with self.assertRaisesRegex(AttributeError, name):
                getattr(musa_extension, name)

    def test_converter_knows_what_is_not_here(self):
        table = json.loads((Path(__file__).parents[2] / "rules/scripts/python.json").read_text())
        known = {*table["members"], *table["unsupported"]}
        absent = {f"torch.utils.cpp_extension.{name}" for name in dir(torch.utils.cpp_extension) if not hasattr(musa_extension, name)}
        self.assertIn("torch.utils.cpp_extension.CUDNN_HOME", absent)
        self.assertEqual(absent - known, set())

    def test_functions_are_called_as_pytorchs(self):
        for name in ("load", "load_inline"):
            ours, theirs = (inspect.signature(getattr(module, name)).parameters.values()
                            for module in (musa_extension, torch.utils.cpp_extension))
            self.assertEqual([(each.name, each.default) for each in ours],
                             [(each.name.replace("cuda", "musa"), each.default) for each in theirs])
        with self.assertRaisesRegex(ValueError, "'x' cannot be built with is_standalone=True"):
            load("x", ["x.cpp"], is_python_module=False, is_standalone=True)


if __name__ == "__main__":
    unittest.main()
