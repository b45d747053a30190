# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The device `musa` of PyTorch: `import torch, torch_musa`, then `torch.musa` is this module.

Its functions are those of `torch.cuda`, under the same names.
"""

import sys

import torch

from . import _native

_MUSAC = _native.load()

from . import _utils, amp, backends, cpu_fallback, memory, memory_debug, random, streams  # noqa: E402
from ._build_info import version as __version__  # noqa: E402, F401
from ._lazy import _is_in_bad_fork, _lazy_call, _lazy_init, init, is_initialized  # noqa: E402, F401
from .device import *  # noqa: E402, F401, F403
from .graphs import MUSAGraph, graph, graph_pool_handle, is_current_stream_capturing  # noqa: E402, F401
from .memory import *  # noqa: E402, F401, F403
from .random import *  # noqa: E402, F401, F403
from .random import default_generators  # noqa: E402, F401
from .streams import *  # noqa: E402, F401, F403
from . import _register  # noqa: E402

OutOfMemoryError = torch.OutOfMemoryError


def get_amp_supported_dtype():
    """The types that torch.amp.autocast("musa") casts to."""
    return [torch.float16, torch.bfloat16]


_register.register(sys.modules[__name__])
