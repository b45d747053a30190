#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a program with mcc, runs it, and compares with what its comments say.

A comment `// KEY: value` at the beginning of a line, anywhere in the file:

  MCC: FLAGS            flags for mcc; each such line is a run of its own (default: one with none)
  ENV: NAME=VALUE ...   environment of the program
  ARGS: ...             its arguments
  EXIT: N               its exit status, or `signal` (default 0)
  STDERR: REGEX         is found in what it prints to stderr; each line one
  STDOUT: REGEX         the same for stdout
  QUIET:                nothing is printed to stderr
  COMPILE-ERROR: REGEX  it does not compile; the regex is found in mcc's messages
  COMPILE-WARNING: REGEX
  WITH: FILE ...        more sources, beside this one
  NO-SANITIZER: WHY     is not run under sanitizers too
"""

import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from cached_compiler import CachedCompiler

KEY = re.compile(r"^// ([A-Z-]+): ?(.*)$", re.MULTILINE)
KEYS = set(re.findall(r"^  ([A-Z-]+):", __doc__, re.MULTILINE))
# One that is not where a line begins, which would be passed over.
MISPLACED = re.compile(rf"^//.*\S\s+({'|'.join(sorted(KEYS))}): ", re.MULTILINE)
TIMEOUT = 300  # seconds, of a compilation and of a run


def fail(message, *outputs):
    print(message)
    for output in outputs:
        if output:
            print(output.rstrip())
    return 1


def expect(regexes, text, what):
    return [f"{what} has no match for: {regex}" for regex in regexes if not re.search(regex, text)]


def compile_program(sources, binary, compiler, extra):
    """Each source by itself, which a compiler cache can keep, and the program of their objects. Returns how the first
    command that failed ended, or the last one, with what all have said."""
    is_linkers = re.compile("-[lL]|-Wl,").match
    flags = [flag for flag in extra if not is_linkers(flag)] + ["-I", str(sources[0].parent)]
    objects = [f"{binary}.{number}.o" for number in range(len(sources))]
    commands = [compiler.call(source, made, *flags) for source, made in zip(sources, objects)]
    commands.append([compiler.command[-1], *extra, *objects, "-o", str(binary)])
    said = ""
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        said += done.stderr
        if done.returncode != 0:
            break
    done.stderr = said
    return done


def run_once(source, keys, compiler, extra, folder):
    binary = folder / source.stem
    sources = [source]
    for more in keys.get("WITH", []):
        sources += [source.parent / name for name in shlex.split(more)]
    compiled = compile_program(sources, binary, compiler, extra)
    shown = shlex.join(compiled.args)
    if "COMPILE-ERROR" in keys:
        if compiled.returncode == 0:
            return fail(f"compiled, and should not have: {shown}")
        missing = expect(keys["COMPILE-ERROR"], compiled.stderr, "mcc's output")
        return fail("\n".join(missing), shown, compiled.stderr) if missing else 0
    if compiled.returncode != 0:
        return fail(f"does not compile: {shown}", compiled.stderr)
    missing = expect(keys.get("COMPILE-WARNING", []), compiled.stderr, "mcc's output")
    if "COMPILE-WARNING" not in keys and "warning:" in compiled.stderr:
        missing.append("mcc warns")
    if missing:
        return fail("\n".join(missing), shown, compiled.stderr)

    environment = dict(os.environ)
    for line in keys.get("ENV", []):
        environment.update(pair.split("=", 1) for pair in shlex.split(line))
    arguments = shlex.split(" ".join(keys.get("ARGS", [])))
    ran = subprocess.run([str(binary), *arguments], capture_output=True, text=True, timeout=TIMEOUT,
                         env=environment, cwd=folder, check=False)
    wanted = keys.get("EXIT", ["0"])[0].strip()
    wrong = ran.returncode >= 0 if wanted == "signal" else ran.returncode != int(wanted)
    problems = [f"exit status {ran.returncode}, not {wanted}"] if wrong else []
    problems += expect(keys.get("STDERR", []), ran.stderr, "stderr")
    problems += expect(keys.get("STDOUT", []), ran.stdout, "stdout")
    if "QUIET" in keys and ran.stderr:
        problems.append("something is on stderr")
    return fail("\n".join(problems), shown, ran.stdout, ran.stderr) if problems else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mcc", required=True)
    CachedCompiler.add_argument(parser)
    parser.add_argument("--only-first", action="store_true", help="only the first MCC line's run")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("flags", nargs="*", help="for mcc, behind --, in every run")
    options = parser.parse_args()
    source = options.source.resolve()
    keys = {}
    text = source.read_text(encoding="utf-8")
    for key, value in KEY.findall(text):
        if key not in KEYS:
            return fail(f"{source}: there is no key {key}")
        keys.setdefault(key, []).append(value)
    if misplaced := MISPLACED.search(text):
        return fail(f"{source}: the key {misplaced[1]} is not at the beginning of its line")
    status = 0
    compiler = CachedCompiler(options.mcc, options.launcher)
    runs = keys.get("MCC", [""])
    for flags in runs[:1] if options.only_first else runs:
        with tempfile.TemporaryDirectory() as folder:
            status |= run_once(source, keys, compiler, shlex.split(flags) + options.flags,
                               pathlib.Path(folder))
    return status


if __name__ == "__main__":
    sys.exit(main())
