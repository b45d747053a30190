# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What torch_musa's page on its utils shows beside the compare tool: SimplePorting as a command, force_mcc, LOGGER and
CMakeListsGenerator."""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import torch_musa

KERNEL = """#include <cuda_runtime.h>
#include <torch/types.h>
#include "scale.h"
__global__ void scale_kernel(float *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= FACTOR;
}
torch::Tensor scale(torch::Tensor x) {
  auto y = x.clone();
  scale_kernel<<<(y.numel() + 255) / 256, 256>>>(y.data_ptr<float>(), y.numel());
  return y;
}
"""
SCALE = "torch::Tensor scale(torch::Tensor x);\n"
# Half types in a file for the C++ compiler: only mcc knows their operators.
BINDINGS = """#include <cuda_fp16.h>
#include <torch/extension.h>
#include "scale.h"
__device__ __half twice(__half x) { return __hadd(x, x); }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scale", &scale); m.def("offset", [] { return OFFSET; }); }
"""
SETUP = """
import os
from setuptools import setup
from torch_musa.utils.simple_porting import SimplePorting
from torch_musa.utils.musa_extension import MUSAExtension, BuildExtension

SimplePorting(cuda_dir_path="scaling/src", mapping_rule={"x.device().is_cuda()": "true"}).run()
c_flags = {
    "cxx": ["force_mcc", "-DOFFSET=7"],
    "mcc": ["-DFACTOR=3.0f"],
}
setup(
    name="scaling",
    ext_modules=[MUSAExtension(name="scaling_ext",
                               sources=[os.path.join("scaling/src_musa", f) for f in ["scale.mu", "bindings.cpp"]],
                               extra_compile_args=c_flags)],
    cmdclass={"build_ext": BuildExtension},
)
"""
LOGS = """
from torch_musa.utils.logger_util import LOGGER

