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
    writes are copied before, so that it begins anew. An operator whose result is a view of an argument, and one that
    fails on the CPU, too, keep their error.
    """

    def __init__(self):
        super().__init__()
        self.counts = collections.Counter()

    def __torch_dispatch__(self, function, types, arguments=(), named=None):
        named = named or {}
        written = _written(function, arguments, named)
        before = [tensor.clone() for tensor in written]
        try:
            return function(*arguments, **named)
        except RuntimeError as error:
            if not _runs_on_musa(arguments, named) or _makes_view(function):
                raise
            for tensor, values in zip(written, before):
                tensor.resize_(values.shape).copy_(values)
            try:
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


def _values(function, arguments, named):
    """(argument of the schema, value) of those that are given."""
    declared = function._schema.arguments
    positional = [argument for argument in declared if not argument.kwarg_only]
    yield from zip(positional, arguments)
    yield from ((argument, named[argument.name]) for argument in declared if argument.name in named)


def _written(function, arguments, named):
    """The tensors on musa that the operator writes, in the schema's order."""
    found = []
    for argument, value in _values(function, arguments, named):
        if argument.alias_info is not None and argument.alias_info.is_write:
            tree_map_only(torch.Tensor, found.append, value)
    return [tensor for tensor in found if tensor.device.type == "musa"]


def _runs_on_musa(arguments, named):
    devices = set()
    tree_map_only(torch.Tensor, lambda tensor: devices.add(tensor.device.type), (arguments, named))
    tree_map_only(torch.device, lambda device: devices.add(device.type), (arguments, named))
    return "musa" in devices


def _makes_view(function):
    return any(result.alias_info is not None and not result.alias_info.is_write for result in function._schema.returns)


def _on_cpu(function, arguments, named, written):
    """The operator's result, computed on copies; what it writes is copied back."""
    copies = {}

    def to_cpu(value):
        if isinstance(value, torch.Tensor) and value.device.type == "musa":
            return copies.setdefault(id(value), value.cpu())
        if isinstance(value, torch.device) and value.type == "musa":
            return torch.device("cpu")
        return value

    device = _device(arguments, named)
    result = function(*tree_map(to_cpu, arguments), **tree_map(to_cpu, named))
    originals = {}
    for tensor in written:
        copy = copies[id(tensor)]
        originals[id(copy)] = tensor.resize_(copy.shape).copy_(copy)
    return tree_map_only(torch.Tensor, lambda value: originals.get(id(value), value.to(device)), result)


def _device(arguments, named):
    """The device of the operator's result: the one that it is asked for, or its first tensor's."""
    places = []
    tree_map_only(torch.device, places.append, (arguments, named))
    tree_map_only(torch.Tensor, lambda tensor: places.append(tensor.device), (arguments, named))
    return next(place for place in places if place.type == "musa")
