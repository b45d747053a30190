# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The modules of the package under the names that Moore Threads' torch_musa has for them: torch_musa.core.device and so on."""

import sys

from .. import _lazy, _utils, amp, backends, devices, memory, random, storage_types, streams
from .._runtime import current_blas_handle, current_blaslt_handle  # noqa: F401
from ..utils import cmake_prefix_path  # noqa: F401

_MODULES = {
    "_lazy_init": _lazy, "_utils": _utils, "amp": amp, "amp.autocast_mode": amp, "amp.common": amp, "amp.grad_scaler": amp,
    "device": devices, "memory": memory, "mudnn": backends.mudnn, "musa": storage_types, "random": random, "stream": streams,
}
for _name, _module in _MODULES.items():
    sys.modules[f"{__name__}.{_name}"] = _module
    if "." not in _name:
        globals()[_name] = _module
