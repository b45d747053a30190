# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What only the driver's management library knows: load, temperature and power of a device, and who uses it."""

from . import _MUSAC
from ._utils import _existing_device_index


def device_memory_used(device=None):
    """The bytes of a device's memory that all processes use."""
    available, total = _MUSAC._memory_info(_existing_device_index(device))
    return total - available


def _unknown(what, device):
    index = _existing_device_index(device)
    raise NotImplementedError(f"{what} of musa:{index} is not known: that takes MTML, the driver's management library, "
                              "which torch_musa is not built with. The program mthreads-gmi shows it, where there is a driver")


def memory_usage(device=None):
    """The percentage of the time in which memory was read or written."""
    _unknown("The use of the memory", device)


def utilization(device=None):
    """The percentage of the time in which kernels ran."""
    _unknown("The utilization", device)


def temperature(device=None):
    """In degrees Celsius."""
    _unknown("The temperature", device)


def power_draw(device=None):
    """In milliwatts."""
    _unknown("The power draw", device)


def clock_rate(device=None):
    """In megahertz."""
    _unknown("The clock rate", device)


def list_gpu_processes(device=None):
    """The processes that use a device, as text."""
    _unknown("The list of processes", device)
