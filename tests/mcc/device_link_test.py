# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Relocatable device code: device_link/ is compiled file by file, linked in several ways, and run."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

MCC = os.environ["MCC"]
CXX = os.environ["MUSA_PORT_CXX"]
LIBRARY = pathlib.Path(os.environ["MUSA_PORT_BUILD"]) / "lib"
EXPECTED = "96 636 164 19 5\n184 83 2\n42 4\n9 6 20 musaSuccess\n"

# Prints what the kernel writes for thread 3, and a managed variable.
LOADER = r"""#include <musa.h>
#include <musa_runtime_api.h>
#include <cstdio>
#include <cstring>
#define CALL(call) if (const MUresult result = call; result != MUSA_SUCCESS) return printf("%s: %d\n", #call, result)
int main(int argc, char **argv) {
  int *out = nullptr;
  musaMallocManaged(reinterpret_cast<void **>(&out), 64 * sizeof(int), musaMemAttachGlobal);
  MUmodule module = nullptr;
  MUlinkState link = nullptr;
  if (argc == 2) {
    CALL(muModuleLoad(&module, argv[1]));
  } else {
    char log[4000];
    MUjit_option options[] = {MU_JIT_ERROR_LOG_BUFFER, MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
    CALL(muLinkCreate(2, options, values, &link));
    for (int i = 1; i < argc; ++i)
      CALL(muLinkAddFile(link, strstr(argv[i], ".a") ? MU_JIT_INPUT_LIBRARY : MU_JIT_INPUT_OBJECT, argv[i], 0, nullptr, nullptr));
    void *image = nullptr;
    size_t size = 0;
    CALL(muLinkComplete(link, &image, &size));
    CALL(muModuleLoadData(&module, image));
    CALL(muLinkDestroy(link));
  }
  MUfunction use = nullptr;
  CALL(muModuleGetFunction(&use, module, "_Z3usePi"));
  void *arguments[] = {&out};
  CALL(muLaunchKernel(use, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));
  CALL(muCtxSynchronize());
  MUdeviceptr total = 0;
  CALL(muModuleGetGlobal(&total, nullptr, module, "total"));
  printf("%d %d\n", out[3], *reinterpret_cast<int *>(total));
  CALL(muModuleUnload(module));
}
"""


