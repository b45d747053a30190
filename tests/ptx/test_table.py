# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each row of rules/ptx against the value that its instruction is defined to give.

The cases become a CUDA program with one asm statement each, twice: with names for operands, which makes an assignment
of it, and with calls, which makes a block. musa-port ports it, mcc compiles it, and what it prints is compared.
"""

import json
import math
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import cases
from reference import of_f32, of_f64

ROOT = Path(__file__).resolve().parents[2]
TYPES = {"h": "unsigned short", "r": "unsigned", "l": "unsigned long long", "f": "float", "d": "double"}
SIZES = {"h": 16, "r": 32, "l": 64, "f": 32, "d": 64}
HEAD = """#include <cstdio>
#include <cuda_runtime.h>
typedef unsigned long long u64;
template <typename T> __device__ __noinline__ T same(T x) { return x; }
__device__ u64 bits(float x) { return __float_as_uint(x); }
__device__ u64 bits(double x) { return (u64)__double_as_longlong(x); }
template <typename T> __device__ u64 bits(T x) { return (u64)x; }
"""
MAIN = """int main() {
  u64 *out;
  cudaMallocManaged((void **)&out, COUNT * 32 * sizeof(u64));
  for (int i = 0; i < COUNT * 32; ++i)
    out[i] = 0;
CALLS  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < COUNT; ++i)
    for (int lane = 0; lane < 32; ++lane)
      printf("%llx%c", out[i * 32 + lane], lane == 31 ? '\\n' : ' ');
}
"""


def value_of(letter, bits):
    if letter == "f":
        return f"__uint_as_float({bits:#x}u)"
    if letter == "d":
        return f"__longlong_as_double({bits:#x}ll)"
    return f"({TYPES[letter]}){bits:#x}ull"


def statement(case, operand):
    outputs = ", ".join(f'"={letter}"(o{i})' for i, letter in enumerate(case.outputs))
    inputs = ", ".join(f'"{letter}"({operand(i)})' for i, (letter, _) in enumerate(case.inputs))
    return f'asm("{case.text}" : {outputs} : {inputs});'


def body(number, case):
    """The part of a kernel that is the case."""
    if isinstance(case, cases.Program):
        return case.lines
    lines = [f"{TYPES[letter]} o{i} = 0;" for i, letter in enumerate(case.outputs)]
    lines += [f"const {TYPES[letter]} i{i} = {value_of(letter, bits)};" for i, (letter, bits) in enumerate(case.inputs)]
    for half, operand in enumerate((lambda i: f"i{i}", lambda i: f"same(i{i})")):
        lines.append(statement(case, operand))
        lines += [f"out[{number * 32 + half * 16 + i}] = bits(o{i});" for i in range(len(case.outputs))]
    return ["{", *lines, "}"]


def program(all_cases):
    """The source of a program that runs them. Programs have a kernel each; of the others, many share one."""
    lines = HEAD.splitlines()
    calls = []
    shared = []
    for number, case in enumerate(all_cases):
        if isinstance(case, cases.Program):
            calls.append(f"  k{number}<<<1, {case.threads}>>>(out + {number * 32});")
            lines += [f"__global__ void k{number}(u64 *out) {{", "  (void)out;", *body(number, case), "}"]
        else:
            shared.append((number, case))
    for first in range(0, len(shared), 100):
        calls.append(f"  s{first}<<<1, 1>>>(out);")
        lines.append(f"__global__ void s{first}(u64 *out) {{")
        for number, case in shared[first:first + 100]:
            lines += body(number, case)
        lines.append("}")
    main = MAIN.replace("COUNT", str(len(all_cases))).replace("CALLS", "\n".join(calls) + "\n")
    return "\n".join(lines) + "\n" + main


def rows_of_table():
    """The instructions and the special registers that have a translation, and both of those that have none."""
    found = {"instructions": set(), "registers": set()}
    reported = set()
    for path in sorted((ROOT / "rules/ptx").glob("*.json")):
        table = json.loads(path.read_text())
        for kind, rows in found.items():
            for form, row in table.get(kind, {}).items():
                (reported if isinstance(row, dict) and "reported" in row else rows).add(form)
    return found["instructions"], found["registers"], reported


def close(bits, wanted, letter):
    got = of_f32(bits) if letter == "f" else of_f64(bits)
    return math.isclose(got, wanted, rel_tol=1e-6, abs_tol=1e-6)


class Table(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cases = cases.all_cases()
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    def port(self, all_cases, architecture):
        """A program's port and what was said of it; all that is PTX has to be C++."""
        source = Path(self.folder.name) / f"{architecture}.cu"
        source.write_text(program(all_cases))
        ported = source.with_suffix(".mu")
        run = subprocess.run([os.environ["MUSA_PORT"], "--analyze", f"--arch={architecture}", str(source), "-o", str(ported)],
                             capture_output=True, text=True, check=False)
        self.assertNotIn("error:", run.stderr)
        self.assertNotRegex(ported.read_text(), r"\basm\b")
        return ported, run.stderr

    def test_values(self):
        ported, messages = self.port(self.cases, "mp_31")
        self.assertNotIn("a warp has more lanes", messages)
        self.check_values(self.cases, ported, "mp_31")

    def test_values_where_a_warp_has_128_lanes(self):
        of_warps = [case for case in self.cases if isinstance(case, cases.Program) and case.threads == 128]
        ported, messages = self.port(of_warps, "mp_21")
        self.assertIn("a warp has more lanes", messages)
        self.check_values(of_warps, ported, "mp_21")

    def check_values(self, all_cases, ported, architecture):
        binary = ported.with_suffix("")
        subprocess.run([os.environ["MCC"], f"--offload-arch={architecture}", "-O1", "-w", str(ported), "-o", str(binary)], check=True)
        run = subprocess.run([str(binary)], capture_output=True, text=True, check=True)
        results = [[int(word, 16) for word in line.split()] for line in run.stdout.splitlines()]
        self.assertEqual(len(results), len(all_cases))
        for case, got in zip(all_cases, results):
            with self.subTest(case.name):
                if isinstance(case, cases.Program):
                    self.assertEqual([hex(x) for x in got[:len(case.expected)]], [hex(x) for x in case.expected])
                    continue
                for half in (0, 16):
                    for i, (letter, wanted) in enumerate(zip(case.outputs, case.expected)):
                        if case.approximate:
                            self.assertTrue(close(got[half + i], wanted, letter), (hex(got[half + i]), wanted))
                        else:
                            self.assertEqual(hex(got[half + i]), hex(wanted % (1 << SIZES[letter])))

    def test_every_row_has_a_case(self):
        # All on one line, which musa-port explains; macros have lines of their own.
        statements = {line: None for case in self.cases for line in body(0, case) if re.search(r"\basm\b", line)}
        macros = [line for line in statements if line.startswith("#")]
        path = Path(self.folder.name) / "line.cu"
        path.write_text("\n".join([" ".join(line for line in statements if line not in macros), *macros, ""]))
        explained = "".join(subprocess.run([os.environ["MUSA_PORT"], "--analyze", "explain", f"{path}:{line + 1}"],
                                           capture_output=True, text=True, check=False).stdout for line in range(len(macros) + 1))
        used = {form for found in re.findall(r"by rules/ptx: (.*)", explained) for form in found.split("; ")}
        instructions, registers, _ = rows_of_table()
        rows = instructions | registers
        self.assertGreaterEqual(len(rows), 80)
        self.assertEqual(rows - used - set(cases.NOT_RUN), set(), "rows without a case")
        self.assertLessEqual(set(cases.NOT_RUN), rows - used, "rows that have a case all the same")

    def test_the_document_has_its_numbers(self):
        instructions, registers, reported = rows_of_table()
        opcodes = {re.split(r"[ .\[]", form)[0] for form in instructions}
        sentence = (f"{len(instructions)} rows translate instructions of {len(opcodes)} opcodes, {len(registers)} special registers; "
                    f"{len(instructions) + len(registers) - len(cases.NOT_RUN)} of these rows have run tests, "
                    f"{' and '.join(f'`{form}`' for form in cases.NOT_RUN)} end the program. {len(reported)} rows say why there is no translation.")
        self.assertIn(sentence, " ".join((ROOT / "docs/reference/ptx.md").read_text().split()))


if __name__ == "__main__":
    unittest.main()