LOGGER.debug('debug')
LOGGER.info('info')
LOGGER.warning('warn')
LOGGER.error('error')
LOGGER.critical('critical')
"""


class UtilsTest(unittest.TestCase):
    def setUp(self):
        self.work = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()

    def write(self, name, text):
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_command(self, *command, status=0):
        done = subprocess.run([str(word) for word in command], cwd=self.work, text=True, check=False, timeout=1800,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, status, f"{command}\n{done.stdout}")
        return done.stdout

    def port(self, *options, status=0):
        return self.run_command(sys.executable, "-m", "torch_musa.utils.simple_porting", *options, status=status)

    def test_simple_porting_as_a_command(self):
        self.write("cuda/a.cu", "cudaFree(p);\n")
        self.write("cuda/csrc/npu/b.cu", "cudaFree(p);\n")
        self.port("--cuda-dir-path", "cuda/")
        self.assertEqual((self.work / "cuda_musa/a.mu").read_text(), "musaFree(p);\n")
        self.assertTrue((self.work / "cuda_musa/csrc/npu/b.mu").exists())

    def test_full_command(self):
        self.write("cuda/a.cu", "cudaFree(p); cudaMalloc(p);\n")
        self.write("cuda/csrc/npu/b.cu", "cudaFree(p);\n")
        self.write("mapping/more.json", '{"cudaMalloc": "of_the_folder"}')
        self.port("--cuda-dir-path", "cuda/", "--ignore-dir-paths", '["cuda/csrc/npu"]', "--mapping-rule", '{"cudaFree":"mine"}',
                  "--drop-default-mapping", "--mapping-dir-path", "mapping/")
        self.assertEqual((self.work / "cuda_musa/a.mu").read_text(), "mine(p); of_the_folder(p);\n")
        self.assertFalse((self.work / "cuda_musa/csrc").exists())

    def test_wrong_commands(self):
        self.assertIn("no such file or folder", self.port("--cuda-dir-path", "nowhere", status=2))
        # What a shell makes of the page's command, whose quotes it takes away.
        self.assertRegex(self.port("--ignore-dir-paths", "[csrc/npu]", status=2), r"ignore_dir_paths is not a list in JSON(.|\n)*quotes")
        self.assertIn("mapping_rule is not an object: []", self.port("--mapping-rule", "[]", status=2))
        self.write("cuda/launch.cu", "cudaLaunchDevice(f, p, g, b, 0, s);\n")
        self.assertRegex(self.port(status=1), r"launch\.cu:1:1: error: .*cudaLaunchDevice")

    def test_strings_in_json(self):
        from torch_musa.utils.simple_porting import SimplePorting

        self.write("csrc/a.cu", "cudaFree(p);\n")
        self.write("csrc/npu/b.cu", "cudaFree(p);\n")
        with warnings.catch_warnings(), contextlib.chdir(self.work):
            warnings.simplefilter("error")
            SimplePorting("csrc", '["csrc/npu"]', '{"cudaFree": "mine"}').run()
        self.assertEqual((self.work / "csrc_musa/a.mu").read_text(), "mine(p);\n")
        self.assertFalse((self.work / "csrc_musa/npu").exists())

    def test_force_mcc(self):
        for name, text in (("scale.cu", KERNEL), ("bindings.cpp", BINDINGS), ("scale.h", SCALE)):
            self.write(f"scaling/src/{name}", text)
        self.write("setup_musa.py", SETUP)
        self.run_command(sys.executable, "setup_musa.py", "build_ext", "--inplace")
        printed = self.run_command(sys.executable, "-c", "import torch, torch_musa, scaling_ext as s\n"
                                   "print(s.scale(torch.ones(300, device='musa')).sum().item(), s.offset())")
        self.assertEqual(printed.split(), ["900.0", "7"])

    def test_logger(self):
        lines = self.run_command(sys.executable, "-c", LOGS).splitlines()
        self.assertEqual([re.sub(r"^[\d-]{10} [\d:]{8} \| <string> \| \d+ \| ", "", line) for line in lines],
                         ["INFO : info", "WARNING : warn", "ERROR : error", "CRITICAL : critical"])

    def test_logger_leaves_others_alone(self):
        printed = self.run_command(sys.executable, "-c", "from torch_musa.utils.logger_util import LOGGER\nimport logging\n"
                                   "logging.getLogger().info('not shown'); logging.basicConfig(); LOGGER.info('once')")
        self.assertEqual(len(printed.splitlines()), 1, printed)

    def test_lists_for_cmake(self):
        from torch_musa.utils.cmake_lists_generator import CMakeListsGenerator

        self.write("lib dir/scale.mu", KERNEL.replace("cuda_runtime.h", "musa_runtime.h"))
        self.write("lib dir/offset.cpp", '#include "offset.h"\n#include <ATen/ATen.h>\nint offset() { return OFFSET + at::ones(2).size(0); }\n')
        self.write("include/offset.h", "int offset();\n")
        self.write("include/scale.h", SCALE)
        source = self.work / "lib dir"
        with contextlib.chdir(self.work):
            CMakeListsGenerator(sources=[str(source / "scale.mu"), str(source / "offset.cpp")], include_dirs=[str(self.work / "include")],
                                link_libraries=[], define_macros=[("FACTOR", "2.0f"), ("OFFSET", 40), ("PLAIN", None)]).generate()
            CMakeListsGenerator(sources=["lib dir/scale.mu", "lib dir/offset.cpp"], include_dirs=["include"],
                                link_libraries=["m", "Threads::Threads"], define_macros=[("FACTOR", "2.0f"), ("OFFSET", 40), ("PLAIN", None)]).generate()
            self.assertIn('\n  "m"\n  "Threads::Threads")\n', Path("CMakeLists.txt").read_text())
        self.run_command("cmake", "-S", ".", "-B", "build", "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={torch_musa._build_info.cxx_compiler}")
        self.run_command("cmake", "--build", "build")
        self.assertIn("scale.mu", self.run_command("ar", "t", self.work / "build/libdemo_musa.a"))

    def test_lists_of_ones_own(self):
        from torch_musa.utils.cmake_lists_generator import CMakeListsGenerator

        self.write("CMakeLists.txt", "project(mine)\n")
        with contextlib.chdir(self.work):
            with self.assertRaisesRegex(FileExistsError, "was not written by"):
                CMakeListsGenerator(["a.mu"], [], []).generate()
            os.remove("CMakeLists.txt")
            CMakeListsGenerator([], [], [], customized_cmake_lists="project(given)\n").generate()
        self.assertTrue((self.work / "CMakeLists.txt").read_text().endswith("\nproject(given)\n"))
        with self.assertRaisesRegex(ValueError, "at least one source"):
            CMakeListsGenerator([], [], [])


if __name__ == "__main__":
    unittest.main()
