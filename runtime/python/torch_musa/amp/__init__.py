# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mixed precision: torch.amp for the device musa."""

import functools

import torch

from .. import _MUSAC

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd"]


class autocast(torch.amp.autocast_mode.autocast):
    """torch.amp.autocast("musa")"""

    def __init__(self, enabled=True, dtype=torch.float16, cache_enabled=True):
        super().__init__("musa", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


class GradScaler(torch.amp.GradScaler):
    """torch.amp.GradScaler("musa")"""

    def __init__(self, init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        super().__init__("musa", init_scale, growth_factor, backoff_factor, growth_interval, enabled)


def get_amp_supported_dtype():
    """The types that torch.amp.autocast("musa") casts to."""
    return [torch.float16, torch.bfloat16]


def amp_definitely_not_available():
    """Whether mixed precision cannot work, as there is no device."""
    return _MUSAC._device_count() == 0


custom_fwd = functools.partial(torch.amp.custom_fwd, device_type="musa")
custom_bwd = functools.partial(torch.amp.custom_bwd, device_type="musa")
