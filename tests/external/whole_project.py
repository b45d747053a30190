# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The steps of porting and building a whole project of others."""

import json
import os
import subprocess
import sys
import time


def say(text):
    print(text, flush=True)


def run(command, log, expected=(0,), **options):
    """Runs it with all that it prints in the file `log`; seconds it took, or exits with the end of that."""
    started = time.monotonic()
    with open(log, "w", encoding="utf-8") as file:
        status = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=file,
                                stderr=subprocess.STDOUT, check=False, **options).returncode
    if status not in expected:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        errors = [line for line in lines if "error" in line.lower()]
        sys.exit("\n".join([*lines[-20:], "first errors:", *errors[:5],
                            f"run.py: exit status {status} of: {' '.join(map(str, command))}", f"all it printed: {log}"]))
    return time.monotonic() - started


def port(options, tree, ported, *arguments, expected=(0,)):
    report = options.work / "port.json"
    seconds = run([options.build / "bin/musa-port", tree, "-o", ported, *arguments, "--report", report], options.work / "port.log",
                  expected)
    found = json.loads(report.read_text(encoding="utf-8"))
    say(f"ported: {found['edits']['total']} edits, {len(found['diagnostics'])} findings, {seconds:.1f} s")


def compile_targets(options, built, targets, **variables):
    # By its bytes, mcc is the same compiler in every clone.
    seconds = run(["cmake", "--build", built, "--parallel", options.jobs, "--target", *targets], options.work / "build.log",
                  env={**os.environ, "CCACHE_COMPILERCHECK": "content", **variables})
    kernels = sum(1 for _ in built.rglob("*.mu.o"))
    say(f"compiled: {len(targets)} targets, {seconds:.0f} s; there are {kernels} objects of .mu files")
