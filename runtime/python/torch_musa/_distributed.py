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
    """Returns when all ranks have asked: a rank that is done at once may take the store with it."""
    store.set(f"mccl/host/{rank}", host())
    hosts = {store.get(f"mccl/host/{other}") for other in range(size)}
    if store.add("mccl/host/asked", 1) == size:
        store.set("mccl/host/all", "have asked")
    store.get("mccl/host/all")
    return len(hosts) == 1


def is_mccl_available():
    return True
