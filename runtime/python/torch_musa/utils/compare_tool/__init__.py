# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the operator whose result on musa differs from the CPU's, or that makes the first NaN.

    with CompareWithCPU(atol=0.001, rtol=0.001, verbose=True):
        train(model)
"""

from ._modes import CompareWithCPU, NanInfTracker, OperatorError
from ._modules import ModuleInfo, open_module_tracker
from ._replay import compare_for_single_op, nan_inf_track_for_single_op
from ._summary import OperatorResult

__all__ = [
    "CompareWithCPU", "ModuleInfo", "NanInfTracker", "OperatorError", "OperatorResult", "compare_for_single_op",
    "nan_inf_track_for_single_op", "open_module_tracker",
]
