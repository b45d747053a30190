# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The MUSA runtime's own functions, and what their statuses mean."""

from . import _MUSAC
from ._lazy import _lazy_init


class musaStatus:
    """Statuses of the runtime's functions."""

    SUCCESS = 0
    ERROR_NOT_READY = 600


class MusaError(RuntimeError):
    """A function of the runtime failed."""

    def __init__(self, code):
        super().__init__(f"{_MUSAC._musart.musaGetErrorString(_MUSAC._musart.musaError(code))} ({code})")


def musart():
    """The functions of the runtime that Python can call, as musart().musaProfilerStart()."""
    _lazy_init()
    return _MUSAC._musart


def check_error(res):
    """Raise MusaError if a status is one of failure."""
    code = int(res)
    if code != musaStatus.SUCCESS:
        raise MusaError(code)


def current_blas_handle():
    """The mublasHandle_t of this thread and the current device, as a number."""
    _lazy_init()
    return _MUSAC._blas_handle()


def current_blaslt_handle():
    """The mublasLtHandle_t, as a number."""
    _lazy_init()
    return _MUSAC._blaslt_handle()


def set_sync_debug_mode(debug_mode):
    """What is done when the host waits for the device: "default" (nothing), "warn" or "error"; or 0, 1 or 2."""
    _lazy_init()
    modes = ("default", "warn", "error")
    if debug_mode in modes:
        debug_mode = modes.index(debug_mode)
    if isinstance(debug_mode, bool) or debug_mode not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected one of `default`, `warn`, `error`, not {debug_mode!r}")
    _MUSAC._set_sync_debug_mode(debug_mode)


def get_sync_debug_mode():
    """0, 1 or 2, of set_sync_debug_mode()."""
    _lazy_init()
    return _MUSAC._get_sync_debug_mode()


def ipc_collect():
    """Free what this process has sent to others, and they do not use any more."""
    _lazy_init()
    _MUSAC._ipc_collect()


def _sleep(cycles):
    """Let the current stream wait for so many cycles of the device's clock."""
    _lazy_init()
    _MUSAC._sleep(cycles)
