# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that have no kernel for musa, and run on the CPU.

TORCH_MUSA_CPU_FALLBACK=0 in the environment, before torch_musa is imported, makes them PyTorch's error.
"""

from . import _MUSAC

__all__ = ["counts", "is_enabled", "reset"]


def is_enabled():
    return _MUSAC._cpu_fallback_enabled()


def counts():
    """How often each operator ran on the CPU: {"aten::name.overload": times}."""
    return _MUSAC._cpu_fallback_counts()


def reset():
    """Count from 0."""
    _MUSAC._cpu_fallback_reset()
