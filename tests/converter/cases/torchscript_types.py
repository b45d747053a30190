# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is no tensor is declared in TorchScript. Only a class that has the method keeps it, here or in another file."""
from typing import List, Optional, Union

import torch

T = torch.Tensor


class Batch:
    def cuda(self):
        return self


Own = Batch


class Net(torch.nn.Module):
    weight: torch.nn.Parameter
    batch: Batch

    def forward(self, a: torch.nn.Parameter, b: "Optional[Tensor]", c: Union[torch.Tensor, None], d: T, e: torch.LongTensor):
        self.weight = self.weight.cuda()
        self.batch = self.batch.cuda()
        if torch.jit.is_scripting() and a.is_cuda and b.is_cuda and c.is_cuda and d.is_cuda and e.is_cuda:
            return a.cuda(), b.cuda(), c.cuda(), d.cuda(), e.cuda()
        return f"{a.is_cuda} {b.cuda()}", f'{a.is_cuda}', (a.is_cuda) == (-b.is_cuda), a.is_cuda.real, a.cuda(  # kept
        )

    @torch.jit.export
    def given(self, own: Own, text: "Batch", several: List[Batch], made: int):
        other = Batch()
        again = other
        for each in several:
            each.cuda()
        return own.cuda(), text.cuda(), other.cuda(), again.cuda(), self.made().cuda(), [x.cuda() for x in several]

    def made(self) -> Batch:
        return Batch()
