#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What nvcc says of the CUDA files of a sample, on a machine that has it. `./dev trees --nvcc` makes figures of it.

    ./dev trees FOLDER... --write-sample SAMPLE
    python3 nvcc.py SAMPLE VERDICTS [--nvcc NVCC] [--include FOLDER...] [--jobs N]
    ./dev trees FOLDER... --nvcc VERDICTS

A file that nvcc takes is CUDA code for sure, so that its port is to compile. What is known already is not compiled again.
"""

import argparse
import json
import os
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from verdicts import Runner

SECONDS = 300
# Fast, and what any build of such a file may give. An extended lambda is one that the port of a build script turns on, too.
FLAGS = ["-c", "-arch=sm_90", "-O0", "-Xcicc", "-O0", "-Xptxas", "-O0", "-w", "--expt-relaxed-constexpr", "--expt-extended-lambda"]
_VERSION = re.compile(r"release (\S+),")
_ERROR = re.compile(r"^.*\berror\b.*$", re.M)


def options_of(file):
    """What nvcc is told of the file, without the standard. Folders behind the system's stay behind the others."""
    folders = sorted(file["folders"].items(), key=lambda item: item[1] != "-I")
    rdc = ["-rdc=true"] if "-fgpu-rdc" in file["asked"] else []
    return [*("-I" + folder for folder, _ in folders), *("-D" + macro for macro in file["macros"]), *rdc]


def standards_of(file):
    """The standard that scripts ask for, and nvcc's own: its newest headers take none before C++17."""
    asked = [word for word in file["asked"] if word.startswith("-std=")]
    return [asked, []] if asked else [[]]


def verdict(runner, nvcc, include, file):
    """None if nvcc takes the file, else its first error."""
    said = ""
    for standard in standards_of(file):
        with tempfile.NamedTemporaryFile(suffix=".o") as made:
            done = runner.run([nvcc, *FLAGS, *standard, *options_of(file), *(word for folder in include for word in ("-isystem", folder)),
                               file["file"], "-o", made.name], SECONDS, cwd=file["path"])
        if done.status == 0:
            return None
        found = _ERROR.search(done.output)
        said = said or (f"{SECONDS} s are over" if done.status is None else found[0].strip() if found else done.output[-200:].strip())
    return said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sample", type=Path, help="what --write-sample has written")
    parser.add_argument("verdicts", type=Path, help="is written, and read if it is there")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--include", nargs="+", default=[], metavar="FOLDER", help="headers of libraries, such as PyTorch's")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    options = parser.parse_args()
    runner = Runner()
    version = _VERSION.search(runner.run([options.nvcc, "--version"], SECONDS).output)
    if not version:
        sys.exit(f"nvcc.py: error: {options.nvcc} says no version")
    known = json.loads(options.verdicts.read_text(encoding="utf-8")) if options.verdicts.exists() else {}
    files = known.get("files", {}) if known.get("nvcc") == version[1] else {}
    open_ = [file for file in json.loads(options.sample.read_text(encoding="utf-8"))
             if file["file"] not in files.get(file["tree"], {})]
    pool = ThreadPoolExecutor(options.jobs)
    jobs = {pool.submit(verdict, runner, options.nvcc, options.include, file): file for file in open_}
    try:
        for number, done in enumerate(as_completed(jobs), 1):
            file = jobs[done]
            files.setdefault(file["tree"], {})[file["file"]] = done.result()
            print(f"-- [{number}/{len(jobs)}] {file['tree']}: {file['file']}: {done.result() or 'takes'}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        runner.stop()
    finally:
        pool.shutdown(cancel_futures=True)
        options.verdicts.write_text(json.dumps({"nvcc": version[1], "files": files}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
