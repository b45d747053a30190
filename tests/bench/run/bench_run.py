#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How fast kernels run on the host, beside plain C++ loops and the same kernels in OpenCL on pocl.

Each round runs every program once, in turn; what is printed is the median of the rounds, in
nanoseconds a unit (an element; of the matrix multiply, a multiplication; of the barrier, a thread).
Also: how long mcc takes for a file, beside clang++ -c of a C++ file that includes about as much.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
KERNELS = ("axpy", "block reduction", "warp reduction", "matrix multiply", "histogram")
CACHE_RATIO_GOAL, BARRIER_GOAL_NS, AHEAD_GOAL = 1.5, 15, 2

# As much as musa_runtime.h includes.
CPP_FILE = """#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
void axpy(float a, const float *x, float *y, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}
"""
MUSA_FILE = """__global__ void axpy(float a, const float *x, float *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
"""


def measured(command, **environment):
    output = subprocess.check_output(command, text=True, env={**os.environ, **environment})
    return {name: float(value) for name, value in
            (line.split("\t") for line in output.splitlines() if "\t" in line)}


def compile_seconds(command, rounds):
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run(command, check=True)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mcc", required=True)
    parser.add_argument("--plain", required=True)
    parser.add_argument("--opencl", required=True)
    parser.add_argument("--scratch", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    arguments.scratch.mkdir(parents=True, exist_ok=True)

    kernels = arguments.scratch / "kernels"
    subprocess.run([arguments.mcc, "-O3", str(HERE / "kernels.mu"), "-o", str(kernels)], check=True)
    programs = {
        "musa": ([str(kernels)], {}),
        "musa, one worker": ([str(kernels)], {"MUSA_HOST_WORKERS": "1"}),
        "C++": ([arguments.plain], {}),
        "pocl": ([arguments.opencl], {}),
    }
    results = {name: {} for name in programs}
    for _ in range(arguments.rounds):
        for name, (command, environment) in programs.items():
            for key, value in measured(command, **environment).items():
                results[name].setdefault(key, []).append(value)
    median = {name: {key: statistics.median(values) for key, values in rows.items()}
              for name, rows in results.items()}

    rows = [*KERNELS, "axpy with OpenMP", "axpy in cache", "barrier"]
    print(f"{'ns a unit':<18}" + "".join(f"{name:>18}" for name in programs))
    for row in rows:
        cells = (f"{median[name][row]:>18.3f}" if row in median[name] else f"{'-':>18}"
                 for name in programs)
        print(f"{row:<18}" + "".join(cells))

    ratio = median["musa, one worker"]["axpy in cache"] / median["C++"]["axpy in cache"]
    barrier = median["musa, one worker"]["barrier"]
    # What pocl cannot run counts as neither.
    ahead = [row for row in KERNELS
             if row in median["pocl"] and median["musa"][row] < median["pocl"][row]]

    def verdict(good):
        return "met" if good else "missed"

    print(f"axpy in cache, one worker, of a plain loop: {ratio:.2f} times "
          f"(goal {CACHE_RATIO_GOAL}: {verdict(ratio <= CACHE_RATIO_GOAL)})")
    print(f"barrier, 256 threads: {barrier:.1f} ns a thread "
          f"(goal {BARRIER_GOAL_NS}: {verdict(barrier <= BARRIER_GOAL_NS)})")
    print(f"ahead of pocl: {', '.join(ahead) or 'none'} "
          f"(goal {AHEAD_GOAL} of {len(KERNELS)}: {verdict(len(ahead) >= AHEAD_GOAL)})")

    musa_file, cpp_file = arguments.scratch / "axpy.mu", arguments.scratch / "axpy.cpp"
    musa_file.write_text(MUSA_FILE, encoding="utf-8")
    cpp_file.write_text(CPP_FILE, encoding="utf-8")
    out = str(arguments.scratch / "axpy.o")
    mcc = compile_seconds([arguments.mcc, "-O2", "-c", str(musa_file), "-o", out], arguments.rounds)
    clang = compile_seconds(["clang++-19", "-O2", "-c", str(cpp_file), "-o", out], arguments.rounds)
    print(f"mcc -c: {mcc:.2f} s, clang++ -c: {clang:.2f} s, {mcc / clang:.2f} times")
    if arguments.json:
        arguments.json.write_text(json.dumps({"nanoseconds": median, "mcc": mcc, "clang": clang},
                                             indent=2), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
