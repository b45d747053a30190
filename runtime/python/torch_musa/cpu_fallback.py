# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that run on the CPU: those that have no kernel for musa, and, if asked, those that fail.

TORCH_MUSA_CPU_FALLBACK=0 in the environment, before torch_musa is imported, makes the first PyTorch's error.
"""

import collections
import warnings

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map, tree_map_only

from . import _MUSAC

__all__ = ["counts", "is_enabled", "on_errors", "reset"]


def is_enabled():
    return _MUSAC._cpu_fallback_enabled()


def counts():
    """How often each operator that has no kernel ran on the CPU: {"aten::name.overload": times}."""
    return _MUSAC._cpu_fallback_counts()


def reset():
    """Count from 0."""
    _MUSAC._cpu_fallback_reset()


class on_errors(TorchDispatchMode):
    """Inside of `with on_errors() as failed:`, an operator that raises a RuntimeError on musa is computed on the CPU.

    The first time of each gives a warning with the error; failed.counts says how often. Arguments that an operator
    writes are copied before, so that it begins anew. The error stays if the CPU fails, too, if the result is a view of
    an argument, if a tensor that is written shares memory with another argument, and if tensors are on several devices.
    """

    def __init__(self):
        super().__init__()
        self.counts = collections.Counter()

    def __torch_dispatch__(self, function, types, arguments=(), named=None):
        if any(each.__torch_dispatch__ is not torch._C._disabled_torch_dispatch_impl for each in types):
            return NotImplemented  # such a class asks for the operators of plain tensors
        named = named or {}
        written = _written(function, arguments, named)
        before = [tensor.clone() for tensor in written]
        try:
            return function(*arguments, **named)
        except RuntimeError as error:
            if not _can_be_on_cpu(function, arguments, named, written):
                raise
            try:
                for tensor, values in zip(written, before):
                    tensor.resize_(values.shape).copy_(values)
                result = _on_cpu(function, arguments, named, written)
            except Exception as also:
                raise error from also
            self._count(function, error)
            return result

    def _count(self, function, error):
        name = str(function)
        if not self.counts[name]:
            warnings.warn(f"{name} failed on the device musa and ran on the CPU: {error}", stacklevel=3)
        self.counts[name] += 1


def _tensors(*trees):
    """Each once."""
    found = {}
    tree_map_only(torch.Tensor, lambda tensor: found.setdefault(id(tensor), tensor), trees)
    return list(found.values())


def _devices(*trees):
    found = []
    tree_map_only(torch.device, found.append, trees)
    return found


def _values(function, arguments, named):
    """(argument of the schema, value) of those that are given."""
    declared = function._schema.arguments
    positional = [argument for argument in declared if not argument.kwarg_only]
    yield from zip(positional, arguments)
    yield from ((argument, named[argument.name]) for argument in declared if argument.name in named)


def _written(function, arguments, named):
    """The tensors on musa that the operator writes, in the schema's order."""
    values = [value for argument, value in _values(function, arguments, named)
              if argument.alias_info is not None and argument.alias_info.is_write]
    return [tensor for tensor in _tensors(values) if tensor.device.type == "musa"]


def _can_be_on_cpu(function, arguments, named, written):
    if any(result.alias_info is not None and not result.alias_info.is_write for result in function._schema.returns):
        return False
    tensors = _tensors(arguments, named)
    # PyTorch takes numbers of the CPU's beside tensors of any device; else that is the program's mistake.
    devices = {tensor.device for tensor in tensors if tensor.dim() or tensor.device.type != "cpu"}
    if len(devices) > 1 or not any(device.type == "musa" for device in [*devices, *_devices(arguments, named)]):
        return False
    # Copies do not share memory.
    memory = collections.Counter(tensor.untyped_storage().data_ptr() for tensor in tensors if tensor.layout == torch.strided)
    return all(memory[tensor.untyped_storage().data_ptr()] == 1 for tensor in written)


def _on_cpu(function, arguments, named, written):
    """The operator's result, computed on copies; what it writes is copied back."""
    copies = {}

    def to_cpu(value):
        if isinstance(value, torch.Tensor) and value.device.type == "musa":
            return copies.setdefault(id(value), value.cpu())
        if isinstance(value, torch.device) and value.type == "musa":
            return torch.device("cpu")
        return value

    result = function(*tree_map(to_cpu, arguments), **tree_map(to_cpu, named))
    here = {}
    for tensor in written:
        copy = copies[id(tensor)]
        here[id(copy)] = tensor.resize_(copy.shape).copy_(copy)
    # The device that the program asks for, or the tensors'.
    device = next(iter(_devices(arguments, named) or [tensor.device for tensor in _tensors(arguments, named)
                                                      if tensor.device.type == "musa"]))

    def from_cpu(value):
        if id(value) not in here:
            here[id(value)] = value.to(device)
        return here[id(value)]

    return tree_map_only(torch.Tensor, from_cpu, result)
