# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
def a():
    import torch
    torch.musa.synchronize()


def b():
    import torch, torch_musa
    torch.musa.synchronize()

    def inner():
        import torch_musa.amp
        torch.musa.MUSAGraph()


class C:
    import torch

    def f(self):
        if self:
            import torch.nn
            import torch_musa
        else:
            import torch, torch_musa.amp
        torch.musa.synchronize()
