# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A plugin that mcc makes, and a program that is not linked to libmusart and loads it for a while."""

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


if __name__ == "__main__":
    unittest.main()