class DeviceLink(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """main.o and device.o, once for all tests."""
        cls.compiled = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "sources"
        shutil.copytree(pathlib.Path(__file__).with_name("device_link"), cls.compiled)
        subprocess.run([MCC, "-O2", "-dc", "main.mu", "device.mu"], cwd=cls.compiled, check=True)

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "sources"
        shutil.copytree(self.compiled, self.folder)

    def run_command(self, *command, status=0):
        done = subprocess.run([str(word) for word in command], cwd=self.folder, capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual(done.returncode != 0, status != 0, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def mcc(self, *arguments, status=0):
        return self.run_command(MCC, *arguments, status=status)

    def assert_runs(self, program="./a.out"):
        self.assertEqual(self.run_command(program), EXPECTED)

    def test_one_command(self):
        self.assertEqual(self.mcc("-O0", "-fmusa-rdc", "main.mu", "device.mu"), "")
        self.assert_runs()

    def test_objects(self):
        self.assertEqual(self.mcc("main.o", "device.o"), "")
        self.assert_runs()
        # What waited for the link is not in the program.
        self.assertNotIn(".llvm.offloading", self.run_command("readelf", "-S", "a.out"))

    def test_archives_of_mcc(self):
        for option in ("-lib", "--lib", "--emit-static-lib"):
            self.mcc(option, "-O2", "device.o", "-o", "libdevice.a", "-L.", "-lm")
            self.assertEqual(self.run_command("ar", "t", "libdevice.a"), "device.o\n")
            self.mcc("main.o", "libdevice.a")
            self.assert_runs()
        self.mcc("-fmusa-rdc", "-lib", "device.mu", "-o", "compiled.a")
        self.mcc("main.o", "compiled.a")
        self.assert_runs()
        self.mcc("-lib", "nothing.o", "-o", "none.a", status=1)

    def test_static_library(self):
        self.run_command("ar", "rcs", "libdevice.a", "device.o")
        for link in (["main.o", "-L.", "-ldevice"], ["main.o", "libdevice.a", "libdevice.a"], ["main.o", "-L", ".", "-l:libdevice.a"]):
            with self.subTest(link):
                self.mcc(*link)
                self.assert_runs()

    def test_library_that_is_linked_already(self):
        """As CMake's CUDA_RESOLVE_DEVICE_SYMBOLS makes it: its device link is in the library."""
        self.mcc("-dlink", "main.o", "device.o", "-o", "link.o")
        self.run_command("ar", "rcs", "liball.a", "main.o", "device.o", "link.o")
        (self.folder / "more.mu").write_text("__global__ void more(int *out) { *out = 1; }\n", encoding="utf-8")
        self.mcc("-dc", "more.mu")
        self.mcc("more.o", "-L.", "-lall")
        self.assert_runs()

    def test_shared_library(self):
        self.mcc("-fPIC", "-dc", "main.mu", "device.mu")
        self.mcc("-shared", "main.o", "device.o", "-o", "liball.so")
        (self.folder / "empty.cpp").write_text("", encoding="utf-8")
        self.mcc("empty.cpp", "-L.", "-lall", "-Wl,-rpath,.")
        self.assert_runs()

    def test_module(self):
        """Of the device code alone: main.o has a function that the loading program has, too."""
        (self.folder / "load.cpp").write_text(LOADER, encoding="utf-8")
        self.run_command("ar", "rcs", "libdevice.a", "device.o")
        self.assertEqual(self.mcc("--cuda-device-only", "main.o", "libdevice.a", "-o", "linked.module"), "")
        self.assertNotIn(" T main\n", self.run_command("nm", "linked.module"))
        self.mcc("load.cpp", "-lmusa", "-o", "load")
        # use() of main.mu, with sums over the block in device.mu; and again, linked by the program.
        self.assertEqual(self.run_command("./load", "linked.module"), "78 9\n")
        self.assertEqual(self.run_command("./load", "main.o", "libdevice.a"), "78 9\n")

    def test_module_of_nothing(self):
        self.mcc("-c", "-x", "c++", "/dev/null", "-o", "none.o")
        self.assertIn("and these files have none; compile them with -dc", self.mcc("--cuda-device-only", "none.o", status=1))
        self.assertIn("no such file or directory: 'nothing.o'", self.mcc("--cuda-device-only", "nothing.o", status=1))
        self.assertIn("is not defined in the files that are linked", self.mcc("--cuda-device-only", "main.o", status=1))

    def test_linker_that_is_not_mcc(self):
        self.mcc("-dlink", "main.o", "device.o", "-o", "link.o")
        link = [CXX, "main.o", "device.o", f"-L{LIBRARY}", f"-Wl,-rpath,{LIBRARY}", "-lmusart"]
        self.assertIn("__musa_device_image", self.run_command(*link, status=1))
        self.run_command(*link, "link.o")
        self.assert_runs()
        # A kernel is cut at the barriers of a function of another file.
        self.assertIn(" _Z3usePi.segments\n", self.run_command("nm", "link.o"))

    def test_smallest_program(self):
        (self.folder / "one.mu").write_text("__global__ void k(int *o) { *o = 1; }\nint main() { k<<<1, 1>>>(nullptr); }\n", encoding="utf-8")
        for level in ("-O0", "-O2"):
            self.mcc(level, "-fmusa-rdc", "one.mu")
        self.mcc("-O0", "-dc", "one.mu")
        self.mcc("-dlink", "one.o", "-o", "link.o")
        self.assertNotIn("__musa_run", self.run_command("nm", "link.o"))

    def test_source_that_is_written_anew(self):
        (self.folder / "call.cpp").write_text("void run1();\nvoid run2();\nint main() { run1(); run2(); }\n", encoding="utf-8")
        for n in (1, 2):
            (self.folder / "gen.mu").write_text(
                f"#include <cstdio>\n__global__ void k{n}() {{}}\nvoid run{n}() {{ k{n}<<<1, 1>>>(); puts(musaGetErrorName(musaGetLastError())); }}\n",
                encoding="utf-8")
            self.mcc("-dc", "gen.mu", "-o", "gen.o")
            (self.folder / "gen.o").rename(self.folder / f"gen{n}.o")
        self.mcc("call.cpp", "gen1.o", "gen2.o")
        self.assertEqual(self.run_command("./a.out"), "musaSuccess\nmusaSuccess\n")
        # What only a header changes has one name, which is said.
        (self.folder / "gen.mu").write_text('#include "value.h"\n__global__ void k() {}\n__device__ int VALUE;\n', encoding="utf-8")
        for value in ("one", "two"):
            (self.folder / "value.h").write_text(f"#define VALUE {value}\n", encoding="utf-8")
            self.mcc("-dc", "gen.mu", "-o", "gen.o")
            (self.folder / "gen.o").rename(self.folder / f"{value}.o")
        self.assertIn("mcc: error: two.o: 'gen.mu' was compiled twice by the same command", self.mcc("one.o", "two.o", status=1))

    def test_units_of_another_version(self):
        self.mcc("-dc", "device.mu")
        unit = self.folder / "device.o"
        content = unit.read_bytes()
        older = re.sub(rb"musa-port \d", b"musa-port 0", content)
        self.assertNotEqual(older, content)
        unit.write_bytes(older)
        self.assertIn("mcc: error: device.o: 'device.mu' was compiled by another version of mcc; compile it again",
                      self.mcc("main.mu", "-fmusa-rdc", "device.o", status=1))

    def test_symbols_of_constants(self):
        (self.folder / "c.mu").write_text(
            "#include <cstdio>\nstatic __device__ const int table[2] = {3, 4};\n__device__ const float real[1] = {5};\n"
            "__global__ void k(int *o, int i) { *o = table[i] + real[i]; }\n"
            "int main() { int t = 0; float r = 0; musaMemcpyFromSymbol(&t, table, 4); musaMemcpyFromSymbol(&r, real, 4);\n"
            "  printf(\"%d %g\\n\", t, r); }\n", encoding="utf-8")
        self.mcc("-fmusa-rdc", "c.mu")
        self.assertEqual(self.run_command("./a.out"), "3 5\n")

    def test_static_managed_variables_of_two_links(self):
        for name in ("p", "q"):
            (self.folder / f"{name}.mu").write_text(
                f"static __managed__ int hidden;\n__global__ void k{name}() {{ ++hidden; }}\nvoid run{name}() {{ k{name}<<<1, 1>>>(); }}\n",
                encoding="utf-8")
            self.mcc("-dc", f"{name}.mu")
            self.mcc("-dlink", f"{name}.o", "-o", f"{name}l.o")
        (self.folder / "m.cpp").write_text("void runp();\nvoid runq();\nint main() { runp(); runq(); }\n", encoding="utf-8")
        self.mcc("m.cpp", "p.o", "pl.o", "q.o", "ql.o")
        self.run_command("./a.out")

    def test_assembly_that_another_file_reaches(self):
        (self.folder / "ptx.mu").write_text('__device__ void f(int *o) { asm("mov.u32 %0, %%laneid;" : "=r"(*o)); }\n', encoding="utf-8")
        self.assertRegex(self.mcc("-dc", "ptx.mu", status=1), r"ptx\.mu:1:\d+: error: the host has no assembler for a GPU's asm")

    def test_device_link_of_nothing(self):
        self.mcc("-c", "-fno-musa-rdc", "-x", "c++", "/dev/null", "-o", "none.o")
        self.mcc("-dlink", "none.o")
        self.assertTrue((self.folder / "a_dlink.o").exists())
        self.assertIn("no input files", self.mcc("-dlink", status=1))
        self.assertIn("'-dlink' links object files; compile sources before", self.mcc("-dlink", "main.mu", status=1))
        self.assertIn("no such file or directory: 'nothing.o'", self.mcc("-dlink", "nothing.o", status=1))

    def test_sanitizer(self):
        self.mcc("-g", "-fsanitize=address", "-fmusa-rdc", "main.mu", "device.mu")
        self.assert_runs()

    def test_errors(self):
        missing = [f"mcc: error: main.mu: the device {name} is not defined in the files that are linked"
                   for name in ("function 'scaled(int)'", "function 'sumOf(int, ...)'", "function 'sumOfBlock(int)'", "variable 'choices'",
                                "variable 'chosen'", "variable 'counter'", "variable 'factor'", "variable 'total'")]
        self.assertEqual(sorted(self.mcc("main.o", status=1).splitlines()[:-1]), missing)
        shutil.copy(self.folder / "device.mu", self.folder / "again.mu")
        self.mcc("-dc", "again.mu")
        self.assertIn("mcc: error: again.mu: the device function 'scaled(int)' is also defined in device.mu\n",
                      self.mcc("main.o", "device.o", "again.o", status=1))
        self.mcc("-dc", "--offload-arch=mp_21", "device.mu")
        self.assertIn("mcc: error: device.mu: is compiled for mp_21, and main.mu for mp_31; ", self.mcc("main.o", "device.o", status=1))
        self.mcc("-dc", "--offload-arch=any", "device.mu")
        self.mcc("main.o", "device.o")
        self.assert_runs()
        said = self.mcc("-c", "main.mu", status=1)
        self.assertIn("device.h:7:16: error: the device function 'scaled(int)' is not defined in this file; compile and link with "
                      "-fmusa-rdc", said)


if __name__ == "__main__":
    unittest.main()
