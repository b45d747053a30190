#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the numbers from which Sobol' direction vectors are computed, as C++: sobol_table.py OUTPUT.

They are the outcome of a search (S. Joe, F. Y. Kuo, 2008: new-joe-kuo-6). SciPy installs them as data.
"""

import importlib.util
import pathlib
import sys

import numpy

DIMENSIONS = 20000  # as many as cuRAND has


def main():
    spec = importlib.util.find_spec("scipy")
    if spec is None:
        sys.exit("Sobol' direction numbers are SciPy's, which is not installed (Debian: python3-scipy)")
    data = pathlib.Path(spec.origin).parent / "stats/_sobol_direction_numbers.npz"
    if not data.exists():
        sys.exit(f"Sobol' direction numbers: this SciPy has no {data}")
    with numpy.load(data) as numbers:
        polynomials = [int(polynomial) for polynomial in numbers["poly"][:DIMENSIONS]]
        initial = numbers["vinit"][:DIMENSIONS].tolist()
    lines = ['#include "sobol_vectors.h"', "", "namespace murand_bulk {", "",
             f"extern const SobolDimension sobolDimensions[{DIMENSIONS}] = {{"]
    first = 0
    flat = []
    for polynomial, row in zip(polynomials, initial):
        degree = max(polynomial.bit_length() - 1, 1)
        lines.append(f"{{{polynomial}, {first}}},")
        flat += row[:degree]
        first += degree
    lines += ["};", f"extern const unsigned sobolInitialNumbers[{len(flat)}] = {{"]
    lines += [", ".join(map(str, flat[at:at + 20])) + "," for at in range(0, len(flat), 20)]
    lines += ["};", "", "} // namespace murand_bulk", ""]
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
