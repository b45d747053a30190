# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For tests of operators, and for build scripts.

    OpTest(func=torch.add, input_args={"input": x, "other": y}, comparators=DefaultComparator(abs_diff=1e-6)).check_result()
"""

from ._arch import get_musa_arch
from ._helpers import (
    MULTIGPU_AVAILABLE, MUSA_AVAILABLE, assert_close, assert_equal, cpu_and_musa, freeze_rng_state, gen_ip_port,
    get_all_support_types, get_all_support_types_withfp16, get_all_types, get_cycles_per_ms, get_float_types, get_raw_data,
    needs_musa, skip_if_musa_unavailable, skip_if_not_multiple_musa_device, test_on_nonzero_card_if_multiple_musa_device,
)
from .comparators import (
    AbsDiffComparator, BooleanComparator, Comparator, DefaultComparator, QuantizedComparator, RelDiffComparator,
)
from .op_test import InplaceOpChek, OpTest

__all__ = [
    "MULTIGPU_AVAILABLE", "MUSA_AVAILABLE", "AbsDiffComparator", "BooleanComparator", "Comparator", "DefaultComparator",
    "InplaceOpChek", "OpTest", "QuantizedComparator", "RelDiffComparator", "assert_close", "assert_equal", "cpu_and_musa",
    "freeze_rng_state", "gen_ip_port", "get_all_support_types", "get_all_support_types_withfp16", "get_all_types",
    "get_cycles_per_ms", "get_float_types", "get_musa_arch", "get_raw_data", "needs_musa", "skip_if_musa_unavailable",
    "skip_if_not_multiple_musa_device", "test_on_nonzero_card_if_multiple_musa_device",
]
