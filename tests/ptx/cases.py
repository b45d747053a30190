# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cases of test_table.py: instructions, operands, and the values that the instruction's definition gives."""

import math
from dataclasses import dataclass
from fractions import Fraction

from reference import (bf16, f16, f32, f64, of_f32, of_f64, root, rounded, signed, to_integer, typed, unsigned)

# Rows that cannot be run, and why.
NOT_RUN = {
    "trap": "ends the program",
    "brkpt": "ends the program",
}


@dataclass
class Case:
    """One asm statement; `outputs`: constraint letters; `inputs`: (letter, bits)."""
    text: str
    outputs: str
    inputs: list
    expected: list
    approximate: bool = False

    @property
    def name(self):
        return f"{self.text} {[hex(bits) for _, bits in self.inputs]}"


@dataclass
class Program:
    """Lines of a kernel, with one asm statement a line; the first values of `out`."""
    name: str
    lines: list
    expected: list
    threads: int = 32


LETTERS = {8: "r", 16: "h", 32: "r", 64: "l"}
SAMPLES = {
    16: [0, 1, 7, 0x7FFF, 0x8000, 0xFFFF, 0x1234],
    32: [0, 1, 7, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x12345678, 0xDEADBEEF],
    64: [0, 1, 7, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 0x123456789ABCDEF0, 0xFEDCBA9876543210],
}


def bits_of(kind):
    return int(kind.lstrip("usbf").split("x")[0])


def letter_of(kind):
    return {"f32": "f", "f64": "d"}.get(kind) or LETTERS[bits_of(kind)]


def instruction(name, outputs, inputs):
    """`name %0, %1, ...;`"""
    return f"{name} " + ", ".join(f"%{i}" for i in range(outputs + inputs)) + ";"


def samples(kind, count):
    """Some tuples of operands, each sample with one or two others."""
    values = SAMPLES[bits_of(kind)]
    for i in range(len(values)):
        yield tuple(values[(i + (3 + i % 2) * k) % len(values)] for k in range(count))


def over(name, kind, function, count, result=None):
    """Cases of `name` over samples; `function` gets numbers of type `kind`."""
    result = result or kind
    for values in samples(kind, count):
        wanted = function(*(typed(value, kind) for value in values))
        if wanted is not None:
            yield Case(instruction(name, 1, count), letter_of(result), [(letter_of(kind), value) for value in values],
                       [unsigned(wanted, bits_of(result))])


def one(name, outputs, inputs, expected, approximate=False):
    return Case(instruction(name, len(outputs), len(inputs)), outputs, inputs, expected, approximate)


def quotient(a, b):
    return None if b == 0 or abs(a) >> 63 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):
    return None if b == 0 or abs(a) >> 63 else a - b * quotient(a, b)


def integer():
    for bits in (16, 32, 64):
        for kind in (f"u{bits}", f"s{bits}"):
            yield from over(f"add.{kind}", kind, lambda a, b: a + b, 2)
            yield from over(f"sub.{kind}", kind, lambda a, b: a - b, 2)
            yield from over(f"mul.lo.{kind}", kind, lambda a, b: a * b, 2)
            yield from over(f"mul.hi.{kind}", kind, lambda a, b, n=bits: (a * b) >> n, 2)
            yield from over(f"mad.lo.{kind}", kind, lambda a, b, c: a * b + c, 3)
            yield from over(f"sad.{kind}", kind, lambda a, b, c: c + abs(a - b), 3)
            yield from over(f"div.{kind}", kind, quotient, 2)
            yield from over(f"rem.{kind}", kind, remainder, 2)
            yield from over(f"min.{kind}", kind, min, 2)
            yield from over(f"max.{kind}", kind, max, 2)
            if bits > 16:
                yield from over(f"mad.hi.{kind}", kind, lambda a, b, c, n=bits: ((a * b) >> n) + c, 3)
        yield from over(f"abs.s{bits}", f"s{bits}", abs, 1)
        yield from over(f"neg.s{bits}", f"s{bits}", lambda a: -a, 1)
    least, most = -(1 << 31), (1 << 31) - 1
    yield from over("add.sat.s32", "s32", lambda a, b: min(max(a + b, least), most), 2)
    yield from over("sub.sat.s32", "s32", lambda a, b: min(max(a - b, least), most), 2)
    for bits in (16, 32):
        for sign in "us":
            kind, wide = f"{sign}{bits}", f"{sign}{2 * bits}"
            yield from over(f"mul.wide.{kind}", kind, lambda a, b: a * b, 2, wide)
            for a, b in samples(kind, 2):
                c = 0x8765432112345678 % (1 << 2 * bits)
                yield one(f"mad.wide.{kind}", letter_of(wide), [(letter_of(kind), a), (letter_of(kind), b), (letter_of(wide), c)],
                          [typed(a, kind) * typed(b, kind) + c])
    for sign in "us":
        def low(a, sign=sign):
            return unsigned(a, 24) if sign == "u" else signed(a, 24)
        yield from over(f"mul24.lo.{sign}32", f"{sign}32", lambda a, b, low=low: low(a) * low(b), 2)
        yield from over(f"mad24.lo.{sign}32", f"{sign}32", lambda a, b, c, low=low: low(a) * low(b) + c, 3)

    def part(value, index, bits, kind):
        return typed(value >> index * bits, f"{kind[0]}{bits}")
    for kind in ("u32", "s32"):
        for a, b, c in ((0xFF02807F, 0x01020304, 5), (0x80FF7F01, 0xFEDC1234, 0xFFFFFFF0)):
            operands = [("r", a), ("r", b), ("r", c)]
            yield one(f"dp4a.{kind}.{kind}", "r", operands,
                      [c + sum(part(a, i, 8, kind) * part(b, i, 8, kind) for i in range(4))])
            for name, first in (("lo", 0), ("hi", 2)):
                yield one(f"dp2a.{name}.{kind}.{kind}", "r", operands,
                          [c + sum(part(a, i, 16, kind) * part(b, first + i, 8, kind) for i in range(2))])
    yield from carries()


