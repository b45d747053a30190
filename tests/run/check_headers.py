#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles each header that the programs here include by itself: they come in any order, and those of the
API into C++11 too, and all into C++20, where the C++ library's headers include each other otherwise. Macros that a program
may have before it includes the API's change nothing."""

import os
import pathlib
import re
import string
import sys
from concurrent.futures import ThreadPoolExecutor

from cached_compiler import CachedCompiler

HERE = pathlib.Path(__file__).parent
HEADER = re.compile(r"^#include <((?:thrust|cub|musa|cooperative_groups)[\w/]*(?:\.\w+)?|mu\w+\.h)>", re.MULTILINE)

# Names of two letters that CUDA's own headers have. A program that defines one of the others is right with CUDA's.
CUDAS = set("""aa ah al am an ap ar as at bb be by ca cb cg ch ci cl cq cs cu cx cy db dl do dr ds du dw dx dy eq fa fb fd fh fl fm fn fp fr
fv fx ge gg gl gt ha hb hi hr hx hy ia ib id if il in is it iu jn kb kl ku la lb ld le lf lh lo lt mb mm ms mu nb ne ns nv nx ny nz of ok on
op or os pe pi pp pt px py qp ra rb rd rh rn ru rz sa sb sc sh sl sm ss sz th tm to tr ua uc uf ui up ur us ux vl vu vx vy vz ww xx yn yy zx
zy zz""".split())
LIBRARY = "#include <algorithm>\n#include <cmath>\n#include <complex>\n#include <cstdio>\n#include <string>\n#include <thread>\n"
MACROS = "".join(f"#define {a}{b} !\n" for a in string.ascii_lowercase for b in string.ascii_lowercase if a + b not in CUDAS)


def main():
    compiler, folder = CachedCompiler.of_arguments(__doc__)
    headers = {header for program in HERE.glob("*.mu")
               for header in HEADER.findall(program.read_text(encoding="utf-8"))}

    def compiles(header, extension, *flags, before=""):
        source = folder / f"{header}{extension}"
        done = compiler.compile_text(f"{before}#include <{header}>\n", source, *flags, "-O0")
        if done.returncode != 0:
            print(f"<{header}> does not compile by itself, in {source.name}\n{done.stderr}")
        return done.returncode == 0

    jobs = [(header, ".mu") for header in sorted(headers)]
    jobs += [(header, ".20.mu", "-std=c++20") for header in sorted(headers)]
    jobs += [(header, ".cpp", "-std=c++11") for header in sorted(headers) if re.fullmatch(r"mu\w+\.h", header)]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = list(pool.map(lambda job: compiles(*job), jobs))
        # Behind the C++ library's, which has names of its own.
        results += pool.map(lambda header: compiles(header, ".macros.mu", before=LIBRARY + MACROS),
                            sorted(header for header in headers if re.fullmatch(r"mu\w+\.h", header) and not re.search("_gl_|GL", header)))  # Mesa's
    print(f"{len(headers)} headers, compiled {len(results)} times")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
