# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The device `musa` of PyTorch: `import torch, torch_musa`, then `torch.musa` is this module.

Its functions are those of `torch.cuda`, under the same names.
"""

import sys

import torch

from . import _native

_MUSAC = _native.load()  # first: what follows needs it

from . import _build_info, _lazy, _register, _utils, amp, backends, cpu_fallback, memory, memory_debug, random, streams
from ._lazy import init, is_initialized
from .devices import (
    can_device_access_peer, current_device, device, device_count, device_of, get_device_capability,
    get_device_name, get_device_properties, is_available, is_bf16_supported, set_device, synchronize,
)
from .graphs import MUSAGraph, graph, graph_pool_handle, is_current_stream_capturing
from .memory import (
    caching_allocator_alloc, caching_allocator_delete, empty_cache, get_allocator_backend, host_empty_cache,
    max_memory_allocated, max_memory_cached, max_memory_reserved, mem_get_info, memory_allocated, memory_cached,
    memory_reserved, memory_snapshot, memory_stats, memory_stats_as_nested_dict, memory_summary,
    reset_accumulated_memory_stats, reset_max_memory_allocated, reset_max_memory_cached, reset_peak_memory_stats,
    set_per_process_memory_fraction,
)
from .random import (
    default_generators, get_rng_state, get_rng_state_all, initial_seed, manual_seed, manual_seed_all, seed,
    seed_all, set_rng_state, set_rng_state_all,
)
from .streams import Event, ExternalStream, Stream, StreamContext, current_stream, default_stream, set_stream, stream
from .tensor_types import (
    BFloat16Tensor, BoolTensor, ByteTensor, CharTensor, DoubleTensor, FloatTensor, HalfTensor, IntTensor, LongTensor,
    ShortTensor,
)

__all__ = [
    "BFloat16Tensor", "BoolTensor", "ByteTensor", "CharTensor", "DoubleTensor", "Event", "ExternalStream",
    "FloatTensor", "HalfTensor", "IntTensor", "LongTensor", "MUSAGraph", "OutOfMemoryError", "ShortTensor",
    "Stream", "StreamContext", "amp", "backends", "caching_allocator_alloc", "caching_allocator_delete",
    "can_device_access_peer", "cpu_fallback", "current_device", "current_stream", "default_generators",
    "default_stream", "device", "device_count", "device_of", "empty_cache", "get_allocator_backend",
    "get_amp_supported_dtype", "get_device_capability", "get_device_name", "get_device_properties", "get_rng_state",
    "get_rng_state_all", "graph", "graph_pool_handle", "host_empty_cache", "init", "initial_seed", "is_available",
    "is_bf16_supported", "is_current_stream_capturing", "is_initialized", "manual_seed", "manual_seed_all",
    "max_memory_allocated", "max_memory_cached", "max_memory_reserved", "mem_get_info", "memory",
    "memory_allocated", "memory_cached", "memory_debug", "memory_reserved", "memory_snapshot", "memory_stats",
    "memory_stats_as_nested_dict", "memory_summary", "random", "reset_accumulated_memory_stats",
    "reset_max_memory_allocated", "reset_max_memory_cached", "reset_peak_memory_stats", "seed", "seed_all",
    "set_device", "set_per_process_memory_fraction", "set_rng_state", "set_rng_state_all", "set_stream", "stream",
    "streams", "synchronize",
]
__version__ = _build_info.version

OutOfMemoryError = torch.OutOfMemoryError

# By these names PyTorch looks for what starts the device and how its functions take one.
_is_in_bad_fork = _lazy._is_in_bad_fork
_lazy_call = _lazy._lazy_call
_lazy_init = _lazy._lazy_init
_get_device_index = _utils._get_device_index


def get_amp_supported_dtype():
    """The types that torch.amp.autocast("musa") casts to."""
    return [torch.float16, torch.bfloat16]


_register.register(sys.modules[__name__])
