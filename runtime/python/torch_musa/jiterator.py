# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element-wise functions that a program writes in C++, as torch.cuda.jiterator has them."""

import functools
import numbers
import os

import torch
from torch.cuda import jiterator as _cudas

from . import _kernels

_THREADS = 256


class _JittedFunction(_cudas._JittedFunction):
    """Takes tensors of all strides and types: they are broadcast, and have one type where the function sees them."""

    def __call__(self, *tensors, **kwargs):
        if len(tensors) > 8:
            raise ValueError("a function of torch.musa.jiterator takes at most 8 tensors")
        for name in kwargs:
            if name not in self.kwargs_dict:
                raise KeyError(f"{name} is not declared in function definition")
        values = [_plain(value) for value in {**self.kwargs_dict, **kwargs}.values()]
        device = next((tensor.device for tensor in tensors if tensor.device.type == "musa"), None)
        if device is None or any(tensor.device != device and (tensor.device.type != "cpu" or tensor.dim()) for tensor in tensors):
            raise ValueError("a function of torch.musa.jiterator takes tensors of one musa device, and numbers in tensors of the CPU")
        tensors = [tensor.to(device).resolve_conj().resolve_neg() for tensor in tensors]
        computed, result = torch._prims_common.elementwise_dtypes(
            *tensors, type_promotion_kind=torch._prims_common.ELEMENTWISE_TYPE_PROMOTION_KIND.DEFAULT)
        inputs = torch.broadcast_tensors(*tensors)
        shape = inputs[0].shape
        strides = torch._prims_common.compute_elementwise_output_strides(*inputs)
        outputs = [torch.empty_strided(shape, strides, dtype=result, device=device) for _ in range(self.num_outputs)]
        operands = [*inputs, *outputs]
        for tensor in operands:
            if tensor.dtype not in _kernels.TYPES:
                raise TypeError(f"a function of torch.musa.jiterator takes no {tensor.dtype}")
        kernel = _load(self.code_string, self.kernel_name, self.return_by_ref, _kernels.TYPES[computed],
                       tuple(_kernels.TYPES[tensor.dtype] for tensor in operands), self.num_outputs, len(shape), tuple(map(type, values)))
        count = inputs[0].numel()
        arguments = [count, *shape]
        for tensor in operands:
            arguments += [tensor, *tensor.stride()]
        for value in values:
            arguments += [value.real, value.imag] if isinstance(value, complex) else [value]
        kernel((count + _THREADS - 1) // _THREADS, _THREADS, *arguments)
        return outputs[0] if self.num_outputs == 1 else tuple(outputs)


def _plain(value):
    """A number as Python's own int, float or complex."""
    for kind, abstract in (int, numbers.Integral), (float, numbers.Real), (complex, numbers.Complex):
        if isinstance(value, abstract):
            return kind(value)
    raise TypeError(f"a parameter of a function of torch.musa.jiterator is a number, and not {type(value).__name__}")


def _create_jit_fn(code_string, **kwargs):
    """A function of tensors from the code of one of their elements: a template of C++ with one type, which returns its result.

    `kwargs` are the code's further parameters, with their defaults; a call may give others."""
    return _JittedFunction(code_string, return_by_ref=False, num_outputs=1, **kwargs)


def _create_multi_output_jit_fn(code_string, num_outputs, **kwargs):
    """The same with code that takes a reference for each result, last."""
    return _JittedFunction(code_string, return_by_ref=True, num_outputs=num_outputs, **kwargs)


@functools.lru_cache(None)
def _load(code, function, returns_by_reference, computed, operands, outputs, dimensions, kinds):
    """The kernel for these types, of elements with so many indices. Its own names begin with jit_: the code's may be any."""
    parameters = ["int64_t jit_count", *(f"int64_t jit_size{d}" for d in range(dimensions))]
    places = []
    for i, operand in enumerate(operands):
        const = "const " if i < len(operands) - outputs else ""
        parameters += [f"{const}{operand} *jit_{i}", *(f"int64_t jit_{i}_stride{d}" for d in range(dimensions))]
        places.append(f"jit_{i}[{' + '.join(f'jit_at{d} * jit_{i}_stride{d}' for d in range(dimensions)) or '0'}]")
    values = [f"static_cast<{computed}>({place})" for place in places[:-outputs]]
    for i, kind in enumerate(kinds):
        if kind is complex:
            parameters += [f"double jit_number{i}_real", f"double jit_number{i}_imag"]
            values.append(f"static_cast<{computed}>(std::complex<double>(jit_number{i}_real, jit_number{i}_imag))")
        else:
            parameters.append(f"{'double' if kind is float else 'int64_t'} jit_number{i}")
            values.append(f"static_cast<{computed}>(jit_number{i})")
    lines = ["int64_t jit_rest = blockIdx.x * int64_t{blockDim.x} + threadIdx.x;", "if (jit_rest >= jit_count)", "  return;"]
    for d in reversed(range(dimensions)):
        lines += [f"const int64_t jit_at{d} = jit_rest % jit_size{d};", f"jit_rest /= jit_size{d};"]
    results = [f"jit_result{i}" for i in range(outputs)]
    if returns_by_reference:
        lines += [f"{computed} {result};" for result in results]
        lines.append(f"{function}<{computed}>({', '.join(values + results)});")
    else:
        lines.append(f"const {computed} jit_result0 = {function}<{computed}>({', '.join(values)});")
    lines += [f"{place} = static_cast<{operand}>({result});" for place, operand, result in zip(places[-outputs:], operands[-outputs:], results)]
    source = "\n".join([
        "#pragma clang force_cuda_host_device begin", code, "#pragma clang force_cuda_host_device end",
        f'extern "C" __global__ void jiterator_{function}({", ".join(parameters)}) {{', *(f"  {line}" for line in lines), "}", ""])
    return _kernels.load(_folder(), f"jiterator_{function}", source)


def _folder():
    """$PYTORCH_KERNEL_CACHE_PATH, where PyTorch's own jiterator keeps its kernels, or that of the user's caches."""
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(os.environ.get("PYTORCH_KERNEL_CACHE_PATH") or os.path.join(caches, "torch", "kernels"), "musa")
