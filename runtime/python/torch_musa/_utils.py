# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How functions of torch.musa take a device."""

import torch

from . import _MUSAC


def _get_device_index(device, optional=False):
    """The index of a musa device that is given as 0, "musa:0" or torch.device("musa", 0).

    None is the current device where `optional` allows it, and so is "musa".
    """
    if isinstance(device, str):
        device = torch.device(device)
    if isinstance(device, torch.device):
        if device.type != "musa":
            raise ValueError(f"Expected a musa device, but got: {device}")
        device = _MUSAC._current_device() if device.index is None else device.index
    if device is None:
        if not optional:
            raise ValueError("Expected a torch.device with a specified index or an integer, but got: None")
        return _MUSAC._current_device()
    if isinstance(device, bool) or not isinstance(device, int):
        raise TypeError(f"Expected a musa device or an integer, but got: {device!r}")
    return device


def _existing_device_index(device):
    """As above, of a device that there is; None is the current one. The device is started."""
    from ._lazy import _lazy_init

    _lazy_init()
    index = _get_device_index(device, optional=True)
    if not 0 <= index < _MUSAC._device_count():
        raise AssertionError(f"Invalid device id: {index} ({_MUSAC._device_count()} musa devices found)")
    return index


_get_musa_device_index = _get_device_index  # by this name torch_musa.core._utils has it


def _get_musa_arch():
    """The architecture of the current device, as a number: 22 for mp_22."""
    from .devices import get_device_capability

    major, minor = get_device_capability()
    return 10 * major + minor
