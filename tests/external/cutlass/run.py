#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes MUTLASS of Debian's CUTLASS, ports gemm.cu, and compiles and runs it with that.

    run.py --build BUILD [--work DIR]
"""

import argparse
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(HERE.parent))
import fetch
from whole_project import port, run, say

WAYS = {"": {}, ", with its memory checked": {"MUSA_HOST_CHECK": "1"}}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--work", type=Path, help="(default: BUILD/cutlass)")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.work = (options.work or options.build / "cutlass").resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    cutlass = fetch.tree("cutlass", fetch.read_corpora(HERE / "corpora.json"))
    run(["cmake", f"-DMUSA_PORT={options.build}/bin/musa-port", f"-DCUTLASS_INCLUDE={cutlass}", f"-DOUTPUT={options.work}/mutlass",
         "-P", ROOT / "runtime/mutlass/make.cmake"], options.work / "make.log")
    # That MUTLASS has no gemm/device/gemm.h is said. The host has it, since CUTLASS does.
    port(options, HERE / "gemm.cu", options.work / "gemm.mu", "--force", expected=(1,))
    seconds = run([options.build / "bin/mcc", "-O1", "-std=c++17", "-I", options.work / "mutlass", options.work / "gemm.mu", "-o",
                   options.work / "gemm"], options.work / "compile.log")
    say(f"compiled: {seconds:.0f} s")
    for way, variables in WAYS.items():
        run([options.work / "gemm"], options.work / "run.log", env={**os.environ, **variables})
        say(f"{(options.work / 'run.log').read_text(encoding='utf-8').splitlines()[-1]}{way}")


if __name__ == "__main__":
    main()
