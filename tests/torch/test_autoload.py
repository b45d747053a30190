# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`import torch` alone brings the device, if the package is installed: PyTorch finds it by its entry point."""

import pathlib
import tempfile
import unittest

import support  # first: it sets the environment

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


class Autoload(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        support.install(self.folder)

    def run_python(self, code, **environment):
        result = support.run(f"import sys\nsys.path.insert(0, sys.argv[1])\n{code}", str(self.folder), **environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.strip()

    def test_torch_alone_is_enough(self):
        self.assertEqual(self.run_python("import torch\nprint(torch.ones(2, device='musa').sum().item())"), "2.0")

    def test_the_package_may_come_first(self):
        self.assertEqual(self.run_python("import torch_musa, torch\nprint(torch.ones(2, device='musa').sum().item())"), "2.0")

    def test_it_can_be_turned_off(self):
        self.assertEqual(self.run_python("import torch\nprint('torch_musa' in sys.modules)", TORCH_DEVICE_BACKEND_AUTOLOAD="0"), "False")


if __name__ == "__main__":
    unittest.main()
