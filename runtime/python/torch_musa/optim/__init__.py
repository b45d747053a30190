# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Optimizers that update all parameters at once."""

from ._adam import FusedAdam, FusedAdamW
from ._lamb import FusedLAMB

__all__ = ["FusedAdam", "FusedAdamW", "FusedLAMB"]
