# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes PyTorch know the device: its name, torch.musa, and the methods of tensors, modules and storages."""

import functools
import sys

import torch
from torch.utils.data import DataLoader

from . import _compiler, _data_parallel, _distributed, _module_moves, _multiprocessing, _profiler


def register(module):
    torch.utils.rename_privateuse1_backend("musa")
    torch._register_device_module("musa", module)
    torch.utils.generate_methods_for_privateuse1_backend(for_storage=True)

    # `import torch.musa.amp` is torch_musa.amp, not a second copy of it.
    for name in list(sys.modules):
        if name.startswith("torch_musa."):
            sys.modules["torch.musa." + name.removeprefix("torch_musa.")] = sys.modules[name]

    for backend in (module.backends.mudnn, module.backends.musa):
        sys.modules[backend.__name__] = backend
        setattr(torch.backends, backend.__name__.rpartition(".")[2], backend)

    pin_for_musa_by_default()
    _module_moves.register()
    _multiprocessing.register()
    _distributed.register()
    _data_parallel.register()
    _profiler.register()
    _compiler.register()


def pin_for_musa_by_default():
    """DataLoader(pin_memory=True) pins for CUDA unless it is told the device."""
    init = DataLoader.__init__

    @functools.wraps(init)
    def __init__(self, *args, **kwargs):
        init(self, *args, **kwargs)
        if self.pin_memory and not self.pin_memory_device and not torch.cuda.is_available():
            self.pin_memory_device = "musa"

    DataLoader.__init__ = __init__
