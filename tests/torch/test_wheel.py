# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel of torch_musa, in an environment of Python's that knows nothing of the build folder: `import torch` is enough."""

import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import support  # noqa: F401: it sets the environment

import torch_musa
from torch_musa import _build_info

ROOT = Path(__file__).resolve().parents[2]
KERNELS = Path(torch_musa.__file__).parents[2]
TOOLKIT = Path(_build_info.mcc).parents[1]


def run(*command, **environment):
    done = subprocess.run([str(word) for word in command], text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={"PATH": "/usr/bin:/bin", **environment})
    if done.returncode:
        raise AssertionError(f"{command}\n{done.stdout}")
    return done.stdout


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        run(ROOT / "packaging/make_torch_wheel.sh", KERNELS, cls.folder)
        cls.wheel, = cls.folder.glob("*.whl")
        cls.environment = cls.folder / "environment"
        run(sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", cls.environment)  # PyTorch is the machine's
        run(sys.executable, "-m", "pip", "--python", cls.environment / "bin/python", "-q", "install", cls.wheel, "--no-index")

    def python(self, program, **environment):
        return run(self.environment / "bin/python", "-c", program, **environment)

    def test_import_torch_is_enough(self):
        said = self.python("import torch; print(torch.ones(3, device='musa').sum().item(), torch.musa.__file__)",
                           LD_LIBRARY_PATH=f"{TOOLKIT}/lib").split()
        self.assertEqual(said[0], "3.0")
        self.assertTrue(said[1].startswith(str(self.environment)), said)

    def test_nothing_is_of_the_machine_that_built_it(self):
        with zipfile.ZipFile(self.wheel) as archive:
            for name in archive.namelist():
                self.assertNotIn(str(ROOT).encode(), archive.read(name), name)

    def test_libraries_are_looked_for_where_the_debian_package_has_them(self):
        package, = self.environment.glob("lib/python*/site-packages/torch_musa")
        for library in (*package.glob("_MUSAC*.so"), package / "lib/libmusa_kernels.so"):
            self.assertRegex(run("readelf", "--dynamic", "--wide", library), r"RUNPATH.*[:[]/usr/lib/musa-port/lib[]:]")

    def test_without_the_libraries_it_says_what_to_install(self):
        with self.assertRaisesRegex(AssertionError, r"lib\w+\.so, which torch_musa needs, was not found"):
            self.python("import torch_musa", TORCH_DEVICE_BACKEND_AUTOLOAD="0")

    def test_licenses_and_metadata(self):
        with zipfile.ZipFile(self.wheel) as archive:
            files = {name.split("/", 1)[1]: name for name in archive.namelist() if ".dist-info/" in name}
            text = {short: archive.read(name).decode(errors="replace") for short, name in files.items()}
        self.assertIn("Apache License", text["licenses/copyright"])
        self.assertIn("Facebook", text["licenses/pytorch/LICENSE"])
        self.assertIn(f"\nVersion: {_build_info.torch_version}\n", text["METADATA"])
        self.assertIn("Root-Is-Purelib: false\n", text["WHEEL"])


if __name__ == "__main__":
    unittest.main()
