#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CUDA's headers, made of MUSA's: Clang compiles each by itself, and CUDA programs against them, as the
host and as the GPU sees them, and those for C as C; and nothing of the API goes by MUSA's name."""

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cached_compiler import CachedCompiler

HERE = Path(__file__).resolve().parent
PROGRAMS = [HERE / "cuda_headers", HERE.parent / "examples"]
FLAGS = ["-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-include", "musa_port/nvcc.h",
         "-Xclang", "-fcuda-allow-variadic-functions", "-Xclang", "-target-sdk-version=11.8", "--cuda-gpu-arch=sm_80",
         "-std=c++17"]
C_FLAGS = ["-x", "c", "-include", "musa_port/nvcc.h"]
# Those that C programs include.
FOR_C = ["cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "cudaProfiler.h", "cublas_v2.h", "cublasLt.h", "cufft.h", "cufftXt.h",
         "curand.h", "cusolverDn.h", "cusparse.h", "nccl.h", "nvrtc.h", "nvToolsExt.h", "cuComplex.h"]
# Names of the API, as far as MUSA's begin. What begins with __ is the runtime's own.
MUSAS = re.compile(r"\b(?:musa(?!Port|_port)|mu(?:blas|fft|rand|sparse|solver)|MU(?:SA|BLAS|FFT|RAND|SPARSE|SOLVER)_|mu[A-Z]|MU[a-z]|MU_)\w*")
OWN = {"musa_arch"}  # a field of mcc's image of a program


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--include", required=True, type=Path)
    CachedCompiler.add_argument(parser)
    parser.add_argument("--folder", required=True, type=Path, help="where the sources are written")
    arguments = parser.parse_args()
    compiler = CachedCompiler(arguments.clang, arguments.launcher)
    files = sorted(path for path in arguments.include.rglob("*") if path.is_file())
    public = [path.relative_to(arguments.include) for path in files]
    public = [path for path in public if path.parts[0] != "musa_port" and "detail" not in path.parts]

    def compiles(name, text, ways=((*FLAGS, "--cuda-host-only"), (*FLAGS, "--cuda-device-only"))):
        for flags in ways:
            done = compiler.compile_text(text, arguments.folder / name, *flags, "-O0", "-emit-llvm", "-isystem", str(arguments.include))
            if done.returncode != 0 or done.stderr:
                print(f"{name} does not compile ({' '.join(flags)})\n{done.stderr}")
                return False
        return True

    jobs = [(f"{path}.cu", f"#include <{path}>\n") for path in public]
    for folder in PROGRAMS:
        jobs += [(path.relative_to(HERE.parent), path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.cu"))]
    programs = len(jobs) - len(public)
    jobs += [(f"{name}.c", f"#include <{name}>\n", [C_FLAGS]) for name in FOR_C]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = list(pool.map(lambda job: compiles(*job), jobs))

    everything = "".join(f"#include <{path}>\n" for path in public)
    text = subprocess.run([arguments.clang, *FLAGS, "-isystem", arguments.include, "--cuda-device-only", "-E", "-P", "-x", "cuda", "-"],
                          input=everything, text=True, capture_output=True, check=True).stdout
    names = set(MUSAS.findall(re.sub(r'"[^"\n]*"', "", text))) - OWN
    if names:
        print(f"names of MUSA's: {' '.join(sorted(names))}")
        results.append(False)
    print(f"{len(public)} headers, {len(FOR_C)} of them in C, too, and {programs} programs")
    return 0 if public and programs and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
