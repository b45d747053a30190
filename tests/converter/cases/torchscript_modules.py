# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which methods of modules are compiled, only a run shows: all functions of such a file are written as TorchScript knows it, but for
what makes a module."""
import torch
from torch.jit import script as compiled

also_compiled = torch.jit.script


class Util:
    def helper(self, x):
        return x.cuda()


if torch.__version__ > "2":
    def helper(x):
        return x.cuda()
else:
    def helper(x):
        return x.cuda()[0]


class Base(torch.nn.Module):
    def moved(self, x):
        return helper(x)

    def unused(self, x):
        return x.cuda()


class Part(torch.nn.Module):
    def forward(self, x):
        return x.cuda()


class Net(Base):
    def __init__(self):
        super().__init__()
        self.part = torch.nn.Sequential(Part())
        self.weight = torch.ones(1).cuda()

    @property
    def is_there(self):
        return self.weight.is_cuda

    @property
    def scale(self):
        return self.factor(2)

    @torch.jit.export
    def also(self, x):
        return [y.cuda() for y in x]

    def forward(self, x):
        return self.moved(self.part(x))

    def training_step(self, batch):
        return self(batch.cuda())


class Derived(Net):
    def moved(self, x):
        return super().moved(x).cuda()

    @torch.jit.ignore
    def logged(self, x):
        return x.cuda(), x.is_cuda

    def with_comment(self, x):
        return (x.cuda  # (why
                )()


net = Net()
scripted = compiled(net)
evaluated = torch.jit.script(Net().cuda().eval())
function = torch.jit.script(lambda x: x.cuda())


@also_compiled
def by_another_name(x):
    return x.cuda()


def export(model, path):
    torch.jit.script(model).save(path)
