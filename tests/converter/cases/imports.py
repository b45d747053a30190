# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import torch.cuda
from torch import nn, cuda
from torch import (
    cuda as gpu,
    optim,
)
from torch.utils import cpp_extension, data

if cuda.is_available(): from torch import cuda as inner
try:
    from torch.cuda import nvtx
    import torch.cuda.nccl
except ImportError:
    from torch.cuda import *

gpu.synchronize()
inner.synchronize()
torch.cuda.synchronize()
cpp_extension.load("x", ["x.cu"], extra_cuda_cflags=["-O3"], with_cuda=True)
