#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the time of a build and of the tests goes: the processor's seconds of each target and each test.

Builds in a folder of its own with an empty compiler cache, then again with that cache (warm), and runs the tests
that `./dev test` runs. Each command runs under log_cost.
"""

import argparse
import os
import shutil
import subprocess
import sys
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
        self.log = folder / "log"
        self.environment = {**os.environ, "CCACHE_DIR": str(folder / "ccache"), "CCACHE_CONFIGPATH": "/dev/null"}

    def run(self, *command):
        start = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, env=self.environment, check=False, stdout=subprocess.DEVNULL)
        return done.returncode, time.monotonic() - start

    def must(self, *command):
        status, seconds = self.run(*command)
        if status:
            sys.exit(f"bench build: exit status {status} of: {' '.join(map(str, command))}")
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


def table(title, seconds, before=None):
    """The largest, and the sum; `before`: the same of the cold run."""
    lines = [f"| {title} | " + ("warm, s | cold, s |" if before else "s |"), "|---|" + "---|" * (2 if before else 1)]
    largest = sorted(before or seconds, key=lambda name: -(before or seconds)[name])[:ROWS]
    for name in largest:
        lines.append(f"| {name} | {seconds.get(name, 0):.1f} |" + (f" {before[name]:.1f} |" if before else ""))
    lines.append(f"| all {len(before or seconds)} | {sum(seconds.values()):.0f} |" + (f" {sum(before.values()):.0f} |" if before else ""))
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
             table("target", costs["warm"], costs["cold"])]
    if not arguments.no_tests:
        say("running the tests that ./dev test runs")
        log = arguments.scratch / "warm.log"
        known = len(read_log(log))
        runner = [sys.executable, "-B", ROOT / "tests/runner", "--dev", ROOT / "dev", "--build", arguments.scratch / "build", "--no-build"]
        status, wall = bench.run(*runner)
        tests = {name.removeprefix("test:"): cpu for cpu, name in read_log(log)[known:] if name.startswith("test:")}
        parts += [f"The tests took {wall:.0f} s{'' if status == 0 else ', and some failed'}. The processor's seconds of the largest:",
                  table("test", tests)]
    text = "\n\n".join(parts) + "\n"
    print(text)
    if arguments.update_docs:
        PAGE.write_text("# What a build and the tests cost\n\n`./dev bench build --update-docs` writes this page.\n\n" + text)


if __name__ == "__main__":
    main()
