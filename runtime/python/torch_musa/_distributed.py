# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes torch.distributed know the backend mccl, the default for the device musa."""

import os
from pathlib import Path

import torch
import torch.distributed

from ._native import load


def register():
    if not torch.distributed.is_available():
        return
    # PyTorch asks for libuv in every store that it makes, and Debian's is built without.
    os.environ.setdefault("USE_LIBUV", "0")
    torch.distributed.Backend.register_backend("mccl", new_backend, extended_api=True, devices=["musa"])
    torch.distributed.is_mccl_available = is_mccl_available


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
