# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is no tensor is declared in TorchScript. Only a class that has the method keeps it, here or in another file."""
from typing import Dict, List, Optional, Tuple, Union

import torch

T = torch.Tensor


class Batch:
    def cuda(self):
        return self

    def size(self) -> T:
        return torch.ones(1)


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

    @torch.jit.export
    def in_containers(self, x, several: List[Batch], pair: Tuple[Batch, T], named: Dict[str, Batch], made: bool):
        for i, each in enumerate(several):
            each.cuda()
        for key, value in named.items():
            value.cuda()
        one, two = Batch(), x
        if (three := Batch()) is not None:
            three.cuda()
        first, second = pair  # either: it stays as in Python
        first.cuda()
        row = text.row()  # unknown
        row.cuda()
        size = text.size()
        return several[0].cuda(), one.cuda(), two.cuda(), (Batch() if made else several[0]).cuda(), size.cuda()

    def not_known_to_be_compiled(self, x, y: T):
        self.other = Batch(y)
        self.other.cuda()
        loaded = torch.load("x")
        several = torch.nn.ModuleList([Batch()])
        return x.cuda(), y.cuda(), torch.ones(1).cuda(), loaded.cuda(), several[0].cuda()


class Moved(torch.nn.Module):
    owner: Net

    def cuda(self):
        self.part = self.part.cuda()
        return super().cuda()


class Derived(Net):
    def forward(self, text, moved: Moved):
        if not torch.jit.is_scripting():
            torch.cuda.synchronize()
        return self.batch.cuda(), self.weight.cuda(), text.cuda(), moved.owner.weight.cuda(), moved.owner.batch.cuda()


text = Batch()
args.cuda = True  # that is no class