def carries():
    """Numbers of two and three words."""
    for bits in (32, 64):
        letter, most = LETTERS[bits], (1 << bits) - 1
        for kind in (f"u{bits}", f"s{bits}"):
            for a, b in ((most, 1), (most << bits | most, 1), (5, 7), (1 << bits, most << bits | most), (0, 0)):
                words = [(letter, x >> shift & most) for x in (a, b) for shift in (0, bits)]
                for name, value in (("add", a + b), ("sub", a - b)):
                    rest = f"{name}c"
                    yield Case(f"{name}.cc.{kind} %0, %3, %5; {rest}.cc.{kind} %1, %4, %6; {rest}.{kind} %2, 0, 0;",
                               letter * 3, words, [value >> shift & most for shift in (0, bits, 2 * bits)])
            for a, b, c in ((most, most, most), (3, 4, 5), (most, 2, most << bits | most), (1 << bits - 1, 6, 1)):
                words = [(letter, a & most), (letter, b & most), (letter, c & most), (letter, c >> bits & most)]
                value = (a & most) * (b & most) + c
                if kind[0] == "s":
                    text = f"mad.lo.cc.{kind} %0, %2, %3, %4; madc.lo.{kind} %1, 0, 0, %5;"
                    yield Case(text, letter * 2, words, [value & most,
                                                         (((a * b & most) + (c & most)) >> bits) + (c >> bits) & most])
                    yield Case(f"add.cc.{kind} %1, %2, {-1 if bits == 32 else most}; madc.lo.cc.{kind} %0, %3, %3, %5; addc.{kind} %1, 0, 0;",
                               letter * 2, words, [b * b + (c >> bits) + (a > 0) & most,
                                                   ((b * b & most) + (c >> bits) + (a > 0)) >> bits])
                    continue
                yield Case(f"mad.lo.cc.{kind} %0, %3, %4, %5; madc.hi.cc.{kind} %1, %3, %4, %6; addc.{kind} %2, 0, 0;",
                           letter * 3, words, [value >> shift & most for shift in (0, bits, 2 * bits)])
                high = (a * b >> bits) + c & most
                yield Case(f"mad.hi.cc.{kind} %0, %2, %3, %4; madc.hi.{kind} %1, %2, %3, %5;", letter * 2, words,
                           [high, (a * b >> bits) + (c >> bits) + ((a * b >> bits) + (c & most) >> bits) & most])


def bit_find(value, bits, sign):
    if sign == "s" and value >> (bits - 1):
        value = ~value & (1 << bits) - 1
    return value.bit_length() - 1


def extract(a, position, length, bits, sign):
    position, length = position & 0xFF, length & 0xFF
    top = min(position + length - 1, bits - 1)
    fill = 0 if sign == "u" or length == 0 else a >> top & 1
    value = 0
    for i in range(bits):
        bit = a >> (position + i) & 1 if i < length and position + i < bits else fill
        value |= bit << i
    return value


def insert(a, b, position, length, bits):
    position, length = position & 0xFF, length & 0xFF
    for i in range(length):
        if position + i < bits:
            b = b & ~(1 << position + i) | (a >> i & 1) << position + i
    return b


def permute(a, b, selector):
    both, value = b << 32 | a, 0
    for i in range(4):
        nibble = selector >> 4 * i & 15
        byte = both >> 8 * (nibble & 7) & 0xFF
        value |= (0xFF * (byte >> 7) if nibble & 8 else byte) << 8 * i
    return value


