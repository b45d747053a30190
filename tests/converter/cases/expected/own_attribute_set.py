# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import torch


class Flags(torch.nn.Module):
    def forward(self, x):
        if torch.jit.is_scripting():
            self.is_cuda: bool = x.is_cuda
        self.is_cuda, self.n = x.is_cuda, 1
        return self.is_cuda
