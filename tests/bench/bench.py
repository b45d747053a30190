#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How fast musa-port is, beside `cp -r` of the same tree and lexing it on one thread.

Each round runs every one of them once, in turn, into a new folder on one filesystem; what is
printed is the median of the rounds. Files are in the page cache, and what a round wrote is removed
before the next one. The goal: musa-port -j2 in at most 1.5 times of cp and lexing together.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "external"))
import fetch  # noqa: E402

ROUNDS = 9
START_UP_ROUNDS = 21
RATIO_GOAL, MEMORY_GOAL_MB, START_UP_GOAL_MS = 1.5, 100, 10


def run(arguments, command, statuses=(0,)):
    """Seconds of wall time and peak memory in MB of a command."""
    result = json.loads(subprocess.check_output([arguments.measure, *command]))
    if result["status"] not in statuses:
        sys.exit(f"bench: exit status {result['status']} of: {' '.join(command)}")
    return result["seconds"], result["peak_kib"] * 1024 / 1e6


def measure_tree(name, arguments):
    tree = fetch.tree(name)
    out = arguments.scratch / "out"
    port = [arguments.musa_port, str(tree), "-o", str(out), "--python=off", "--quiet"]
    # PyTorch's own source has rules of its own.
    if name == "pytorch" and Path(arguments.rules).exists():
        port += ["-r", arguments.rules]
    # Exit status 1: done, and something needs a person's decision.
    commands = {
        "cp": (["cp", "-r", str(tree), str(out)], (0,)),
        "j1": ([*port, "-j1"], (0, 1)),
        "j2": ([*port, "-j2"], (0, 1)),
    }
    seconds = {key: [] for key in (*commands, "lex")}
    memory = dict.fromkeys(commands, 0)
    for number in range(arguments.rounds + 1):
        lexed = json.loads(subprocess.check_output([arguments.raw_lex, str(tree)]))
        results = {"lex": lexed["seconds"]}
        for key, (command, statuses) in commands.items():
            shutil.rmtree(out, ignore_errors=True)
            results[key], peak = run(arguments, command, statuses)
            memory[key] = max(memory[key], peak)
        shutil.rmtree(out)
        if number:  # the first round only warms up
            for key, value in results.items():
                seconds[key].append(value)

    median = {key: statistics.median(values) for key, values in seconds.items()}
    paths = [path for path in tree.rglob("*") if path.is_file()]
    megabytes = sum(path.stat().st_size for path in paths) / 1e6
    return {
        "tree": name,
        "version": fetch.CORPORA[name]["version"],
        "files": len(paths),
        "megabytes": round(megabytes, 3),
        "lexed_files": lexed["files"],
        "lexed_megabytes": round(lexed["bytes"] / 1e6, 3),
        "tokens": lexed["tokens"],
        "seconds": {key: round(value, 5) for key, value in median.items()},
        "spread": {key: [round(min(v), 5), round(max(v), 5)] for key, v in seconds.items()},
        "ratio_j1": round(median["j1"] / (median["cp"] + median["lex"]), 3),
        "ratio_j2": round(median["j2"] / (median["cp"] + median["lex"]), 3),
        "megabytes_per_second_j1": round(megabytes / median["j1"], 1),
        "megabytes_per_second_j2": round(megabytes / median["j2"], 1),
        "peak_megabytes_j1": round(memory["j1"], 1),
        "peak_megabytes_j2": round(memory["j2"], 1),
    }


def measure_start_up(arguments):
    tree, out = arguments.scratch / "empty", arguments.scratch / "out"
    tree.mkdir()
    values = []
    for _ in range(START_UP_ROUNDS):
        shutil.rmtree(out, ignore_errors=True)
        command = [arguments.musa_port, str(tree), "-o", str(out), "--quiet"]
        values.append(run(arguments, command)[0] * 1000)
    return round(statistics.median(values), 2)


def print_table(result, rounds):
    print(f"seconds, median of {rounds} interleaved rounds")
    columns = "tree", "files", "MB", "cp -r", "raw lex", "port -j1", "port -j2"
    columns += "j1 ratio", "j2 ratio", "MB/s -j2", "peak MB"
    rows = [columns]
    for tree in result["trees"]:
        second = tree["seconds"]
        rows.append(
            (
                f"{tree['tree']} {tree['version']}",
                str(tree["files"]),
                f"{tree['megabytes']:.1f}",
                *(f"{second[key]:.4f}" for key in ("cp", "lex", "j1", "j2")),
                f"{tree['ratio_j1']:.2f}",
                f"{tree['ratio_j2']:.2f}",
                f"{tree['megabytes_per_second_j2']:.0f}",
                f"{max(tree['peak_megabytes_j1'], tree['peak_megabytes_j2']):.0f}",
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths)))
    print("ratio: seconds of musa-port / (cp -r + raw lex on one thread)")
    print(f"start-up on an empty tree: {result['start_up_ms']} ms, median of {START_UP_ROUNDS}")


def missed_goals(result):
    for tree in result["trees"]:
        if tree["ratio_j2"] > RATIO_GOAL:
            yield f"{tree['tree']}: -j2 ratio {tree['ratio_j2']}, goal {RATIO_GOAL}"
        peak = max(tree["peak_megabytes_j1"], tree["peak_megabytes_j2"])
        if peak > MEMORY_GOAL_MB:
            yield f"{tree['tree']}: peak {peak} MB, goal {MEMORY_GOAL_MB}"
    if result["start_up_ms"] > START_UP_GOAL_MS:
        yield f"start-up {result['start_up_ms']} ms, goal {START_UP_GOAL_MS}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--musa-port", required=True, help="the program")
    parser.add_argument("--raw-lex", required=True, help="the program that only lexes")
    parser.add_argument("--measure", required=True, help="the program that runs and measures")
    parser.add_argument("--rules", required=True, help="the rules for PyTorch's own source")
    parser.add_argument("--scratch", required=True, type=Path, help="a folder to write to")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    arguments = parser.parse_args()

    shutil.rmtree(arguments.scratch, ignore_errors=True)
    arguments.scratch.mkdir(parents=True)
    try:
        result = {
            "trees": [measure_tree(name, arguments) for name in fetch.CORPORA],
            "start_up_ms": measure_start_up(arguments),
        }
    except fetch.FetchError as error:
        sys.exit(f"bench: {error}")
    finally:
        shutil.rmtree(arguments.scratch, ignore_errors=True)
    result["missed"] = list(missed_goals(result))
    print_table(result, arguments.rounds)
    for line in result["missed"]:
        print(f"missed: {line}")
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
