#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's operators on device musa beside those on the CPU, with as many threads.

    ./dev bench torch [--only REGEX] [--threads N...] [--json FILE] [--update-docs]

Both are measured in turn, in one process for each number of threads: the host's workers, PyTorch's threads and those of the
libraries. A time is the median of its rounds, with a wait for the device in each.
"""

import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

SIZES = {"small": 1 << 14, "large": 1 << 20}
SECONDS, MOST_ROUNDS, LEAST_ROUNDS = 0.3, 200, 3  # for an operator on a device
PAGE = Path(__file__).parents[3] / "docs/measured/torch_speed.md"
GOALS = {"small": 4.0, "large": 2.0}  # geometric means
WORST = 10.0


def rounds(run, wait):
    """Seconds of each round, after one to warm up."""
    run()
    wait()
    found, begin = [], time.perf_counter()
    while len(found) < LEAST_ROUNDS or (len(found) < MOST_ROUNDS and time.perf_counter() - begin < SECONDS):
        start = time.perf_counter()
        run()
        wait()
        found.append(time.perf_counter() - start)
    return found


def measure(arguments):
    """In a process of its own: prints a line of JSON for each operator and size."""
    import torch
    import torch_musa  # noqa: F401: makes the device known
    from operators import OPERATORS

    torch.set_num_threads(arguments.measure)
    for (name, make), (size, elements) in ((row, each) for row in OPERATORS.items() for each in SIZES.items()):
        if not re.search(arguments.only, name):
            continue
        row = {"operator": name, "size": size, "threads": arguments.measure}
        for device, wait in (("cpu", lambda: None), ("musa", torch.musa.synchronize)):
            row[device] = statistics.median(rounds(make(device, elements), wait))
        print(json.dumps(row), flush=True)


def run(arguments):
    rows = []
    for threads in arguments.threads:
        environment = {**os.environ, "PYTHONPATH": str(arguments.package), "MUSA_HOST_WORKERS": str(threads),
                       "OMP_NUM_THREADS": str(threads), "OPENBLAS_NUM_THREADS": str(threads)}
        command = [sys.executable, "-B", __file__, "--package", arguments.package, "--measure", str(threads), "--only", arguments.only]
        child = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for line in child.stdout:
            rows.append(json.loads(line))
            print(text_of(rows[-1]), flush=True)
        if child.wait() != 0:
            sys.exit("bench torch: the program that measures failed")
    return rows


def ratio(row):
    return row["musa"] / row["cpu"]


def text_of(row):
    return f"{row['operator']:28} {row['size']:6} {row['threads']:2} threads  cpu {row['cpu'] * 1e3:9.3f} ms  " \
           f"musa {row['musa'] * 1e3:9.3f} ms  {ratio(row):7.2f}"


def mean(rows):
    return math.exp(statistics.fmean(math.log(ratio(row)) for row in rows))


def groups(rows):
    """Rows of one size and number of threads, in order."""
    for threads in sorted({row["threads"] for row in rows}):
        for size in SIZES:
            yield size, threads, [row for row in rows if row["size"] == size and row["threads"] == threads]


def summary(rows):
    """A line for each size and number of threads: the columns of the page's first table."""
    for size, threads, some in groups(rows):
        if some:
            worst = max(some, key=ratio)
            yield [size, threads, f"{mean(some):.2f}", f"{GOALS[size]:.1f}", f"{sum(ratio(row) > WORST for row in some)} of {len(some)}",
                   f"{ratio(worst):.1f} ({worst['operator']})"]


def table(head, lines):
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in [head, ["---"] * len(head), *lines]) + "\n"


def page(rows):
    columns = [(size, threads) for size, threads, some in groups(rows) if some]
    found = {(row["operator"], row["size"], row["threads"]): row for row in rows}
    lines = []
    for operator in dict.fromkeys(row["operator"] for row in rows):
        cells = [found.get((operator, *column)) for column in columns]
        lines.append([operator, *(f"{row['cpu'] * 1e3:.3f} / {row['musa'] * 1e3:.3f} = {ratio(row):.1f}" if row else "" for row in cells)])
    return f"""# PyTorch's operators, measured

`./dev bench torch --update-docs` writes this page. Each operator runs on device `musa` and on
PyTorch's CPU, in turn, in one process for each number of threads: the host's workers, PyTorch's
threads and those of the libraries. A time is the median of its rounds, with a wait for the device
in each. Small is {SIZES['small']} elements, large {SIZES['large']}. Networks have sizes of their own.
A ratio is musa over CPU.

{table(["size", "threads", "geometric mean", "goal", f"over {WORST:.0f}", "the worst"], summary(rows))}
## Operators

Milliseconds: CPU / musa = ratio.

{table(["operator", *(f"{size}, {threads} threads" for size, threads in columns)], lines)}"""


def main():
    parser = argparse.ArgumentParser(prog="./dev bench torch", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="REGEX", help="only operators whose name has this")
    parser.add_argument("--threads", type=int, nargs="+", default=sorted({1, os.cpu_count()}), metavar="N")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--update-docs", action="store_true", help="write docs/measured/torch_speed.md")
    parser.add_argument("--package", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        return measure(arguments)
    rows = run(arguments)
    for size, threads, average, goal, over, worst in summary(rows):
        print(f"{size}, {threads} threads: geometric mean {average} (goal {goal}), {over} over {WORST:.0f}, the worst {worst}")
    if arguments.update_docs:
        PAGE.write_text(page(rows))
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
