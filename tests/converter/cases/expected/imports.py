# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import torch, torch_musa
from torch import nn
import torch_musa as cuda
from torch import (
    optim,
)
import torch_musa as gpu
from torch.utils import data
from torch_musa.utils import musa_extension as cpp_extension

if cuda.is_available(): import torch_musa as inner
try:
    from torch_musa import nvtx
    import torch_musa.nccl
except ImportError:
    from torch_musa import *

gpu.synchronize()
inner.synchronize()
torch.musa.synchronize()
cpp_extension.load("x", ["x.mu"], extra_musa_cflags=["-O3"], with_musa=True)
