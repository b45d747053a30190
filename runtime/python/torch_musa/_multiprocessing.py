# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.multiprocessing for tensors of the device: the other process has the same memory, not a copy.

As with CUDA, the process that made a tensor keeps its memory until all others have dropped it, and has to live as long.
"""

from multiprocessing import reduction

import torch
from torch.multiprocessing import reductions

from . import _MUSAC
from ._lazy import _lazy_init
from .streams import Event, SharedEvent

_reduce_tensor, _reduce_storage = reductions.reduce_tensor, reductions.reduce_storage


def rebuild_event(device, handle):
    return Event.from_ipc_handle(device, handle)


def reduce_event(event):
    handle = event.ipc_handle()  # which decides on the device
    return rebuild_event, (event.device, handle)


def rebuild_storage(device, size, memory, offset, counter_file, counter, event):
    """The storage of another process; the one that is here already, if there is one."""
    key = memory, offset
    if (known := reductions.storage_from_cache(torch.UntypedStorage, key)) is not None:
        _MUSAC._release_counter(counter_file, counter)  # the sender counted another user
        return known
    _lazy_init()
    storage = _MUSAC._receive_storage(device, size, memory, offset, counter_file, counter, event)
    reductions.shared_cache[key] = reductions.StorageWeakRef(storage)
    return storage


def rebuild_tensor(cls, dtype, metadata, device, size, sent):
    """A tensor as PyTorch makes it of a storage; `sent`: what _share_storage() has said, None for an empty storage."""
    if sent is None:
        storage = torch.UntypedStorage(0, device=torch.device("musa", device))
    else:
        storage = rebuild_storage(device, size, *sent)
    typed = torch.storage.TypedStorage(wrap_storage=storage, dtype=dtype, _internal=True)
    return reductions.rebuild_tensor(cls, typed, metadata)


def reduce_tensor(tensor):
    if tensor.device.type != "musa" or tensor.is_nested or tensor.layout != torch.strided:
        return _reduce_tensor(tensor)  # which comes back with the parts
    if tensor.requires_grad and not tensor.is_leaf:
        raise RuntimeError(
            "Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support crossing "
            "process boundaries. If you just want to transfer the data, call detach() on the tensor before serializing "
            "(e.g., putting it on the queue).")
    reductions.check_serializing_named_tensor(tensor)
    torch.utils.hooks.warn_if_has_hooks(tensor)
    storage = tensor.untyped_storage()
    sent = None
    if storage.size() > 0:
        sent = _MUSAC._share_storage(storage)
        reductions.shared_cache[sent[0]] = reductions.StorageWeakRef(storage)
    metadata = tensor.storage_offset(), tensor.size(), tensor.stride(), tensor.requires_grad
    return rebuild_tensor, (type(tensor), tensor.dtype, metadata, storage.device.index, storage.size(), sent)


def reduce_storage(storage):
    if storage.device.type == "musa":
        raise RuntimeError("Cannot pickle MUSA storage; try pickling a MUSA tensor instead")
    return _reduce_storage(storage)


def register():
    """Let multiprocessing's queues and pipes use these."""
    reductions.reduce_tensor, reductions.reduce_storage = reduce_tensor, reduce_storage
    for cls in (torch.Tensor, torch.nn.parameter.Parameter, *torch._tensor_classes):
        reduction.register(cls, reduce_tensor)
    reduction.register(torch.UntypedStorage, reduce_storage)
    for cls in (Event, SharedEvent):
        reduction.register(cls, reduce_event)
