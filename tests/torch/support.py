# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What tests of the package torch_musa share. Imported before torch_musa, which reads the environment."""

import gc
import os
import pathlib
import shutil
import subprocess
import sys
import textwrap

ENTRY_POINTS = pathlib.Path(__file__).resolve().parents[2] / "runtime/python/entry_points.txt"

# The host runtime has as many devices as it is told; on other machines there are those that there are.
os.environ.setdefault("MUSA_HOST_DEVICES", "2")


def run(script, *arguments, **environment):
    """Run a script in a process of its own, with these variables in its environment."""
    return subprocess.run(
        [sys.executable, "-W", "default", "-c", textwrap.dedent(script), *map(str, arguments)],
        env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=300)


def install(folder):
    """Make `folder` one with torch_musa as pip installs it, so that PyTorch finds it by its entry point."""
    import torch_musa

    (folder / "torch_musa").symlink_to(os.path.dirname(torch_musa.__file__))
    information = folder / "torch_musa-1.dist-info"
    information.mkdir()
    shutil.copy(ENTRY_POINTS, information)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: torch_musa\nVersion: 1\n", encoding="utf-8")


def setUpModule():
    """Each file of tests draws the same random numbers each time: imported by name, unittest calls it before the file's first test."""
    import torch

    torch.manual_seed(0)


def tearDownModule():
    """No file of tests leaves memory behind: imported by name, unittest calls it after the file's last test."""
    import torch

    gc.collect()
    torch.musa._MUSAC._clear_blas_workspaces()
    for index in range(torch.musa.device_count()):
        torch.musa.synchronize(index)
        allocated = torch.musa.memory_allocated(index)
        assert allocated == 0, f"{allocated} bytes of musa:{index} are still allocated"
