#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's OpInfo database on device musa, against the CPU.

    run.py --package DIR --trace LIBRARY [--samples N] [--only REGEX] [--baseline FILE]
    run.py ... --baseline FILE --update
    run.py ... --all --table docs/measured/torch_operators.md

Without --all each operator is checked with N of its samples of each type, chosen by a seed, without the
fallback to the CPU. With a baseline those that it lists are; --update checks all and writes the list of those
that passed. With --all every sample is, first without the fallback and then, what failed, with it, and the
table is written. The exit status is 1 if an operator that --only or the baseline names fails
without the fallback.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import worker_pool  # noqa: E402


def check_all(arguments, operators, fallback):
    """A record of each operator, in the database's order."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(arguments.package), str(HERE)]),
        "LD_PRELOAD": str(arguments.trace),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MUSA_HOST_WORKERS": "1",
        "TORCH_MUSA_CPU_FALLBACK": "1" if fallback else "0",
    }
    command = [sys.executable, str(HERE / "worker.py"), f"--samples={arguments.samples}"]
    command += [f"--seed={arguments.seed}", f"--seconds={arguments.seconds}"]
    names, records = dict(operators), {}

    def done(index, answer, reason):
        record = json.loads(answer) if answer else {
            "op": names[index], "passed": False, "failed": 1, "failures": [reason], "compared": 0, "by_numpy": 0, "ran": 0,
            "backward": 0, "launches": 0, "kernels": [], "fell_back": [], "dtypes": [], "skipped": [],
            "types": 0, "unanswered": 0, "truncated": False, "seconds": 0}
        records[index] = record
        state = "passed" if record["passed"] else "FAILED"
        print(f"[{len(records)}/{len(operators)}] {names[index]}: {state} in {record['seconds']} s", flush=True)
        for failure in record["failures"]:
            print(f"    {failure}", flush=True)

    worker_pool.ask_all(list(names), command, environment, arguments.log, arguments.limit, arguments.jobs, done)
    return {records[index]["op"]: records[index] for index in names}


def operators():
    """(number, name) of all."""
    command = "import check; from torch.testing._internal.common_methods_invocations import op_db\n"
    command += "for op in op_db: print(check.full_name(op))"
    names = subprocess.run(
        [sys.executable, "-c", command], env={**os.environ, "PYTHONPATH": str(HERE)}, check=True,
        stdout=subprocess.PIPE, text=True,
    ).stdout.split("\n")[:-1]
    return list(enumerate(names))


def state(alone, helped):
    if alone["passed"]:
        if not alone["launches"]:
            return "no kernel needed"
        return "kernel" if alone["compared"] else "kernel, form"
    # What passes the second time without the CPU is not reliable.
    if helped and helped["passed"] and helped["fell_back"]:
        return "CPU"
    return "failed"


def write_table(path, alone, helped):
    states = {name: state(record, helped.get(name)) for name, record in alone.items()}
    count = {word: sum(value == word for value in states.values()) for word in set(states.values())}
    wrong = sum(bool(record["by_numpy"]) and states[name] != "failed" for name, record in alone.items())
    lines = [
        "# PyTorch's operators on device musa",
        "",
        "`./dev test-torch --all` writes this page. It runs each operator of PyTorch's OpInfo database on the",
        "device and on the CPU, and compares the results. Data types, tolerances and skips are those that the",
        "database gives for CUDA.",
        "",
        "- Integers must be equal.",
        "- Narrow types are compared with at least their rounding as tolerance: 2e-3 for half, 2e-2 for",
        "  bfloat16. If the CPU does not compute in such a type, its floats are used.",
        "- A result or gradient that differs by more still agrees if each element is about as close to the",
        "  result in floats as the CPU's elements are.",
        "- Sorting and the like may pick any of several equal elements. So places and gradients are compared",
        "  for float and double only.",
        "- Gradients of narrow types in which the CPU does not compute are not compared.",
        "- If NumPy has the device's result and not the CPU's, the CPU is wrong, and the sample counts",
        "  (`tests/torch/opinfo/references.py`). The rows say so. Debian's libtorch gets zero from BLAS's",
        "  complex dot products.",
        "- Where the database expects a norm's statistics on CUDA to differ from the CPU's, which are empty",
        "  without training, only the form of the first result is checked.",
        "- Functions of `torch.cuda.jiterator` have no CPU: the database's own ones for NumPy replace it.",
        "",
        "| | |",
        "|---|---|",
        f"| operators | {len(states)} |",
        "| passed without the fallback to the CPU, and a kernel or a library's call was seen "
        f"| {count.get('kernel', 0)} |",
        f"| the same, of form only | {count.get('kernel, form', 0)} |",
        f"| passed without it, and nothing had to be computed on the device | {count.get('no kernel needed', 0)} |",
        f"| passed only with it | {count.get('CPU', 0)} |",
        f"| failed | {count.get('failed', 0)} |",
        f"| of those that passed, with results of the CPU that NumPy shows to be wrong | {wrong} |",
        "",
        "*Types* counts the data types with a sample that agreed, of those that the database names. *Values*",
        "counts samples whose results agreed, *gradients* those whose gradients did. Of samples under *form*",
        "only shape and type are checked: the database skips the comparison for CUDA, or PyTorch calls the",
        "results random. *Unanswered* counts samples that the CPU refuses, that PyTorch does not support on",
        "CUDA, or that have no result. A + says that time was up before all samples had run. *Launches*",
        "counts kernel launches and library calls.",
        "",
        "| operator | state | types | values | gradients | form | unanswered | launches "
        "| what ran, or what went wrong |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name, record in alone.items():
        shown = record if states[name] != "CPU" else helped[name]
        if states[name] == "failed":
            text = record["failures"][0] if record["failures"] else "no sample could be run"
        elif states[name] == "CPU":
            text = "on the CPU: " + ", ".join(shown["fell_back"][:4])
        else:
            text = ", ".join(record["kernels"][:3])
        if record["by_numpy"]:
            text = f"the CPU is wrong in {record['by_numpy']} samples; {text}"
        text = text.replace("|", "\\|")[:160]
        lines.append(
            f"| {name} | {states[name]} | {len(shown['dtypes'])} of {shown['types']} "
            f"| {shown['compared']}{'+' * shown['truncated']} | {shown['backward']} | {shown['ran']} "
            f"| {shown['unanswered']} | {shown['launches']} | {text} |"
        )
    path.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--package", type=Path, required=True, help="the folder with torch_musa")
    parser.add_argument("--trace", type=Path, required=True, help="the library of trace.cpp")
    parser.add_argument("--samples", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--limit", type=float, default=300, help="seconds after which an operator counts as hanging")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--table", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--log", type=Path, default=Path("opinfo.log"))
    parser.add_argument("--baseline", type=Path, help="names of operators that have to pass, one a line")
    parser.add_argument("--update", action="store_true", help="write the baseline")
    arguments = parser.parse_args()
    if (arguments.table or arguments.update) and arguments.only:
        parser.error("--table and --update are of all operators; leave --only out")
    if arguments.update and not arguments.baseline:
        parser.error("--update needs --baseline")
    arguments.log.write_text("")

    known = operators()
    chosen = [item for item in known if re.search(arguments.only, item[1])]
    if arguments.baseline and not arguments.update:
        listed = set(arguments.baseline.read_text().split())
        if unknown := listed - {name for _, name in known}:
            sys.exit(f"{arguments.baseline}: PyTorch has no {', '.join(sorted(unknown))}")
        chosen = [item for item in chosen if item[1] in listed]
    if not chosen:
        sys.exit("there is no such operator")
    alone = check_all(arguments, chosen, fallback=False)
    helped = {}
    if arguments.all:
        again = [item for item in chosen if not alone[item[1]]["passed"]]
        print(f"-- with the fallback: {len(again)}", flush=True)
        helped = check_all(arguments, again, fallback=True)
    passed = [name for name, record in alone.items() if record["passed"]]
    launched = [name for name in passed if alone[name]["launches"]]
    with_cpu = [name for name, record in helped.items() if record["passed"]]
    print(f"{len(chosen)} operators: {len(passed)} passed without the fallback, {len(launched)} of them with a "
          f"kernel or a library's call; {len(with_cpu)} more with it")
    if not passed and not with_cpu:
        sys.exit(f"no operator passed; what the processes said is in {arguments.log}")
    if arguments.json:
        arguments.json.write_text(json.dumps({"alone": alone, "helped": helped}, indent=1))
    if arguments.table:
        write_table(arguments.table, alone, helped)
    if arguments.update:
        arguments.baseline.write_text("".join(name + "\n" for name in passed))
    elif arguments.baseline or arguments.only:
        failed = [name for name in alone if name not in passed]
        if failed:
            sys.exit("failed: " + ", ".join(failed))


main()
