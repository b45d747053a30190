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

    def musa(self):
        counts = self.counts
        if counts is not None:
            counts = counts.to("musa")
        return Storage(self.rows.to("musa"), counts)

    def is_cuda(self) -> bool:
        return self.rows.device.type == "musa"


@torch.jit.script
class Matrix:
    storage: Storage
    value: torch.Tensor

    def musa(self):
        return Matrix(self.storage.musa(), self.value.to("musa"))

    def moved(self):
        storage = self.storage
        return storage.musa(), storage.is_cuda()


@jit.script
def add(a, b: "torch.Tensor", storage: Storage, all: List[Tensor]):
    assert (a.device.type == "musa") == (b.device.type == "musa") and not a.device.type == "musa", "not the same"
    if a.device.type == "musa" or helper(b):
        return a.to("musa"), b.contiguous().to("musa"), storage.musa(), [each.to("musa") for each in all]
    return a, (b.device.type == "musa"), storage, [(a.device.type == "musa") is True]


def helper(x):
    torch.musa.synchronize()
    return x.device.type == "musa"


def not_scripted(x):
    torch.musa.synchronize()
    return x.musa() if x.is_musa else x.musa(non_blocking=True)


class Layer(torch.nn.Module):
    def forward(self, x: Tensor):
        if torch.jit.is_scripting():
            return x.to("musa")
        return self.eager(x)

    @torch.jit.unused
    def eager(self, x: Tensor):
        with torch.musa.stream(torch.musa.Stream()):
            return x.musa()


class Old(jit.ScriptModule):
    @jit.script_method
    def forward(self, x):
        return x.to("musa")


class Given(torch.nn.Module):
    def forward(self, x):
        return x.to("musa")


given = torch.jit.script(Given().musa())
also_given = torch.jit.script(Given())
