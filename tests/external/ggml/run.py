#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports llama.cpp, configures it for MUSA by its own CMake scripts, compiles ggml's kernels, and runs its test of operators.

    run.py --build BUILD [--work DIR] [--only OPERATOR...] [--without-flash-attention]
    run.py --build BUILD --kernels         compiles the kernels but the template instances, and runs nothing

The tree (corpora.json) is ported by the default rules. ggml has a branch for MUSA beside its CUDA code, which the port keeps, and
which GGML_MUSA turns on. test-backend-ops compares the results of each operator with those of ggml's kernels for the CPU.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import fetch
from whole_project import compile_targets, port, run, say

CORPORA = fetch.read_corpora(HERE / "corpora.json")
OPERATORS = ("ADD", "MUL", "NORM", "RMS_NORM", "SOFT_MAX", "ROPE", "CPY", "GET_ROWS", "ARGMAX", "SUM_ROWS")
# Behind what the case says of its errors.
VERDICT = re.compile(r"\w+\(.*\): .*(OK|FAIL)")


def configure(options, ported, built):
    names = ("BUILD_SERVER", "BUILD_EXAMPLES", "BUILD_TOOLS", "CURL")
    seconds = run(["cmake", "-S", ported, "-B", built, "-G", "Ninja", "-Wno-dev", "-DCMAKE_BUILD_TYPE=Release", "-DGGML_MUSA=ON",
                   f"-DCMAKE_PREFIX_PATH={options.build}", f"-DGGML_CUDA_FA={'OFF' if options.without_flash_attention else 'ON'}",
                   *(f"-DLLAMA_{name}=OFF" for name in names)], options.work / "configure.log",
                  env={**os.environ, "MUSA_PATH": str(options.build)})
    say(f"configured: {seconds:.1f} s")


def kernels(built):
    """The objects of ggml-cuda but those of template instances, as Ninja names them."""
    targets = subprocess.run(["ninja", "-C", built, "-t", "targets", "all"], check=True, capture_output=True, text=True).stdout
    return [name for name in re.findall(r"^(\S*ggml-musa\.dir\S*\.mu\.o):", targets, re.M) if "template-instances" not in name]


def verdicts(said):
    """How many cases of an operator test-backend-ops says agree, and how many do not."""
    found = VERDICT.findall(said)
    return found.count("OK"), found.count("FAIL")


def test(options, built, operator):
    """How many cases of the operator agree with the CPU's, and what else there is to say."""
    log = options.work / f"{operator}.log"
    with open(log, "w", encoding="utf-8") as file:
        status = subprocess.run([built / "bin/test-backend-ops", "test", "-b", "MUSA0", "-o", operator], stdin=subprocess.DEVNULL,
                                stdout=file, stderr=subprocess.STDOUT, check=False).returncode
    agree, differ = verdicts(log.read_text(encoding="utf-8", errors="replace"))
    say(f"{operator}: {agree} cases agree, {differ} do not; exit status {status}; {log}")
    return agree > 0 and differ == 0 and status == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True, help="the checkout's build folder, or where musa-port is installed")
    parser.add_argument("--work", type=Path, help="a folder to write to; default: external/ggml in BUILD")
    parser.add_argument("--kernels", action="store_true", help="compile the kernels and run nothing")
    parser.add_argument("--only", nargs="+", default=OPERATORS, metavar="OPERATOR", help="test these operators")
    parser.add_argument("--without-flash-attention", action="store_true",
                        help="leave out its kernels, which take most of the time to compile (GGML_CUDA_FA=OFF)")
    parser.add_argument("-j", "--jobs", default=str(len(os.sched_getaffinity(0))), help="compilers at a time")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.work = (options.work or options.build / "external/ggml").resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    ported, built = options.work / "ported", options.work / "build"
    # Its PTX, which no host code asks for on MUSA, is compiled. 1: what is for CUDA alone has findings.
    port(options, fetch.tree("llama.cpp", CORPORA), ported, "--translate-ptx", expected=(0, 1))
    configure(options, ported, built)
    compile_targets(options, built, kernels(built) if options.kernels else ["test-backend-ops"],
                    MUSA_PATH=str(options.build))
    if options.kernels:
        return 0
    return 0 if all([test(options, built, operator) for operator in options.only]) else 1


if __name__ == "__main__":
    sys.exit(main())