def bits():
    for n in (32, 64):
        for (a,) in samples(f"b{n}", 1):
            operand = [(LETTERS[n], a)]
            yield one(f"popc.b{n}", "r", operand, [bin(a).count("1")])
            yield one(f"clz.b{n}", "r", operand, [n - a.bit_length()])
            yield one(f"brev.b{n}", LETTERS[n], operand, [int(f"{a:0{n}b}"[::-1], 2)])
            for sign in "us":
                yield one(f"bfind.{sign}{n}", "r", operand, [bit_find(a, n, sign)])
            yield one(f"bfind.shiftamt.u{n}", "r", operand, [n - 1 - bit_find(a, n, "u") if a else -1])
        for a in (0xABCD1234DEADBEEF % (1 << n), 1 << n - 1, 0x7654321076543210 % (1 << n)):
            for position, length in ((0, n), (8, 8), (4, 0), (n - 1, 1), (n - 4, 9), (n, 3), (3, n), (0, 255), (40, 20)):
                places = [("r", position), ("r", length)]
                for sign in "us":
                    yield one(f"bfe.{sign}{n}", LETTERS[n], [(LETTERS[n], a)] + places, [extract(a, position, length, n, sign)])
                yield one(f"bfi.b{n}", LETTERS[n], [(LETTERS[n], 0x5A5AFF00C3 % (1 << n)), (LETTERS[n], a)] + places,
                          [insert(0x5A5AFF00C3 % (1 << n), a, position, length, n)])
    for mask, base, offset, wanted in ((0x90, 0, 1, 4), (0x90, 0, 2, 7), (0x90, 0, 3, -1), (0x90, 31, -1, 7), (0x90, 4, 0, 4)):
        yield one("fns.b32", "r", [("r", mask), ("r", base), ("r", unsigned(offset, 32))], [wanted])
    for selector in (0x3210, 0x7654, 0x0123, 0xC9A8, 0x4140):
        yield one("prmt.b32", "r", [("r", 0x33228000), ("r", 0x77F65544), ("r", selector)],
                  [permute(0x33228000, 0x77F65544, selector)])
    for n in (16, 32, 64):
        for a in SAMPLES[n]:
            for amount in (0, 3, n - 1, n, n + 9):
                operands = [(LETTERS[n], a), ("r", amount)]
                yield one(f"shl.b{n}", LETTERS[n], operands, [a << amount])
                yield one(f"shr.u{n}", LETTERS[n], operands, [a >> amount])
                yield one(f"shr.s{n}", LETTERS[n], operands, [signed(a, n) >> amount])
        for kind in (f"b{n}",):
            yield from over(f"and.{kind}", kind, lambda a, b: a & b, 2)
            yield from over(f"or.{kind}", kind, lambda a, b: a | b, 2)
            yield from over(f"xor.{kind}", kind, lambda a, b: a ^ b, 2)
            yield from over(f"not.{kind}", kind, lambda a: ~a, 1)
            yield from over(f"cnot.{kind}", kind, lambda a: int(a == 0), 1)
    for a, b in ((0x80000001, 0x12345678), (0xFFFF0000, 0x0000FFFF)):
        both = b << 32 | a
        for c in (0, 4, 31, 32, 33, 100):
            operands = [("r", a), ("r", b), ("r", c)]
            for mode, amount in (("wrap", c % 32), ("clamp", min(c, 32))):
                yield one(f"shf.l.{mode}.b32", "r", operands, [both << amount >> 32])
                yield one(f"shf.r.{mode}.b32", "r", operands, [both >> amount])
    a, b, c = 0xF0F0A5C3, 0xCC33AA5F, 0xAA0FF0E1
    for table in (0x96, 0xE8, 0xCA, 0x01, 0xFF, 0x40):
        wanted = sum((table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1) & 1) << i for i in range(32))
        yield Case(f"lop3.b32 %0, %1, %2, %3, {table:#x};", "r", [("r", a), ("r", b), ("r", c)], [wanted])
    for x in (0, 1):
        for y in (0, 1):
            for name, wanted in (("and", x & y), ("or", x | y), ("xor", x ^ y)):
                yield Case("{ .reg .pred p, q, s; setp.ne.u32 p, %1, 0; setp.ne.u32 q, %2, 0; "
                           f"{name}.pred s, p, q; selp.u32 %0, 1, 0, s; }}", "r", [("r", x), ("r", y)], [wanted])
        yield Case("{ .reg .pred p; setp.ne.u32 p, %1, 0; not.pred p, p; selp.u32 %0, 1, 0, p; }", "r", [("r", x)], [1 - x])


COMPARISONS = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
               "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b}


def compared(name, kind, operands, wanted):
    inputs = [(letter_of(kind), value) for value in operands]
    both = "selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q; }"
    yield Case(f"{{ .reg .pred p; setp.{name}.{kind} p, %1, %2; selp.u32 %0, 1, 0, p; }}", "r", inputs, [int(wanted)])
    yield Case(f"{{ .reg .pred p, q; setp.{name}.{kind} p|q, %2, %3; {both}", "rr", inputs, [int(wanted), int(not wanted)])
    integer = "s32" if kind[0] == "s" else "u32"
    yield one(f"set.{name}.{integer}.{kind}", "r", inputs, [-int(wanted) % (1 << 32)])
    yield one(f"set.{name}.f32.{kind}", "f", inputs, [f32(float(wanted))])
    for with_other, join in (("and", lambda a, b: a and b), ("or", lambda a, b: a or b), ("xor", lambda a, b: a != b)):
        for other in (False, True):
            joined, opposite = join(wanted, other), join(not wanted, other) # p and q
            three = [*inputs, ("r", int(other))]
            yield Case(f"{{ .reg .pred p, q; setp.ne.u32 q, %3, 0; setp.{name}.{with_other}.{kind} p, %1, %2, q; selp.u32 %0, 1, 0, p; }}", "r", three, [int(joined)])
            yield Case(f"{{ .reg .pred p, q, c; setp.ne.u32 c, %4, 0; setp.{name}.{with_other}.{kind} p|q, %2, %3, c; {both}", "rr", three, [int(joined), int(opposite)])
            setting = f"{{ .reg .pred c; setp.ne.u32 c, %3, 0; set.{name}.{with_other}"
            yield Case(f"{setting}.{integer}.{kind} %0, %1, %2, c; }}", "r", three, [-int(joined) % (1 << 32)])
            yield Case(f"{setting}.f32.{kind} %0, %1, %2, c; }}", "f", three, [f32(float(joined))])


