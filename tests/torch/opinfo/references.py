# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""NumPy in the CPU's place, for operators whose results PyTorch's CPU library may get wrong.

Debian's libtorch calls BLAS's complex dot products by the wrong convention, and gets zero. Its exponentials of matrices of half
and bfloat16 are NaN.
"""

import numpy
import scipy.linalg
import torch


def _vecdot(x, y, dim=-1):
    return (x.conj() * y).sum(dim)


def _each_matrix(function, *stacks):
    matrices = zip(*(stack.reshape(-1, *stack.shape[-2:]) for stack in stacks))
    return numpy.stack([function(*parts) for parts in matrices]).reshape(stacks[0].shape)


# By the operator's name in the database; functions of what a sample has, its tensors as arrays.
REFERENCES = {
    "dot": numpy.dot,
    "vdot": numpy.vdot,
    "matmul": numpy.matmul,
    "__rmatmul__": lambda x, y: numpy.matmul(y, x),
    "linalg.vecdot": _vecdot,
    "matrix_exp": lambda x: _each_matrix(scipy.linalg.expm, x),
}

# Gradients of the input, from it and that of the result.
GRADIENTS = {
    "matrix_exp": lambda x, gradient: _each_matrix(
        lambda matrix, part: scipy.linalg.expm_frechet(matrix.T, part, compute_expm=False), x, gradient),
}


def by_numpy(name, sample, like):
    """What NumPy computes, as a tensor like the CPU's; None if it is not asked about this operator, or cannot tell."""
    if name not in REFERENCES or not isinstance(like, torch.Tensor):
        return None
    try:
        arguments = [_array(x) for x in (sample.input, *sample.args)]
        value = REFERENCES[name](*arguments, **{key: _array(x) for key, x in sample.kwargs.items()})
        return torch.as_tensor(value).to(like.dtype).reshape(like.shape)
    except (TypeError, ValueError, RuntimeError):
        return None


def gradient_by_numpy(name, sample, gradient, like):
    """The gradient of the sample's input, likewise; `gradient`: of the result."""
    if name not in GRADIENTS or sample.args or sample.kwargs:
        return None
    return torch.as_tensor(GRADIENTS[name](_array(sample.input), _array(gradient))).to(like.dtype)


def _array(value):
    if not isinstance(value, torch.Tensor):
        return value
    value = value.detach().resolve_conj().resolve_neg()
    return (value.double() if value.dtype in (torch.half, torch.bfloat16) else value).numpy()
