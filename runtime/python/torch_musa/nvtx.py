# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ranges and marks as torch.cuda.nvtx has them: torch.profiler shows them, with the kernels that they span."""

import itertools
import threading
from contextlib import contextmanager

from torch.profiler import record_function

__all__ = ["mark", "range", "range_end", "range_pop", "range_push", "range_start"]

_of_thread = threading.local()
_started = {}
_ids = itertools.count(1)


def _pushed():
    if not hasattr(_of_thread, "ranges"):
        _of_thread.ranges = []
    return _of_thread.ranges


def range_push(msg):
    """Begins a range of this thread, inside of the one before it, and returns how many are around it."""
    _pushed().append(record_function(msg))
    _pushed()[-1].__enter__()
    return len(_pushed()) - 1


def range_pop():
    """Ends the thread's last range, and returns how many were around it; -1 if there is none."""
    if not _pushed():
        return -1
    _pushed().pop().__exit__(None, None, None)
    return len(_pushed())


def range_start(msg):
    """Begins a range that any thread may end, with the number that is returned."""
    number = next(_ids)
    _started[number] = record_function(msg)
    _started[number].__enter__()
    return number


def range_end(range_id):
    """Does nothing if the range has ended before."""
    if record := _started.pop(range_id, None):
        record.__exit__(None, None, None)


def mark(msg):
    """An event without a length."""
    with record_function(msg):
        pass


@contextmanager
def range(msg, *args, **kwargs):
    """A range around a block, or around each call of a function. The message is msg.format(*args, **kwargs)."""
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()