def moves():
    low, high = 0x89ABCDEF, 0x01234567
    yield Case("{ .reg .b8 a, b, c, d; mov.b32 {a, b, c, d}, %1; mov.b32 %0, {d, c, a, b}; }", "r", [("r", 0x44332211)], [0x22113344])
    yield Case("{ .reg .b8 a, b; mov.b16 {a, b}, %1; mov.b16 %0, {b, a}; }", "h", [("h", 0x2211)], [0x1122])
    yield Case("mov.b64 %0, {%1, %2};", "l", [("r", low), ("r", high)], [high << 32 | low])
    yield Case("mov.b64 {%0, %1}, %2;", "rr", [("l", high << 32 | low)], [low, high])
    yield Case("mov.b32 %0, {%1, %2};", "r", [("h", 0xCDEF), ("h", 0x89AB)], [low])
    yield Case("mov.b32 {%0, %1}, %2;", "hh", [("r", low)], [0xCDEF, 0x89AB])
    yield Case("mov.b64 {%0, %1, %2, %3}, %4;", "hhhh", [("l", 0x8001000200030004)], [4, 3, 2, 0x8001])
    yield Case("mov.b64 %0, {%1, %2, %3, %4};", "l", [("h", 4), ("h", 3), ("h", 2), ("h", 0x8001)], [0x8001000200030004])
    for kind in ("b16", "u32", "s32", "b64", "f32", "f64"):
        value = {"f32": f32(-1.5), "f64": f64(0.1)}.get(kind, 0xFEDCBA9876543210 % (1 << bits_of(kind)))
        yield one(f"mov.{kind}", letter_of(kind), [(letter_of(kind), value)], [value])
        yield Case(f"{{ .reg .pred p; setp.gt.s32 p, %3, 5; selp.{kind} %0, %1, %2, p; }}", letter_of(kind),
                   [(letter_of(kind), value), (letter_of(kind), 0), ("r", 6)], [value])
        if kind in ("s32", "b64", "f32"):
            for c in (0, 0xFFFFFFFF):
                yield one(f"slct.{kind}.s32", letter_of(kind), [(letter_of(kind), value), (letter_of(kind), 0), ("r", c)],
                          [0 if c else value])
    yield one("mov.b32", "r", [("f", f32(2.5))], [f32(2.5)])
    yield one("mov.b32", "f", [("r", f32(2.5))], [f32(2.5)])
    yield one("mov.b64", "l", [("d", f64(2.5))], [f64(2.5)])
    yield one("mov.b64", "d", [("l", f64(2.5))], [f64(2.5)])
    yield Case("{ .reg .pred p, q; setp.eq.u32 p, %1, 4; mov.pred q, p; selp.u32 %0, 1, 0, q; }", "r", [("r", 4)], [1])
    yield Case("{ .reg .pred p; setp.lt.s32 p, %1, 0; mov.u32 %0, 1; @p mov.u32 %0, 2; @!p add.u32 %0, %0, 5; }", "r",
               [("r", 0xFFFFFFFF)], [2])
    yield Case("{ .reg .pred p; setp.lt.s32 p, %1, 0; mov.u32 %0, 1; @p mov.u32 %0, 2; @!p add.u32 %0, %0, 5; }", "r",
               [("r", 3)], [6])
    for name, holds in COMPARISONS.items():
        for kind in ("u16", "s16", "u32", "s32", "u64", "s64"):
            for operands in samples(kind, 2):
                yield from compared(name, kind, operands, holds(*(typed(value, kind) for value in operands)))
    for name, same in (("lo", "lt"), ("ls", "le"), ("hi", "gt"), ("hs", "ge")):
        for operands in samples("u32", 2):
            yield from compared(name, "u32", operands, COMPARISONS[same](*operands))
    nan, numbers = math.nan, (1.5, -2.0)
    for a in (nan, *numbers):
        for b in (nan, *numbers):
            unordered = a != a or b != b
            for kind, pack in (("f32", f32), ("f64", f64)):
                operands = (pack(a), pack(b))
                for name, holds in COMPARISONS.items():
                    yield from compared(name, kind, operands, not unordered and holds(a, b))
                    yield from compared(f"{name}u", kind, operands, unordered or holds(a, b))
                yield from compared("num", kind, operands, not unordered)
                yield from compared("nan", kind, operands, unordered)


FLOATS = {"f32": ("f", f32, of_f32, 24), "f64": ("d", f64, of_f64, 53)}
MODES = ("rn", "rz", "rm", "rp")


