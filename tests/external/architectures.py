# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What scripts that measure need of the table of architectures."""

import json
from pathlib import Path

_TABLE = json.loads((Path(__file__).resolve().parents[2] / "rules/gpu/architectures.json").read_text())

DEFAULT = _TABLE["default"]
SOLD = [row["name"] for row in _TABLE["architectures"] if row["products"]]


def reported(name):
    """The compute capability that a device of this architecture reports."""
    number, = (row["musa_arch"] for row in _TABLE["architectures"] if row["name"] == name)
    return _capability(number)


def stands_for(name):
    """That of the GPUs of NVIDIA's as which it is ported."""
    number, = (row["musa_arch"] for row in _TABLE["architectures"] if row["name"] == name)
    return _capability(max(each["cuda"] for each in _TABLE["thresholds"] if each["musa"] <= number))


def _capability(number):
    return {"major": number // 100, "minor": number // 10 % 10}
