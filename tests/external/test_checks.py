# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""musa-port check on the real trees of corpora.json."""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import fetch

ROOT = Path(__file__).resolve().parents[2]
MUSA_PORT = Path(os.environ.get("MUSA_PORT", ROOT / "build/bin/musa-port"))


class Mmcv(unittest.TestCase):
    def test_upfirdn2d_needs_the_bytes_that_the_manual_prints(self):
        """Of torch_musa's manual, chapter 7.2.4: what mcc refuses to compile for mp_10."""
        operators = fetch.tree("mmcv")
        source = operators / "pytorch/cuda/upfirdn2d_kernel.cu"
        folders = ["common", "common/cuda", "pytorch"]
        with tempfile.TemporaryDirectory() as build:
            (Path(build) / "compile_commands.json").write_text(json.dumps([{
                "directory": str(operators),
                "file": str(source),
                "arguments": ["nvcc", *(f"-I{folder}" for folder in folders), "-isystem",
                              "/usr/include/torch/csrc/api/include", str(source)],
            }]))
            done = subprocess.run([MUSA_PORT, "check", source, "-p", build, "--arch=mp_10"],
                                  capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        found = re.findall(r"error: 'upfirdn2d_kernel_small<(.*)>' needs (\d+) bytes of shared memory; a block of mp_10 has 28672",
                           done.stderr)
        self.assertEqual(sorted(int(size) for _, size in found), [28824, 30768, 31384, 31504, 31768, 41776, 42904])
        self.assertEqual(done.stderr.count("error:"), len(found), done.stderr)
        self.assertTrue(all(arguments.startswith("double, 1, 1, ") for arguments, _ in found), found)


if __name__ == "__main__":
    unittest.main()
