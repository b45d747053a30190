#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles each header that the programs here include by itself: they come in any order, and those of the
API into C++11 too, and all into C++20, where the C++ library's headers include each other otherwise."""

import os
import pathlib
import re
import sys
from concurrent.futures import ThreadPoolExecutor

from cached_compiler import CachedCompiler

HERE = pathlib.Path(__file__).parent
HEADER = re.compile(r"^#include <((?:thrust|cub|musa|cooperative_groups)[\w/]*(?:\.\w+)?|mu\w+\.h)>", re.MULTILINE)


def main():
    compiler, folder = CachedCompiler.of_arguments(__doc__)
    headers = {header for program in HERE.glob("*.mu")
               for header in HEADER.findall(program.read_text(encoding="utf-8"))}

    def compiles(header, extension, *flags):
        source = folder / f"{header}{extension}"
        done = compiler.compile_text(f"#include <{header}>\n", source, *flags, "-O0")
        if done.returncode != 0:
            print(f"<{header}> does not compile by itself, in {source.name}\n{done.stderr}")
        return done.returncode == 0

    jobs = [(header, ".mu") for header in sorted(headers)]
    jobs += [(header, ".20.mu", "-std=c++20") for header in sorted(headers)]
    jobs += [(header, ".cpp", "-std=c++11") for header in sorted(headers) if re.fullmatch(r"mu\w+\.h", header)]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = list(pool.map(lambda job: compiles(*job), jobs))
    print(f"{len(headers)} headers, compiled {len(results)} times")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
