#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What nvcc says of the CUDA files of a sample, on a machine that has it. `./dev trees --nvcc` makes figures of it.

    ./dev trees FOLDER... --write-sample SAMPLE
    python3 nvcc.py SAMPLE VERDICTS [--nvcc NVCC] [--include FOLDER...] [--jobs N]
    ./dev trees FOLDER... --nvcc VERDICTS

A file that nvcc takes is CUDA code for sure, so that its port is to compile. What is known already is not compiled again.
"""

import argparse
import hashlib
import json
import os
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from includes import Includes
from sample import content_hash
from verdicts import Runner

SECONDS = 300
# Fast, and what any build of such a file may give. An extended lambda is one that the port of a build script turns on, too.
FLAGS = ["-c", "-arch=sm_90", "-O0", "-Xcicc", "-O0", "-Xptxas", "-O0", "-w", "--expt-relaxed-constexpr", "--expt-extended-lambda"]
_VERSION = re.compile(r"release (\S+),")
_BEFORE_17 = re.compile(r"\+\+(98|0|1[0-4xy])")
_ERROR = re.compile(r"^.*\berror\b.*$", re.M)


def options_of(file):
    """What nvcc is told of the file, without the standard. Folders behind the system's stay behind the others."""
    folders = sorted(file["folders"].items(), key=lambda item: item[1] != "-I")
    rdc = ["-rdc=true"] if "-fgpu-rdc" in file["asked"] else []
    return [*("-I" + folder for folder, _ in folders), *("-D" + macro for macro in file["macros"]), *rdc]


def standards_of(file):
    """The standard that scripts ask for. Instead of one before C++17 also nvcc's own: its newest headers take none."""
    asked = [word for word in file["asked"] if word.startswith("-std=")]
    return [asked, []] if asked and _BEFORE_17.search(asked[-1]) else [asked]


def command(nvcc, include, file, standard):
    return [nvcc, *FLAGS, *standard, *options_of(file), *(word for folder in include for word in ("-isystem", folder)), file["file"]]


def verdict(runner, nvcc, include, file):
    """(whether nvcc has judged the file, None if it takes it, else its first error)"""
    said = ""
    for standard in standards_of(file):
        with tempfile.NamedTemporaryFile(suffix=".o") as made:
            done = runner.run([*command(nvcc, include, file, standard), "-o", made.name], SECONDS, cwd=file["path"])
        if done.status == 0:
            return True, None
        if done.status is None or done.status < 0:  # out of time or memory, which is no verdict
            return False, None
        found = _ERROR.search(done.output)
        said = said or (found[0].strip() if found else done.output[-200:].strip()) or f"nvcc ends with status {done.status}"
    return True, said


def asked(nvcc, include, file):
    """What a verdict depends on: the command, and all of the tree that compiling the file may read."""
    read = content_hash(file["path"], Includes(file["path"], file["folders"]).closure(file["file"]))
    return hashlib.sha256(json.dumps([command(nvcc, include, file, standards_of(file)[0]), read]).encode()).hexdigest()


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
    if known.get("nvcc") != version[1]:
        known = {}
    files, keys = known.get("files", {}), known.get("asked", {})
    sample = [(file, asked(options.nvcc, options.include, file)) for file in json.loads(options.sample.read_text(encoding="utf-8"))]
    open_ = [(file, key) for file, key in sample if keys.get(f"{file['tree']}: {file['file']}") != key]
    pool = ThreadPoolExecutor(options.jobs)
    jobs = {pool.submit(verdict, runner, options.nvcc, options.include, file): (file, key) for file, key in open_}
    try:
        for number, done in enumerate(as_completed(jobs), 1):
            file, key = jobs[done]
            is_judged, error = done.result()
            if is_judged:
                files.setdefault(file["tree"], {})[file["file"]] = error
                keys[f"{file['tree']}: {file['file']}"] = key
            print(f"-- [{number}/{len(jobs)}] {file['tree']}: {file['file']}: {(error or 'takes') if is_judged else 'no verdict'}",
                  file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        runner.stop()
    finally:
        pool.shutdown(cancel_futures=True)
        options.verdicts.write_text(json.dumps({"nvcc": version[1], "files": files, "asked": keys}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
