# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What tests of the converter share."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "tool" / "scripts"
MUSA_PORT = os.environ.setdefault("MUSA_PORT", str(ROOT / "build/bin/musa-port"))


def run_converter(*arguments, cwd, stdin=None, text=True, python=(sys.executable, "-B"), **environment):
    path = os.pathsep.join([str(PACKAGE), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [*python, "-m", "musa_converter", *map(str, arguments)], cwd=cwd, input=stdin, capture_output=True, text=text,
        check=False, timeout=600, env={**os.environ, "PYTHONPATH": path, "COLUMNS": "120", **environment})


class ConverterTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def write(self, name, text):
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def tree(self, name):
        root = self.work / name
        return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}
