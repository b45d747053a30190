#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the C++ that registers PyTorch's operators for device musa, from musa_functions.yaml.

    gen.py --functions musa_functions.yaml --output-dir DIR [--output-dependencies FILE] [--shards N]

docs/reference/operators.md describes the entries and the errors. It stands on torchgen, which comes with
PyTorch; DIR gets RegisterMUSA_0.cpp to RegisterMUSA_<N-1>.cpp and headers below ATen/. Files whose
content is the same are left alone. The exit status is 1 if an entry is wrong; nothing is written then.
"""

import argparse
import sys
from pathlib import Path

import functions_file
import operators
import registration
import torchgen
from pytorch import NATIVE_FUNCTIONS, TAGS, PyTorch


def escape(path):
    return str(path).replace(" ", "\\ ")


def inputs(functions):
    """All that the output depends on."""
    return [
        functions,
        NATIVE_FUNCTIONS,
        TAGS,
        *sorted(Path(__file__).resolve().parent.glob("*.py")),
        *sorted(Path(torchgen.__file__).parent.rglob("*.py")),
    ]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--functions", type=Path, required=True, metavar="FILE", help="the list of functions")
    parser.add_argument("--output-dir", type=Path, required=True, metavar="DIR", help="where the C++ goes")
    parser.add_argument("--output-dependencies", type=Path, metavar="FILE", help="a depfile of the first source")
    parser.add_argument("--shards", type=int, default=8, metavar="N", help="how many sources (default: 8)")
    arguments = parser.parse_args()
    if not 1 <= arguments.shards <= 64:
        parser.error("--shards is from 1 to 64")
    try:
        text = arguments.functions.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        parser.error(f"cannot read {arguments.functions}: {error}")

    diagnostics = functions_file.Diagnostics(arguments.functions, text)
    entries = functions_file.read(text, diagnostics)
    resolved = operators.resolve(entries, PyTorch(), diagnostics)
    if diagnostics.errors:
        sys.stderr.write(str(diagnostics))
        return 1
    sources = registration.write(resolved, arguments.output_dir, arguments.shards)
    if arguments.output_dependencies:
        needed = " \\\n  ".join(escape(path) for path in inputs(arguments.functions))
        arguments.output_dependencies.write_text(f"{escape(sources[0])}: \\\n  {needed}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
