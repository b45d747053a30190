# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies of an operator's arguments on another device: with the same strides, and sharing memory where the arguments do."""

import torch
from torch.utils._pytree import tree_flatten, tree_leaves, tree_map, tree_unflatten

HALF = (torch.float16, torch.bfloat16)
_ALIGNMENT = 16  # no type is wider


def tensors_of(values):
    return [leaf for leaf in tree_leaves(values) if isinstance(leaf, torch.Tensor)]


def is_plain(tensor):
    """Whether it is a view of memory, and nothing else."""
    return tensor.layout is torch.strided and not tensor.is_quantized and not tensor.is_nested


def span(tensor):
    """The first byte of its memory in the storage, and the one behind the last."""
    first = tensor.storage_offset() * tensor.element_size()
    if tensor.numel() == 0:
        return first, first
    last = sum((size - 1) * stride for size, stride in zip(tensor.size(), tensor.stride()))
    return first, first + (last + 1) * tensor.element_size()


class _Memory:
    """The part of a storage that some tensors use, copied when the first of them is."""

    def __init__(self, storage):
        self.storage = storage
        self.spans = []
        self.copy = None

    def on(self, device):
        if self.copy is None:
            self.begin = min(first for first, _ in self.spans) // _ALIGNMENT * _ALIGNMENT
            size = max(end for _, end in self.spans) - self.begin
            if self.begin + size > self.storage.nbytes():  # as of a parameter whose memory is given back
                self.copy = torch.UntypedStorage(size, device=device)
            else:
                source = torch.empty(0, dtype=torch.uint8, device=self.storage.device)
                source.set_(self.storage, self.begin, (size,), (1,))
                self.copy = source.to(device, copy=True).untyped_storage()
        return self.copy


def copied(values, device):
    """The values, with their tensors copied: `device` is the copies' device, or a function that says it of each tensor."""
    choose = device if callable(device) else lambda tensor: device
    memories = {}
    for tensor in filter(is_plain, tensors_of(values)):
        storage = tensor.untyped_storage()
        memories.setdefault(storage._cdata, _Memory(storage)).spans.append(span(tensor))

    def copy(leaf):
        if not isinstance(leaf, torch.Tensor):
            return leaf
        target = choose(leaf)
        if not is_plain(leaf):
            return leaf.detach().to(target, copy=True)
        memory = memories[leaf.untyped_storage()._cdata]
        storage = memory.on(target)
        made = torch.empty(0, dtype=leaf.dtype, device=target)
        made.set_(storage, (span(leaf)[0] - memory.begin) // leaf.element_size(), leaf.size(), leaf.stride())
        made = made.conj() if leaf.is_conj() else made
        return torch._neg_view(made) if leaf.is_neg() else made

    return tree_map(copy, values)


def for_cpu(values):
    """Copies on the CPU, and the CPU in place of each device that is named."""
    return tree_map(lambda leaf: torch.device("cpu") if isinstance(leaf, torch.device) else leaf, copied(values, "cpu"))


def in_float32(values):
    """Half types as float32, also those that are named."""
    def widen(leaf):
        if isinstance(leaf, torch.Tensor):
            return leaf.to(torch.float32) if leaf.dtype in HALF else leaf
        return torch.float32 if isinstance(leaf, torch.dtype) and leaf in HALF else leaf

    return tree_map(widen, values)


def as_narrow_as(values, others):
    """Floating-point tensors in the types of the others."""
    def narrow(leaf, other):
        both = isinstance(leaf, torch.Tensor) and isinstance(other, torch.Tensor)
        return leaf.to(other.dtype) if both and leaf.is_floating_point() and other.is_floating_point() else leaf

    leaves, spec = tree_flatten(values)
    return tree_unflatten(list(map(narrow, leaves, tree_leaves(others))), spec)
