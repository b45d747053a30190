#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports Faiss, configures and compiles it with CMake's language MUSA, and runs its own tests of the GPU.

    run.py --build BUILD [--work DIR] [--only TEST...] [--json FILE]
    run.py --build BUILD --targets T...    compiles these, as Ninja names them, and runs nothing

Faiss is fetched (fetch.py), ported by musa-port with rules.json alone, and compiled by mcc for this machine's CPU, with its
tests against the CPU's indexes. left_out.json says which of those are not run, and why.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import fetch
from whole_project import compile_targets, port, run, say

LEFT_OUT = json.loads((HERE / "left_out.json").read_text(encoding="utf-8"))


def configure(options, ported, built):
    seconds = run(["cmake", "-S", ported, "-B", built, "-G", "Ninja", "-Wno-dev", "-DCMAKE_BUILD_TYPE=Release",
                   f"-DCMAKE_MODULE_PATH={options.build}/lib/cmake/MUSA", f"-DCMAKE_PREFIX_PATH={options.build}",
                   f"-DCMAKE_CXX_COMPILER={os.environ.get('MUSA_PORT_CXX', 'clang++-19')}",
                   "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache", "-DCMAKE_MUSA_COMPILER_LAUNCHER=ccache",
                   "-DFAISS_ENABLE_GPU=ON", "-DFAISS_ENABLE_PYTHON=OFF", "-DBUILD_TESTING=ON",
                   f"-DFETCHCONTENT_SOURCE_DIR_GOOGLETEST={HERE / 'googletest'}",
                   "-DCMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE=PRE_TEST",  # the build itself runs no test
                   "-DCMAKE_CXX_FLAGS=-include cstdint"],  # which GCC's <string> brought in 2022
                  options.work / "configure.log")
    say(f"configured: {seconds:.1f} s")


def programs(ported):
    return sorted(path.stem for path in (ported / "faiss/gpu/test").glob("Test*") if path.suffix in (".cpp", ".mu")
                  and path.stem != "TestUtils")


def run_tests(options, built, program):
    """A row for each test of the program."""
    report = options.work / f"{program}.json"
    report.unlink(missing_ok=True)
    names = [name for name in LEFT_OUT if name.startswith(program + ".")]
    chosen = ":".join(options.only) or "*"
    log = options.work / f"{program}.log"
    command = [built / "faiss/gpu/test" / program, f"--gtest_filter={chosen}-{':'.join(names)}",
               f"--gtest_output=json:{report}"]
    with open(log, "w", encoding="utf-8") as file:
        status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                                check=False, env={**os.environ, "MUSA_HOST_MEMORY": "4G"}).returncode
    if not report.exists():
        return [{"name": program, "passed": False, "seconds": 0, "why": f"exit status {status}; {log}"}]
    rows = []
    for suite in json.loads(report.read_text(encoding="utf-8"))["testsuites"]:
        for test in suite["testsuite"]:
            failures = [failure["failure"].splitlines() for failure in test.get("failures", [])]
            rows.append({"name": f"{suite['name']}.{test['name']}", "passed": not failures,
                         "seconds": float(test["time"].rstrip("s")),
                         "why": " ".join(failures[0])[:160] if failures else ""})
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True, help="the checkout's build folder, or where musa-port is installed")
    parser.add_argument("--work", type=Path, help="a folder to write to; default: external/faiss in BUILD")
    parser.add_argument("--targets", nargs="+", metavar="T", help="compile these and run no tests")
    parser.add_argument("--only", nargs="+", default=[], metavar="TEST", help="run these tests, as GoogleTest's filter has them")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the tests' results there")
    parser.add_argument("-j", "--jobs", default=str(len(os.sched_getaffinity(0))), help="compilers at a time")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.work = (options.work or options.build / "external/faiss").resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    ported, built = options.work / "ported", options.work / "build"
    port(options, fetch.tree("faiss"), ported, "-r", HERE / "rules.json")
    configure(options, ported, built)
    compile_targets(options, built, options.targets or programs(ported))
    if options.targets:
        return 0
    rows = []
    for program in programs(ported):
        for row in run_tests(options, built, program):
            rows.append(row)
            say(f"{'passed' if row['passed'] else 'FAILED'} {row['seconds']:8.1f} s  {row['name']}  {row['why']}".rstrip())
    passed = sum(row["passed"] for row in rows)
    say(f"{passed} of {len(rows)} tests passed; {len(LEFT_OUT)} are left out (left_out.json says why)")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0 if rows and passed == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
