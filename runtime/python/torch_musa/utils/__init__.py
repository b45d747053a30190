# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For those who port and build extensions: `simple_porting` and `musa_extension`."""


def __getattr__(name):
    """torch_musa.utils.MUSAExtension and BuildExtension: of musa_extension, which needs setuptools."""
    if name in ("BuildExtension", "MUSAExtension"):
        from . import musa_extension

        return getattr(musa_extension, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
