# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
def both(pair, tensor):
    return pair.is_cuda() and tensor.is_musa
