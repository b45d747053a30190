# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which imports bind a name, and where."""
import torch

print(torch.musa.is_available(), torch.musa.MUSAGraph())
if torch.musa.is_available():
    import torch_musa.amp


def a():
    import torch
    torch.musa.synchronize()


def b():
    import torch_musa
    torch.musa.synchronize()

    def inner():
        import torch_musa.amp
        torch.musa.MUSAGraph()


class C:
    import torch_musa

    def f(self):
        if self:
            import torch.nn
            import torch_musa
        else:
            import torch_musa.amp
        torch.musa.synchronize()
