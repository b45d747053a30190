#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An all-reduce of 64 MB over two ranks: MCCL between threads and between processes, and Gloo.

    ./dev bench collectives [--json FILE] [--update-docs]

Each is measured beside memcpy() of 64 MB by one thread, with the other rank idle. Each round starts every program once,
in turn; a time is the median of the rounds. The goal: at least half of memcpy's speed. Gloo is that of PyTorch, on the CPU.
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parents[1]
PAGE = TESTS.parent / "docs/measured/collectives.md"
RANKS, MEGABYTES, REPEATS = 2, 64, 15
GOAL = 0.5


def gloo_rank(rank, port):
    """Prints what all_reduce.mu prints."""
    import torch
    import torch.distributed as dist

    torch.set_num_threads(1)
    store = dist.TCPStore("127.0.0.1", port, RANKS, rank == 0, use_libuv=False)
    dist.init_process_group("gloo", store=store, rank=rank, world_size=RANKS)
    numbers, source = torch.ones(MEGABYTES << 18), bytearray(MEGABYTES << 20)
    target = bytearray(MEGABYTES << 20)
    copies, sums = [], []

    def timed(times, work):
        begin = time.perf_counter()
        work()
        times.append((time.perf_counter() - begin) * 1e3)

    def copy():
        target[:] = source  # a memcpy()

    for _ in range(REPEATS + 1):
        if rank == 0:
            timed(copies, copy)
        dist.barrier()
        timed(sums, lambda: dist.all_reduce(numbers))
    assert torch.equal(numbers, torch.full_like(numbers, float(RANKS ** (REPEATS + 1))))
    if rank == 0:
        for name, times in (("memcpy", copies), ("all_reduce", sums)):
            print(f"{name}\t{statistics.median(times[1:]):.3f}")
    dist.destroy_process_group()


def gloo():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    ranks = [subprocess.Popen([sys.executable, "-B", __file__, "--gloo-rank", str(rank), str(port)],
                              stdout=subprocess.PIPE, text=True) for rank in range(RANKS)]
    output = "".join(rank.communicate()[0] for rank in ranks)
    if any(rank.returncode for rank in ranks):
        sys.exit("bench collectives: a rank of Gloo failed")
    return output


def measure(arguments):
    """Milliseconds, by program and by what it measures."""
    arguments.scratch.mkdir(parents=True, exist_ok=True)
    program = arguments.scratch / "all_reduce"
    subprocess.run([arguments.mcc, "-O3", f"-I{TESTS / 'run'}", HERE / "all_reduce.mu", "-lmccl", "-o", program], check=True)
    environment = {**os.environ, "MUSA_HOST_DEVICES": str(RANKS)}

    def mccl(ranks):
        return subprocess.check_output([program, ranks, str(RANKS)], text=True, env=environment)

    programs = {"MCCL, threads of a process": lambda: mccl("threads"), "MCCL, processes": lambda: mccl("processes"),
                "Gloo, processes": gloo}
    found = {name: {"memcpy": [], "all_reduce": []} for name in programs}
    for _ in range(arguments.rounds):
        for name, run in programs.items():
            for key, value in (line.split("\t") for line in run().splitlines()):
                found[name][key].append(float(value))
    return {name: {key: statistics.median(values) for key, values in times.items()} for name, times in found.items()}


def ratio(times):
    return times["memcpy"] / times["all_reduce"]


def page(results, rounds):
    lines = "\n".join(f"| {name} | {times['memcpy']:.2f} | {times['all_reduce']:.2f} | {ratio(times):.2f} |"
                      for name, times in results.items())
    return f"""# Collectives of the host's MCCL, measured

`./dev bench collectives --update-docs` writes this page: an all-reduce, in place, of {MEGABYTES} MB of
floats over {RANKS} ranks, beside `memcpy()` of {MEGABYTES} MB by one thread while the other rank is idle,
and beside Gloo, as PyTorch has it on the CPU. Each round starts every program once, in turn, and a
program measures both in turn. Times are milliseconds, medians of {rounds} rounds. Each rank needs a
core of its own. Where other programs have the cores, ranks wait for each other, and `memcpy()` does
not: `chrt -f 10` before the command, as for this page, keeps the cores for it.

| | memcpy | all-reduce | speed, of memcpy's (goal: {GOAL}) |
|---|---|---|---|
{lines}
"""


def main():
    parser = argparse.ArgumentParser(prog="./dev bench collectives", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--update-docs", action="store_true", help="write docs/measured/collectives.md")
    parser.add_argument("--mcc", help=argparse.SUPPRESS)
    parser.add_argument("--scratch", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--gloo-rank", type=int, nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.gloo_rank:
        return gloo_rank(*arguments.gloo_rank)
    results = measure(arguments)
    for name, times in results.items():
        print(f"{name:28} memcpy {times['memcpy']:6.2f} ms  all-reduce {times['all_reduce']:6.2f} ms  {ratio(times):5.2f}")
        if name.startswith("MCCL") and ratio(times) < GOAL:
            print(f"missed: {name}: {ratio(times):.2f} of memcpy's speed, goal {GOAL}")
    if arguments.update_docs:
        PAGE.write_text(page(results, arguments.rounds))
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
