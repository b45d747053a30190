# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pools of memory, and allocators of a program's own. Part of torch.musa.memory."""

import contextlib
import ctypes

from . import _MUSAC
from ._lazy import _lazy_init
from ._utils import _existing_device_index


class _MUSAAllocator:
    """An allocator, for MemPool and change_current_allocator()."""

    def __init__(self, allocator):
        self._allocator = allocator

    def allocator(self):
        return self._allocator


class MUSAPluggableAllocator(_MUSAAllocator):
    """An allocator that calls two functions of a shared library.

    Their types are void *(ssize_t size, int device, musaStream_t), and void(void *, ssize_t size, int device, musaStream_t).
    """

    def __init__(self, path_to_so_file, alloc_fn_name, free_fn_name):
        library = ctypes.CDLL(path_to_so_file)
        functions = [ctypes.cast(getattr(library, name), ctypes.c_void_p).value for name in (alloc_fn_name, free_fn_name)]
        super().__init__(_MUSAC._custom_allocator(*functions))


def change_current_allocator(allocator):
    """Take an allocator in place of the caching one, before the device is used for the first time."""
    _MUSAC._change_current_allocator(allocator.allocator())


def _get_current_allocator():
    return _MUSAAllocator(_MUSAC._current_allocator())


class MemPoolContext(_MUSAC._MemPoolContext):
    """While it lives, `pool` is the active pool."""

    def __init__(self, pool):
        super().__init__(pool)

    @staticmethod
    def active_pool():
        """The active pool, or None."""
        return _MUSAC._MemPoolContext.active_pool()


class MemPool(_MUSAC._MemPool):
    """A pool of memory of the caching allocator, whose memory is `allocator`'s or the device's. See use_mem_pool()."""

    def __init__(self, allocator=None):
        _lazy_init()
        super().__init__(allocator.allocator() if isinstance(allocator, _MUSAAllocator) else allocator, True)

    def snapshot(self):
        """The segments of the pool, as memory_snapshot() has them."""
        context = MemPoolContext(self)
        try:
            return _MUSAC._memory_snapshot()["segments"]
        finally:
            del context


_devices_in_use = set()  # whose memory is allocated in a pool, by all threads


@contextlib.contextmanager
def use_mem_pool(pool, device=None):
    """Context in which memory of a device is allocated in a pool. A device takes one pool at a time."""
    index = _existing_device_index(device)
    if index in _devices_in_use:
        raise RuntimeError(f"use_mem_pool(): memory of musa:{index} is already allocated in a pool, and one does not nest in another")
    context = MemPoolContext(pool)
    _devices_in_use.add(index)
    try:
        _MUSAC._begin_allocate_to_pool(index, pool.id)
        try:
            yield
        finally:
            _MUSAC._end_allocate_to_pool(index, pool.id)
            _MUSAC._release_pool(index, pool.id)
    finally:
        _devices_in_use.remove(index)
        del context
