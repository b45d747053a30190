# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of the codegen have in common: kernels/codegen as a library."""

import functools
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODEGEN = ROOT / "kernels" / "codegen"
LIST = ROOT / "kernels" / "musa_functions.yaml"
sys.path.insert(0, str(CODEGEN))

import functions_file  # noqa: E402
import operators  # noqa: E402
import pytorch  # noqa: E402
import registration  # noqa: E402

# Reading PyTorch's list takes a second; nothing changes it.
pytorch_functions = functools.cache(pytorch.PyTorch)


def resolve(text):
    """The operators of a list of functions, and what is wrong with it, as a text."""
    diagnostics = functions_file.Diagnostics("musa_functions.yaml", text)
    found = operators.resolve(functions_file.read(text, diagnostics), pytorch_functions(), diagnostics)
    return found, str(diagnostics) if diagnostics.errors else ""


def tree(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in Path(folder).rglob("*") if path.is_file()}


def registered(source):
    """(namespace and dispatch key, function): wrapper, of a generated source."""
    found = {}
    for place, body in re.findall(r"TORCH_LIBRARY_IMPL\((.*?), m\) \{\n(.*?)\n\}", source, re.DOTALL):
        for function, wrapper in re.findall(r'm\.impl\("([\w.]+)",\s*TORCH_FN\((\w+)\)\);', body):
            assert (place, function) not in found, f"{function} is registered twice for {place}"
            found[place, function] = wrapper
    return found


class CodegenTest(unittest.TestCase):
    """Each test has an empty folder of its own, `self.work`."""

    maxDiff = 8000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name).resolve()

    def generate(self, text, shards=1):
        """What is generated from a list that is right: name: content."""
        found, errors = resolve(text)
        self.assertEqual(errors, "")
        registration.write(found, self.work, shards)
        return tree(self.work)

    def run_gen(self, *arguments, status=0):
        """Runs the program; returns its messages."""
        result = subprocess.run(
            [sys.executable, "-B", CODEGEN / "gen.py", *arguments], cwd=self.work, capture_output=True, text=True
        )
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        self.assertEqual(result.stdout, "")
        return result.stderr
