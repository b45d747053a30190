# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names: what torch.cuda is bound to decides, not how it looks. torch.cuda in a docstring stays."""
import torch
import torch as t
import torch_musa.amp as mixed
from torch_musa import Stream, amp
from torch_musa.amp import GradScaler as Scaler, autocast
import barracuda
from numba import cuda as numba_cuda

cuda = barracuda.cuda  # a module of someone else's, and a variable of our own
use_cuda = torch.musa.is_available() and not cuda


@torch.musa.amp.autocast()
@numba_cuda.jit
def step(torch_like, cuda=True):
    with t.musa.device(0), amp.autocast(), autocast(), mixed.autocast():
        torch_like.cuda.synchronize()
        (torch
         .musa  # here
         .synchronize)()
        return f"{torch.musa.memory_reserved() / 1e9 if cuda else 0:.3g}G", Scaler(), Stream()


def shadowed(torch):
    return torch.cuda.is_available()


def imported_here():
    import torch.backends.cuda
    torch.backends.musa.matmul.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    return torch.musa.MUSAGraph()


class Timer:
    def __init__(self):
        self.cuda = torch.musa.is_available()
        if self.cuda:
            torch.musa.synchronize()


def runtime(callable, inputs, address):
    runtime = torch.musa.musart()
    numba_cuda.cudaProfilerStart()
    torch.musa.musart().musaProfilerStart()
    if runtime.musaHostRegister(address, 64, 0) == runtime.musaError.success:
        torch.musa.make_graphed_callables(callable, inputs)
    return torch.musa.memory.MUSAPluggableAllocator("alloc.so", "take", "give"), torch.musa.MUSAPluggableAllocator


class Holder:
    cudaError = 1

    def __init__(self):
        self.runtime = torch.musa.musart()

    def stop(self, other):
        (mine := torch.musa.musart()).musaProfilerStart()
        mine.musaProfilerStop()
        other.cudaProfilerStop()
        self.runtime.cudaOutputMode()
        return self.runtime.musaProfilerStop(), Holder.cudaError