def floating_point():
    pairs = ((1.0, 1e-9), (1.0, -1e-9), (0.1, 0.7), (-3.3, 1.7), (1e10, 3.0), (2.0, 0.5))
    for kind, (letter, pack, unpack, precision) in FLOATS.items():
        def value(fraction, pack=pack):
            return pack(float(fraction))
        for a, b in pairs:
            x, y = Fraction(unpack(pack(a))), Fraction(unpack(pack(b)))
            operands = [(letter, pack(a)), (letter, pack(b))]
            for mode in MODES:
                for name, exact in (("add", x + y), ("sub", x - y), ("mul", x * y), ("div", x / y)):
                    yield one(f"{name}.{mode}.{kind}", letter, operands, [value(rounded(exact, mode, precision))])
                yield one(f"fma.{mode}.{kind}", letter, operands + [(letter, pack(b))], [value(rounded(x * y + y, mode, precision))])
                if kind == "f32":
                    yield one(f"mad.{mode}.{kind}", letter, operands + [(letter, pack(b))], [value(rounded(x * y + y, mode, precision))])
                yield one(f"rcp.{mode}.{kind}", letter, operands[1:], [value(rounded(1 / y, mode, precision))])
                if x > 0:
                    yield one(f"sqrt.{mode}.{kind}", letter, operands[:1], [value(root(x, mode, precision))])
            for name, exact in (("add", x + y), ("sub", x - y), ("mul", x * y)):
                yield one(f"{name}.{kind}", letter, operands, [value(rounded(exact, "rn", precision))])
        for a, b in ((1.0, 2.0), (-1.0, -2.0), (3.0, math.nan), (math.nan, 4.0)):
            operands = [(letter, pack(a)), (letter, pack(b))]
            smaller, greater = (a, b) if a < b or b != b else (b, a)
            if a != a or b != b:
                smaller = greater = a if b != b else b
            yield one(f"min.{kind}", letter, operands, [pack(smaller)])
            yield one(f"max.{kind}", letter, operands, [pack(greater)])
            if kind == "f32":
                for name, wanted in (("min", smaller), ("max", greater)):
                    yield one(f"{name}.NaN.f32", letter, operands, [0x7FFFFFFF if a != a or b != b else pack(wanted)])
            if b == b:
                yield one(f"copysign.{kind}", letter, operands, [pack(math.copysign(b, a))])
                yield one(f"abs.{kind}", letter, operands[1:], [pack(abs(b))])
                yield one(f"neg.{kind}", letter, operands[1:], [pack(-b)])
    for a, b in ((0.75, 0.5), (0.25, -0.5), (0.5, 0.25)):
        operands = [("f", f32(a)), ("f", f32(b))]
        for name, exact in (("add", a + b), ("sub", a - b), ("mul", a * b)):
            yield one(f"{name}.sat.f32", "f", operands, [f32(min(max(exact, 0.0), 1.0))])
    for a in (0.3, 1.7, 5.25):
        operand = [("f", f32(a))]
        for name, wanted in (("ex2", 2**a), ("lg2", math.log2(a)), ("rsqrt", a**-0.5), ("sin", math.sin(a)), ("cos", math.cos(a)),
                             ("rcp", 1 / a), ("sqrt", a**0.5), ("tanh", math.tanh(a))):
            yield one(f"{name}.approx.f32", "f", operand, [wanted], approximate=True)
        yield one("div.approx.f32", "f", operand + [("f", f32(1.25))], [a / 1.25], approximate=True)
        yield one("div.full.f32", "f", operand + [("f", f32(1.25))], [a / 1.25], approximate=True)
        yield one("rsqrt.approx.f64", "d", [("d", f64(a))], [a**-0.5], approximate=True)
    for kind, pack, tiny, least in (("f32", f32, 1e-40, 2.0**-126), ("f64", f64, 1e-310, 2.0**-1022)):
        for value in (0.0, -1.5, least, tiny, -tiny, math.inf, -math.inf, math.nan):
            finite = math.isfinite(value)
            for name, wanted in (("finite", finite), ("infinite", math.isinf(value)), ("number", not math.isnan(value)), ("notanumber", math.isnan(value)),
                                 ("normal", finite and (value == 0 or abs(value) >= least)), ("subnormal", 0 < abs(value) < least)):
                yield Case(f"{{ .reg .pred p; testp.{name}.{kind} p, %1; selp.u32 %0, 1, 0, p; }}", "r", [(letter_of(kind), pack(value))], [int(wanted)])
    yield from halves()


