# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules that move between CPU and musa keep their parameters, as they do between CPU and CUDA.

PyTorch takes tensors of PrivateUse1 for another kind than the CPU's, and makes new parameters: an optimizer that has the
old ones trains them on, and modules that share a weight get one each.
"""

import functools
from contextlib import contextmanager

import torch
from torch.nn import Module


def register():
    Module.to = keeping_parameters(Module.to, lambda *arguments, **named: torch._C._nn._parse_to(*arguments, **named)[0])
    Module.cpu = keeping_parameters(Module.cpu, lambda: torch.device("cpu"))
    Module.musa = keeping_parameters(Module.musa, lambda device=None: torch.device("musa"))


def keeping_parameters(method, device_of):
    @functools.wraps(method)
    def move(self, *arguments, **named):
        if not changes_kind(self, device_of(*arguments, **named)):
            return method(self, *arguments, **named)
        owners = owners_of_parameters(self)
        hooks = [hooks_of(module._parameters[name]) for (module, name), *_ in owners]
        try:
            with swapped_parameters():
                result = method(self, *arguments, **named)
        except RuntimeError as error:
            if "Couldn't swap" not in str(error):
                raise
            # Somebody refers to a parameter: torch.compile does, and a graph of which backward() has not been called.
            # The new ones are shared as the old ones were.
            result = method(self, *arguments, **named)
            for (first, its_name), *others in owners:
                for module, name in others:
                    module._parameters[name] = first._parameters[its_name]
        for ((module, name), *_), kept in zip(owners, hooks):
            set_hooks(module._parameters[name], kept)
        return result

    return move


def hooks_of(parameter):
    return parameter._backward_hooks, parameter._post_accumulate_grad_hooks


def set_hooks(parameter, kept):
    """A swapped parameter lists its hooks, and does not call them before they are set again."""
    of_gradient, after_accumulation = kept
    if of_gradient is not None:
        parameter._backward_hooks = of_gradient
    if after_accumulation is not None:
        parameter._post_accumulate_grad_hooks = after_accumulation


def changes_kind(module, device):
    """Whether a parameter goes from the CPU to musa, or back."""
    return device is not None and any({parameter.device.type, device.type} == {"cpu", "musa"}
                                      for parameter in module.parameters())


@contextmanager
def swapped_parameters():
    before = torch.__future__.get_swap_module_params_on_conversion()
    torch.__future__.set_swap_module_params_on_conversion(True)
    try:
        yield
    finally:
        torch.__future__.set_swap_module_params_on_conversion(before)


def owners_of_parameters(module):
    """For each parameter, the modules that have it, and its name there."""
    owners = {}
    for each in module.modules():
        for name, parameter in each._parameters.items():
            if parameter is not None:
                owners.setdefault(id(parameter), []).append((each, name))
    return list(owners.values())
