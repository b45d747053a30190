# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel: what it is, and that an environment that has it has what it promises."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).parents[2]
SOURCE = "#include <cuda_runtime.h>\nvoid f(void *p) { cudaFree(p); }\n"


def run(*command, cwd=None):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, cwd=cwd)
    if done.returncode:
        raise AssertionError(f"{command}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        run(ROOT / "packaging/make_wheel.sh", os.environ["MUSA_PORT_BUILD"], cls.folder)
        cls.wheel, = cls.folder.glob("*.whl")
        cls.environment = cls.folder / "environment"
        # LibCST is the machine's: nothing is downloaded.
        run(sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", cls.environment)
        cls.pip("install", cls.wheel, "--no-index", "--no-deps")
        (cls.folder / "csrc").mkdir()
        (cls.folder / "csrc/a.cu").write_text(SOURCE, encoding="utf-8")

    @classmethod
    def pip(cls, *arguments):
        run(sys.executable, "-m", "pip", "--python", cls.environment / "bin/python", "-q", *arguments)

    def program(self, name, *arguments):
        return run(self.environment / "bin" / name, *arguments, cwd=self.folder)

    def test_name_and_metadata(self):
        version = self.program("musa-port", "--version").split()[1]
        self.assertEqual(self.wheel.name, f"musa_port-{version}-py3-none-manylinux2014_x86_64.whl")
        with zipfile.ZipFile(self.wheel) as archive:
            metadata = archive.read(f"musa_port-{version}.dist-info/METADATA").decode()
        self.assertIn("\nRequires-Dist: libcst>=1.1\n", metadata)
        self.assertIn("\nLicense-File: LICENSE\n", metadata)

    def test_program_is_static(self):
        """Else the wheel's tag promises too much."""
        program = self.environment / "bin/musa-port"
        self.assertNotIn("INTERP", run("readelf", "--program-headers", "--wide", program))
        self.assertNotIn("NEEDED", run("readelf", "--dynamic", "--wide", program))

    def test_programs(self):
        self.program("musa-port", "csrc", "-o", "ported")
        self.assertIn("musaFree(p)", (self.folder / "ported/a.mu").read_text(encoding="utf-8"))
        (self.folder / "script.py").write_text("import torch\nx = torch.zeros(1).cuda()\n", encoding="utf-8")
        self.assertIn("+x = torch.zeros(1).musa()", self.program("musa-converter", "-r", "script.py", "--diff"))

    def test_simple_porting(self):
        said = self.program("python", "-c", "from musa_port.utils.simple_porting import SimplePorting\n"
                            "from musa_port.utils._programs import find_musa_port\n"
                            "print(find_musa_port(), SimplePorting('csrc').run())")
        self.assertEqual(said.split(), [str(self.environment / "bin/musa-port"), str(self.folder / "csrc_musa")])
        self.assertIn("musaFree(p)", (self.folder / "csrc_musa/a.mu").read_text(encoding="utf-8"))

    def test_cmake(self):
        (self.folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(small LANGUAGES NONE)\nfind_package(MusaPort REQUIRED)\n"
            "musa_port(kernels CONFIGURE SOURCE_DIR csrc)\n", encoding="utf-8")
        build = self.folder / "build"
        run("cmake", "-S", self.folder, "-B", build, f"-DCMAKE_PREFIX_PATH={self.environment}")
        self.assertIn("musaFree(p)", (build / "ported/kernels/a.mu").read_text(encoding="utf-8"))
        self.assertTrue((self.environment / "include/musa_port/cuda_level.h").is_file())


if __name__ == "__main__":
    unittest.main()
