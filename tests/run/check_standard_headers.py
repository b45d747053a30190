#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the headers of the C library, of the C++ library and of x86's intrinsics in a .mu file: all of them before MUSA's
headers, and behind them. A header that declares a function again must find it as it was declared first."""

import pathlib
import re
import subprocess
import sys

from cached_compiler import CachedCompiler

C_HEADER = re.compile(r"/usr/include/(?:[\w-]+-linux-gnu/)?((?:arpa/|net/|netinet/|sys/)?[\w-]+\.h)")
CXX_HEADER = re.compile(r"/usr/include/c\+\+/\d+/([a-z_]+)")
INTRINSICS = ["immintrin.h", "x86intrin.h", "mm_malloc.h"]
MUSA = ["musa_fp16.h", "musa_bf16.h", "murand_kernel.h", "cooperative_groups.h", "thrust/device_vector.h", "cub/cub.cuh"]
# No program can include these beside the others: they are errors, need C++20, or define I and complex as macros.
NONE = {"regexp.h", "varargs.h", "sys/elf.h", "sys/vm86.h", "coroutine", "complex.h", "tgmath.h"}


def headers_of(package, pattern):
    listed = subprocess.run(["dpkg", "-L", package], text=True, capture_output=True, check=True).stdout.splitlines()
    return [found[1] for line in listed if (found := pattern.fullmatch(line)) and found[1] not in NONE and pathlib.Path(line).is_file()]


def main():
    compiler, folder = CachedCompiler.of_arguments(__doc__)
    standard = [*headers_of("libc6-dev", C_HEADER), *headers_of("libstdc++-14-dev", CXX_HEADER), *INTRINSICS]
    if len(standard) < 250:
        sys.exit(f"only {len(standard)} headers were found")
    failed = False
    for name, headers in (("first", [*standard, *MUSA]), ("last", [*MUSA, *standard])):
        text = "".join(f"#include <{header}>\n" for header in headers)
        done = compiler.compile_text(text, folder / f"standard_{name}.mu", "-O0", "-w")
        if done.returncode != 0:
            print(f"the standard headers, {name}:\n{done.stderr}")
            failed = True
    print(f"{len(standard)} headers")
    return failed


if __name__ == "__main__":
    sys.exit(main())
