# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A tree that builds with CUDA and without: its port builds with MUSA and without."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

HEADER = """#pragma once
#ifdef WITH_CUDA
#include <cuda_runtime.h>
#endif

#if CUDART_VERSION >= 11000
inline const char *how() { return "with CUDA 11"; }
#elif defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ < 10
inline const char *how() { return "with an old nvcc"; }
#else
inline const char *how() { return "without CUDA"; }
#endif
"""
MAIN = '#include <cstdio>\n#include "how.h"\nint main() { std::puts(how()); }\n'


class PlainCxx(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        source, self.port = Path(folder.name, "source"), Path(folder.name, "port")
        source.mkdir()
        for name, text in {"how.h": HEADER, "main.cpp": MAIN, "device.cu": MAIN}.items():
            (source / name).write_text(text, encoding="utf-8")
        subprocess.run([os.environ["MUSA_PORT"], "-q", "-o", self.port, source], check=True)

    def says(self, *compiler):
        subprocess.run([*compiler, "-o", "program"], cwd=self.port, check=True)
        return subprocess.run([self.port / "program"], check=True, capture_output=True, text=True).stdout.strip()

    def test_without_musa(self):
        """No header of MUSA's or of musa-port's is on the include path."""
        self.assertEqual(self.says(os.environ["MUSA_PORT_CXX"], "main.cpp"), "without CUDA")

    def test_with_musa(self):
        self.assertEqual(self.says(os.environ["MCC"], "-DWITH_MUSA", "device.mu"), "with CUDA 11")
        self.assertEqual(self.says(os.environ["MCC"], "-DWITH_MUSA", "main.cpp"), "with CUDA 11")


if __name__ == "__main__":
    unittest.main()
