# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes torch.distributed know the backend mccl, the default for the device musa."""

import os

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
    return load()._new_mccl_backend(options.store, options.group_rank, options.group_size, options.timeout)


def is_mccl_available():
    return True
