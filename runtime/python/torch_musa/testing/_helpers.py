# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types and data for tests, and on which machines they run."""

import contextlib
import functools
import socket
import unittest

import torch
from torch.testing import assert_close

from .. import devices
from .._runtime import _sleep
from ..streams import Event

MUSA_AVAILABLE = devices.is_available()
MULTIGPU_AVAILABLE = devices.device_count() >= 2

# pytest takes unittest's marks, too.
skip_if_musa_unavailable = unittest.skipUnless(MUSA_AVAILABLE, "No MUSA device is detected")
skip_if_not_multiple_musa_device = unittest.skipUnless(MULTIGPU_AVAILABLE, "Expect multiple MUSA devices")
needs_musa = skip_if_musa_unavailable

assert_equal = functools.partial(assert_close, rtol=0, atol=0)


def test_on_nonzero_card_if_multiple_musa_device(musa_device):
    """A decorator: the test runs with this device current, if there is one of that number."""

    def decorate(test):
        @functools.wraps(test)
        def run(*args, **kwargs):
            with devices.device(musa_device if musa_device < devices.device_count() else None):
                return test(*args, **kwargs)

        return run

    return decorate


test_on_nonzero_card_if_multiple_musa_device.__test__ = False  # pytest takes its name for a test's


def cpu_and_musa():
    """The names of the devices that a test with both runs on."""
    return ["cpu", "musa"] if MUSA_AVAILABLE else ["cpu"]


def get_float_types():
    return [torch.float32, torch.float64]


def get_all_support_types():
    """What nearly all operators take."""
    return [torch.float32, torch.int32, torch.int64]


def get_all_support_types_withfp16():
    return [*get_all_support_types(), torch.float16]


def get_all_types():
    """All real types of numbers."""
    return [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int8, torch.int16, torch.int32, torch.int64,
            torch.uint8]


def get_raw_data():
    """Random tensors of different shapes."""
    shapes = ((60,), (60, 2), (60, 2, 2), (10, 3, 2, 2), (4, 3, 2, 2, 3), (0,), (1,), (1, 10), (2, 0, 3), (16, 257))
    return [torch.randn(shape) for shape in shapes]


def gen_ip_port():
    """An address of this machine, and a port that nobody uses now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return "127.0.0.1", str(free.getsockname()[1])


def get_cycles_per_ms():
    """How many cycles of torch.musa._sleep() take a millisecond: the middle of several measurements."""
    cycles, found = 1_000_000, []
    for _ in range(5):
        start, end = Event(enable_timing=True), Event(enable_timing=True)
        start.record()
        _sleep(cycles)
        end.record()
        end.synchronize()
        found.append(cycles / start.elapsed_time(end))
    return sorted(found)[len(found) // 2]


@contextlib.contextmanager
def freeze_rng_state():
    """Context that leaves the random numbers of the CPU and of all devices as they were."""
    with torch.random.fork_rng(devices=range(devices.device_count()), device_type="musa"):
        yield
