# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of matrices that a warp's lanes hold, with the places of the elements as PTX's manual gives them.

The elements are small integers, so that every sum is exact."""

import random
import re

from cases import Program
from reference import bf16, f16, f32, f64, unsigned

LANES = range(32)
E4M3 = {0: 0x00, 1: 0x38, 2: 0x40, 3: 0x44, 4: 0x48}
E5M2 = {0: 0x00, 1: 0x3C, 2: 0x40, 3: 0x42, 4: 0x44}


def sign_and(table, value):
    return table[abs(value)] | (0x80 if value < 0 else 0)


# By type: bits of an element, its bits for an integer, the integers that it takes.
ELEMENTS = {
    "f16": (16, f16, range(-4, 5)),
    "bf16": (16, bf16, range(-4, 5)),
    "tf32": (32, lambda x: f32(x) | 0x1ABC, range(-4, 5)),  # the last bits do not count
    "e4m3": (8, lambda x: sign_and(E4M3, x), range(-4, 5)),
    "e5m2": (8, lambda x: sign_and(E5M2, x), range(-4, 5)),
    "s8": (8, lambda x: unsigned(x, 8), range(-128, 128)),
    "u8": (8, lambda x: x, range(256)),
    "s4": (4, lambda x: unsigned(x, 4), range(-8, 8)),
    "u4": (4, lambda x: x, range(16)),
    "b1": (1, lambda x: x, range(2)),
    "f64": (64, f64, range(-99, 100)),
}
WORDS = {"r": "unsigned", "f": "float", "d": "double"}


def packed(values, kind):
    """Elements, the first in the low bits, as registers."""
    bits, encode, _ = ELEMENTS[kind]
    in_word = max(32 // bits, 1)
    return [sum(encode(x) << bits * j for j, x in enumerate(values[i:i + in_word])) for i in range(0, len(values), in_word)]


def table(name, letter, registers):
    """An array with the registers of all lanes, and the operands of this lane's."""
    cast = {"r": "{:#x}u", "f": "__int_as_float({:#x})", "d": "__longlong_as_double({:#x}ll)"}[letter]
    count = len(registers[0])
    values = ", ".join(cast.format(word) for lane in registers for word in lane)
    return (f"const {WORDS[letter]} {name}[] = {{{values}}};", [f'"{letter}"({name}[t * {count} + {i}])' for i in range(count)])


def mixed(values):
    """One number of a lane's results; `sum` in C++, below."""
    result = 0
    for value in values:
        result = (result * 0x100000001B3 + value) % (1 << 64)
    return result


def program(name, instruction, letter, count, tables, results):
    """`instruction`: with {d}, {a}, ... for the registers in braces; `results`: of each lane, as bits."""
    lines = ["const unsigned t = threadIdx.x & 31;"]
    operands, places = [], {"d": [f"%{i}" for i in range(count)]}
    for key, in_letter, registers in tables:
        line, used = table(key, in_letter, registers)
        lines.append(line)
        places[key] = [f"%{count + len(operands) + i}" for i in range(len(used))]
        operands += used
    text = re.sub(r"\{(\w)\}", lambda found: "{" + ", ".join(places[found.group(1)]) + "}", instruction)
    lines.append(f"{WORDS[letter]} {', '.join(f'd{i}' for i in range(count))}; u64 sum = 0;")
    outputs = ", ".join(f'"={letter}"(d{i})' for i in range(count))
    lines.append(f'asm volatile("{text};" : {outputs} : {", ".join(operands)});')
    lines += [f"sum = sum * 0x100000001b3ull + bits(d{i});" for i in range(count)]
    lines.append("if (threadIdx.x >= 96) out[t] = sum;")
    return Program(name, lines, [mixed(lane) for lane in results], threads=128)


