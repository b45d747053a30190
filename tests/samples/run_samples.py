#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports, compiles and runs NVIDIA's cuda-samples, and prints what came of each.

scope.json says which samples of the commit are in scope, and why not. A sample is verified when it
ends with exit status 0 and prints what it prints when its own check passes; one without a check of its
own, what it prints last. Nothing is edited by
hand, and a sample that waives its test is not verified.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCOPE = json.loads(pathlib.Path(__file__).with_name("scope.json").read_text(encoding="utf-8"))
PASSED = r"\b(PASS(ED)?|[Pp]assed|OK|SUCCESS|successful(ly)?)\b"
# The samples' own build does not optimize host code, and there ints wrap around: some count on it.
FLAGS = ["-O2", "-std=c++17", "-w", "-fwrapv"]
FAILED = r"\b(FAIL(ED|URE)?|[Ff]ailed|[Ww]aiv(ed|ing)|WAIVED)\b|error at .*code="


def run(command, timeout, cwd=None):
    """(exit status or why there is none, all that was printed)"""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=cwd,
                              timeout=timeout, check=False, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as expired:
        return f"no end in {timeout} s", (expired.stdout or b"").decode(errors="replace")
    return done.returncode, done.stdout.decode(errors="replace")


def first_error(text):
    for line in text.splitlines():
        if re.search(r"\berror\b|undefined reference|multiple definition", line):
            return re.sub(r"^\S*/", "", line.strip())
    return text.strip().splitlines()[-1] if text.strip() else ""


def sources(folder):
    """What CMakeLists.txt makes the sample's program of, and whether it uses OpenMP."""
    text = re.sub(r"#.*", "", (folder / "CMakeLists.txt").read_text(encoding="utf-8"))
    files = []
    for inside in re.findall(r"add_executable\s*\(([^)]*)\)", text):
        files += [name for name in inside.split()[1:] if re.search(r"\.(mu|cu|cpp|cc|c)$", name)]
    files = [name if (folder / name).exists() else re.sub(r"\.cu$", ".mu", name) for name in files]
    return list(dict.fromkeys(files)), "OpenMP" in text


class Samples:
    def __init__(self, options, ported, scratch):
        self.options = options
        self.ported = ported
        self.scratch = scratch
        self.errors = {}  # of the port, by sample

    def port(self, checkout, names):
        """All of it at once, as a person would; errors are sorted out by the folder they are in."""
        report = self.scratch / "report.json"
        status, text = run([self.options.musa_port, checkout, "-o", self.ported, "--force", "-q",
                            "--report", report], 600)
        if status not in (0, 1):
            sys.exit(f"musa-port failed ({status}):\n{text}")
        found = json.loads(report.read_text(encoding="utf-8"))
        for finding in found["diagnostics"]:
            for name in names:
                if finding["severity"] == "error" and f"/Samples/{name}/" in finding["file"]:
                    self.errors.setdefault(name, []).append(finding)

    def row(self, name):
        result = {"name": name, "ported": False, "compiled": False, "ran": False, "verified": False,
                  "why": "", "seconds": None}
        spec = SCOPE["samples"][name]
        if name in self.errors:
            error = self.errors[name][0]
            result["why"] = f"port: {error['message']} [{error['id']}]"
            return result
        result["ported"] = True
        folder = self.ported / "Samples" / name
        files, openmp = sources(folder)
        binary = self.scratch / pathlib.Path(name).name
        command = [self.options.mcc, *FLAGS, *shlex.split(self.options.flags),
                   *(["-fopenmp"] if openmp else []), *[str(folder / file) for file in files],
                   *[part for include in (self.ported / "Common", folder, folder / "inc",
                                          ROOT / "runtime" / "include")
                     for part in ("-I", str(include))],
                   "-o", str(binary)]
        status, text = run(command, 600)
        if status != 0:
            result["why"] = f"compile: {first_error(text)}"
            result["log"] = shlex.join(command) + "\n" + text
            return result
        result["compiled"] = True
        started = time.monotonic()
        status, text = run([str(binary), *spec.get("arguments", [])], self.options.timeout, folder)
        result["seconds"] = round(time.monotonic() - started, 2)
        result["log"] = text
        if not isinstance(status, int) or status < 0:
            result["why"] = f"run: {status if isinstance(status, str) else f'signal {-status}'}"
            return result
        result["ran"] = True
        failed = re.search(FAILED, re.sub(spec.get("harmless", r"\b0 failed"), "", text))
        if status != 0:
            result["why"] = f"check: exit status {status}; {first_error(text)}"
        elif failed:
            line = next(line for line in text.splitlines() if failed.group(0) in line)
            result["why"] = f"check: {line.strip()}"
        elif not re.search(spec.get("passed", PASSED), text):
            result["why"] = "check: does not say that it passed"
        else:
            result["verified"] = True
        return result


def print_row(row, width):
    marks = [("yes" if row[key] else "no").ljust(size) for key, size in
             (("ported", 6), ("compiled", 8), ("ran", 3), ("verified", 8))]
    seconds = "" if row["seconds"] is None else f"{row['seconds']:.1f}"
    print(f"{row['name']:<{width}}  {' '.join(marks)} {seconds:>6}  {row['why'][:160]}".rstrip(),
          flush=True)


def print_counts(rows, out_of_scope):
    counts = {key: sum(row[key] for row in rows)
              for key in ("ported", "compiled", "ran", "verified")}
    print(f"\nin scope {len(rows)}: " + ", ".join(f"{key} {value}" for key, value in counts.items())
          + f"; out of scope {out_of_scope} (scope.json says why)")
    unchecked = [row["name"] for row in rows
                 if row["verified"] and SCOPE["samples"][row["name"]].get("no_check")]
    if unchecked:
        print(f"of the verified, {len(unchecked)} check none of their results: "
              + ", ".join(pathlib.Path(name).name for name in unchecked))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=pathlib.Path,
                        help=f"of cuda-samples at {SCOPE['commit'][:8]}")
    parser.add_argument("--only", action="append", default=[], metavar="NAME",
                        help="(repeatable)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all of it there")
    parser.add_argument("--ported", type=pathlib.Path, metavar="DIR", help="keep the port there")
    parser.add_argument("--musa-port", default=str(ROOT / "build/bin/musa-port"))
    parser.add_argument("--mcc", default=str(ROOT / "build/bin/mcc"))
    parser.add_argument("--flags", default="", help="more flags for mcc")
    parser.add_argument("--timeout", type=int, default=600, help="seconds a program may run")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="samples at a time")
    options = parser.parse_args()
    checkout = options.checkout.resolve()
    if not (checkout / "Samples").is_dir():
        sys.exit(f"{checkout} is no checkout of cuda-samples")

    known = SCOPE["samples"]
    names = [name for name, spec in known.items() if isinstance(spec, dict)]
    if options.only:
        names = [name for name in names
                 if name in options.only or pathlib.Path(name).name in options.only]
        if not names:
            sys.exit("no such sample in scope: " + ", ".join(options.only))
    os.environ.pop("MUSA_LAUNCH_BLOCKING", None)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        samples = Samples(options, (options.ported or scratch / "ported").resolve(), scratch)
        samples.port(checkout, names)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            width = max(map(len, names))
            print(f"{'sample':<{width}}  ported compiled ran verified      s  why not")
            rows = []
            for row in pool.map(samples.row, names):
                rows.append(row)
                print_row(row, width)
    print_counts(rows, sum(isinstance(spec, str) for spec in known.values()))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0 if all(row["verified"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