def halves():
    nan = {"f16": 0x7FFF, "bf16": 0x7FFF}
    for kind, pack in (("f16", f16), ("bf16", bf16)):
        a, b, c = (1.5, -2.0), (0.25, 3.0), (4.0, 0.5)
        results = {"add": [x + y for x, y in zip(a, b)], "sub": [x - y for x, y in zip(a, b)],
                   "mul": [x * y for x, y in zip(a, b)], "min": [min(x, y) for x, y in zip(a, b)],
                   "max": [max(x, y) for x, y in zip(a, b)], "abs": [abs(x) for x in a], "neg": [-x for x in a]}
        results["fma.rn"] = [x * y + z for x, y, z in zip(a, b, c)]

        def pair(values, pack=pack):
            return pack(values[1]) << 16 | pack(values[0])
        for name, wanted in results.items():
            count = {"abs": 1, "neg": 1, "fma.rn": 3}.get(name, 2)
            yield one(f"{name}.{kind}", "h", [("h", pack(x[0])) for x in (a, b, c)[:count]], [pack(wanted[0])])
            yield one(f"{name}.{kind}x2", "r", [("r", pair(x)) for x in (a, b, c)[:count]], [pair(wanted)])
            if kind == "f16" and name in ("add", "sub", "mul", "fma.rn"):
                sat = [min(max(x, 0.0), 1.0) for x in wanted]
                yield one(f"{name}.sat.f16", "h", [("h", pack(x[0])) for x in (a, b, c)[:count]], [pack(sat[0])])
                yield one(f"{name}.sat.f16x2", "r", [("r", pair(x)) for x in (a, b, c)[:count]], [pair(sat)])
        relu = [max(x, 0.0) for x in results["fma.rn"]]
        yield one(f"fma.rn.relu.{kind}", "h", [("h", pack(x[1])) for x in (a, b, c)], [pack(relu[1])])
        for name in (f"fma.rn.relu.{kind}x2", f"fma.rn.{kind}x2.relu"):  # in any order
            yield one(name, "r", [("r", pair(x)) for x in (a, b, c)], [pair(relu)])
        yield one(f"ex2.approx.ftz.{kind}", "h", [("h", pack(-2.0))], [pack(0.25)])
        yield one(f"ex2.approx.ftz.{kind}x2", "r", [("r", pair((3.0, -1.0)))], [pair((8.0, 0.5))])
        yield one(f"tanh.approx.{kind}", "h", [("h", pack(-64.0))], [pack(-1.0)])
        yield one(f"tanh.approx.{kind}x2", "r", [("r", pair((0.0, 64.0)))], [pair((0.0, 1.0))])
        yield from compared_halves(kind, pack)
        for name in ("min", "max"):
            yield one(f"{name}.NaN.{kind}", "h", [("h", pack(1.0)), ("h", nan[kind])], [nan[kind]])
            yield one(f"{name}.NaN.{kind}x2", "r", [("r", pair(a)), ("r", pair(b))], [pair(results[name])])


def compared_halves(kind, pack):
    """1.0, or all bits, in each half in which the comparison holds."""
    for a, b in (((1.5, -2.0), (1.5, 3.0)), ((math.nan, 4.0), (1.0, -4.0)), ((-0.5, math.nan), (0.25, math.nan))):
        operands = [("r", pack(x[1]) << 16 | pack(x[0])) for x in (a, b)]
        unordered = [x != x or y != y for x, y in zip(a, b)]
        for name, holds in COMPARISONS.items():
            for suffix in ("", "u"):
                held = [bool(suffix) if unknown else holds(x, y) for x, y, unknown in zip(a, b, unordered)]
                for target, true in ((f"{kind}x2", pack(1.0)), ("u32", 0xFFFF)):
                    yield one(f"set.{name}{suffix}.{target}.{kind}x2", "r", operands, [held[1] * true << 16 | held[0] * true])


