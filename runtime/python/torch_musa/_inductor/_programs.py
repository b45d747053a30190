# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the program of a compiled graph calls: its kernels."""

import functools
import os

from torch._inductor.codecache import cache_dir

from .. import _kernels, _native

_HEADER = "torch_musa/csrc/inductor/kernel.muh"


def kernel(async_compile, name, source):
    """The kernel, or PyTorch's promise of it; _kernels.load() says how it is called."""
    folder = os.path.join(cache_dir(), "musa")
    return async_compile.submit(functools.partial(_kernels.load, folder, name, source, ((_HEADER, _header()),)))


@functools.lru_cache(None)
def _header():
    with open(os.path.join(_native.PACKAGE, "csrc", "inductor", "kernel.muh"), encoding="utf-8") as file:
        return file.read()
