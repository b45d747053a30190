# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Devices: which there are, which is current, what they are like."""

from . import _MUSAC
from ._lazy import _is_in_bad_fork, _lazy_init
from ._utils import _existing_device_index, _get_device_index


def device_count():
    """How many devices there are."""
    return _MUSAC._device_count()


def is_available():
    """Whether there is a device. Starts nothing."""
    return not _is_in_bad_fork() and device_count() > 0


def current_device():
    """The index of the current device."""
    _lazy_init()
    return _MUSAC._current_device()


def set_device(device):
    """Make a device the current one. A negative index changes nothing."""
    _lazy_init()
    index = _get_device_index(device)
    if index >= 0:
        _MUSAC._set_device(index)


def _exchange_device(index):
    if index < 0:
        return -1
    _lazy_init()
    return _MUSAC._exchange_device(index)


def _maybe_exchange_device(index):
    return -1 if index < 0 else _MUSAC._maybe_exchange_device(index)


class device:
    """Context in which another device is current. None and negative indices change nothing."""

    def __init__(self, device):
        self.idx = -1 if device is None else _get_device_index(device)
        self.prev_idx = -1

    def __enter__(self):
        self.prev_idx = _exchange_device(self.idx)

    def __exit__(self, *error):
        self.idx = _maybe_exchange_device(self.prev_idx)
        return False


class _DeviceGuard(device):
    """The same, of an index, for PyTorch's compiler."""

    def __init__(self, index):
        super().__init__(index)


class device_of(device):
    """Context in which the device of a tensor or storage is current, if it is a musa device."""

    def __init__(self, obj):
        super().__init__(obj.device.index if obj.device.type == "musa" else -1)


def synchronize(device=None):
    """Wait for all work on a device, by default the current one."""
    _MUSAC._synchronize(_existing_device_index(device))


def get_device_properties(device=None):
    """Name, version, memory and processors of a device."""
    return _MUSAC._device_properties(_existing_device_index(device))


def get_device_name(device=None):
    """The name of a device."""
    return get_device_properties(device).name


def get_device_capability(device=None):
    """The version of a device's architecture: (2, 2) for mp_22."""
    properties = get_device_properties(device)
    return properties.major, properties.minor


def is_bf16_supported(including_emulation=True):
    """Whether the current device computes with bfloat16: in hardware since mp_22."""
    return including_emulation or get_device_capability() >= (2, 2)


def get_arch_list():
    """The architectures that the kernels are compiled for: ["mp_22"]."""
    return [f"mp_{arch // 10}" for arch in _MUSAC._architectures()] if is_available() else []


def get_gencode_flags():
    """The option of mcc for these."""
    architectures = get_arch_list()
    return f"--offload-arch={','.join(architectures)}" if architectures else ""


def is_tf32_supported():
    """Whether the current device has TF32: in hardware since mp_22."""
    return get_device_capability() >= (2, 2)


def can_device_access_peer(device, peer_device):
    """Whether a device can read another's memory."""
    return _MUSAC._can_access_peer(_existing_device_index(device), _existing_device_index(peer_device))


Device = device  # by these names torch_musa.core.device has them
DeviceOf = device_of
