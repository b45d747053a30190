# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The device `musa` of PyTorch: `import torch, torch_musa`, then `torch.musa` is this module.

Its functions are those of `torch.cuda`, under the same names.
"""

import importlib
import sys

import torch

from . import _native

_MUSAC = _native.load()  # first: what follows needs it

from . import (
    _build_info, _lazy, _register, _runtime, _utils, amp, backends, core, cpu_fallback, devices, graphs, jiterator,
    memory, memory_debug, nvtx, profiler, random, sparse, streams, utils,
)
from ._lazy import DeferredMusaCallError, init, is_initialized
from ._management import (
    clock_rate, device_memory_used, list_gpu_processes, memory_usage, power_draw, temperature, utilization,
)
from ._runtime import (
    MusaError, check_error, current_blas_handle, current_blaslt_handle, get_sync_debug_mode, ipc_collect, musart,
    musaStatus, set_sync_debug_mode,
)
from .amp import amp_definitely_not_available, get_amp_supported_dtype
from .devices import (
    can_device_access_peer, current_device, device, device_count, device_of, get_arch_list, get_device_capability,
    get_device_name, get_device_properties, get_gencode_flags, is_available, is_bf16_supported, is_tf32_supported,
    set_device, synchronize,
)
from .graphs import MUSAGraph, graph, graph_pool_handle, is_current_stream_capturing, make_graphed_callables
from .memory import (
    MemPool, MemPoolContext, MUSAPluggableAllocator, caching_allocator_alloc, caching_allocator_delete,
    caching_allocator_enable, change_current_allocator, empty_cache, get_allocator_backend, get_per_process_memory_fraction,
    host_empty_cache, max_memory_allocated, max_memory_cached, max_memory_reserved, mem_get_info, memory_allocated,
    memory_cached, memory_reserved, memory_snapshot, memory_stats, memory_stats_all, memory_stats_as_nested_dict,
    memory_summary, reset_accumulated_memory_stats, reset_max_memory_allocated, reset_max_memory_cached,
    reset_peak_memory_stats, set_per_process_memory_fraction, use_mem_pool,
)
from .random import (
    default_generators, fork_rng, get_rng_state, get_rng_state_all, initial_seed, manual_seed, manual_seed_all, seed,
    seed_all, set_rng_state, set_rng_state_all,
)
from .storage_types import (
    BFloat16Storage, BoolStorage, ByteStorage, CharStorage, ComplexDoubleStorage, ComplexFloatStorage, DoubleStorage,
    FloatStorage, HalfStorage, IntStorage, LongStorage, ShortStorage,
)
from .streams import Event, ExternalStream, Stream, StreamContext, current_stream, default_stream, set_stream, stream
from .tensor_types import (
    BFloat16Tensor, BoolTensor, ByteTensor, CharTensor, DoubleTensor, FloatTensor, HalfTensor, IntTensor, LongTensor,
    ShortTensor,
)

__all__ = [
    "BFloat16Storage", "BFloat16Tensor", "BoolStorage", "BoolTensor", "ByteStorage", "ByteTensor", "CharStorage",
    "CharTensor", "ComplexDoubleStorage", "ComplexFloatStorage", "DeferredMusaCallError", "DoubleStorage",
    "DoubleTensor", "Event", "ExternalStream", "FloatStorage", "FloatTensor", "HalfStorage", "HalfTensor", "IntStorage",
    "IntTensor", "LongStorage", "LongTensor", "MUSAGraph", "MUSAPluggableAllocator", "MemPool", "MemPoolContext",
    "MusaError", "OutOfMemoryError", "ShortStorage", "ShortTensor", "Stream", "StreamContext", "amp",
    "amp_definitely_not_available", "backends", "caching_allocator_alloc", "caching_allocator_delete",
    "caching_allocator_enable", "can_device_access_peer", "change_current_allocator", "check_error", "clock_rate",
    "core", "cpu_fallback", "current_blas_handle", "current_blaslt_handle", "current_device", "current_stream",
    "default_generators", "default_stream", "device", "device_count", "device_memory_used", "device_of", "empty_cache",
    "fork_rng", "get_allocator_backend", "get_amp_supported_dtype", "get_arch_list", "get_device_capability",
    "get_device_name", "get_device_properties", "get_gencode_flags", "get_per_process_memory_fraction", "get_rng_state",
    "get_rng_state_all", "get_sync_debug_mode", "graph", "graph_pool_handle", "graphs", "has_half", "has_magma",
    "host_empty_cache", "init", "initial_seed", "ipc_collect", "is_available", "is_bf16_supported",
    "is_current_stream_capturing", "is_initialized", "is_tf32_supported", "jiterator", "list_gpu_processes",
    "make_graphed_callables", "manual_seed", "manual_seed_all", "max_memory_allocated", "max_memory_cached",
    "max_memory_reserved", "mem_get_info", "memory", "memory_allocated", "memory_cached", "memory_debug",
    "memory_reserved", "memory_snapshot", "memory_stats", "memory_stats_all", "memory_stats_as_nested_dict",
    "memory_summary", "memory_usage", "musaStatus", "musart", "nvtx", "power_draw", "profiler", "random",
    "reset_accumulated_memory_stats", "reset_max_memory_allocated", "reset_max_memory_cached",
    "reset_peak_memory_stats", "seed", "seed_all", "set_device", "set_per_process_memory_fraction", "set_rng_state",
    "set_rng_state_all", "set_stream", "set_sync_debug_mode", "sparse", "stream", "streams", "synchronize",
    "temperature", "use_mem_pool", "utilization", "utils",
]
__version__ = _build_info.version

OutOfMemoryError = torch.OutOfMemoryError

# By these names PyTorch looks for what starts the device and how its functions take one.
_is_in_bad_fork = _lazy._is_in_bad_fork
_lazy_call = _lazy._lazy_call
_lazy_init = _lazy._lazy_init
_get_device_index = _utils._get_device_index
_DeviceGuard = devices._DeviceGuard
_exchange_device = devices._exchange_device
_maybe_exchange_device = devices._maybe_exchange_device
_set_stream_by_id = streams._set_stream_by_id
_sleep = _runtime._sleep
_dump_snapshot = memory._dump_snapshot  # torch_musa has these three here, too
_record_memory_history = memory._record_memory_history
_set_allocator_settings = memory._set_allocator_settings

has_half = True
has_magma = False  # eigenvalues of general matrices are LAPACK's
torch.version.musa = _MUSAC._musa_version


def __getattr__(name):
    # PyTorch's compiler looks for these when it first compiles something.
    if name in ("Scheduling", "PythonWrapperCodegen", "CppWrapperCodegen"):
        return getattr(importlib.import_module("torch_musa._inductor"), name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


_register.register(sys.modules[__name__])