def product(form, m, k, a_type, b_type, c_type, seed):
    rng = random.Random(seed)
    a = [[rng.choice(ELEMENTS[a_type][2]) for _ in range(k)] for _ in range(m)]
    b = [[rng.choice(ELEMENTS[b_type][2]) for _ in range(8)] for _ in range(k)]
    saturates = "satfinite" in form
    c = [[rng.choice((2**31 - 1, -2**31)) if c_type == "s32" and (saturates or i == j) else rng.randrange(-99, 100)
          for j in range(8)] for i in range(m)]
    d = [[sum(a[i][x] * b[x][j] for x in range(k)) + c[i][j] for j in range(8)] for i in range(m)]
    if "and.popc" in form:
        d = [[sum(a[i][x] & b[x][j] for x in range(k)) + c[i][j] for j in range(8)] for i in range(m)]
    if "xor.popc" in form:
        d = [[sum(a[i][x] ^ b[x][j] for x in range(k)) + c[i][j] for j in range(8)] for i in range(m)]
    if saturates:
        d = [[min(max(x, -2**31), 2**31 - 1) for x in row] for row in d]

    rows, in_word = m // 8, max(32 // ELEMENTS[a_type][0], 1)

    def of_a(lane):
        words = []
        for i in range(m * k // 32 // in_word):
            row, first = lane // 4 + 8 * (i % rows), lane % 4 * in_word + 4 * in_word * (i // rows)
            words += packed([a[row][first + j] for j in range(in_word)], a_type)
        return words

    def of_b(lane):
        words = []
        for i in range(8 * k // 32 // in_word):
            first = lane % 4 * in_word + 4 * in_word * i
            words += packed([b[first + j][lane // 4] for j in range(in_word)], b_type)
        return words

    def of_c(matrix, lane):
        values = [matrix[lane // 4 + 8 * (i // 2)][lane % 4 * 2 + i % 2] for i in range(2 * rows)]
        if c_type == "f16":
            return packed(values, "f16")
        return [{"f32": f32, "f64": f64, "s32": lambda x: unsigned(x, 32)}[c_type](x) for x in values]
    letter = {"f32": "f", "f64": "d", "s32": "r", "f16": "r"}[c_type]
    in_letter = "d" if a_type == "f64" else "r"
    tables = [("a", in_letter, [of_a(lane) for lane in LANES]), ("b", in_letter, [of_b(lane) for lane in LANES]),
              ("c", letter, [of_c(c, lane) for lane in LANES])]
    return program(form, form + " {d}, {a}, {b}, {c}", letter, len(of_c(c, 0)), tables, [of_c(d, lane) for lane in LANES])


def products():
    shapes = [(16, 8, t, t, c) for t, c in (("f16", "f32"), ("bf16", "f32"), ("f16", "f16"))]
    shapes += [(16, 16, t, t, c) for t, c in (("f16", "f32"), ("bf16", "f32"), ("f16", "f16"))]
    shapes += [(16, k, "tf32", "tf32", "f32") for k in (4, 8)]
    shapes += [(16, k, a, b, c) for k in (16, 32) for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2") for c in ("f32", "f16")]
    shapes += [(8, 4, "f64", "f64", "f64"), *((16, k, "f64", "f64", "f64") for k in (4, 8, 16))]
    for m, k, bits in ((8, 16, 8), (16, 16, 8), (16, 32, 8), (8, 32, 4), (16, 32, 4), (16, 64, 4)):
        shapes += [(m, k, f"{a}{bits}", f"{b}{bits}", "s32") for a in "su" for b in "su"]
    for seed, (m, k, a, b, c) in enumerate(shapes):
        yield product(f"mma.sync.aligned.m{m}n8k{k}.row.col.{c}.{a}.{b}.{c}", m, k, a, b, c, seed)
        if c == "s32":
            yield product(f"mma.sync.aligned.m{m}n8k{k}.row.col.satfinite.{c}.{a}.{b}.{c}", m, k, a, b, c, seed)
    for seed, (m, k) in enumerate(((8, 128), (16, 128), (16, 256))):
        for operation in ("and", "xor"):
            yield product(f"mma.sync.aligned.m{m}n8k{k}.row.col.s32.b1.b1.s32.{operation}.popc", m, k, "b1", "b1", "s32", seed)


def products_of_quads():
    """m8n8k4: four products; lanes whose number has the same bits 2 and 3 hold one."""
    for a_layout in ("row", "col"):
        for b_layout in ("row", "col"):
            for c_type in ("f32", "f16"):
                rng = random.Random(f"{a_layout}{b_layout}{c_type}")
                a, b, c = ([[[rng.randrange(-4, 5) for _ in range(columns)] for _ in range(rows)] for _ in range(4)]
                           for rows, columns in ((8, 4), (4, 8), (8, 8)))
                d = [[[sum(a[q][i][x] * b[q][x][j] for x in range(4)) + c[q][i][j] for j in range(8)] for i in range(8)] for q in range(4)]

                def of_a(lane, a=a, a_layout=a_layout):
                    quad, low, high = lane // 4 % 4, lane % 4, lane // 16 * 4
                    return packed([a[quad][low + high][i] if a_layout == "row" else a[quad][i + high][low] for i in range(4)], "f16")

                def of_b(lane, b=b, b_layout=b_layout):
                    quad, low, high = lane // 4 % 4, lane % 4, lane // 16 * 4
                    return packed([b[quad][i][low + high] if b_layout == "col" else b[quad][low][i + high] for i in range(4)], "f16")

                def of_c(matrix, lane, c_type=c_type):
                    quad, low, high = lane // 4 % 4, lane % 4, lane // 16 * 4
                    if c_type == "f16":
                        return packed(matrix[quad][low + high], "f16")
                    return [f32(matrix[quad][(low & 1) + (i & 2) + high][(i & 4) + (low & 2) + (i & 1)]) for i in range(8)]
                letter = "f" if c_type == "f32" else "r"
                form = f"mma.sync.aligned.m8n8k4.{a_layout}.{b_layout}.{c_type}.f16.f16.{c_type}"
                tables = [(key, "r", [function(lane) for lane in LANES]) for key, function in (("a", of_a), ("b", of_b))]
                tables.append(("c", letter, [of_c(c, lane) for lane in LANES]))
                yield program(form, form + " {d}, {a}, {b}, {c}", letter, len(of_c(c, 0)), tables, [of_c(d, lane) for lane in LANES])


def loads_and_stores():
    """Rows of 8 elements, 48 bytes from one to the next."""
    def element(matrix, row, column):
        return (matrix * 64 + row * 8 + column) * 257 % 65536

    def registers(lane, count, transposed):
        words = []
        for matrix in range(count):
            places = [(lane // 4, lane % 4 * 2 + j) for j in (0, 1)]
            low, high = (element(matrix, *(place[::-1] if transposed else place)) for place in places)
            words.append(low | high << 16)
        return words
    memory = ["__shared__ __align__(16) unsigned short rows[4][32 * 24];", "const unsigned t = threadIdx.x & 31, w = threadIdx.x / 32;"]
    fill = "for (unsigned i = 0; i < 8; ++i) rows[w][t * 24 + i] = (unsigned short)((t * 8 + i) * 257);"
    address = "const unsigned at = (unsigned)__cvta_generic_to_shared(rows[w] + t * 24);"
    for count in (1, 2, 4):
        for transposed in (False, True):
            suffix = f"x{count}{'.trans' if transposed else ''}.shared.b16"
            names = ", ".join(f"d{i}" for i in range(count))
            places = ", ".join(f"%{i}" for i in range(count))
            lines = [*memory, fill, address, f"unsigned {names}; u64 sum = 0;", "__syncthreads();",
                     f'asm volatile("ldmatrix.sync.aligned.m8n8.{suffix} {{{places}}}, [%{count}];" : ' + ", ".join(f'"=r"(d{i})' for i in range(count)) + ' : "r"(at));']
            lines += [f"sum = sum * 0x100000001b3ull + d{i};" for i in range(count)]
            yield Program(f"ldmatrix.{suffix}", [*lines, "if (threadIdx.x >= 96) out[t] = sum;"],
                          [mixed(registers(lane, count, transposed)) for lane in LANES], threads=128)
            held = ", ".join(f"{word:#x}u" for lane in LANES for word in registers(lane, count, transposed))
            lines = [*memory, address, f"const unsigned held[] = {{{held}}};", "u64 sum = 0;",
                     "for (unsigned i = 0; i < 8; ++i) rows[w][t * 24 + i] = 9;", "__syncthreads();",
                     f'asm volatile("stmatrix.sync.aligned.m8n8.{suffix} [%0], {{{", ".join(f"%{i + 1}" for i in range(count))}}};" :: "r"(at), '
                     + ", ".join(f'"r"(held[t * {count} + {i}])' for i in range(count)) + ' : "memory");', "__syncthreads();",
                     "for (unsigned i = 0; i < 8; ++i) sum = sum * 0x100000001b3ull + rows[w][t * 24 + i];",
                     "if (threadIdx.x >= 96) out[t] = sum;"]
            rows = [[element(lane // 8, lane % 8, i) if lane < 8 * count else 9 for i in range(8)] for lane in LANES]
            yield Program(f"stmatrix.{suffix}", lines, [mixed(row) for row in rows], threads=128)
    yield program("movmatrix", "movmatrix.sync.aligned.m8n8.trans.b16 %0, %1", "r", 1,
                  [("a", "r", [registers(lane, 1, False) for lane in LANES])], [registers(lane, 1, True) for lane in LANES])


def matrices():
    return [*products(), *products_of_quads(), *loads_and_stores()]
