# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What PyTorch's compiler knows of the device: its DeviceInterface, the memory format of convolutions, and which version of
torch_musa has written the graphs that PyTorch keeps."""

import functools
import hashlib
import importlib.abc
import importlib.machinery
import pathlib
import sys

import torch
from torch.fx.operator_schemas import normalize_function


def register():
    """Now, or when PyTorch loads its compiler, which takes seconds and which most programs do not use."""
    waiting = {}
    for name, function in ("torch._dynamo.device_interface", _register), ("torch._inductor.codecache", _add_to_key):
        if name in sys.modules:
            function(sys.modules[name])
        else:
            waiting[name] = function
    if waiting:
        sys.meta_path.insert(0, _Finder(waiting))


class _Finder(importlib.abc.MetaPathFinder):
    """Finds modules as Python does, and calls a function of each when it is loaded."""

    def __init__(self, functions):
        self.functions = functions  # by the module's name

    def find_spec(self, fullname, path, target=None):
        if fullname not in self.functions:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None:
            spec.loader = _Loader(spec.loader, self.functions[fullname])
        return spec


class _Loader(importlib.abc.Loader):
    def __init__(self, loader, function):
        self.loader, self.function = loader, function

    def __getattr__(self, name):
        return getattr(self.loader, name)

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        self.loader.exec_module(module)
        self.function(module)


def _add_to_key(codecache):
    """Graphs that PyTorch keeps from earlier processes were written by this version of the package."""
    theirs = codecache.torch_key

    @functools.lru_cache(None)
    def torch_key():
        package = pathlib.Path(__file__).parent
        files = [*sorted((package / "_inductor").glob("*.py")), package / "_kernels.py"]
        return hashlib.sha256(b"".join([theirs(), *(file.read_bytes() for file in files)])).digest()

    codecache.torch_key = torch_key


def _register(device_interface):
    _register_interface(device_interface)
    _register_memory_format()


def _register_memory_format():
    """runtime/torch/ops/convolution.cpp gives results and gradients the format of the input and of the weight."""
    from torch._subclasses import fake_impls
    from torch._subclasses.fake_tensor import FakeTensor, in_kernel_invocation_manager

    def in_format_of(mode, other, result):
        if result is None:
            return None
        return FakeTensor(mode, result.contiguous(memory_format=torch._prims_common.suggest_memory_format(other)), other.device)

    def of_musa(theirs):
        @functools.wraps(theirs)
        def convolution(mode, operator, *arguments, **keywords):
            _, named = normalize_function(operator, args=arguments, kwargs=keywords, normalize_to_only_use_kwargs=True)
            tensors = named["input"], named["weight"]
            if tensors[0].fake_device.type != "musa":
                return theirs(mode, operator, *arguments, **keywords)
            with in_kernel_invocation_manager(mode):
                results = operator(**named)
            if operator is torch.ops.aten.convolution.default:
                return in_format_of(mode, tensors[0], results)
            bias = None if results[2] is None else FakeTensor(mode, results[2], tensors[0].device)
            return *(in_format_of(mode, other, result) for other, result in zip(tensors, results)), bias

        return convolution

    table = fake_impls.op_implementations_dict
    for operator in torch.ops.aten.convolution.default, torch.ops.aten.convolution_backward.default:
        table[operator] = of_musa(table[operator])


def _register_interface(module):
    import torch_musa as musa

    class MusaInterface(module.DeviceInterface):
        device = musa.device
        Event = musa.Event
        Stream = musa.Stream

        class Worker:
            """Kernels are compiled in threads of this process."""

            set_device = staticmethod(musa.set_device)
            current_device = staticmethod(musa.current_device)
            get_device_properties = staticmethod(musa.get_device_properties)

        @staticmethod
        def get_compute_capability(device=None):
            major, minor = musa.get_device_capability(device)
            return major * 10 + minor

    for name in ("is_available", "current_device", "set_device", "device_count", "stream", "current_stream", "set_stream",
                 "_set_stream_by_id", "synchronize", "memory_allocated", "is_bf16_supported"):
        setattr(MusaInterface, name, staticmethod(getattr(musa, name)))
    MusaInterface.exchange_device = staticmethod(musa._exchange_device)
    MusaInterface.maybe_exchange_device = staticmethod(musa._maybe_exchange_device)
    module.register_interface_for_device("musa", MusaInterface)
    for index in range(musa.device_count()):
        module.register_interface_for_device(f"musa:{index}", MusaInterface)
