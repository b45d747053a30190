# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TorchScript compiles what is marked, what is passed to torch.jit.script, and what these call. It knows tensors' cuda() and is_cuda,
and has no such names for another device."""
from typing import List, Optional

import torch
from torch import Tensor, jit


@torch.jit.script
class Storage:
    rows: Tensor
    counts: Optional[Tensor]

    def cuda(self):
        counts = self.counts
        if counts is not None:
            counts = counts.cuda()
        return Storage(self.rows.cuda(), counts)

    def is_cuda(self) -> bool:
        return self.rows.is_cuda


@torch.jit.script
class Matrix:
    storage: Storage
    value: torch.Tensor

    def cuda(self):
        return Matrix(self.storage.cuda(), self.value.cuda())

    def moved(self):
        storage = self.storage
        return storage.cuda(), storage.is_cuda()


@jit.script
def add(a, b: "torch.Tensor", storage: Storage, all: List[Tensor]):
    assert a.is_cuda == b.is_cuda and not a.is_cuda, "not the same"
    if a.is_cuda or helper(b):
        return a.cuda(), b.contiguous().cuda(), storage.cuda(), [each.cuda() for each in all]
    return a, (b.is_cuda), storage, [a.is_cuda is True]


def helper(x):
    torch.cuda.synchronize()
    return x.is_cuda


def not_scripted(x):
    torch.cuda.synchronize()
    return x.cuda() if x.is_cuda else x.cuda(non_blocking=True)


class Layer(torch.nn.Module):
    def forward(self, x: Tensor):
        if torch.jit.is_scripting():
            return x.cuda()
        return self.eager(x)

    @torch.jit.unused
    def eager(self, x: Tensor):
        with torch.cuda.stream(torch.cuda.Stream()):
            return x.cuda()


class Old(jit.ScriptModule):
    @jit.script_method
    def forward(self, x):
        return x.cuda()


class Given(torch.nn.Module):
    def forward(self, x):
        return x.cuda()


given = torch.jit.script(Given().cuda())
also_given = torch.jit.script(Given())
