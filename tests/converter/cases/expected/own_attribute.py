# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
class Flags:
    def __init__(self, tensor):
        self.is_cuda = tensor.is_cuda
