# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.musa.sparse.FloatTensor and its like, as torch.cuda.sparse has them, for isinstance() and Tensor.type()."""

from .tensor_types import _TensorType

FloatTensor = _TensorType("sparse.FloatTensor")
DoubleTensor = _TensorType("sparse.DoubleTensor")
HalfTensor = _TensorType("sparse.HalfTensor")
BFloat16Tensor = _TensorType("sparse.BFloat16Tensor")
ByteTensor = _TensorType("sparse.ByteTensor")
CharTensor = _TensorType("sparse.CharTensor")
ShortTensor = _TensorType("sparse.ShortTensor")
IntTensor = _TensorType("sparse.IntTensor")
LongTensor = _TensorType("sparse.LongTensor")
