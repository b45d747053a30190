# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.nn.DataParallel on musa: what it calls and a PyTorch has that was built for CUDA, as its documentation says."""

import sys
import threading
import types

import torch
from torch._utils import ExceptionWrapper, _get_device_index
from torch.nn.parallel import comm
from torch.nn.parallel.parallel_apply import get_a_var


def register():
    if hasattr(torch._C, "_scatter"):
        return
    for function in (broadcast, broadcast_coalesced, broadcast_out, gather, gather_out, scatter, scatter_out):
        setattr(torch._C, f"_{function.__name__}", function)
    # It would warn that there is no NCCL, and says so.
    comm.nccl = types.SimpleNamespace(is_available=lambda tensors: False)
    # parallel_apply takes the devices for CUDA's.
    torch.nn.parallel.parallel_apply = parallel_apply
    for module in ("data_parallel", "parallel_apply"):
        sys.modules[f"torch.nn.parallel.{module}"].parallel_apply = parallel_apply


def place(index):
    return torch.device("cpu") if index == -1 else torch.device("musa", torch.musa.current_device() if index is None else index)


def broadcast(tensor, devices):
    return tuple(tensor.to(place(device), non_blocking=True) for device in devices)


def broadcast_coalesced(tensors, devices, buffer_size):
    # On the devices' own memory there is nothing to gain by one buffer for several tensors.
    return tuple(tuple(tensor.detach().to(place(device), non_blocking=True) for tensor in tensors) for device in devices)


def broadcast_out(tensor, outputs):
    return tuple(output.copy_(tensor, non_blocking=not output.is_cpu) for output in outputs)


def scatter(tensor, devices, chunk_sizes, dim, streams):
    chunks = tensor.chunk(len(devices), dim) if chunk_sizes is None else tensor.split(list(chunk_sizes), dim)
    return tuple(chunk.to(place(device), non_blocking=True) for chunk, device in zip(chunks, devices))


def scatter_out(tensor, outputs, dim, streams):
    chunks = tensor.split([output.size(dim) for output in outputs], dim)
    return tuple(output.copy_(chunk, non_blocking=not output.is_cpu) for output, chunk in zip(outputs, chunks))


def moved(tensors, device):
    # What is copied to the CPU without waiting is not there yet when the CPU reads it.
    return [tensor.to(device, non_blocking=device.type != "cpu") for tensor in tensors]


def gather(tensors, dim, destination):
    return torch.cat(moved(tensors, place(destination)), dim)


def gather_out(tensors, output, dim):
    return torch.cat(moved(tensors, output.device), dim, out=output)


def parallel_apply(modules, inputs, kwargs_tup=None, devices=None):
    """The modules' results, each computed by a thread of its own, as torch.nn.parallel.parallel_apply has it."""
    kwargs_tup = kwargs_tup or ({},) * len(modules)
    devices = devices or (None,) * len(modules)
    if not len(modules) == len(inputs) == len(kwargs_tup) == len(devices):
        raise ValueError(f"{len(modules)} modules, {len(inputs)} inputs, {len(kwargs_tup)} sets of keywords and "
                         f"{len(devices)} devices: each module needs one")
    devices = [device_of(device, given) for device, given in zip(devices, inputs)]
    streams = [torch.musa.current_stream(device) for device in devices]
    grad, autocast, dtype = torch.is_grad_enabled(), torch.is_autocast_enabled("musa"), torch.get_autocast_dtype("musa")
    results = [None] * len(modules)

    def work(i):
        try:
            with (torch.set_grad_enabled(grad), torch.musa.device(devices[i]), torch.musa.stream(streams[i]),
                  torch.autocast("musa", dtype, autocast)):
                given = inputs[i] if isinstance(inputs[i], (list, tuple)) else (inputs[i],)
                results[i] = modules[i](*given, **kwargs_tup[i])
        except Exception:
            results[i] = ExceptionWrapper(where=f"in replica {i} on device {devices[i]}")

    threads = [threading.Thread(target=work, args=(i,)) for i in range(1, len(modules))]
    for thread in threads:
        thread.start()
    work(0)
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, ExceptionWrapper):
            result.reraise()
    return results


def device_of(device, given):
    if device is None and (tensor := get_a_var(given)) is not None:
        device = tensor.device
    if device is None:
        raise ValueError("a module has no device, and no tensor as its input that has one")
    return _get_device_index(device, True)
