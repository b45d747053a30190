#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports NVIDIA's cuda-samples, builds each by its own ported build script, runs it, and prints what came of it.

The samples are Debian's package, which fetch.py brings, or a checkout. scope.json says which of them are in scope, and why not.
A sample is verified when it ends with exit status 0 and prints what it prints when its own check passes; one without a check of
its own, what it prints last. Nothing is edited by hand, and a sample that waives its test is not verified.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/external"))

import fetch  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SCOPE = json.loads((HERE / "scope.json").read_text(encoding="utf-8"))
PASSED = r"\b(PASS(ED)?|[Pp]assed|OK|SUCCESS|successful(ly)?)\b"
FAILED = r"\b(FAIL(ED|URE)?|[Ff]ailed|[Ww]aiv(ed|ing)|WAIVED)\b|error at .*code="
# Kernels are optimized, as nvcc does without an option. Without one, host code is not, and there ints wrap around: some count on
# it.
FLAGS = "-O2 -w -fwrapv"


def run(command, timeout, cwd=None, environment=None):
    """(exit status or why there is none, all that was printed). Whatever the command has started ends with it."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=cwd, stdin=subprocess.DEVNULL,
                          env={**os.environ, **(environment or {})}, start_new_session=True) as process:
        try:
            text, _ = process.communicate(timeout=timeout)
            status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            text, _ = process.communicate()
            status = f"no end in {timeout} s"
    return status, text.decode(errors="replace")


def first_error(text):
    for line in text.splitlines():
        if re.search(r"\berror\b|undefined reference|multiple definition|No rule to make|No such file", line):
            return re.sub(r"^\S*/", "", line.strip())
    return text.strip().splitlines()[-1] if text.strip() else ""


class Makefile:
    """How a sample is built and run by its Makefile."""

    def __init__(self, options, folder):
        self.folder = folder
        self.make = ["make", "-C", folder, f"MUSA_PATH={options.toolkit}", f"CUDA_SEARCH_PATH={options.toolkit}/lib",
                     f"MUSA_SEARCH_PATH={options.toolkit}/lib", f"HOST_COMPILER={options.cxx}", f"OMPI_CXX={options.cxx}",
                     f"EXTRA_NVCCFLAGS={FLAGS} {options.flags}"]

    def build(self):
        """(exit status, what was printed). A Makefile that lacks something prints its commands in place of running them."""
        status, text = run([*self.make, "build"], 600)
        if status == 0 and "[@]" in text:
            return "waived", "\n".join(line for line in text.splitlines() if ">>>" in line or "WARNING" in line)
        return status, text

    def run(self, timeout, environment):
        return run([*self.make, "-s", "--no-print-directory", "run"], timeout, None, environment)


class CMakeLists:
    """The same by its CMakeLists.txt, which releases from 12.8 on have in place of Makefiles."""

    def __init__(self, options, folder):
        self.folder = folder
        self.binary = folder / "build"
        self.configure = ["cmake", "-S", folder, "-B", self.binary, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={options.toolkit}",
                          f"-DCMAKE_CXX_COMPILER={options.cxx}", f"-DCMAKE_C_COMPILER={options.cxx.replace('++', '')}",
                          f"-DCMAKE_MUSA_FLAGS={FLAGS} {options.flags}", f"-DCMAKE_CXX_FLAGS={FLAGS}"]

    def build(self):
        status, text = run(self.configure, 120)
        return (status, text) if status != 0 else run(["cmake", "--build", self.binary], 600)

    def run(self, timeout, environment):
        return run([self.binary / self.folder.name], timeout, self.binary, environment)


class Samples:
    def __init__(self, options, ported, scratch):
        self.options = options
        self.ported = ported
        self.scratch = scratch
        self.errors = {}  # of the port, by sample

    def port(self, source, names):
        """All of it at once, as a person would; errors are sorted out by the folder they are in."""
        report = self.scratch / "report.json"
        status, text = run([self.options.toolkit / "bin/musa-port", source, "-o", self.ported, "--force", "-q",
                            "--translate-ptx", "--report", report], 600)
        if status not in (0, 1):
            sys.exit(f"musa-port failed ({status}):\n{text}")
        found = json.loads(report.read_text(encoding="utf-8"))
        for finding in found["diagnostics"]:
            for name in names:
                if finding["severity"] == "error" and f"/Samples/{name}/" in finding["file"]:
                    self.errors.setdefault(name, []).append(finding)

    def row(self, name):
        result = {"name": name, "ported": name not in self.errors, "built": False, "ran": False, "verified": False, "why": "",
                  "port": [f"{error['message']} [{error['id']}]" for error in self.errors.get(name, [])], "seconds": None}
        spec = SCOPE["samples"][name]
        folder = self.ported / "Samples" / name
        script = (Makefile if (folder / "Makefile").exists() else CMakeLists)(self.options, folder)
        status, result["log"] = script.build()
        if status != 0:
            result["why"] = f"build: {first_error(result['log'])}"
            return result
        result["built"] = True
        started = time.monotonic()
        status, text = script.run(self.options.timeout, spec.get("environment"))
        result["seconds"] = round(time.monotonic() - started, 2)
        result["log"] = text
        if not isinstance(status, int):
            result["why"] = f"run: {status}"
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


STEPS = ("ported", "built", "ran", "verified")


def print_row(row, width):
    marks = " ".join(("yes" if row[step] else "no").ljust(len(step)) for step in STEPS)
    seconds = "" if row["seconds"] is None else f"{row['seconds']:.1f}"
    why = row["why"] or "; ".join(row["port"])
    print(f"{row['name']:<{width}}  {marks} {seconds:>6}  {why[:160]}".rstrip(), flush=True)


def print_counts(rows, missing):
    print(f"\nin scope {len(rows)}: " + ", ".join(f"{step} {sum(row[step] for row in rows)}" for step in STEPS))
    reasons = collections.Counter(spec for spec in SCOPE["samples"].values() if isinstance(spec, str))
    print(f"out of scope {sum(reasons.values())}: " + ", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))
    if missing:
        print(f"in scope, and not there {len(missing)}: " + ", ".join(missing))
    unchecked = [row["name"] for row in rows if row["verified"] and SCOPE["samples"][row["name"]].get("no_check")]
    if unchecked:
        print(f"of the verified, {len(unchecked)} check none of their results: "
              + ", ".join(pathlib.Path(name).name for name in unchecked))


def chosen(only):
    names = [name for name, spec in SCOPE["samples"].items() if isinstance(spec, dict)]
    if only:
        names = [name for name in names if name in only or pathlib.Path(name).name in only]
        if not names:
            sys.exit("no such sample in scope: " + ", ".join(only))
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", nargs="?", type=pathlib.Path,
                        help="of cuda-samples; without one, Debian's package nvidia-cuda-samples, fetched once (88 MB)")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="(repeatable)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all of it there")
    parser.add_argument("--ported", type=pathlib.Path, metavar="DIR", help="keep the port there")
    parser.add_argument("--toolkit", type=pathlib.Path, default=ROOT / "build", metavar="DIR",
                        help="what has bin/mcc and lib/libmusart.so (default: build)")
    parser.add_argument("--cxx", default="clang++-19", help="the C++ compiler for the host")
    parser.add_argument("--flags", default="", help="more flags for mcc")
    parser.add_argument("--timeout", type=int, default=60, help="seconds a program may run (default: 60)")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="samples at a time")
    options = parser.parse_args()
    options.toolkit = options.toolkit.resolve()
    names = chosen(options.only)
    source = (options.checkout or fetch.tree("cuda-samples", fetch.read_corpora(HERE / "corpora.json"))).resolve()
    if not (source / "Samples").is_dir():
        sys.exit(f"{source} is no checkout of cuda-samples")

    missing = [name for name in names if not (source / "Samples" / name).is_dir()]
    names = [name for name in names if name not in missing]
    os.environ.pop("MUSA_LAUNCH_BLOCKING", None)
    # MPI's compiler links one sample, without a path to the toolkit's libraries in it.
    libraries = [str(options.toolkit / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]
    os.environ["LD_LIBRARY_PATH"] = ":".join(filter(None, libraries))
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        samples = Samples(options, (options.ported or scratch / "ported").resolve(), scratch)
        samples.port(source, names)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            width = max(map(len, names), default=0)
            print(f"{'sample':<{width}}  {' '.join(STEPS)}      s  why not")
            rows = []
            for row in pool.map(samples.row, names):
                rows.append(row)
                print_row(row, width)
                if options.json:
                    options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print_counts(rows, missing)
    return 0 if all(row["verified"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
