# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The libraries that trees include: PyTorch and Python of this machine, and CUTLASS. All trees get the same, as any build would
find them."""

import runpy
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import fetch


def folders(build):
    """(for CUDA, for its port): where the headers of PyTorch and CUTLASS are.
    For the port, what the backend is built with comes before PyTorch's own."""
    package = build / "kernels/python/torch_musa"
    info = runpy.run_path(str(package / "_build_info.py"))
    # /usr/include is searched anyway, and naming it would change the order of the compiler's own.
    shared = [folder for folder in [*info["torch_include_dirs"], sysconfig.get_path("include")] if folder != "/usr/include"]
    backend = [str((package / folder).resolve()) for folder in info["include_dirs"]]
    cutlass = fetch.tree("cutlass", fetch.read_corpora(HERE.parent / "cutlass/corpora.json"))
    return [*shared, str(cutlass)], [*backend, *shared, str(build / "share/musa-port/mutlass")]