def conversions():
    kinds = [f"{sign}{bits}" for bits in (8, 16, 32, 64) for sign in "us"]
    for source in kinds:
        for target in kinds:
            for value in (0x8182838485868788, 0x7F7E7D7C7B7A7978):
                register = unsigned(value, max(bits_of(source), 32) if bits_of(source) == 8 else bits_of(source))
                wanted = typed(typed(value, source), target)
                yield one(f"cvt.{target}.{source}", letter_of(target), [(letter_of(source), register)], [wanted])
    ranges = {kind: (typed(1 << bits_of(kind) - 1, kind) if kind[0] == "s" else 0,
                     (1 << bits_of(kind) - (kind[0] == "s")) - 1) for kind in kinds}

    def clamped(value, kind):
        return min(max(value, ranges[kind][0]), ranges[kind][1])
    for target in ("u8", "s8", "u16", "s16"):
        for value in SAMPLES[32]:
            for source in ("s32", "u32"):
                yield one(f"cvt.sat.{target}.{source}", letter_of(target), [("r", value)], [clamped(typed(value, source), target)])
                if bits_of(target) <= 16:
                    for source in ("u16", "s16", "u8", "s8"):
                        letter = letter_of(source)
                        yield one(f"cvt.sat.{target}.{source}", letter_of(target), [(letter, unsigned(value, 16) if letter == "h" else value)],
                                  [clamped(typed(value, source), target)])
    for value in SAMPLES[16]:
        for source, letter in (("s16", "h"), ("s8", "r")):
            for target in ("u32", "u64"):
                yield one(f"cvt.sat.{target}.{source}", letter_of(target), [(letter, value)], [max(typed(value, source), 0)])
    for value in SAMPLES[32]:
        yield one("cvt.sat.s32.u32", "r", [("r", value)], [min(value, (1 << 31) - 1)])
        yield one("cvt.sat.u32.s32", "r", [("r", value)], [max(signed(value, 32), 0)])
    for mode in ("rni", "rzi", "rmi", "rpi"):
        for value in (0.0, 0.5, 1.5, 2.5, -0.5, -1.5, 100.75, -100.25, 1e6, -1e12, 300.5):
            for source, (letter, pack, unpack, _) in FLOATS.items():
                exact = to_integer(Fraction(unpack(pack(value))), mode)
                for target in kinds:
                    yield one(f"cvt.{mode}.{target}.{source}", letter_of(target), [(letter, pack(value))], [clamped(exact, target)])
                yield one(f"cvt.{mode}.{source}.{source}", letter, [(letter, pack(value))], [pack(math.copysign(exact, value))])
    for mode in MODES:
        for bits in (32, 64):
            for sign in "us":
                for value in SAMPLES[bits]:
                    number = typed(value, f"{sign}{bits}")
                    yield one(f"cvt.{mode}.f32.{sign}{bits}", "f", [(LETTERS[bits], value)], [f32(rounded(Fraction(number), mode, 24))])
                    if bits == 64:
                        yield one(f"cvt.{mode}.f64.{sign}64", "d", [("l", value)], [f64(rounded(Fraction(number), mode, 53))])
        for value in (0.1, -0.1, 1 / 3, 1e10 + 1):
            yield one(f"cvt.{mode}.f32.f64", "f", [("d", f64(value))], [f32(rounded(Fraction(value), mode, 24))])
    for source in ("u8", "s8", "u16", "s16", "u32", "s32"):
        for value in (0x81828384, 0x7F7E7D7C):
            register = unsigned(value, max(bits_of(source), 16) if bits_of(source) == 16 else 32)
            number = typed(value, source)
            yield one(f"cvt.rn.f64.{source}", "d", [(letter_of(source), register)], [f64(number)])
            if bits_of(source) < 32:
                yield one(f"cvt.rn.f32.{source}", "f", [(letter_of(source), register)], [f32(number)])
    for mode in ("rni", "rzi", "rmi", "rpi"):
        for value in (-2.5, -0.5, 1.5, 1000.5, -1000.5):
            exact = to_integer(Fraction(value), mode)
            for target in kinds:
                yield one(f"cvt.{mode}.sat.{target}.f16", letter_of(target), [("h", f16(value))], [clamped(exact, target)])
    for source in ("u8", "s8", "u16", "s16", "u32", "s32"):
        register = unsigned(-77 if source[0] == "s" else 77, 32 if bits_of(source) != 16 else 16)
        yield one(f"cvt.rn.f16.{source}", "h", [(letter_of(source), register)], [f16(typed(register, source))])
    for a, b in samples("u32", 2):
        for sign, least, most in (("u", 0, 15), ("s", -8, 7)):
            nibbles = [unsigned(min(max(signed(x, 32), least), most), 4) for x in (a, b)]
            yield one(f"cvt.pack.sat.{sign}4.s32.b32", "r", [("r", a), ("r", b), ("r", 0x9ABC56)], [0x9ABC56 << 8 | nibbles[0] << 4 | nibbles[1]])
        for target in ("u8", "s8", "u16", "s16"):
            halves = [unsigned(clamped(signed(x, 32), target), bits_of(target)) for x in (a, b)]
            packed = halves[0] << bits_of(target) | halves[1]
            if bits_of(target) == 8:
                yield one(f"cvt.pack.sat.{target}.s32.b32", "r", [("r", a), ("r", b), ("r", 0x9ABC5678)], [0x5678 << 16 | packed])
            else:
                yield one(f"cvt.pack.sat.{target}.s32", "r", [("r", a), ("r", b)], [packed])
    for value in (1 / 3, -1 / 3, 1.0, 1 + 2**-11, 65504.125, math.inf):
        bits = f32(value)
        even = bits + 0xFFF + (bits >> 13 & 1) & 0xFFFFE000
        yield one("cvt.rn.tf32.f32", "r", [("f", bits)], [bits if math.isinf(value) else even])
        yield one("cvt.rna.tf32.f32", "r", [("f", bits)], [bits if math.isinf(value) else bits + 0x1000 & 0xFFFFE000])
    for kind, mantissa, bias in (("e4m3x2", 3, 7), ("e5m2x2", 2, 15)):
        def fp8(value, mantissa=mantissa, bias=bias):
            fraction, exponent = math.frexp(abs(value))
            return (value < 0) << 7 | exponent - 1 + bias << mantissa | int((fraction * 2 - 1) * (1 << mantissa))
        yield one(f"cvt.rn.satfinite.{kind}.f32", "h", [("f", f32(1.5)), ("f", f32(-0.25))], [fp8(1.5) << 8 | fp8(-0.25)])
        yield one(f"cvt.rn.satfinite.{kind}.f16x2", "h", [("r", f16(-6.0) << 16 | f16(0.75))], [fp8(-6.0) << 8 | fp8(0.75)])
        yield one(f"cvt.rn.f16x2.{kind}", "r", [("h", fp8(-6.0) << 8 | fp8(0.75))], [f16(-6.0) << 16 | f16(0.75)])
    for value in (-1.0, 0.25, 7.0):
        yield one("cvt.sat.f32.f32", "f", [("f", f32(value))], [f32(min(max(value, 0.0), 1.0))])
        yield one("cvt.f64.f32", "d", [("f", f32(value))], [f64(value)])
        yield one("cvt.f32.f16", "f", [("h", f16(value))], [f32(value)])
        yield one("cvt.f32.bf16", "f", [("h", bf16(value))], [f32(value)])
    for value in (1 / 3, -1 / 3, 1.0, 1000.1):
        for mode, kind, precision in (("rn", "f16", 11), ("rz", "f16", 11), ("rm", "f16", 11), ("rp", "f16", 11), ("rn", "bf16", 8)):
            pack = f16 if kind == "f16" else bf16
            exact = Fraction(of_f32(f32(value)))
            half = pack(float(rounded(exact, mode, precision)))
            yield one(f"cvt.{mode}.{kind}.f32", "h", [("f", f32(value))], [half])
            if mode == "rn":
                other = pack(float(2.0))
                yield one(f"cvt.rn.{kind}x2.f32", "r", [("f", f32(value)), ("f", f32(2.0))], [half << 16 | other])
                yield one(f"cvt.rn.relu.{kind}x2.f32", "r", [("f", f32(2.0)), ("f", f32(value))],
                          [other << 16 | (half if value > 0 else 0)])


