# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The device starts when it is first used, so that a process may import torch_musa and then fork."""

import threading
import traceback

from torch._utils import _LazySeedTracker

from . import _MUSAC



class DeferredMusaCallError(RuntimeError):
    """A call that waited for the device failed."""


_initialized = False
_lock = threading.RLock()
_initializing = threading.local()
_seeds = _LazySeedTracker()

_is_in_bad_fork = _MUSAC._is_in_bad_fork


def is_initialized():
    """Whether the device is in use in this process."""
    return _initialized and not _is_in_bad_fork()


def init():
    """Start the device now. Functions that need it do so themselves."""
    _lazy_init()


def _lazy_init():
    global _initialized
    if is_initialized() or hasattr(_initializing, "now"):
        return
    with _lock:
        if is_initialized():
            return
        if _is_in_bad_fork():
            raise RuntimeError(
                "Cannot re-initialize MUSA in forked subprocess. To use MUSA with "
                "multiprocessing, you must use the 'spawn' start method"
            )
        _MUSAC._init()
        _initializing.now = True
        try:
            for call, stack in filter(None, _seeds.get_calls()):
                try:
                    call()
                except Exception as error:
                    raise DeferredMusaCallError(
                        f"A call that waited for the device failed: {error}\n\nIt was made by\n{''.join(stack)}"
                    ) from error
        finally:
            del _initializing.now
        _initialized = True


def _lazy_call(call, seed_all=False):
    """Call it now, or when the device starts. Of seeds that wait, the last counts."""
    if is_initialized():
        call()
    elif seed_all:
        _seeds.queue_seed_all(call, traceback.format_stack())
    else:
        _seeds.queue_seed(call, traceback.format_stack())
