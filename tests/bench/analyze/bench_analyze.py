#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `musa-port check` costs, beside `clang++ -fsyntax-only` of the same files with the same flags and views.

    bench_analyze.py --musa-port FILE --cuda-headers DIR --scratch DIR [--units N] [--update-docs]

Each of N units of a tree is checked by itself, and right after it parsed by Clang: for the device, and for the host if
musa-port did that, too. Then all of them are checked in one run, and in a second one, which has the first one's cache.
Seconds are those that processors worked, so that what else the machine does counts little; those of the wall are given
for whole runs. --update-docs writes docs/measured/analyze.md.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/external"))
import fetch  # noqa: E402

DOCUMENT = ROOT / "docs/measured/analyze.md"
RATIO_GOAL, SECOND_RUN_GOAL = 1.3, 0.05
# As tool/analysis/parse.cpp calls Clang, for mp_31.
CLANG = ["clang++-19", "-fsyntax-only", "-x", "cuda", "--cuda-gpu-arch=sm_90", "-nocudainc", "-nocudalib",
         "-Wno-unknown-cuda-version", "-ferror-limit=0", "-fno-caret-diagnostics", "-w",
         "-Xclang", "-fcuda-allow-variadic-functions", "-Xclang", "-target-sdk-version=11.8"]
TORCH = ["-std=c++17", "-D__CUDA_NO_HALF_OPERATORS__", "-D__CUDA_NO_HALF_CONVERSIONS__", "-D__CUDA_NO_HALF2_OPERATORS__",
         "-D__CUDA_NO_BFLOAT16_CONVERSIONS__", "-I/usr/include/torch/csrc/api/include"]
# What a build of PyTorch generates, and no package has; and a header of older ones that mmcv includes. Without, Clang
# would stop at them, and musa-port go on.
GENERATED = {
    "THC/THCAtomics.cuh": "#pragma once\n#include <ATen/cuda/Atomic.cuh>\n",
    "c10/cuda/impl/cuda_cmake_macros.h": "#pragma once\n",
}


def config_header(libraries):
    """PyTorch's CUDAConfig.h, of a build with these."""
    return "#pragma once\n" + "".join(
        f"#define AT_{name}_ENABLED() {int(name in libraries)}\n" for name in ("CUDNN", "CUSPARSELT", "ROCM", "MAGMA"))


def mmcv_arguments(tree, generated):
    common = tree / "common"
    return [*TORCH, "-DMMCV_WITH_CUDA", f"-I{generated}", f"-I{common}", f"-I{common}/cuda", f"-I{sysconfig.get_path('include')}"]


def pytorch_arguments(tree, generated):
    return [*TORCH, "-DTORCH_CUDA_BUILD_MAIN_LIB", "-DAT_PER_OPERATOR_HEADERS", f"-I{generated}", f"-I{tree}/aten/src",
            f"-I{tree}", "-idirafter", f"{fetch.tree('pytorch-aten')}/aten/src"]


TREES = {
    "mmcv": ("**/*.cu", mmcv_arguments),
    "pytorch": ("aten/src/ATen/native/cuda/*.cu", pytorch_arguments),
}
# Of what musa-port takes for units.
UNIT_SUFFIXES = {".cu", ".cc", ".cpp", ".cxx", ".C", ".c"}


def write_build(name, tree, units, folder, libraries=()):
    """In `folder`, what a build of the tree with these libraries would have of its units: compile_commands.json, and headers that it generates."""
    for path, text in {**GENERATED, "ATen/cuda/CUDAConfig.h": config_header(libraries)}.items():
        (folder / "generated" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "generated" / path).write_text(text)
    arguments = TREES[name][1](tree, folder / "generated")
    (folder / "compile_commands.json").write_text(json.dumps(
        [{"directory": str(tree), "file": str(unit), "arguments": ["clang++", *arguments, str(unit)]} for unit in units]))
    return arguments