def all_cases():
    from matrices import matrices
    from programs import programs
    return [*integer(), *bits(), *moves(), *floating_point(), *conversions(), *video(), *programs(), *matrices()]


def video():
    for count in (2, 4):
        width = 32 // count
        for a, b, c in ((0x80FF017F, 0x7F028001, 1000), (0x00102030, 0xFFEEDDCC, 7)):
            for sign in "us":
                kind = f"{sign}{width}"

                def lanes(function, kind=kind, a=a, b=b, width=width, count=count):
                    return [function(typed(a >> i * width, kind), typed(b >> i * width, kind)) for i in range(count)]

                def packed(values, width=width):
                    return sum(unsigned(value, width) << i * width for i, value in enumerate(values))
                least, most = (-(1 << width - 1), (1 << width - 1) - 1) if sign == "s" else (0, (1 << width) - 1)

                def clamped(value, least=least, most=most):
                    return min(max(value, least), most)
                results = {"vmin": lanes(min), "vmax": lanes(max),
                           "vavrg": lanes(lambda x, y: (x + y + (x + y >= 0)) >> 1)}
                saturated = {"vadd": lanes(lambda x, y: clamped(x + y))}
                results.update(vadd=lanes(lambda x, y: x + y), vsub=lanes(lambda x, y: x - y),
                               vabsdiff=lanes(lambda x, y: abs(x - y)))
                saturated["vsub"] = lanes(lambda x, y: clamped(x - y))
                saturated["vabsdiff"] = lanes(lambda x, y: clamped(abs(x - y)))
                operands = [("r", a), ("r", b), ("r", c)]
                types = ".".join([f"{sign}32"] * 3)
                for name, values in results.items():
                    yield one(f"{name}{count}.{types}", "r", operands, [packed(values)])
                for name, values in saturated.items():
                    yield one(f"{name}{count}.{types}.sat", "r", operands, [packed(values)])
                for name, holds in COMPARISONS.items():
                    held = lanes(lambda x, y, holds=holds: int(holds(x, y)))
                    yield one(f"vset{count}.{sign}32.{sign}32.{name}", "r", operands, [packed(held)])
                    yield one(f"vset{count}.{sign}32.{sign}32.{name}.add", "r", operands, [c + sum(held)])
                yield one(f"vabsdiff{count}.{types}.add", "r", operands, [c + sum(lanes(lambda x, y: abs(x - y)))])
    for sign in "us":
        for name, function in (("vmin", min), ("vmax", max)):
            for a, b in samples("u32", 2):
                kind = f"{sign}32"
                yield one(f"{name}.{kind}.{kind}.{kind}", "r", [("r", a), ("r", b)], [function(typed(a, kind), typed(b, kind))])
                found, third = function(typed(a, kind), typed(b, kind)), typed(0xFFFFFFF0, kind)
                for second, wanted in (("min", min(found, third)), ("max", max(found, third)), ("add", found + third)):
                    yield one(f"{name}.{kind}.{kind}.{kind}.{second}", "r", [("r", a), ("r", b), ("r", 0xFFFFFFF0)], [wanted])
    for a, b in samples("u32", 2):
        for c in (5, 0xFFFFFFF0):
            yield one("vadd.s32.s32.s32.add", "r", [("r", a), ("r", b), ("r", c)], [a + b + c])
            yield one("vadd.u32.u32.u32.add", "r", [("r", a), ("r", b), ("r", c)], [a + b + c])
            for amount in (0, 4, 31, 32, b):
                operands = [("r", a), ("r", amount), ("r", c)]
                yield one("vshl.u32.u32.u32.clamp.add", "r", operands, [(a << min(amount, 32)) + c])
                yield one("vshr.u32.u32.u32.clamp.add", "r", operands, [(a >> min(amount, 32)) + c])
        for sign in "us":
            kind = f"{sign}32"
            types, x, y = ".".join([kind] * 3), typed(a, kind), typed(b, kind)
            least, most = (-(1 << 31), (1 << 31) - 1) if sign == "s" else (0, (1 << 32) - 1)
            for name, value in (("vadd", x + y), ("vsub", x - y)):
                yield one(f"{name}.{types}", "r", [("r", a), ("r", b)], [value])
                yield one(f"{name}.{types}.sat", "r", [("r", a), ("r", b)], [min(max(value, least), most)])
            yield one(f"vmad.{types}", "r", [("r", a), ("r", b), ("r", 9)], [x * y + 9])
            for amount in (0, 4, 31, 32, b):
                operands = [("r", a), ("r", amount)]
                yield one(f"vshr.{kind}.{kind}.u32.clamp", "r", operands, [x >> min(amount, 32)])
                yield one(f"vshr.{kind}.{kind}.u32.wrap", "r", operands, [x >> amount % 32])
                yield one("vshl.u32.u32.u32.clamp", "r", operands, [a << min(amount, 32)])
                yield one("vshl.u32.u32.u32.wrap", "r", operands, [a << amount % 32])
        yield one("vabsdiff.u32.u32.u32", "r", [("r", a), ("r", b)], [abs(a - b)])
