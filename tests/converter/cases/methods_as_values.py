# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import functools

import torch
from torch import Tensor

xs = list(map(torch.Tensor.cuda, xs)), torch.Tensor.cuda(x), Tensor.cuda(x), torch.nn.Module.cuda(m), map(Tensor.is_cuda, xs)
move, use_cuda, flag = x.cuda, args.cuda, not args.cuda
move = x.cuda
use_cuda = args.cuda
y = move(non_blocking=True), map(x.cuda, [0, 1]), functools.partial(x.cuda, 0), f(args.cuda)
