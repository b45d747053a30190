# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Relocatable device code: device_link/ is compiled file by file, linked in several ways, and run."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

MCC = os.environ["MCC"]
CXX = os.environ["MUSA_PORT_CXX"]
LIBRARY = pathlib.Path(os.environ["MUSA_PORT_BUILD"]) / "lib"
EXPECTED = "96 636 164 19 5\n14 2\n42 4\n9 6 20 musaSuccess\n"


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

    def test_linker_that_is_not_mcc(self):
        self.mcc("-dlink", "main.o", "device.o", "-o", "link.o")
        link = [CXX, "main.o", "device.o", f"-L{LIBRARY}", f"-Wl,-rpath,{LIBRARY}", "-lmusart"]
        self.assertIn("__musa_device_image", self.run_command(*link, status=1))
        self.run_command(*link, "link.o")
        self.assert_runs()
        # A kernel is cut at the barriers of a function of another file.
        self.assertIn(" _Z3usePi.segments\n", self.run_command("nm", "link.o"))

    def test_device_link_of_nothing(self):
        self.mcc("-c", "-fno-musa-rdc", "-x", "c++", "/dev/null", "-o", "none.o")
        self.mcc("-dlink", "none.o")
        self.assertTrue((self.folder / "a_dlink.o").exists())
        self.assertIn("no input files", self.mcc("-dlink", status=1))

    def test_sanitizer(self):
        self.mcc("-g", "-fsanitize=address", "-fmusa-rdc", "main.mu", "device.mu")
        self.assert_runs()

    def test_errors(self):
        missing = [f"mcc: error: main.mu: the device {name} is not defined in the files that are linked"
                   for name in ("function 'scaled(int)'", "function 'sumOfBlock(int)'", "variable 'chosen'", "variable 'counter'",
                                "variable 'factor'", "variable 'total'")]
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
        self.assertIn("device.h:7:16: error: the device function 'scaled(int)' is not defined in this file; to link device code of "
                      "several files, compile and link them with -fmusa-rdc", said)


if __name__ == "__main__":
    unittest.main()
