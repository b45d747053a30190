# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For those who port and build extensions: `simple_porting` and `musa_extension`."""

import os

# For CMake's find_package(TorchMusa), as torch.utils.cmake_prefix_path is for find_package(Torch).
cmake_prefix_path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "share", "cmake")


def __getattr__(name):
    """torch_musa.utils.MUSAExtension and BuildExtension: of musa_extension, which needs setuptools."""
    if name in ("BuildExtension", "MUSAExtension"):
        from . import musa_extension

        return getattr(musa_extension, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
