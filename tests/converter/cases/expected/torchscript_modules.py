# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which methods of modules are compiled, only a run shows: all functions of such a file are written as TorchScript knows it, but for
what makes a module."""
import torch
from torch.jit import script as compiled

also_compiled = torch.jit.script


class Util:
    def helper(self, x):
        return x.to("musa")


if torch.__version__ > "2":
    def helper(x):
        return x.to("musa")
else:
    def helper(x):
        return x.to("musa")[0]


class Base(torch.nn.Module):
    def moved(self, x):
        return helper(x)

    def unused(self, x):
        return x.to("musa")


class Part(torch.nn.Module):
    def forward(self, x):
        return x.to("musa")


class Net(Base):
    def __init__(self):
        super().__init__()
        self.part = torch.nn.Sequential(Part())
        self.weight = torch.ones(1).musa()

    @property
    def is_there(self):
        return self.weight.device.type == "musa"

    @property
    def scale(self):
        return self.factor(2)

    @torch.jit.export
    def also(self, x):
        return [y.to("musa") for y in x]

    def forward(self, x):
        return self.moved(self.part(x))

    def training_step(self, batch):
        return self(batch.to("musa"))


class Derived(Net):
    def moved(self, x):
        return super().moved(x).to("musa")

    @torch.jit.ignore
    def logged(self, x):
        return x.musa(), x.is_musa

    def with_comment(self, x):
        return (x.to  # (why
                )("musa")


net = Net()
scripted = compiled(net)
evaluated = torch.jit.script(Net().musa().eval())
function = torch.jit.script(lambda x: x.to("musa"))


@also_compiled
def by_another_name(x):
    return x.to("musa")


def export(model, path):
    torch.jit.script(model).save(path)
