# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators: their names, which are watched, and which of their arguments they write to."""

import torch
from torch.utils._pytree import tree_leaves

# Their results are memory as it is found, or something that the CPU cannot do again. Views and random numbers have tags for that.
LEFT_OUT = (
    "torch.ops.aten.empty", "torch.ops.aten.empty_like", "torch.ops.aten.empty_permuted", "torch.ops.aten.empty_strided",
    "torch.ops.aten.new_empty", "torch.ops.aten.new_empty_strided", "torch.ops.aten._efficientzerotensor",
    "torch.ops.aten.resize_", "torch.ops.aten.resize_as_", "torch.ops.aten.set_", "torch.ops.aten.record_stream",
    "torch.ops.aten.is_pinned", "torch.ops.aten._pin_memory", "torch.ops.aten.pin_memory",
)
LEFT_OUT_NAMESPACES = ("profiler", "c10d", "_c10d_functional", "prims", "inductor")


def name_of(func):
    """torch.ops.aten.add.Tensor; the overload "default" has no name."""
    return "torch.ops." + func.name().replace("::", ".")


def matches(func, names):
    """Whether one of the names is that of the operator, or of all its overloads."""
    name = name_of(func)
    packet = f"torch.ops.{func.namespace}.{func._schema.name.partition('::')[2]}"
    return name in names or packet in names or f"{packet}.{func._overloadname}" in names


def computes(func):
    """Whether its result depends on its arguments alone, and is more than a view of them."""
    random = torch.Tag.nondeterministic_seeded in func.tags
    return not (random or func.is_view or func.namespace in LEFT_OUT_NAMESPACES or matches(func, LEFT_OUT))


def on_device(values):
    """Whether an argument is on a musa device, or names one."""
    for leaf in tree_leaves(values):
        device = leaf if isinstance(leaf, torch.device) else getattr(leaf, "device", None)
        if isinstance(device, torch.device) and device.type == "musa":
            return True
    return False


def written(func, args, kwargs):
    """The arguments that it writes to, by name."""
    found = {}
    for index, argument in enumerate(func._schema.arguments):
        if argument.alias_info is not None and argument.alias_info.is_write:
            value = args[index] if index < len(args) else kwargs.get(argument.name)
            if value is not None:
                found[argument.name] = value
    return found
