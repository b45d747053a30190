# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who allocated what, and when. Part of torch.musa.memory."""

import inspect
import pickle
import sys

from . import _MUSAC
from ._lazy import _lazy_init


def _record_memory_history(enabled="all", *args, **kwargs):
    """As _record(); with True or False, as PyTorch 2.0 had it."""
    return (_record_as_before if isinstance(enabled, bool) else _record)(enabled, *args, **kwargs)


def _record_as_before(enabled, record_context=True, trace_alloc_max_entries=1, trace_alloc_record_context=False, device=None,
                      record_context_cpp=False):
    context = "alloc" if trace_alloc_record_context else "state" if record_context else None
    _record("all" if enabled else None, context, "all" if record_context_cpp else "python", trace_alloc_max_entries)


def _record(enabled="all", context="all", stacks="all", max_entries=sys.maxsize, device=None):
    """From now on, _snapshot() knows who allocated memory; with None, no more.

    `enabled`: "state" is only for memory that is in use, "all" also has what was done, up to `max_entries` times. `context`:
    whose stacks are kept: "state", of memory in use; "alloc", also of past allocations; "all", also of frees; None, no one's.
    `stacks`: "python", or "all", with those of C++. Devices are not told apart.
    """
    _lazy_init()
    for name, value, allowed in (("enabled", enabled, (None, "state", "all")), ("stacks", stacks, ("python", "all")),
                                 ("context", context, (None, "state", "alloc", "all"))):
        if value not in allowed:
            raise ValueError(f"{name} is one of {', '.join(map(repr, allowed))}, not {value!r}")
    _MUSAC._record_memory_history(enabled, context, stacks, max_entries)


_record_memory_history.__signature__ = inspect.signature(_record)


def _snapshot(device=None):
    """The segments and blocks of all devices and, as far as it was recorded, their stacks and what was done.

    The keys are those of torch.cuda.memory._snapshot().
    """
    _lazy_init()
    return _MUSAC._memory_snapshot()


def _dump_snapshot(filename="dump_snapshot.pickle"):
    """Write _snapshot() to a file that pytorch.org/memory_viz shows."""
    with open(filename, "wb") as file:
        pickle.dump(_snapshot(), file)


def _save_segment_usage(filename="output.svg", snapshot=None):
    """Draw the segments of a snapshot."""
    _save(filename, "segments", snapshot)


def _save_memory_usage(filename="output.svg", snapshot=None):
    """Draw who uses the memory of a snapshot."""
    _save(filename, "memory", snapshot)


def _save(filename, view, snapshot):
    from torch.cuda import _memory_viz  # it downloads the program that draws

    with open(filename, "w", encoding="utf-8") as file:
        file.write(getattr(_memory_viz, view)(_snapshot() if snapshot is None else snapshot))
