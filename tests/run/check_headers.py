#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles each header that the programs here include by itself: they come in any order, and those of the
API into C++11 too."""

import argparse
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
HEADER = re.compile(r"^#include <((?:thrust|cub|musa|cooperative_groups)[\w/]*\.\w+|mu\w+\.h)>", re.MULTILINE)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mcc", required=True)
    parser.add_argument("--launcher", help="a compiler cache that runs mcc")
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="where the sources are written")
    options = parser.parse_args()
    compiler = [*([options.launcher] if options.launcher else []), options.mcc]
    options.folder.mkdir(parents=True, exist_ok=True)
    headers = {header for program in HERE.glob("*.mu")
               for header in HEADER.findall(program.read_text(encoding="utf-8"))}

    def compiles(number, header, *language):
        # Always the same path, which is a part of what a compiler cache looks up.
        source = options.folder / f"{number}.mu"
        source.write_text(f"#include <{header}>\n", encoding="utf-8")
        # An object, and no check of the syntax alone: that is what a compiler cache keeps.
        done = subprocess.run([*compiler, *language, "-O0", "-c", str(source), "-o", f"{source}.o"], text=True,
                              capture_output=True, check=False)
        if done.returncode != 0:
            print(f"<{header}> does not compile by itself ({' '.join(language)})\n{done.stderr}")
        return done.returncode == 0

    jobs = [(header, "-x", "cuda") for header in sorted(headers)]
    jobs += [(header, "-x", "c++", "-std=c++11") for header in sorted(headers) if re.fullmatch(r"mu\w+\.h", header)]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = list(pool.map(lambda job: compiles(*job), [(number, *job) for number, job in enumerate(jobs)]))
    print(f"{len(headers)} headers, compiled {len(results)} times")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
