# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes torch.distributed know the backend mccl, the default for the device musa."""

import functools
import os
from pathlib import Path

import torch
import torch.distributed
from torch.distributed import distributed_c10d

from ._native import load

LIBUV_ARGUMENT = 8  # of TCPStore()


def register():
    if not torch.distributed.is_available():
        return
    take_stores_without_libuv()
    take_devices_of_groups()
    torch.distributed.Backend.register_backend("mccl", new_backend, extended_api=True, devices=["musa"])
    torch.distributed.is_mccl_available = is_mccl_available


def take_stores_without_libuv():
    """PyTorch asks for libuv in every store that it makes, and Debian's is built without. USE_LIBUV=0 is for those of
    init_process_group(); torchrun's own, and a program's, do not ask for it."""
    os.environ.setdefault("USE_LIBUV", "0")
    make = torch.distributed.TCPStore.__init__

    @functools.wraps(make)
    def make_store(self, *arguments, **options):
        is_asked_for = len(arguments) > LIBUV_ARGUMENT or "use_libuv" in options
        try:
            make(self, *arguments, **options)
        except RuntimeError as error:
            if is_asked_for or "without libuv" not in str(error):
                raise
            make(self, *arguments, use_libuv=False, **options)

    torch.distributed.TCPStore.__init__ = make_store


def take_devices_of_groups():
    """init_process_group(device_id=...) and new_group() refuse all devices but CUDA's, for which NCCL then connects at once. MCCL
    connects with the first work of a group, on the device of its tensors."""
    make = distributed_c10d._new_process_group_helper

    @functools.wraps(make)
    def make_group(*arguments, device_id=None, **options):
        if device_id is not None and device_id.type == "musa":
            if device_id.index is None:
                raise ValueError("device_id has to be a device with its number, such as musa:0")
            device_id = None
        return make(*arguments, device_id=device_id, **options)

    distributed_c10d._new_process_group_helper = make_group


def new_backend(options, _):
    store, rank, size = options.store, options.group_rank, options.group_size
    if are_on_one_host(store, rank, size):
        return load()._new_mccl_backend(store, rank, size, options.timeout)
    gloo = torch.distributed.ProcessGroupGloo(torch.distributed.PrefixStore("gloo", store), rank, size, options.timeout)
    return load()._new_mccl_backend_across_hosts(gloo)


def host():
    """What ranks must have in common to share memory: a machine since its start, and its processes' numbers."""
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip() + os.readlink("/proc/self/ns/pid")


def are_on_one_host(store, rank, size):
    """Rank 0, which may have the store, is the last that needs it: it may be done at once, and end."""
    inner = store
    while isinstance(inner, torch.distributed.PrefixStore):
        inner = inner.underlying_store
    if isinstance(inner, (torch.distributed.FileStore, torch.distributed.HashStore)):
        return True  # if the file is nevertheless another host's, MCCL refuses that
    others = range(1, size)
    if rank == 0:
        is_one = {host().encode(), *(store.get(f"mccl/host/{other}") for other in others)} == {host().encode()}
        store.set("mccl/is one host", str(is_one))
        for other in others:
            store.get(f"mccl/knows/{other}")
        return is_one
    store.set(f"mccl/host/{rank}", host())
    is_one = store.get("mccl/is one host") == b"True"
    store.set(f"mccl/knows/{rank}", "")
    return is_one


def is_mccl_available():
    return True
