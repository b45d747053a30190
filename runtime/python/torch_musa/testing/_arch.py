# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which architecture tests and build scripts are for."""

import os

from .._utils import _get_musa_arch


def get_musa_arch():
    """The architecture that code is for, as a number: 22 for mp_22. $MUSA_ARCH, or the current device's."""
    asked_for = os.environ.get("MUSA_ARCH")
    if asked_for:
        if not asked_for.isdecimal():
            raise ValueError(f"MUSA_ARCH is '{asked_for}', and a number is expected, as 22 for mp_22")
        return int(asked_for)
    return _get_musa_arch()
