# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What mcc makes for programs that load it: a plugin, for one that is not linked to libmusart, and a module."""

import os
import pathlib
import subprocess
import tempfile
import unittest

MCC = os.environ["MCC"]
CXX = os.environ["MUSA_PORT_CXX"]

PLUGIN = """__global__ void kernel(int *out) { *out = 42; }
extern "C" int run() {
  int *out = nullptr;
  if (musaMallocManaged(&out, sizeof *out) != musaSuccess)
    return 0;
  kernel<<<1, 1, 0, musaStreamPerThread>>>(out);
  musaStreamSynchronize(musaStreamPerThread);
  const int result = *out;
  musaFree(out);
  return result;
}
"""
PROGRAM = """#include <dlfcn.h>
#include <thread>
int main() {
  int result = 0;
  for (int times = 0; times < 3; ++times) {
    std::thread([&] {
      void *plugin = dlopen("./plugin.so", RTLD_NOW | RTLD_LOCAL);
      if (plugin == nullptr)
        return;
      result += reinterpret_cast<int (*)()>(dlsym(plugin, "run"))();
      dlclose(plugin);
    }).join();
    if (dlopen("./plugin.so", RTLD_NOW | RTLD_NOLOAD) != nullptr)
      return 2;
  }
  return result == 3 * 42 ? 0 : 1;
}
"""

KERNEL = """__device__ int factor;
extern "C" __global__ void scale(int *x) { *x *= factor; }
"""
LOADER = """#include <musa.h>
int main() {
  MUdevice device;
  MUcontext context;
  MUmodule module;
  MUfunction kernel;
  MUdeviceptr factor, x;
  size_t bytes;
  int three = 3, value = 14;
  void *arguments[] = {&x};
  const bool works = muInit(0) == MUSA_SUCCESS && muDeviceGet(&device, 0) == MUSA_SUCCESS &&
                     muCtxCreate(&context, 0, device) == MUSA_SUCCESS &&
                     muModuleLoad(&module, "kernel.module") == MUSA_SUCCESS &&
                     muModuleGetFunction(&kernel, module, "scale") == MUSA_SUCCESS &&
                     muModuleGetGlobal(&factor, &bytes, module, "factor") == MUSA_SUCCESS &&
                     muMemAlloc(&x, sizeof value) == MUSA_SUCCESS &&
                     muMemcpyHtoD(factor, &three, bytes) == MUSA_SUCCESS &&
                     muMemcpyHtoD(x, &value, sizeof value) == MUSA_SUCCESS &&
                     muLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == MUSA_SUCCESS &&
                     muMemcpyDtoH(&value, x, sizeof value) == MUSA_SUCCESS && muModuleUnload(module) == MUSA_SUCCESS;
  return works && value == 42 ? 0 : 1;
}
"""


class Plugin(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_command(self, *command):
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")

    def test_thread_that_ends_after_its_plugin(self):
        """libmusart destroys its objects of a thread when the thread ends, and so it must still be there."""
        (self.folder / "plugin.mu").write_text(PLUGIN, encoding="utf-8")
        (self.folder / "main.cpp").write_text(PROGRAM, encoding="utf-8")
        self.run_command(MCC, "-shared", "-fPIC", "plugin.mu", "-o", "plugin.so")
        self.run_command(CXX, "-pthread", "main.cpp", "-ldl", "-o", "main")
        self.run_command("./main")

    def test_module_of_the_device_s_side(self):
        (self.folder / "kernel.mu").write_text(KERNEL, encoding="utf-8")
        (self.folder / "main.cpp").write_text(LOADER, encoding="utf-8")
        self.run_command(MCC, "main.cpp", "-lmusa", "-o", "main")
        for options in ([], ["-c"]):
            self.run_command(MCC, *options, "--cuda-device-only", "-O2", "kernel.mu", "-o", "kernel.module")
            self.run_command("./main")


if __name__ == "__main__":
    unittest.main()
