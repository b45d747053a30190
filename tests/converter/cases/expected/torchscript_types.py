# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is no tensor is declared in TorchScript. Only a class that has the method keeps it, here or in another file."""
from typing import Dict, List, Optional, Tuple, Union

import torch

T = torch.Tensor


class Batch:
    def musa(self):
        return self

    def size(self) -> T:
        return torch.ones(1)


Own = Batch


class Net(torch.nn.Module):
    weight: torch.nn.Parameter
    batch: Batch

    def forward(self, a: torch.nn.Parameter, b: "Optional[Tensor]", c: Union[torch.Tensor, None], d: T, e: torch.LongTensor):
        self.weight = self.weight.to("musa")
        self.batch = self.batch.musa()
        if torch.jit.is_scripting() and a.device.type == "musa" and b.device.type == "musa" and c.device.type == "musa" and d.device.type == "musa" and e.device.type == "musa":
            return a.to("musa"), b.to("musa"), c.to("musa"), d.to("musa"), e.to("musa")
        return f"{a.device.type == 'musa'} {b.to('musa')}", f'{a.device.type == "musa"}', (a.device.type == "musa") == (-(b.device.type == "musa")), (a.device.type == "musa").real, a.to("musa"  # kept
        )

    @torch.jit.export
    def given(self, own: Own, text: "Batch", several: List[Batch], made: int):
        other = Batch()
        again = other
        for each in several:
            each.musa()
        return own.musa(), text.musa(), other.musa(), again.musa(), self.made().musa(), [x.musa() for x in several]

    def made(self) -> Batch:
        return Batch()

    @torch.jit.export
    def in_containers(self, x, several: List[Batch], pair: Tuple[Batch, T], named: Dict[str, Batch], made: bool):
        for i, each in enumerate(several):
            each.musa()
        for key, value in named.items():
            value.musa()
        one, two = Batch(), x
        if (three := Batch()) is not None:
            three.musa()
        first, second = pair  # either: it stays as in Python
        first.musa()
        row = text.row()  # unknown
        row.to("musa")
        size = text.size()
        return several[0].musa(), one.musa(), two.to("musa"), (Batch() if made else several[0]).musa(), size.to("musa")

    def not_known_to_be_compiled(self, x, y: T):
        self.other = Batch(y)
        self.other.musa()
        loaded = torch.load("x")
        several = torch.nn.ModuleList([Batch()])
        return x.musa(), y.to("musa"), torch.ones(1).to("musa"), loaded.musa(), several[0].musa()


class Moved(torch.nn.Module):
    owner: Net

    def musa(self):
        self.part = self.part.musa()
        return super().musa()


class Derived(Net):
    def forward(self, text, moved: Moved):
        if not torch.jit.is_scripting():
            torch.musa.synchronize()
        return self.batch.musa(), self.weight.to("musa"), text.to("musa"), moved.owner.weight.to("musa"), moved.owner.batch.musa()


text = Batch()
args.cuda = True  # that is no class
