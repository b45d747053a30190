# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
    import torch

    def f(self):
        if self:
            import torch.nn
            import torch.cuda
        else:
            import torch.cuda.amp
        torch.cuda.synchronize()
