# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.musa.FloatTensor and its like, as torch.cuda has them: to make tensors, and for isinstance() and Tensor.type()."""

import operator

import torch


class _TensorType(type):
    """A class without instances of its own: a tensor is one by its device and dtype."""

    def __new__(cls, name):
        # Tensor.type() takes a class for what its name says.
        made = super().__new__(cls, f"torch.musa.{name}", (), {"_on_cpu": operator.attrgetter(name)(torch)})
        made.dtype = made._on_cpu.dtype
        return made

    def __init__(cls, name):
        super().__init__(cls.__name__, (), {})

    def __instancecheck__(cls, instance):
        return isinstance(instance, torch.Tensor) and instance.type() == cls.__name__

    def __call__(cls, *arguments):
        return cls._on_cpu(*arguments).to("musa")


FloatTensor = _TensorType("FloatTensor")
DoubleTensor = _TensorType("DoubleTensor")
HalfTensor = _TensorType("HalfTensor")
BFloat16Tensor = _TensorType("BFloat16Tensor")
ByteTensor = _TensorType("ByteTensor")
CharTensor = _TensorType("CharTensor")
ShortTensor = _TensorType("ShortTensor")
IntTensor = _TensorType("IntTensor")
LongTensor = _TensorType("LongTensor")
BoolTensor = _TensorType("BoolTensor")
