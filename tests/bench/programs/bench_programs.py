#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long programs take on the host, beside the same in OpenMP with as many threads.

The programs are CUDA. They are ported by musa-port and compiled by mcc, whose C++ side has OpenMP's
loops. Each runs the rounds of one side, then those of the other, and checks that both have computed
the same. What is printed is the median of some runs.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[2] / "docs/measured/programs.md"
MEAN_GOAL, WORST_GOAL = 1.2, 3
FLAGS = ["-O3", "-march=x86-64-v3", "-fopenmp"]
HEAD = f"""# Programs of the host backend, measured

`./dev bench programs --update-docs` writes this page. The programs (`tests/bench/programs`) are
CUDA, ported and compiled with `mcc {' '.join(FLAGS)}`. Each has the same
computation as C++ loops with OpenMP, for which the threads are as many as the host's workers. What
a program computes on the device is compared with what OpenMP computes. A time is in milliseconds,
and the median of @RUNS@ runs. A ratio is musa over OpenMP.
"""


def build(arguments, names):
    """Ports the programs, and compiles those of `names`. The programs by name."""
    sources = arguments.scratch / "cuda"
    shutil.rmtree(sources, ignore_errors=True)
    sources.mkdir(parents=True)
    for file in (HERE.parent / "median_time.h", HERE / "program.h", *(HERE / f"{name}.cu" for name in names)):
        shutil.copy(file, sources)
    ported = arguments.scratch / "musa"
    shutil.rmtree(ported, ignore_errors=True)
    subprocess.run([arguments.musa_port, sources, "-o", ported], check=True)
    programs = {}
    for name in names:
        programs[name] = arguments.scratch / name
        subprocess.run([arguments.mcc, *FLAGS, ported / f"{name}.mu", "-o", programs[name]],
                       check=True)
    return programs


def run(program, threads):
    environment = {**os.environ, "MUSA_HOST_WORKERS": str(threads), "OMP_NUM_THREADS": str(threads)}
    output = subprocess.run([program], env=environment, check=True, text=True, stdout=subprocess.PIPE)
    return [float(word) for word in output.stdout.split()]


def measure(programs, threads, runs):
    """(milliseconds on the device, with OpenMP), by program."""
    times = {name: [] for name in programs}
    for _ in range(runs):
        for name, program in programs.items():
            times[name].append(run(program, threads))
    return {name: [statistics.median(column) for column in zip(*rows)] for name, rows in times.items()}


def table(results):
    """`results`: by the number of threads. The lines of a Markdown table, and of a second one."""
    means = [f"| {threads} | {mean(rows):.2f} | {MEAN_GOAL} | "
             + ", ".join(name for name in rows if ratio(rows, name) > WORST_GOAL) + " |"
             for threads, rows in results.items()]
    lines = [f"| threads | geometric mean | goal | over {WORST_GOAL} |", "| --- | --- | --- | --- |", *means,
             "", "| program | " + " | ".join(f"{threads} threads" for threads in results) + " |",
             "| --- |" + " --- |" * len(results)]
    for name in next(iter(results.values())):
        cells = [f"{rows[name][1]:.1f} / {rows[name][0]:.1f} = {ratio(rows, name):.2f}"
                 for rows in results.values()]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def ratio(rows, name):
    return rows[name][0] / rows[name][1]


def mean(rows):
    return statistics.geometric_mean(ratio(rows, name) for name in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--musa-port", required=True)
    parser.add_argument("--mcc", required=True)
    parser.add_argument("--scratch", type=Path, required=True)
    parser.add_argument("--only", default="", metavar="REGEX", help="programs whose name has it")
    parser.add_argument("--threads", type=int, nargs="+",
                        default=sorted({1, len(os.sched_getaffinity(0))}))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--update-docs", action="store_true", help=f"write {PAGE.name}")
    arguments = parser.parse_args()
    names = sorted(file.stem for file in HERE.glob("*.cu") if re.search(arguments.only, file.stem))
    if not names:
        parser.error(f"no program's name has {arguments.only}")
    if arguments.update_docs and arguments.only:
        parser.error("--update-docs takes all programs")
    programs = build(arguments, names)
    results = {threads: measure(programs, threads, arguments.runs) for threads in arguments.threads}
    lines = table(results)
    print("\n".join(lines))
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2), encoding="utf-8")
    if arguments.update_docs:
        head = HEAD.replace("@RUNS@", str(arguments.runs))
        PAGE.write_text(head + "\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
