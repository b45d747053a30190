# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators: their names, which are watched, and which of their arguments they write to."""

import torch
from torch.utils._pytree import tree_leaves

# Their results are memory as it is found, or something that the CPU cannot do again. Views and random numbers have tags for that.
LEFT_OUT = (
    "torch.ops.aten.empty", "torch.ops.aten.empty_like", "torch.ops.aten.empty_permuted", "torch.ops.aten.empty_strided",
    "torch.ops.aten.new_empty", "torch.ops.aten.new_empty_strided", "torch.ops.aten._efficientzerotensor",
    "torch.ops.aten.resize_", "torch.ops.aten.resize_as_", "torch.ops.aten.set_", "torch.ops.aten.record_stream",
    "torch.ops.aten._empty_affine_quantized", "torch.ops.aten._empty_per_channel_affine_quantized", "torch.ops.aten.empty_quantized",
    "torch.ops.aten._has_compatible_shallow_copy_type", "torch.ops.aten.is_pinned",
    "torch.ops.aten._pin_memory", "torch.ops.aten.pin_memory",
)
# Outputs, by number, that each device has in a form of its own: always, or where an argument has a value.
AUXILIARY = {
    "torch.ops.aten.native_batch_norm": ((1, 2), "training", False),
    "torch.ops.aten._native_batch_norm_legit": ((1, 2), "training", False),
    "torch.ops.aten._native_batch_norm_legit_no_training": ((1, 2), None, None),
    "torch.ops.aten._batch_norm_with_update": ((3,), None, None),
    "torch.ops.aten._batch_norm_no_update": ((1, 2, 3), None, None),
    "torch.ops.aten.log_sigmoid_forward": ((1,), None, None),
    "torch.ops.aten._embedding_bag": ((1, 2, 3), None, None),
    "torch.ops.aten._embedding_bag_forward_only": ((1, 2, 3), None, None),
    "torch.ops.aten.nll_loss_forward": ((1,), "reduction", 0),
    "torch.ops.aten.nll_loss2d_forward": ((1,), "reduction", 0),
    "torch.ops.aten._ctc_loss": ((1,), None, None),
    "torch.ops.aten.linalg_lstsq": ((1, 2, 3), None, None),
}
# Their second output says where the first one's elements are: of equal elements, any.
CHOOSING = {f"torch.ops.aten.{name}" for name in ("topk", "sort", "median", "nanmedian", "mode", "kthvalue")}
LEFT_OUT_NAMESPACES = ("profiler", "c10d", "_c10d_functional", "prims", "inductor")


def name_of(func):
    """torch.ops.aten.add.Tensor; the overload "default" has no name."""
    return "torch.ops." + func.name().replace("::", ".")


def _packet(func):
    return f"torch.ops.{func.namespace}.{func._schema.name.partition('::')[2]}"


def matches(func, names):
    """Whether one of the names is that of the operator, or of all its overloads."""
    name = name_of(func)
    packet = _packet(func)
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


def argument(func, args, kwargs, name):
    """An argument's value, or its default."""
    for index, it in enumerate(func._schema.arguments):
        if it.name == name:
            return args[index] if index < len(args) else kwargs.get(name, it.default_value)
    return None


def auxiliary(func, args, kwargs):
    """The numbers of the outputs that are not compared."""
    numbers, name, value = AUXILIARY.get(_packet(func), ((), None, None))
    return numbers if name is None or argument(func, args, kwargs, name) == value else ()


def chooses_equals(func, args, kwargs, ours, cpu):
    """Whether places that differ from the CPU's are those of equal elements. All tensors are on the CPU."""
    values, dim = args[0], argument(func, args, kwargs, "dim")
    if dim is None or argument(func, args, kwargs, "stable"):
        return False
    places, want = ours[1], cpu[1]
    if values.dim() == 0 or values.numel() == 0 or places.dtype != want.dtype or places.shape != want.shape:
        return False
    if places.dim() < values.dim():
        places, want = places.unsqueeze(dim), want.unsqueeze(dim)
    if bool(((places < 0) | (places >= values.shape[dim])).any()) or bool((places.sort(dim)[0].diff(dim=dim) == 0).any()):
        return False
    have, want = values.gather(dim, places), values.gather(dim, want)
    return bool(((have == want) | ((have != have) & (want != want))).all())  # NaN are equal


def with_own_buffers(func, args, kwargs):
    """The arguments on the CPU, with the CPU's own in place of what another device's forward pass left for the backward one."""
    if _packet(func) != "torch.ops.aten.log_sigmoid_backward":
        return args, kwargs
    args = list(args)
    args[2] = torch.ops.aten.log_sigmoid_forward(args[1])[1]
    return tuple(args), kwargs


def wait_for_copies(func, args, kwargs, out):
    """A copy to the CPU may not have arrived when the operator returns."""
    results = [it for it in tree_leaves([out, written(func, args, kwargs)]) if isinstance(it, torch.Tensor)]
    if any(it.device.type == "cpu" for it in results):
        tensors = [it for it in tree_leaves((args, kwargs)) if isinstance(it, torch.Tensor)]
        for device in {it.device for it in tensors if it.device.type == "musa"}:
            torch.musa.current_stream(device).synchronize()


def written(func, args, kwargs):
    """The arguments that it writes to, by name."""
    found = {}
    for index, argument in enumerate(func._schema.arguments):
        if argument.alias_info is not None and argument.alias_info.is_write:
            value = args[index] if index < len(args) else kwargs.get(argument.name)
            if value is not None:
                found[argument.name] = value
    return found
