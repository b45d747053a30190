# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases that take threads or memory: bodies of kernels (see cases.Program) of 32 threads, or of 128, which are four warps or one."""

from cases import Program
from reference import f32, f64

LANES = range(32)
THREAD = "const unsigned t = threadIdx.x;"
LANE = "const unsigned t = threadIdx.x & 31;"


def store(value):
    return f"out[t] = (u64)({value});"


def wide(name, lines, expected):
    """What the last 32 of 128 threads store."""
    return Program(name, [LANE, *lines[:-1], "if (threadIdx.x >= 96) " + lines[-1]], expected, threads=128)


def special_registers():
    for name, value in (("laneid", list(LANES)), ("tid.x", list(LANES)), ("tid.y", [0]), ("tid.z", [0]), ("ntid.x", [32]),
                        ("ntid.y", [1]), ("ntid.z", [1]), ("ctaid.x", [0]), ("ctaid.y", [0]), ("ctaid.z", [0]),
                        ("nctaid.x", [1]), ("nctaid.y", [1]), ("nctaid.z", [1]), ("warpid", [0]), ("nwarpid", [1])):
        yield Program(name, [THREAD, "unsigned x;", f'asm("mov.u32 %0, %%{name};" : "=r"(x));', store("x")],
                      value if len(value) == 32 else value * 32)
    for name, mask in (("eq", lambda i: 1 << i), ("lt", lambda i: (1 << i) - 1), ("le", lambda i: (2 << i) - 1),
                       ("gt", lambda i: 0xFFFFFFFF & ~((2 << i) - 1)), ("ge", lambda i: 0xFFFFFFFF & ~((1 << i) - 1))):
        yield wide(f"lanemask_{name}", ["unsigned x;", f'asm("mov.u32 %0, %%lanemask_{name};" : "=r"(x));', store("x")],
                   [mask(i) for i in LANES])
    # Time goes on, and the parts belong to the whole.
    yield Program("clock64", [THREAD, "u64 x, y;", 'asm volatile("mov.u64 %0, %%clock64;" : "=l"(x) :: "memory");',
                              'asm volatile("mov.u64 %0, %%clock64;" : "=l"(y) :: "memory");', store("y >= x")], [1])
    yield Program("clock", [THREAD, "unsigned x, h; u64 y;", 'asm volatile("mov.u32 %0, %%clock;" : "=r"(x));',
                            'asm volatile("mov.u32 %0, %%clock_hi;" : "=r"(h));', 'asm volatile("mov.u64 %0, %%clock64;" : "=l"(y));',
                            store("y - ((u64)h << 32 | x) < 1ull << 40")], [1])