def spread(items, count):
    """So many of them, evenly spread."""
    count = min(count, len(items))
    return [items[i * len(items) // count] for i in range(count)]


def write_left_out(tree, units, path):
    """musa-port's options that leave all other sources of the tree out."""
    others = (each for each in sorted(tree.rglob("*")) if each.suffix in UNIT_SUFFIXES and each not in units)
    path.write_text("".join(f"--exclude=/{each.relative_to(tree)}\n" for each in others))


def run(command):
    """What a command said, and the seconds of processors, of the wall, and MB, that it took."""
    with tempfile.TemporaryFile() as said:
        begin = time.monotonic()
        process = subprocess.Popen(command, stdout=said, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - begin
        said.seek(0)
        text = said.read().decode(errors="replace")
    if process.returncode not in (0, 1):
        sys.exit(f"bench: exit status {process.returncode} of: {' '.join(map(str, command))}\n{text}")
    return text, {"seconds": usage.ru_utime + usage.ru_stime, "wall": wall, "mb": usage.ru_maxrss * 1024 / 1e6}


def parsed(text):
    """Units parsed, and parsed for the host."""
    return [int(n) for n in re.search(r"units: (\d+) parsed \((\d+) of them", text).groups()]


def measure_tree(name, options):
    tree = fetch.tree(name)
    scratch = options.scratch / name
    units = spread(sorted(tree.glob(TREES[name][0])), options.units)
    arguments = write_build(name, tree, units, scratch)

    def check(chosen, *more):
        left_out = scratch / "left_out"
        write_left_out(tree, chosen, left_out)
        return run([options.musa_port, "check", tree, "-p", scratch, "--stats", f"@{left_out}", *more])

    rows = []
    for unit in units:
        text, checked = check({unit}, "--no-cache", "-j1")
        views = ["device", "host"] if parsed(text)[1] else ["device"]
        clang = [run([*CLANG, f"--cuda-{view}-only", *arguments, "-isystem", options.cuda_headers, "-include",
                      "musa_port/nvcc.h", unit])[1] for view in views]
        rows.append({"unit": str(unit.relative_to(tree)), "views": len(views), "complete": "musa-parse-incomplete" not in text,
                     "check": checked, "clang": {"seconds": sum(each["seconds"] for each in clang),
                                                 "mb": max(each["mb"] for each in clang)}})
        print(f"{rows[-1]['unit']}: {checked['seconds']:.2f} s, Clang {rows[-1]['clang']['seconds']:.2f} s", file=sys.stderr)
    said, first = check(set(units), f"--cache={scratch}/cache")
    again, second = check(set(units), f"--cache={scratch}/cache")
    def findings(text):
        return [line for line in text.splitlines() if " units: " not in line and " tokens in " not in line]
    if parsed(said)[0] != len(units) or parsed(again)[0] != 0 or findings(said) != findings(again):
        sys.exit(f"bench: the second run of {name} is not what the first one was")
    kept = sum(each.stat().st_size for each in (scratch / "cache").iterdir())
    return {"tree": name, "version": fetch.CORPORA[name]["version"], "rows": rows, "first": first, "second": second,
            "cache_mb": kept / 1e6}


def ratio(rows):
    return sum(row["check"]["seconds"] for row in rows) / sum(row["clang"]["seconds"] for row in rows)


def table(header, rows):
    yield "| " + " | ".join(header) + " |"
    yield "|" + "---|" * len(header)
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def document(results):
    yield "# What checks cost, measured"
    yield ""
    yield "`./dev bench analyze --update-docs` writes this page. It runs `musa-port check` on single CUDA"
    yield "sources (all checks, one thread, no cache), and `clang++-19 -fsyntax-only` beside it, with the same"
    yield "flags. Both parse the same views: the device's, and the host's if the tree's own files ask which it"
    yield "is. Seconds are CPU time. Then one run checks all sources: it parses the headers that every CUDA"
    yield "source starts with only once, and fills the cache. A second run uses the cache."
    yield ""
    yield f"The goals: at most {RATIO_GOAL} times Clang's time; a second run in at most {SECOND_RUN_GOAL:.0%} of the first."
    yield ""
    yield from table(
        ["tree", "units", "of them for the host, too", "parsed with errors", "seconds a unit, median", "Clang", "ratio of sums", "largest ratio", "peak MB", "Clang"],
        [[f"{each['tree']} {each['version']}", str(len(each["rows"])), str(sum(row["views"] > 1 for row in each["rows"])),
          str(sum(not row["complete"] for row in each["rows"])),
          f"{statistics.median(row['check']['seconds'] for row in each['rows']):.2f}",
          f"{statistics.median(row['clang']['seconds'] for row in each['rows']):.2f}",
          f"{ratio(each['rows']):.2f}", f"{max(ratio([row]) for row in each['rows']):.2f}",
          f"{max(row['check']['mb'] for row in each['rows']):.0f}", f"{max(row['clang']['mb'] for row in each['rows']):.0f}"]
         for each in results])
    yield ""
    yield from table(
        ["tree", "units alone, s", "first run, s", "wall", "peak MB", "second run, s", "wall", "peak MB", "second of first", "cache, MB"],
        [[each["tree"], f"{sum(row['check']['seconds'] for row in each['rows']):.1f}", f"{each['first']['seconds']:.1f}", f"{each['first']['wall']:.1f}", f"{each['first']['mb']:.0f}",
          f"{each['second']['seconds']:.2f}", f"{each['second']['wall']:.2f}", f"{each['second']['mb']:.0f}",
          f"{each['second']['seconds'] / each['first']['seconds']:.2%}", f"{each['cache_mb']:.1f}"] for each in results])
    for each in results:
        yield ""
        yield f"## {each['tree']}"
        yield ""
        yield from table(
            ["unit", "views", "parsed", "seconds", "Clang", "ratio"],
            [[f"`{row['unit']}`", str(row["views"]), "wholly" if row["complete"] else "with errors",
              f"{row['check']['seconds']:.2f}", f"{row['clang']['seconds']:.2f}", f"{ratio([row]):.2f}"] for row in each["rows"]])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--musa-port", required=True, type=Path, help="the program")
    parser.add_argument("--cuda-headers", required=True, type=Path, help="the headers that it has in it")
    parser.add_argument("--scratch", required=True, type=Path, help="a folder to write to")
    parser.add_argument("--units", type=int, default=20, help="of each tree, evenly spread")
    parser.add_argument("--tree", choices=TREES, action="append", help="default: all")
    parser.add_argument("--update-docs", action="store_true", help="write docs/measured/analyze.md")
    options = parser.parse_args()
    shutil.rmtree(options.scratch, ignore_errors=True)
    try:
        results = [measure_tree(name, options) for name in options.tree or TREES]
    except fetch.FetchError as error:
        sys.exit(f"bench: {error}")
    finally:
        shutil.rmtree(options.scratch, ignore_errors=True)
    text = "\n".join(document(results)) + "\n"
    print(text, end="")
    if options.update_docs:
        DOCUMENT.write_text(text)
    for each in results:
        if ratio(each["rows"]) > RATIO_GOAL:
            print(f"missed: {each['tree']}: {ratio(each['rows']):.2f} times Clang")
        if each["second"]["seconds"] > SECOND_RUN_GOAL * each["first"]["seconds"]:
            print(f"missed: {each['tree']}: the second run")


if __name__ == "__main__":
    main()
