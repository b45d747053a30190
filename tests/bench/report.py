#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the HTML report of PyTorch's CUDA folders costs: musa-port's time and memory with it and
without, its size, and how long Chromium takes until the list of findings has been drawn."""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "external"), str(TESTS / "html")]
import browser  # noqa: E402
import fetch  # noqa: E402

ROUNDS = 5
OPEN_GOAL_MS = 2000


def port(arguments, report):
    """Seconds of wall time and peak memory in MB."""
    out = arguments.scratch / "out"
    shutil.rmtree(out, ignore_errors=True)
    command = [arguments.musa_port, fetch.tree("pytorch"), "-o", out, "-r", arguments.rules, "--python=off", "--quiet", *report]
    result = json.loads(subprocess.check_output([arguments.measure, *map(str, command)], stderr=subprocess.DEVNULL))
    if result["status"] not in (0, 1):
        sys.exit(f"bench: exit status {result['status']} of: {' '.join(map(str, command))}")
    return result["seconds"], result["peak_kib"] * 1024 / 1e6


def open_times(page):
    """Milliseconds: until the list has been drawn, and from the click until a file has."""
    driver = browser.chromium()
    try:
        browser.open_page(driver, page)
        shown = driver.execute_script("return performance.getEntriesByName('shown')[0].startTime")
        start = time.monotonic()
        driver.execute_script("document.getElementById('findings-0').click()")
        browser.wait_for(lambda: driver.execute_script("return document.querySelector('#code .line') !== null"), "file")
        return shown, (time.monotonic() - start) * 1000
    finally:
        driver.quit()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--musa-port", required=True, help="the program")
    parser.add_argument("--measure", required=True, help="the program that runs and measures")
    parser.add_argument("--rules", required=True, help="the rules for PyTorch's own source")
    parser.add_argument("--scratch", required=True, type=Path, help="a folder to write to")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    arguments = parser.parse_args()

    shutil.rmtree(arguments.scratch, ignore_errors=True)
    arguments.scratch.mkdir(parents=True)
    page = arguments.scratch / "report.html"
    rounds = []
    for _ in range(arguments.rounds):
        plain, reported = port(arguments, []), port(arguments, ["--report", page])
        rounds.append([*plain, *reported, *open_times(page)])
    size = page.stat().st_size / 1e6
    shutil.rmtree(arguments.scratch)
    names = ("port_seconds", "port_peak_mb", "report_seconds", "report_peak_mb", "shown_ms", "file_ms")
    result = {name: round(statistics.median(values), 3) for name, values in zip(names, zip(*rounds))}
    result["page_mb"] = round(size, 2)
    print(f"median of {arguments.rounds} rounds")
    print(f"port                   {result['port_seconds']:.3f} s, {result['port_peak_mb']:.0f} MB")
    print(f"port and HTML report   {result['report_seconds']:.3f} s, {result['report_peak_mb']:.0f} MB")
    print(f"the page               {result['page_mb']} MB")
    print(f"shown in Chromium      {result['shown_ms']:.0f} ms")
    print(f"a file, from the click {result['file_ms']:.0f} ms")
    if result["shown_ms"] > OPEN_GOAL_MS:
        print(f"missed: shown in {result['shown_ms']:.0f} ms, goal {OPEN_GOAL_MS}")
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
