# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes PyTorch's tests of NCCL ask mccl. Each ported test file imports this first, in every rank's process.

What a test asks of NCCL's own classes, which PyTorch without CUDA has not, is there as far as it is only handed on.
"""

import importlib
import sys
import types

import torch
import torch.distributed as dist
import torch_musa  # noqa: F401: makes the device and the backend known
from torch.testing._internal import common_cuda, common_utils


class Options:
    """What tests give to init_process_group(); mccl has no options."""

    def __init__(self, *_, **__):
        self.config = types.SimpleNamespace()


def prepare():
    nccl = types.ModuleType("torch_musa.nccl")
    nccl.version = lambda: (2, 15, 5)
    sys.modules["torch_musa.nccl"] = torch.musa.nccl = nccl
    dist.ProcessGroupNCCL = types.SimpleNamespace(Options=Options)
    common_utils.TEST_CUDA = common_cuda.TEST_CUDA = True
    common_cuda.TEST_MULTIGPU = torch.musa.device_count() >= 2
    # The helpers, which count devices and name backends, are ported as the tests are.
    sys.modules["torch.testing._internal.common_distributed"] = importlib.import_module("common_distributed")


if "common_distributed" not in sys.modules:
    prepare()
