# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory: how much is in use, and what the caching allocator keeps."""

import os

from . import _MUSAC
from ._lazy import _lazy_init, is_initialized
from ._management import list_gpu_processes  # noqa: F401
from ._memory_history import (  # noqa: F401
    _dump_snapshot, _record_memory_history, _save_memory_usage, _save_segment_usage, _snapshot,
)
from ._memory_pools import (  # noqa: F401
    MemPool, MemPoolContext, MUSAPluggableAllocator, _get_current_allocator, _MUSAAllocator, change_current_allocator,
    use_mem_pool,
)
from ._utils import _existing_device_index, _get_device_index


def memory_stats_as_nested_dict(device=None):
    """What the caching allocator of a device counts; nothing before the device is used."""
    if not is_initialized():
        return {}
    return _MUSAC._memory_stats(_existing_device_index(device))


def memory_stats(device=None):
    """The same, flat: "allocated_bytes.all.current" and so on, as torch.cuda.memory_stats has it."""
    flat = {}

    def flatten(prefix, value):
        if isinstance(value, dict):
            for key, inner in value.items():
                flatten(f"{prefix}.{key}" if prefix else key, inner)
        else:
            flat[prefix] = value

    flatten("", memory_stats_as_nested_dict(device))
    return dict(sorted(flat.items()))


def memory_stats_all():
    """memory_stats() of each device, in a list."""
    return [memory_stats(index) for index in range(_MUSAC._device_count())]


def _bytes(kind, when, device):
    stats = memory_stats_as_nested_dict(device)
    return stats[kind]["all"][when] if stats else 0


def memory_allocated(device=None):
    """The bytes that tensors occupy now."""
    return _bytes("allocated_bytes", "current", device)


def max_memory_allocated(device=None):
    """The most that they occupied since the start, or reset_peak_memory_stats()."""
    return _bytes("allocated_bytes", "peak", device)


def memory_reserved(device=None):
    """The bytes that the caching allocator has from the device, in use or kept for later."""
    return _bytes("reserved_bytes", "current", device)


def max_memory_reserved(device=None):
    """The most that it had since the start, or reset_peak_memory_stats()."""
    return _bytes("reserved_bytes", "peak", device)


memory_cached = memory_reserved
max_memory_cached = max_memory_reserved


def reset_peak_memory_stats(device=None):
    """The peaks are what is in use now."""
    _MUSAC._reset_peak_memory_stats(_existing_device_index(device))


reset_max_memory_allocated = reset_peak_memory_stats
reset_max_memory_cached = reset_peak_memory_stats


def reset_accumulated_memory_stats(device=None):
    """The counts of what was allocated and freed begin at 0."""
    _MUSAC._reset_accumulated_memory_stats(_existing_device_index(device))


def empty_cache():
    """Give the device back what is kept for later."""
    if is_initialized():
        _MUSAC._empty_cache()


def host_empty_cache():
    """Give the host back the pinned memory that is kept for later."""
    if is_initialized():
        _MUSAC._host_empty_cache()


def mem_get_info(device=None):
    """The free and the total bytes of a device."""
    return _MUSAC._memory_info(_existing_device_index(device))


def set_per_process_memory_fraction(fraction, device=None):
    """How much of a device's memory this process may have: beyond it, memory is out."""
    if not isinstance(fraction, float):
        raise TypeError("Invalid type for fraction argument, must be `float`")
    if not 0 <= fraction <= 1:
        raise ValueError(f"Invalid fraction value: {fraction}. Allowed range: 0~1")
    _MUSAC._set_memory_fraction(fraction, _existing_device_index(device))


def get_per_process_memory_fraction(device=None):
    """What set_per_process_memory_fraction() set; 1.0 at first."""
    return _MUSAC._get_memory_fraction(_existing_device_index(device))


def memory_snapshot():
    """The segments and blocks of all devices."""
    return _MUSAC._memory_snapshot()["segments"] if is_initialized() else []


def get_allocator_backend():
    """The allocator's name."""
    return _MUSAC._allocator_backend()


_allocator_settings = os.environ.get("PYTORCH_MUSA_ALLOC_CONF", "")


def _set_allocator_settings(env):
    """What PYTORCH_MUSA_ALLOC_CONF sets, for memory that is allocated from now on."""
    global _allocator_settings
    try:
        _MUSAC._set_allocator_settings(env)
    except Exception:
        _MUSAC._set_allocator_settings(_allocator_settings)  # the allocator has kept what it refused
        raise
    _allocator_settings = env


def caching_allocator_enable(value=True):
    """Whether memory that is freed is kept for later. Change it before the device is used for the first time."""
    _lazy_init()
    _MUSAC._enable_allocator(value)


def caching_allocator_alloc(size, device=None, stream=None):
    """Allocate bytes for a stream, by default the current one. Returns an address, for caching_allocator_delete."""
    from .streams import current_stream

    index = _existing_device_index(device)
    if stream is None:
        stream = current_stream(index)
    return _MUSAC._caching_allocator_alloc(size, index, getattr(stream, "musa_stream", stream))


def caching_allocator_delete(mem_ptr):
    """Free what caching_allocator_alloc gave."""
    _MUSAC._caching_allocator_delete(mem_ptr)


def _readable(size):
    for unit in ("B  ", "KiB", "MiB", "GiB"):
        if abs(size) < 10240 or unit == "GiB":
            return f"{size:.0f} {unit}"
        size /= 1024


def memory_summary(device=None, abbreviated=False):
    """The counts as a table."""
    rows = [
        ("Allocated memory", "allocated_bytes", _readable),
        ("Active memory", "active_bytes", _readable),
        ("Requested memory", "requested_bytes", _readable),
        ("Reserved memory", "reserved_bytes", _readable),
        ("Non-releasable memory", "inactive_split_bytes", _readable),
        ("Allocations", "allocation", str),
        ("Active allocations", "active", str),
        ("Reserved segments", "segment", str),
        ("Non-releasable allocations", "inactive_split", str),
    ]
    columns = ("current", "peak", "allocated", "freed")
    titles = ("Cur Usage", "Peak Usage", "Tot Alloc", "Tot Freed")
    pools = ("all",) if abbreviated else ("all", "large_pool", "small_pool")
    stats = _MUSAC._memory_stats(_existing_device_index(device))

    def line(*cells):
        return f"| {cells[0]:<28} | " + " | ".join(f"{cell:>12}" for cell in cells[1:]) + " |"

    rule = "|" + "-" * (len(line("", *titles)) - 2) + "|"
    lines = [rule, line(f"MUSA memory, device {_get_device_index(device, optional=True)}", *titles), rule]
    lines.append(f"| out of memory: {stats['num_ooms']}, malloc retries: {stats['num_alloc_retries']}".ljust(len(rule) - 1) + "|")
    for title, key, show in rows:
        lines.append(rule)
        for pool in pools:
            name = title if pool == "all" else f"      from {pool.replace('_', ' ')}"
            lines.append(line(name, *(show(stats[key][pool][column]) for column in columns)))
    return "\n".join(lines + [rule]) + "\n"
