# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chapter 5.8 of the manual: a program in C++ finds the backend by CMake, and runs a model that Python has saved.

The program is the manual's, word for word, and examples/cpp is the project: built once against the build folder, once against the
installed package.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import support  # noqa: E402: it sets the environment

import torch  # noqa: E402
import torch_musa  # noqa: E402
from torch_musa import _build_info  # noqa: E402

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule

EXAMPLE = Path(__file__).resolve().parents[1] / "examples/cpp"
PACKAGE = Path(torch_musa.__file__).parent
KERNELS = PACKAGE.parents[1]
TOOLKIT = Path(_build_info.mcc).parents[1]
PROGRAM = """
#include <torch/script.h>
#include <torch_musa/csrc/core/Device.h>
#include <iostream>
#include <memory>

int main(int argc, const char* argv[]) {
    // Register 'musa' for PrivateUse1 as we save model with 'musa'.
    c10::register_privateuse1_backend("musa");

    torch::jit::script::Module module;
    // Load model which saved with torch jit.trace or jit.script.
    module = torch::jit::load(argv[1]);

    std::vector<torch::jit::IValue> inputs;
    // Ready for input data.
    torch::Tensor input = torch::rand({1, 3, 224, 224}).to("musa");
    inputs.push_back(input);

    // Model execute.
    at::Tensor output = module.forward(inputs).toTensor();

    return 0;
}
"""
# As extensions name them: mmcv by the whole path, vllm by the folders.
PATHS = """
#include "torch_musa/share/generated_cuda_compatible/aten/src/THC/THCAtomics.muh"
#include "torch_musa/share/generated_cuda_compatible/include/ATen/musa/Atomic.muh"
#include "torch_musa/share/generated_cuda_compatible/include/ATen/musa/MUSA_PORT_ApplyUtils.muh"
#include "torch_musa/csrc/aten/musa/MUSAContext.h"
#include <ATen/native/musa/KernelUtils.muh>
#include <THC/THCAtomics.muh>
#include <torch/extension.h>

__global__ void count(int *out) { gpuAtomicAdd(out, 1); }
"""


class Deployment(unittest.TestCase):
    def run_command(self, *command, **environment):
        done = subprocess.run([str(word) for word in command], cwd=self.work, env={**os.environ, **environment}, text=True,
                              check=False, timeout=1800, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}")
        return done.stdout

    def setUp(self):
        self.work = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()

    def check_example(self, **environment):
        """The example prints what Python computes, and the manual's program ends well."""
        for name in ("CMakeLists.txt", "model_gen.py", "example-app.cpp"):
            shutil.copy(EXAMPLE / name, self.work)
        self.assertEqual(self.run_command(sys.executable, "model_gen.py", "resnet18", **environment).splitlines()[-1], "resnet18.pt")
        self.run_command("cmake", "-S", ".", "-B", "build", "-G", "Unix Makefiles",
                         f"-DCMAKE_CXX_COMPILER={_build_info.cxx_compiler}", **environment)
        self.run_command("cmake", "--build", "build", **environment)
        printed = self.run_command("build/example-app", "resnet18.pt", **environment)
        with torch.no_grad():
            expected = torch.jit.load(self.work / "resnet18.pt")(torch.ones(1, 3, 224, 224, device="musa"))[:, :5].cpu()
        self.assertIn("musaFloatType{1,5}", printed)
        torch.testing.assert_close(torch.tensor([[float(word) for word in printed.splitlines()[0].split()]]), expected, rtol=1e-3, atol=1e-3)
        (self.work / "example-app.cpp").write_text(PROGRAM)
        self.run_command("cmake", "--build", "build", **environment)
        self.run_command("build/example-app", "resnet18.pt", **environment)

    def test_from_the_build_folder(self):
        self.assertEqual(torch_musa.core.cmake_prefix_path, torch_musa.utils.cmake_prefix_path)
        self.check_example()

    def test_from_the_installed_package(self):
        installed = self.work / "installed"
        self.run_command("cmake", "--install", KERNELS, "--prefix", installed)
        (package,) = installed.glob("**/torch_musa")
        self.check_headers(package)
        # It would look for the toolkit where the Debian package has it.
        self.check_example(PYTHONPATH=str(package.parent), LD_LIBRARY_PATH=str(TOOLKIT / "lib"), CMAKE_PREFIX_PATH=str(TOOLKIT))

    def check_headers(self, package):
        """The installed package has the headers of the one in the build folder, and compilers find them by their folders alone."""
        shared = package / "share"
        self.assertEqual({path.relative_to(package) for path in (package / "csrc").rglob("*.h")},
                         {path.relative_to((PACKAGE / "csrc").resolve().parent) for path in (PACKAGE / "csrc").resolve().rglob("*.h")})
        self.assertEqual({path.relative_to(shared) for path in shared.rglob("*") if path.is_file()},
                         {path.relative_to(PACKAGE / "share") for path in (PACKAGE / "share").rglob("*") if path.is_file()})
        self.assertFalse([path for path in package.rglob("*") if path.is_symlink()])
        (self.work / "paths.mu").write_text(PATHS)
        ported = shared / "generated_cuda_compatible"
        folders = [TOOLKIT / "include", ported / "aten/src", ported / "include", *_build_info.torch_include_dirs, package.parent]
        self.run_command(_build_info.mcc, "-x", "musa", "-std=c++17", "-fsyntax-only", *_build_info.compile_options,
                         *(f"-I{folder}" for folder in folders), f"-I{sysconfig.get_path('include')}", "paths.mu")


if __name__ == "__main__":
    unittest.main()
