#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the time of a build and of the tests goes: the processor's seconds of each target and each test.

Builds in a folder of its own with an empty compiler cache, then again with that cache (warm), and runs the tests
that `./dev test` runs twice: at first the cache has none of their programs. Each command runs under log_cost.
"""

import argparse
import os
import shutil
import subprocess
import sys
import textwrap
import time
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/measured/build.md"
ROWS = 10


def say(text):
    print(f"-- {text}", file=sys.stderr, flush=True)


def read_log(path):
    """Each line of log_cost: the processor's seconds and the name."""
    lines = path.read_text().splitlines() if path.exists() else []
    return [(float(cpu), name) for cpu, _, name in (line.split("\t", 2) for line in lines)]


def by_target(entries):
    """Seconds of all commands of a target. Their names are KIND:TARGET:OUTPUT."""
    seconds = defaultdict(float)
    for cpu, name in entries:
        kind, target, output = name.split(":", 2)
        seconds[Path(output).name if kind == "custom" else target] += cpu
    return seconds


class Bench:
    def __init__(self, folder, targets):
        self.folder, self.targets = folder, targets
        self.output = folder / "output.log"  # what the commands print, a failing test's words among it
        self.environment = {**os.environ, "CCACHE_DIR": str(folder / "ccache"), "CCACHE_CONFIGPATH": "/dev/null"}

    def run(self, *command):
        start = time.monotonic()
        with self.output.open("a") as output:
            done = subprocess.run(command, cwd=ROOT, env=self.environment, check=False, stdout=output)
        return done.returncode, time.monotonic() - start

    def must(self, *command):
        status, seconds = self.run(*command)
        if status:
            sys.exit(f"bench build: exit status {status} of: {' '.join(map(str, command))}; all it said: {self.output}")
        return seconds

    def configure(self, log):
        logger = self.folder / "log_cost"
        if not logger.exists():
            self.must("clang++-19", "-O1", "-std=c++17", Path(__file__).with_name("log_cost.cpp"), "-o", logger)
        shutil.rmtree(self.folder / "build", ignore_errors=True)
        self.must("cmake", "--preset", "release", "-B", self.folder / "build", f"-DMUSAPORT_COST_LOGGER={logger};{log}")

    def build(self, log):
        """The seconds of a build of all targets, in a new folder."""
        self.configure(log)
        return self.must("cmake", "--build", self.folder / "build", "--target", *self.targets)

    def test(self, log):
        """Whether the tests passed, the seconds that they took, and the processor's seconds of each."""
        known = len(read_log(log))
        status, wall = self.run(sys.executable, "-B", ROOT / "tests/runner", "--dev", ROOT / "dev", "--build",
                                self.folder / "build", "--no-build")
        costs = {name.removeprefix("test:"): cpu for cpu, name in read_log(log)[known:] if name.startswith("test:")}
        return status == 0, wall, costs


def table(title, cold, warm):
    """The largest with an empty cache, and the sum."""
    lines = [f"| {title} | cold, s | warm, s |", "|---|--:|--:|"]
    for name in sorted(cold, key=lambda name: -cold[name])[:ROWS]:
        lines.append(f"| {name} | {cold[name]:.1f} | {warm.get(name, 0):.1f} |")
    lines.append(f"| all {len(cold)} | {sum(cold.values()):.0f} | {sum(warm.values()):.0f} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench build", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scratch", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--targets", nargs="*", default=["all"], help="what to build (default: all)")
    parser.add_argument("--no-tests", action="store_true", help="build only")
    parser.add_argument("--update-docs", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    arguments = parser.parse_args()
    shutil.rmtree(arguments.scratch, ignore_errors=True)
    arguments.scratch.mkdir(parents=True)
    bench = Bench(arguments.scratch, arguments.targets)
    walls, costs = {}, {}
    for state in ("cold", "warm"):
        say(f"building, {state}")
        log = arguments.scratch / f"{state}.log"
        walls[state] = bench.build(log)
        costs[state] = by_target(read_log(log))
    parts = [f"Built in {walls['cold']:.0f} s with an empty compiler cache, in {walls['warm']:.0f} s with a warm one, on "
             f"{len(os.sched_getaffinity(0))} processors. The processor's seconds of the largest targets:",
             table("target", costs["cold"], costs["warm"])]
    if not arguments.no_tests:
        tests = {}
        for state in ("cold", "warm"):
            say(f"running the tests, {state}")
            tests[state] = bench.test(arguments.scratch / "warm.log")
            if not tests[state][0]:
                say(f"tests have failed; what they said: {bench.output}")
        parts += ["The tests that `./dev test` runs " + ("passed" if tests["warm"][0] else "did not all pass")
                  + f". They took {tests['cold'][1]:.0f} s while the cache had none of their programs, and then {tests['warm'][1]:.0f} s. "
                  "The processor's seconds of the largest:", table("test", tests["cold"][2], tests["warm"][2])]
    text = "\n\n".join(part if part.startswith("|") else textwrap.fill(part, 100) for part in parts) + "\n"
    print(text)
    if arguments.update_docs:
        PAGE.write_text("# What a build and the tests cost\n\n`./dev bench build --update-docs` writes this page.\n\n" + text)


if __name__ == "__main__":
    main()
