# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers as PTX's instructions define them, with Python's integers and fractions: nothing of the tool's."""

import math
import struct
from fractions import Fraction


def unsigned(value, bits):
    return value & ((1 << bits) - 1)


def signed(value, bits):
    value = unsigned(value, bits)
    return value - (1 << bits) if value >> (bits - 1) else value


def typed(value, kind):
    """The bits of a register as a number of type `kind`."""
    bits = int(kind[1:])
    return signed(value, bits) if kind[0] == "s" else unsigned(value, bits)


def f32(value):
    """The bits of a float."""
    return struct.unpack("<I", struct.pack("<f", value))[0]


def f64(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def f16(value):
    return struct.unpack("<H", struct.pack("<e", value))[0]


def bf16(value):
    """Of a value that bfloat16 has."""
    return f32(value) >> 16


def of_f32(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def of_f64(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def to_integer(value, mode):
    """The integer that `mode` (rn, rz, rm, rp, or the i forms) rounds a fraction to."""
    floor = value.numerator // value.denominator
    rest = value - floor
    if mode[:2] == "rm" or rest == 0:
        return floor
    if mode[:2] == "rp":
        return floor + 1
    if mode[:2] == "rz":
        return floor if value >= 0 else floor + 1
    if rest != Fraction(1, 2):
        return floor + (rest > Fraction(1, 2))
    return floor + floor % 2


def rounded(value, mode, precision):
    """A fraction, within the range of normal numbers, as the nearest one of so many bits."""
    if value == 0:
        return Fraction(0)
    exponent = 0
    size = abs(value)
    while size >= 2 << (precision - 1):
        size /= 2
        exponent += 1
    while size < 1 << (precision - 1):
        size *= 2
        exponent -= 1
    scale = Fraction(2) ** exponent
    return to_integer(value / scale, mode) * scale


def root(value, mode, precision):
    """The square root of a positive fraction."""
    scale = 1 << 200
    floor = math.isqrt(value.numerator * scale * scale // value.denominator)
    # Whether there is more only has to be there, since no case lies half between two numbers.
    exact = floor * floor * value.denominator == value.numerator * scale * scale
    return rounded(Fraction(floor, scale) + (0 if exact else Fraction(1, scale * 4)), mode, precision)
