# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import glob
import os
import shutil
import tempfile
import unittest

import support  # first: it sets the environment

import torch_musa
from torch_musa import _native

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


IMPORT = """
    import sys
    sys.path.insert(0, sys.argv[1])
    import torch
    try:
        import torch_musa
    except ImportError as error:
        print(error)
        print("cause:", error.__cause__)
    else:
        print("imported from", torch_musa.__file__)
"""


class ImportErrorTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        self.package = os.path.join(self.folder, "torch_musa")
        original = os.path.dirname(torch_musa.__file__)
        shutil.copytree(original, self.package, ignore=shutil.ignore_patterns("lib", "include", "__pycache__"))

    def explanation(self, **environment):
        result = support.run(IMPORT, self.folder, **environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def extension(self):
        path, = glob.glob(os.path.join(self.package, "_MUSAC*.so"))
        return path

    def test_missing_library(self):
        # A name of the same length: the extension needs a library that there is not.
        with open(self.extension(), "rb") as file:
            content = file.read()
        self.assertIn(b"libmusa_kernels.so\0", content)
        with open(self.extension(), "wb") as file:
            file.write(content.replace(b"libmusa_kernels.so\0", b"libmusa_missing.so\0"))

        text = self.explanation(LD_LIBRARY_PATH="/some/where:/else/where", MUSA_HOME="/opt/musa")
        self.assertIn("The library libmusa_missing.so, which torch_musa needs, was not found.", text)
        for folder in (os.path.join(self.package, "lib"), "/some/where", "/else/where", "/opt/musa/lib"):
            self.assertIn(folder, text)
        self.assertIn("cause: libmusa_missing.so: cannot open shared object file", text)
        self.assertIn("LD_LIBRARY_PATH is not set", self.explanation(LD_LIBRARY_PATH=""))

        # Where it is found, the command that mends it is told.
        home = os.path.join(self.folder, "sdk")
        os.makedirs(os.path.join(home, "lib"))
        with open(os.path.join(home, "lib", "libmusa_missing.so"), "w"):
            pass
        text = self.explanation(LD_LIBRARY_PATH="/some/where", MUSA_HOME=home)
        self.assertIn(f"export LD_LIBRARY_PATH={home}/lib:$LD_LIBRARY_PATH", text)

    def test_missing_extension(self):
        os.remove(self.extension())
        self.assertIn(f"{self.package} has no extension _MUSAC", self.explanation())

    def test_extension_of_another_python(self):
        os.rename(self.extension(), os.path.join(self.package, "_MUSAC.cpython-27-nowhere.so"))
        text = self.explanation()
        self.assertIn("_MUSAC.cpython-27-nowhere.so, and this is Python 3.", text)

    def test_other_pytorch(self):
        path = os.path.join(self.package, "_build_info.py")
        with open(path) as file:
            content = file.read()
        os.remove(path)
        with open(path, "w") as file:
            file.write(content.replace('torch_version = "', 'torch_version = "1'))
        text = self.explanation()
        self.assertIn("torch_musa was built with PyTorch 1", text)
        self.assertIn("build torch_musa with this one", text)

    def test_undefined_symbol(self):
        text = _native.explain("/lib/libmusa_kernels.so: undefined symbol: _ZN2at4musa3cub3sumEi")
        self.assertIn("/lib/libmusa_kernels.so needs this", text)
        self.assertIn("_ZN2at4musa3cub3sumEi", text)
        self.assertIn("ldd /lib/libmusa_kernels.so", text)

    def test_anything_else(self):
        self.assertIn("surprise", _native.explain("surprise"))


if __name__ == "__main__":
    unittest.main()
