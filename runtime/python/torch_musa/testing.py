# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For tests and build scripts."""

import os

from . import devices


def get_musa_arch():
    """The architecture that code is for, as a number: 22 for mp_22. $MUSA_ARCH, or the current device's."""
    asked_for = os.environ.get("MUSA_ARCH")
    if asked_for:
        if not asked_for.isdecimal():
            raise ValueError(f"MUSA_ARCH is '{asked_for}', and a number is expected, as 22 for mp_22")
        return int(asked_for)
    major, minor = devices.get_device_capability()
    return 10 * major + minor
