# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.musa.FloatStorage and its like, as torch.cuda has them: to make typed storages, and for isinstance()."""

import torch
from torch.storage import _LegacyStorage


def _storage_type(name):
    dtype = getattr(torch, name)._dtype
    # torch.storage takes the last part of the module's name for the device.
    return type(_LegacyStorage)(name, (_LegacyStorage,), {"__module__": "torch.musa", "dtype": dtype, "_dtype": dtype})


BFloat16Storage = _storage_type("BFloat16Storage")
BoolStorage = _storage_type("BoolStorage")
ByteStorage = _storage_type("ByteStorage")
CharStorage = _storage_type("CharStorage")
ComplexDoubleStorage = _storage_type("ComplexDoubleStorage")
ComplexFloatStorage = _storage_type("ComplexFloatStorage")
DoubleStorage = _storage_type("DoubleStorage")
FloatStorage = _storage_type("FloatStorage")
HalfStorage = _storage_type("HalfStorage")
IntStorage = _storage_type("IntStorage")
LongStorage = _storage_type("LongStorage")
ShortStorage = _storage_type("ShortStorage")
