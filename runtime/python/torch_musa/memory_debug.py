# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The debug allocator: finds writes past the ends of a tensor's memory.

Memory that is allocated while it is on has guard bytes before and after it. They are looked at when it is
freed, and by `check`; who allocated a damaged block is told with the stack, in Python and in C++.
It is on from the start with TORCH_MUSA_MEMORY_DEBUG=1 in the environment.
"""

from . import _MUSAC
from ._lazy import _lazy_init

__all__ = ["MemoryDamageError", "check", "disable", "enable", "find_damage", "is_enabled"]


class MemoryDamageError(RuntimeError):
    """Something was written past the ends of a block. `damages` has what `find_damage` found."""

    def __init__(self, damages):
        super().__init__("\n".join(str(damage) for damage in damages))
        self.damages = damages


def enable():
    """Memory that is allocated from now on is watched."""
    _lazy_init()
    _MUSAC._memory_debug_enable(True)


def disable():
    """Memory that is allocated from now on is not. What is watched stays so until it is freed."""
    _lazy_init()
    _MUSAC._memory_debug_enable(False)


def is_enabled():
    return _MUSAC._memory_debug_enabled()


def find_damage():
    """The damaged blocks: those in use, and those that were found when they were freed since the last call."""
    _lazy_init()
    return _MUSAC._memory_debug_find_damage()


def check(tensor=None):
    """Raise MemoryDamageError if a block is damaged, and ValueError if `tensor` is in no watched block.

    Returns the number of blocks in use that were looked at.
    """
    damages = find_damage()
    if damages:
        raise MemoryDamageError(damages)
    if tensor is not None and tensor.numel():
        if tensor.device.type != "musa" or not _MUSAC._memory_debug_manages(tensor.data_ptr()):
            raise ValueError("The tensor's memory is not the debug allocator's: it is on another device, was made "
                             "elsewhere, or was allocated while the allocator was off")
    return _MUSAC._memory_debug_block_count()