def loads_and_stores():
    """Each form of a load reads what C++ has written, and the reverse."""
    memory = ["__shared__ unsigned words[64];", THREAD, "words[t] = t * 0x01010101u + 0x80u; words[32 + t] = 7 * t;", "__syncthreads();"]
    words = [(i * 0x01010101 + 0x80) % (1 << 32) for i in LANES]
    for name in ("ld.u32", "ld.weak.u32", "ld.ca.u32", "ld.cg.u32", "ld.cv.u32", "ld.volatile.u32", "ld.relaxed.gpu.u32",
                 "ld.acquire.gpu.u32", "ld.acquire.sys.u32", "ld.global.nc.u32", "ldu.u32"):
        yield Program(name, [*memory, "unsigned x;", f'asm volatile("{name} %0, [%1];" : "=r"(x) : "l"(words + t) : "memory");', store("x")],
                      words)
    for name in ("ld.shared.u32", "ld.volatile.shared.u32"):
        yield Program(name, [*memory, "unsigned x; const unsigned at = (unsigned)__cvta_generic_to_shared(words + t);",
                             f'asm volatile("{name} %0, [%1+128];" : "=r"(x) : "r"(at));', store("x")], [7 * i for i in LANES])
    load = '#define LOAD(modifier) asm volatile("ld." #modifier ".u32 %0, [%1];" : "=r"(x) : "l"(words + t) : "memory")'
    yield Program("ld of a macro", [*memory, "unsigned x, y = 0;", load,
                                    *(f"LOAD({name}); y ^= x;" for name in ("ca", "cg", "cs", "cv", "global.nc")), store("y")], words)
    for kind, wanted in (("u8", [w & 0xFF for w in words]), ("s8", [(w & 0xFF) - (w << 1 & 0x100) & 0xFFFFFFFF for w in words]),
                         ("u16", [w & 0xFFFF for w in words])):
        yield Program(f"ld.{kind}", [*memory, "unsigned x;", f'asm("ld.{kind} %0, [%1];" : "=r"(x) : "l"(words + t));', store("x")], wanted)
    yield Program("ld.v2", [*memory, "unsigned x, y; const unsigned *p = words + (t & 30);",
                            'asm("ld.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p));', store("(u64)y << 32 | x")],
                  [words[i & 30] | words[i | 1] << 32 for i in LANES])
    yield Program("ld.v4.f32", [*memory, "float a, b, c, d;", 'asm("ld.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(words));',
                                store("bits(a) + bits(b) + bits(c) + bits(d)")], [sum(words[:4])] * 32)
    yield Program("ld pointer", [*memory, "const void *p = words + t; const void *q;", 'asm("ld.u64 %0, [%1];" : "=l"(q) : "l"(&p));',
                                 store("q == p")], [1] * 32)
    for name in ("st.u32", "st.wb.u32", "st.cs.u32", "st.cg.u32", "st.wt.u32", "st.volatile.u32", "st.relaxed.sys.u32",
                 "st.release.gpu.u32", "st.release.sys.u32"):
        yield Program(name, [*memory, f'asm volatile("{name} [%0], %1;" :: "l"(words + t), "r"(t + 3) : "memory");', store("words[t]")],
                      [i + 3 for i in LANES])
    write = '#define STORE(modifier) asm volatile("st." #modifier ".v2.u32 [%0], {%1, %2};" :: "l"(words + 2 * t), "r"(t), "r"(t + 1))'
    yield Program("st of a macro", [*memory, "__syncthreads();", write, *(f"STORE({name});" for name in ("wb", "cg", "cs", "wt")),
                                    "__syncthreads();", store("words[t]")], [(i + 1) // 2 for i in LANES])
    yield Program("st.shared.v2", [*memory, "const unsigned at = (unsigned)__cvta_generic_to_shared(words);",
                                   'if (t == 0) asm("st.shared.v2.u32 [%0+8], {%1, 5};" :: "r"(at), "r"(9));', "__syncthreads();",
                                   store("words[t]")], [*words[:2], 9, 5, *words[4:]])
    yield Program("st.u8", [*memory, 'asm("st.u8 [%0], %1;" :: "l"((char *)(words + t) + 1), "r"(0x1ff));', store("words[t]")],
                  [w & ~0xFF00 | 0xFF00 for w in words])
    for name in ("prefetch.global.L2 [%0]", "prefetchu.L1 [%0]", "membar.cta", "membar.gl", "membar.sys", "fence.sc.cta", "fence.acq_rel.gpu",
                 "fence.acq_rel.sys", "cp.async.commit_group", "cp.async.wait_all", "cp.async.wait_group 1",
                 "griddepcontrol.wait", "griddepcontrol.launch_dependents"):
        yield Program(name, [*memory, f'asm volatile("{name};" :: "l"(words) : "memory");', store("words[t]")], words)


def asynchronous_copies():
    for size, operands in ((4, "4"), (8, "8"), (16, "16"), (16, "16, %2"), (16, "%3")):
        zeros = 16 - 8 if "%2" in operands else 0
        yield Program(f"cp.async {operands}",
                      ["__shared__ __align__(16) unsigned char to[16]; __shared__ __align__(16) unsigned char from[16];", THREAD,
                       "if (t < 16) { to[t] = 200; from[t] = (unsigned char)(t + 1); }", "__syncthreads();",
                       "if (t == 0) {", "const unsigned at = (unsigned)__cvta_generic_to_shared(to);",
                       f'asm volatile("cp.async.cg.shared.global [%0], [%1], {operands};" :: "r"(at), "l"(from), "r"(8), "n"(16));', "}",
                       "__syncthreads();", "if (t < 16) " + store("to[t]")],
                      [(0 if zeros and i >= 8 else i + 1) if i < size else 200 for i in range(16)])


def address_spaces():
    yield Program("cvta", ["__shared__ unsigned word;", THREAD, "word = 77; u64 s, g, n, m;", "__syncthreads();",
                           'asm("cvta.to.shared.u64 %0, %1;" : "=l"(s) : "l"(&word));', 'asm("cvta.shared.u64 %0, %1;" : "=l"(g) : "l"(s));',
                           'asm("cvta.to.global.u64 %0, %1;" : "=l"(n) : "l"(out));', 'asm("cvta.global.u64 %0, %1;" : "=l"(m) : "l"(out));',
                           store("*(unsigned *)g + (n == (u64)out) + (m == (u64)out)")], [79] * 32)
    for space, pointers in (("shared", (1, 0, 0)), ("global", (0, 1, 0)), ("local", (0, 0, 1))):
        for i, pointer in enumerate(("&word", "out", "&mine")):
            yield Program(f"isspacep.{space} {pointer}",
                          ["__shared__ unsigned word;", THREAD, "unsigned mine = 0, x; word = 0;",
                           f'asm volatile("{{ .reg .pred p; isspacep.{space} p, %1; selp.u32 %0, 1, 0, p; }}" : "=r"(x) : "l"({pointer}));',
                           store("x + (same(&mine) == nullptr)")], [pointers[i]] * 32)


def atomics():
    def program(name, kind, start, operand, old_sum, new, extra=""):
        bits = int(kind[1:])
        letter = {"f32": "f", "f64": "d"}.get(kind, "l" if bits == 64 else "r")
        base = {"f": "float", "d": "double", "l": "u64", "r": "unsigned"}[letter]
        return Program(f"{name}.{kind}",
                       [f"__shared__ {base} word;", THREAD, f"if (t == 0) word = {start}; {base} old;", "__syncthreads();",
                        f'asm volatile("{name}.{kind} %0, [%1], %2{extra};" : "=" "{letter}"(old) : "l"(&word), "{letter}"(({base})({operand})) : "memory");'
                        if not name.startswith("red") else
                        f'old = 0; asm volatile("{name}.{kind} [%0], %1;" :: "l"(&word), "{letter}"(({base})({operand})) : "memory");',
                        "__syncthreads();", store("bits(word)" if old_sum is None else "old")],
                       ([new] if old_sum is None else old_sum) * (32 if old_sum is None else 1))
    for kind, one in (("u32", 1), ("s32", 1), ("u64", 1)):
        for name in ("atom.add", "atom.relaxed.gpu.add", "atom.acq_rel.gpu.add", "red.add", "red.release.gpu.add"):
            yield program(name, kind, "5", "t", None, 5 + sum(LANES))
        for name in ("atom", "red"):
            yield program(f"{name}.max", kind, "9", "t", None, 31)
            yield program(f"{name}.min", kind, "9", "t + 3", None, 3)
    for name in ("atom", "red"):
        yield program(f"{name}.min", "s32", "9", "-(int)t", None, 0xFFFFFFFF - 30)
        yield program(f"{name}.add", "f32", "0.5f", "t", None, f32(0.5 + sum(LANES)))
        yield program(f"{name}.add", "f64", "0.5", "t", None, f64(0.5 + sum(LANES)))
        yield program(f"{name}.and", "b32", "~0u", "~(1u << t)", None, 0)
        yield program(f"{name}.or", "b64", "0", "2ull << t", None, 2 * 0xFFFFFFFF)
        yield program(f"{name}.xor", "b32", "0", "1u << t", None, 0xFFFFFFFF)
        yield program(f"{name}.inc", "u32", "0", "9", None, 32 % 10)
        yield program(f"{name}.dec", "u32", "3", "9", None, (3 - 32) % 10)
    for kind, one in (("f16", "3c00"), ("bf16", "3f80")):  # 1.0 in both halves, 32 times: 32.0
        total = {"f16": 0x5000, "bf16": 0x4200}[kind]
        for name in ("atom", "red"):
            result = '"=r"(old) :' if name == "atom" else ":"
            operands = "%0, [%1], %2" if name == "atom" else "[%0], %1"
            yield Program(f"{name}.add.noftz.{kind}x2",
                          ["__shared__ unsigned word;", THREAD, "if (t == 0) word = 0; unsigned old = 0;", "__syncthreads();",
                           f'asm volatile("{name}.relaxed.gpu.global.add.noftz.{kind}x2 {operands};" : {result} "l"(&word), "r"(0x{one}{one}) : "memory");',
                           "(void)old;", "__syncthreads();", store("word")], [total << 16 | total] * 32)
            result = result.replace("=r", "=h").replace("old", "was")
            yield Program(f"{name}.add.noftz.{kind}",
                          ["__shared__ unsigned short half;", THREAD, "if (t == 0) half = 0; unsigned short was = 0;", "__syncthreads();",
                           f'asm volatile("{name}.add.noftz.{kind} {operands};" : {result} "l"(&half), "h"((unsigned short)0x{one}) : "memory");',
                           "(void)was;", "__syncthreads();", store("half")], [total] * 32)
    for name in ("atom.exch", "atom.acquire.gpu.exch"):
        yield program(name, "b32", "8", "8", None, 8)
    for name in ("atom.cas", "atom.acq_rel.gpu.cas"):
        yield program(name, "b32", "8", "8", None, 20, ", 20")
    yield Program("atom.shared.add", ["__shared__ unsigned word;", THREAD, "if (t == 0) word = 1; unsigned old;", "__syncthreads();",
                                      "const unsigned at = (unsigned)__cvta_generic_to_shared(&word);",
                                      'asm volatile("atom.shared.add.u32 %0, [%1], 2;" : "=r"(old) : "r"(at));', "__syncthreads();",
                                      store("word + (old & 1)")], [1 + 64 + 1] * 32)


def shuffled(mode, lane, b, c):
    """The lane that PTX's pseudo-code reads from, and whether it is in range."""
    b, segment, limit = b & 31, c >> 8 & 31, c & 31
    least = lane & segment
    most = least | limit & ~segment
    source = {"up": lane - b, "down": lane + b, "bfly": lane ^ b, "idx": least | b & ~segment}[mode]
    inside = source >= most if mode == "up" else source <= most
    return source if inside else lane, int(inside)


def warps():
    for name in ("up", "down", "bfly", "idx"):
        yield wide(f"shfl.sync.{name}", ["unsigned x;", f'asm volatile("shfl.sync.{name}.b32 %0, %1, 3, {0 if name == "up" else 31}, -1;" : "=r"(x) : "r"(t * t));',
                                         store("x")], [shuffled(name, i, 3, 0 if name == "up" else 31)[0] ** 2 for i in LANES])
        # All of the warp, groups of 8, a part of the lanes, and a part of each group; every result counts.
        limits, distances = (0, 0x1F, 24 << 8, 24 << 8 | 0x1F, 20, 3, 16 << 8 | 11, 16 << 8 | 27), (0, 1, 3, 17, 35)
        sums = [0] * 32
        for c in limits:
            for b in distances:
                for i in LANES:
                    lane, inside = shuffled(name, i, b, c)
                    sums[i] = sums[i] * 65 + (lane | inside << 5) & (1 << 64) - 1
        yield wide(f"shfl.sync.{name} in parts",
                   ["unsigned x, y; u64 sum = 0;",
                    f"const unsigned limits[] = {{{', '.join(map(str, limits))}}}, distances[] = {{{', '.join(map(str, distances))}}};",
                    "for (unsigned c : limits) for (unsigned b : distances) {",
                    f'asm volatile("{{ .reg .pred p; shfl.sync.{name}.b32 %0|p, %2, %3, %4, -1; selp.u32 %1, 1, 0, p; }}" : "=r"(x), "=r"(y) : "r"(t), "r"(b), "r"(c));',
                    "sum = sum * 65 + (x | y << 5); }", store("sum")], sums)
    for name, holds, wanted in (("all", "t < 32", 1), ("all", "t < 31", 0), ("any", "t == 9", 1), ("any", "t == 99", 0)):
        yield wide(f"vote.sync.{name} {holds}",
                   ["unsigned x;", f'asm volatile("{{ .reg .pred p, q; setp.ne.u32 p, %1, 0; vote.sync.{name}.pred q, p, -1; selp.u32 %0, 1, 0, q; }}" : "=r"(x) : "r"((unsigned)({holds})));',
                    store("x")], [wanted] * 32)
    for name in ("vote.sync.ballot", "vote.ballot.sync"):
        yield wide(name, ["unsigned x;", f'asm volatile("{{ .reg .pred p; setp.lt.u32 p, %1, 5; {name}.b32 %0, p, 0xffffffff; }}" : "=r"(x) : "r"(t));',
                          store("x")], [31] * 32)
    yield wide("match.any", ["unsigned x;", 'asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(x) : "r"(t / 16));', store("x")],
               [0xFFFF] * 16 + [0xFFFF0000] * 16)
    yield wide("activemask", ["unsigned x;", 'asm volatile("activemask.b32 %0;" : "=r"(x));', store("x")], [0xFFFFFFFF] * 32)
    for name, kind, wanted in (("add", "u32", sum(LANES)), ("min", "s32", 0), ("max", "u32", 31), ("and", "b32", 0), ("or", "b32", 31), ("xor", "b32", 0)):
        yield wide(f"redux.sync.{name}", ["unsigned x;", f'asm volatile("redux.sync.{name}.{kind} %0, %1, -1;" : "=r"(x) : "r"(t));', store("x")],
                   [wanted] * 32)
    for name in ("bar.sync 0", "bar.cta.sync 0", "barrier.sync 0", "barrier.sync.aligned 0", "barrier.cta.sync 0", "bar.warp.sync 0xffffffff", "nanosleep.u32 20"):
        yield Program(name, ["__shared__ unsigned words[32];", THREAD, "words[t] = t; __syncthreads(); words[t] += 1;",
                             f'asm volatile("{name};" ::: "memory");', *(["__syncthreads();"] if "nano" in name else []), store("words[31 - t]")],
                      [32 - i for i in LANES])
    yield Program("bar.red.popc", [THREAD, "unsigned x;", 'asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; bar.red.popc.u32 %0, 0, p; }" : "=r"(x) : "r"(t));', store("x")],
                  [5] * 32)
    for name, wanted in (("and", 0), ("or", 1)):
        yield Program(f"bar.red.{name}", [THREAD, "unsigned x;", f'asm volatile("{{ .reg .pred p, q; setp.lt.u32 p, %1, 5; bar.red.{name}.pred q, 0, p; selp.u32 %0, 1, 0, q; }}" : "=r"(x) : "r"(t));', store("x")],
                      [wanted] * 32)


def carries():
    """A chain of several statements: 2^64 - 1 + t, and back."""
    yield Program("add.cc and addc", [
        THREAD, "unsigned low, high, top;",
        'asm volatile("add.cc.u32 %0, %1, -1;" : "=r"(low) : "r"(t));', "for (int i = 0; i < 1; ++i)",
        'asm volatile("addc.cc.u32 %0, %1, -1;" : "=r"(high) : "r"(same(0u)));',
        'asm volatile("addc.u32 %0, 0, 0;" : "=r"(top));', store("(u64)top << 63 ^ (u64)high << 32 ^ low")],
                  [(2**64 - 1 + i) % 2**64 ^ (2**64 - 1 + i) // 2**64 << 63 for i in LANES])
    yield Program("sub.cc and subc", [
        THREAD, "unsigned low, high;", 'asm volatile("sub.cc.u32 %0, %1, 5;" : "=r"(low) : "r"(t));', "__syncwarp();",
        'asm volatile("subc.u32 %0, 0, 0;" : "=r"(high));', store("(u64)high << 32 | low")],
                  [(i - 5) % 2**64 for i in LANES])


def programs():
    return [*carries(), *special_registers(), *loads_and_stores(), *asynchronous_copies(), *address_spaces(), *atomics(), *warps()]
