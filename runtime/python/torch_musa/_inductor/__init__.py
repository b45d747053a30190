# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.compile for device musa: a backend of Inductor, which writes fused kernels in MUSA and compiles them by MTRTC.

PyTorch finds it by the names `Scheduling`, `PythonWrapperCodegen` and `CppWrapperCodegen` of torch.musa, when it first compiles
something. This package imports PyTorch's compiler, which takes seconds: nothing else imports it.
"""

import functools

import torch
from torch._inductor import config, ir, lowering
from torch._inductor.codegen.common import get_device_op_overrides, register_device_op_overrides
from torch._inductor.graph import GraphLowering

from ._operators import CPP_TYPES, MISSING
from ._scheduling import MusaCppWrapperCodegen, MusaDeviceOpOverrides, MusaScheduling, MusaWrapperCodegen

Scheduling = MusaScheduling
PythonWrapperCodegen = MusaWrapperCodegen
CppWrapperCodegen = MusaCppWrapperCodegen


def _register():
    get_device_op_overrides("cpu")  # has PyTorch register its own first: later it would not
    register_device_op_overrides("musa", MusaDeviceOpOverrides())
    GraphLowering.decide_layout_opt = staticmethod(_keep_layouts(GraphLowering.decide_layout_opt))
    GraphLowering.run_node = _each_alone(GraphLowering.run_node)
    for operator in [name for name in lowering.lowerings if _has_missing_function(name)]:
        lowering.lowerings[operator] = _by_pytorch(operator, lowering.lowerings[operator])
    convert = torch.ops.prims.convert_element_type.default
    lowering.lowerings[convert] = _by_pytorch(convert, lowering.lowerings[convert], _has_missing_type)


def _keep_layouts(decide):
    """Inductor would have convolutions compute with channels last, and copy tensors for it. Here they are no faster then."""

    @functools.wraps(decide)
    def decide_layout(graph, **options):
        on_musa = any(value.device.type == "musa" for node in graph.graph.nodes
                      if isinstance(value := node.meta.get("val"), torch.Tensor))
        return not on_musa and decide(graph, **options)

    return decide_layout


def _each_alone(run_node):
    """With max_fusion_size=1, Inductor still computes the operands of an operator in its kernel. Here each has its own kernel."""

    @functools.wraps(run_node)
    def run(self, node):
        result = run_node(self, node)
        if config.max_fusion_size <= 1 and isinstance(result, ir.TensorBox) and result.get_device().type == "musa":
            result.realize()
        return result

    return run


def _has_missing_function(operator):
    if not isinstance(operator, torch._ops.OpOverload):
        return False
    return operator._schema.name.partition("::")[2].removeprefix("special_") in MISSING


def _has_missing_type(x, dtype):
    return not {x.get_dtype(), dtype} <= CPP_TYPES.keys()


def _by_pytorch(operator, lower, asked=lambda *_, **__: True):
    """On device musa the operator is called if it is `asked` for; elsewhere it is lowered as before."""
    call = lowering.fallback_handler(operator, add_to_fallback_set=False)

    @functools.wraps(lower)
    def lowered(*arguments, **keywords):
        on_musa = any(isinstance(argument, ir.IRNode) and argument.get_device().type == "musa" for argument in arguments)
        return (call if on_musa and asked(*arguments, **keywords) else lower)(*arguments, **keywords)

    return lowered


_register()
