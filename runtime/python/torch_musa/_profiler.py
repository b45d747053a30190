# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes torch.profiler know the device by its name: ProfilerActivity.MUSA, self_musa_time_total and so on.

Events of the device come from runtime/torch/profiler.cpp, a plugin of PyTorch's tracer. PyTorch has them under the names
of PrivateUse1 and `device`; here these get the names that they have for CUDA.
"""

import functools
import sys
import types

import torch
from torch.autograd import profiler as autograd_profiler
from torch.autograd import profiler_util
from torch.profiler import ProfilerActivity

# What an event has: torch_musa's name, and PyTorch's.
_VALUES = {
    "musa_time": "device_time",
    "musa_time_total": "device_time_total",
    "self_musa_time_total": "self_device_time_total",
    "musa_memory_usage": "device_memory_usage",
    "self_musa_memory_usage": "self_device_memory_usage",
}


def register():
    ProfilerActivity.MUSA = ProfilerActivity.PrivateUse1
    for event in profiler_util.FunctionEvent, profiler_util.FunctionEventAvg:
        for ours, pytorchs in _VALUES.items():
            if hasattr(event, pytorchs) or event is profiler_util.FunctionEventAvg:
                setattr(event, ours, _alias(pytorchs))
    _take_metric_of_stacks()
    _take_use_musa()
    if sys.version_info >= (3, 13):
        _avoid_locals_of_modules()


def _alias(name):
    return property(lambda event: getattr(event, name), doc=f"What PyTorch calls {name}.")


def _take_metric_of_stacks():
    """EventList.export_stacks() knows its metrics by a list of its own."""
    export = profiler_util.EventList.export_stacks

    @functools.wraps(export)
    def export_stacks(self, path, metric):
        return export(self, path, metric.replace("_musa_", "_privateuse1_"))

    profiler_util.EventList.export_stacks = export_stacks


def _take_use_musa():
    """`torch.autograd.profiler.profile(use_musa=True)`, as use_cuda; by Kineto, as torch.profiler has it."""
    init = autograd_profiler.profile.__init__

    @functools.wraps(init)
    def __init__(self, enabled=True, *, use_musa=False, use_device=None, **kwargs):
        if use_musa:
            use_device = "musa"
        if use_device == "musa":
            kwargs.setdefault("use_kineto", True)
        init(self, enabled, use_device=use_device, **kwargs)

    autograd_profiler.profile.__init__ = __init__


def _avoid_locals_of_modules():
    """With with_stack=True, PyTorch 2.6 crashes in Python 3.13 at the call of a module, and at an optimizer's step.

    It wants `self` of these calls from the frame's locals, which are no dict any more (PEP 667). It knows the calls by the code
    objects that these functions have when a trace begins. So at that time they have copies, and all calls are those of
    ordinary functions: stacks have their frames, and the trace lacks the names of modules (`nn.Module: Linear_0`).
    """
    enable = autograd_profiler._enable_profiler

    @functools.wraps(enable)
    def _enable_profiler(*arguments):
        with _Copied(torch.nn.Module, "__call__"), _Copied(torch.optim.Optimizer, "_optimizer_step_code"):
            return enable(*arguments)

    autograd_profiler._enable_profiler = _enable_profiler


class _Copied:
    """While it lasts, the class has a copy of its function, with a code object of its own."""

    def __init__(self, owner, name):
        self.owner, self.name = owner, name

    def __enter__(self):
        self.function = self.owner.__dict__[self.name]
        code = self.function.__code__
        setattr(self.owner, self.name, types.FunctionType(
            code.replace(co_name=f"{code.co_name}_copy"), self.function.__globals__, self.function.__name__,
            self.function.__defaults__, self.function.__closure__))

    def __exit__(self, *failure):
        setattr(self.owner, self.name, self.function)
