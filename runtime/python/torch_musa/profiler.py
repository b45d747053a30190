# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tells a profiler that watches the process from where to where to look, as torch.cuda.profiler does."""

import contextlib

from ._runtime import check_error, musart

__all__ = ["init", "profile", "start", "stop"]


def init(output_file, flags=None, output_mode="key_value"):
    """CUDA before version 12 had to be told where to write; MUSA has no such function."""
    raise AssertionError("MUSA does not need profiler initialization!")


def start():
    """From here on."""
    check_error(musart().musaProfilerStart())


def stop():
    """Up to here."""
    check_error(musart().musaProfilerStop())


@contextlib.contextmanager
def profile():
    """Context that the profiler is to look at."""
    start()
    try:
        yield
    finally:
        stop()
