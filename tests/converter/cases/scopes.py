# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which imports bind a name, and where."""
import torch

print(torch.cuda.is_available(), torch.cuda.CUDAGraph())
if torch.cuda.is_available():
    import torch.cuda.amp


def a():
    import torch
    torch.cuda.synchronize()


def b():
    import torch.cuda
    torch.cuda.synchronize()

    def inner():
        import torch.cuda.amp
        torch.cuda.CUDAGraph()


class C:
    import torch.cuda

    def f(self):
        if self:
            import torch.nn
            import torch.cuda
        else:
            import torch.cuda.amp
        torch.cuda.synchronize()
