# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
class Pair:
    def is_cuda(self):
        return self.first.is_cuda and self.second.is_cuda()


def both(pair, other):
    return pair.is_cuda() and other.tensor.is_cuda
