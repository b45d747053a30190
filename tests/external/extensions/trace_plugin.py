# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A plugin of pytest: which kernels each test launches, as the preloaded libmusa_trace has seen it, to $MUSA_TRACE_OUTPUT."""

import ctypes
import json
import os

import pytest

_library = ctypes.CDLL(None)
_library.musaTraceNames.restype = ctypes.c_char_p
_launched = {}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    _library.musaTraceReset()
    _library.musaTraceEnable(1)
    yield
    _library.musaTraceEnable(0)
    names = _library.musaTraceNames().decode(errors="replace").split("\n")
    _launched[item.name] = [name for name in names if name]


def pytest_sessionfinish():
    with open(os.environ["MUSA_TRACE_OUTPUT"], "w", encoding="utf-8") as file:
        json.dump(_launched, file)
