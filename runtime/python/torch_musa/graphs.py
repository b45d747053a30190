# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Work that is captured once and run many times."""

import gc

from . import _MUSAC
from ._graphed_callables import make_graphed_callables  # noqa: F401
from ._lazy import _lazy_init
from .devices import synchronize
from .memory import empty_cache
from .streams import Stream, stream as stream_context


def graph_pool_handle():
    """A pool of memory that graphs can share: the `pool` of `graph`."""
    _lazy_init()
    return _MUSAC._graph_pool_handle()


def is_current_stream_capturing():
    """Whether work of the current stream is captured."""
    _lazy_init()
    return _MUSAC._is_current_stream_capturing()


class MUSAGraph:
    """Captured work."""

    def __init__(self):
        _lazy_init()
        self._graph = _MUSAC._MUSAGraph()

    def capture_begin(self, pool=None, capture_error_mode="global"):
        """Capture what the current stream gets from now on; it must not be the default stream."""
        self._graph.capture_begin(pool or (0, 0), capture_error_mode)

    def capture_end(self):
        self._graph.capture_end()

    def replay(self):
        """Run it, in the current stream."""
        self._graph.replay()

    def reset(self):
        """Forget it."""
        self._graph.reset()

    def pool(self):
        """The pool of its memory, for other graphs."""
        return self._graph.pool()

    def enable_debug_mode(self):
        self._graph.enable_debug_mode()

    def debug_dump(self, debug_path):
        """Write it as a file for Graphviz; needs enable_debug_mode() before the capture."""
        self._graph.debug_dump(debug_path)


class graph:
    """Context whose work, in a stream of its own, is captured in a MUSAGraph."""

    def __init__(self, musa_graph, pool=None, stream=None, capture_error_mode="global"):
        self.musa_graph = musa_graph
        self.pool = pool
        self.capture_error_mode = capture_error_mode
        self.stream_context = stream_context(stream or Stream())

    def __enter__(self):
        synchronize()
        gc.collect()
        empty_cache()
        self.stream_context.__enter__()
        self.musa_graph.capture_begin(self.pool, self.capture_error_mode)

    def __exit__(self, *error):
        self.musa_graph.capture_end()
        self.stream_context.__exit__(*error)
