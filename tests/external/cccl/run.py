#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports CUB's and Thrust's own tests, compiles a sample of them with the host's CUB and Thrust, and runs it.

    run.py --build BUILD [--tree CHECKOUT] [--work DIR] [--only PROGRAM...] [--jobs N] [--json FILE]

The tests are those of Debian's source package cccl (corpora.json), of the same version as the installed Thrust, or those of a
checkout of it; the sample is drawn by a seed (programs.py). Each program is
compiled as a whole, as CMake does it for one test. Of a test of CUB that is compiled for several values of a macro
(// %PARAM% NAME label VALUE:VALUE...) it is the first. The CMake script beside a test of Thrust's may give it options.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import fetch
import programs
from whole_project import port, say

CORPORA = fetch.read_corpora(HERE / "corpora.json")
OPTION = re.compile(r"COMPILE_LANG_AND_ID:MUSA,Clang>:([^>]+)>")
PARAMETER = re.compile(r"^ *// %PARAM% (\w+) \w+ ([^:\s]+)", re.M)


def run(command, timeout, cwd):
    """(exit status or why there is none, what was printed)"""
    try:
        done = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", timeout=timeout, check=False, cwd=cwd,
                              env={**os.environ, "CCACHE_COMPILERCHECK": "content"})
    except subprocess.TimeoutExpired as expired:
        return f"no end in {timeout} s", (expired.stdout or b"").decode(errors="replace")
    return done.returncode, done.stdout


def first_error(text):
    lines = text.strip().splitlines()
    found = [line for line in lines if re.search(r"\berror\b|undefined reference|FAILED|\bError\b", line)]
    return re.sub(r"^\S*/", "", (found or lines[-1:] or [""])[0].strip())


def only_tests(checkout, folder):
    """A checkout has CUB and Thrust too, whose place the host's take."""
    for name in CORPORA["cccl-tests"]["folders"]:
        shutil.copytree(checkout / name, folder / name, dirs_exist_ok=True)
    return folder


class Programs:
    def __init__(self, options, ported):
        self.options = options
        self.ported = ported
        self.objects = {}
        catch2 = fetch.tree("catch2", CORPORA)
        self.compiler = [options.build / "bin/mcc", "-O1", "-w", "-std=c++17", "-I", HERE, "-I", catch2, "-I", ported / "cub/test", "-I",
                         ported / "thrust/testing"]

    def compile_shared(self):
        """What several programs are linked with: CUB's generators of input, Thrust's framework."""
        testing = self.ported / "thrust/testing/unittest"
        for kind, sources in {"cub": [self.ported / "cub/test/c2h/generators.mu"],
                              "thrust": [testing / "testframework.mu", testing / "musa/testframework.mu"]}.items():
            self.objects[kind] = []
            for source in sources:
                if not source.exists():
                    source = Path(str(source).replace("/musa/", "/cuda/"))
                target = self.options.work / f"{kind}-{source.parent.name}-{source.stem}.o"
                status, text = run([*self.compiler, "-c", source, "-o", target], self.options.compile_timeout, self.options.work)
                if status != 0:
                    sys.exit(f"{source.name} does not compile:\n{text[:4000]}")
                self.objects[kind].append(target)
            # As CMake has it: a program with a main of its own takes none from a library.
            library = self.options.work / f"lib{kind}_framework.a"
            library.unlink(missing_ok=True)
            subprocess.run(["ar", "rcs", library, *self.objects[kind]], check=True)
            self.objects[kind] = [library]

    def row(self, name):
        source = (self.ported / name).with_suffix(".mu")
        kind = name.partition("/")[0]
        macros = [f"-D{macro}={value}" for macro, value in PARAMETER.findall(source.read_text(encoding="utf-8", errors="replace"))]
        script = source.with_suffix(".cmake")
        if script.exists():
            macros += OPTION.findall(script.read_text(encoding="utf-8"))
        if "catch2" in name:
            macros.append("-DCUB_CONFIG_MAIN")
        binary = self.options.work / name.replace("/", "-").removesuffix(".cu")
        row = {"name": name, "compiled": False, "passed": False, "why": "", "seconds": [], "log": ""}
        for step, command, timeout in (
                ("compile", [*self.compiler, *macros, source, *self.objects[kind], "-lmurand", "-o", binary],
                 self.options.compile_timeout),
                ("run", [binary], self.options.timeout)):
            started = time.monotonic()
            status, row["log"] = run(command, timeout, self.options.work)
            row["seconds"].append(round(time.monotonic() - started, 1))
            if status != 0:
                row["why"] = f"{step}: {status if isinstance(status, str) else ''} {first_error(row['log'])}"
                return row
            row["compiled"] = True
        row["passed"] = True
        binary.unlink()
        return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--tree", type=Path, help="a checkout of CCCL 2.3.2 (default: the package's source, fetched)")
    parser.add_argument("--work", type=Path, help="(default: BUILD/cccl_tests)")
    parser.add_argument("--only", nargs="*", help="of the sample, those whose path contains one of these")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--compile-timeout", type=int, default=900)
    parser.add_argument("--timeout", type=int, default=600)
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.work = (options.work or options.build / "cccl_tests").resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    tree = only_tests(options.tree, options.work / "tests") if options.tree else fetch.tree("cccl-tests", CORPORA)
    names = [name for name in programs.sample(tree) if not options.only or any(word in name for word in options.only)]
    port(options, tree, options.work / "ported", "--force", "-q", expected=(0, 1))
    sample = Programs(options, options.work / "ported")
    sample.compile_shared()
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(sample.row, names):
            rows.append(row)
            say(f"{'passed' if row['passed'] else 'FAILED'}  {row['name']}  {row['seconds']}  {row['why'][:180]}")
            if options.json:
                options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    passed = sum(row["passed"] for row in rows)
    say(f"{len(rows)} programs: {sum(row['compiled'] for row in rows)} compile, {passed} pass")
    return 0 if passed == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
