# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names: what torch.cuda is bound to decides, not how it looks. torch.cuda in a docstring stays."""
import torch
import torch as t
import torch.cuda.amp as mixed
from torch.cuda import Stream, amp
from torch.cuda.amp import GradScaler as Scaler, autocast
import barracuda
from numba import cuda as numba_cuda

cuda = barracuda.cuda  # a module of someone else's, and a variable of our own
use_cuda = torch.cuda.is_available() and not cuda


@torch.cuda.amp.autocast()
@numba_cuda.jit
def step(torch_like, cuda=True):
    with t.cuda.device(0), amp.autocast(), autocast(), mixed.autocast():
        torch_like.cuda.synchronize()
        (torch
         .cuda  # here
         .synchronize)()
        return f"{torch.cuda.memory_reserved() / 1e9 if cuda else 0:.3g}G", Scaler(), Stream()


def shadowed(torch):
    return torch.cuda.is_available()


def imported_here():
    import torch.backends.cuda
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    return torch.cuda.CUDAGraph()


class Timer:
    def __init__(self):
        self.cuda = torch.cuda.is_available()
        if self.cuda:
            torch.cuda.synchronize()


def runtime(callable, inputs, address):
    runtime = torch.cuda.cudart()
    numba_cuda.cudaProfilerStart()
    torch.cuda.cudart().cudaProfilerStart()
    if runtime.cudaHostRegister(address, 64, 0) == runtime.cudaError.success:
        torch.cuda.make_graphed_callables(callable, inputs)
    return torch.cuda.memory.CUDAPluggableAllocator("alloc.so", "take", "give"), torch.cuda.CUDAPluggableAllocator


class Holder:
    cudaError = 1

    def __init__(self):
        self.runtime = torch.cuda.cudart()

    def stop(self, other):
        (mine := torch.cuda.cudart()).cudaProfilerStart()
        mine.cudaProfilerStop()
        other.cudaProfilerStop()
        self.runtime.cudaOutputMode()
        return self.runtime.cudaProfilerStop(), Holder.cudaError
