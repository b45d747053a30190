#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the project's own sources.

    lint.py fmt                  formats the C++ files in place
    lint.py format|shell|python  checks format, shell scripts, Python scripts
    lint.py tidy --build DIR     runs clang-tidy on what DIR's compile_commands.json names; with --changed
                                 on those files alone that differ from main, include one that does, or
                                 lie below a .clang-tidy that does; with --seconds N it begins with what
                                 changed last, begins no file after that time, and ends with 77, which
                                 is no pass, if files are left
    lint.py all --build DIR      all of the checks

clang-tidy is slow, so a clean result is kept in the cache folder under a hash of everything that
it depends on: the file and the project's headers it includes, the command, the .clang-tidy files of
its folder and of those above, and the version.
"""

import argparse
import ast
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/runner"))
from changes import NoBase, changed_files  # noqa: E402

FORMAT = os.environ.get("CLANG_FORMAT", "clang-format-19")
TIDY = os.environ.get("CLANG_TIDY", "clang-tidy-19")
CPP = (".h", ".hpp", ".cpp", ".mu", ".cu", ".cuh", ".muh")
# Its headers are called as the standard's are.
STANDARD_HEADERS = ROOT / "runtime/include/musa"
# Inputs and expected outputs of tests are not the project's code.
DATA = {"data", "corpus", "input", "expected", "cases"}
FILES_LEFT = 77  # the exit status
JOBS = len(os.sched_getaffinity(0))


def files(*suffixes):
    """The project's files, whether git knows them yet or not."""
    for folder in ("tool", "runtime", "kernels", "rules", "tests", "docs"):
        for path, names, leaves in os.walk(ROOT / folder):
            if folder == "tests":
                names[:] = [name for name in names if name not in DATA]
            names[:] = sorted(name for name in names if name != "__pycache__")
            for leaf in sorted(leaves):
                if leaf.endswith(suffixes):
                    yield Path(path) / leaf


def run_format(*options):
    paths = [*files(*CPP), *(path for path in STANDARD_HEADERS.rglob("*") if path.is_file())]
    return subprocess.run([FORMAT, *options, *map(str, paths)], cwd=ROOT).returncode == 0


def check_shell():
    scripts = [ROOT / "dev", ROOT / ".ci" / "run", *files(".sh")]
    return subprocess.run(["shellcheck", *map(str, scripts)], cwd=ROOT).returncode == 0


def check_python():
    scripts = list(files(".py"))
    for script in scripts:
        ast.parse(script.read_bytes(), script)
    result = subprocess.run(["pyflakes3", *map(str, scripts)], cwd=ROOT, capture_output=True, text=True)
    found = [message for message in (result.stdout + result.stderr).splitlines() if not is_meant(message)]
    print("\n".join(found), end="\n" if found else "")
    return not found


def is_meant(message):
    """Whether the line that pyflakes complains of says noqa: an import may be for what it does, or for others."""
    place = re.match(r"(.+\.py):(\d+):", message)
    return bool(place) and "# noqa" in Path(place[1]).read_text().splitlines()[int(place[2]) - 1]


def included_headers(build):
    """Per object file, what the compiler read that is the project's or generated for it."""
    deps, current = {}, None
    output = subprocess.run(
        ["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True, check=True
    ).stdout
    for line in output.splitlines():
        if line.startswith("    "):
            path = (build / line.strip()).resolve()
            if path.is_relative_to(ROOT) or path.is_relative_to(build):
                deps[current].append(path)
        elif match := re.match(r"(\S.*): #deps", line):
            current = match[1]
            deps[current] = []
    return deps


def configurations(source):
    """Where the .clang-tidy files that decide for this source may be: its folder and all above, the root first."""
    return [folder / ".clang-tidy" for folder in reversed(source.parents) if folder.is_relative_to(ROOT)]


def tidy_key(entry, deps, version):
    """What a clean result is kept under."""
    digest = hashlib.sha256(version)
    for configuration in configurations(Path(entry["file"])):
        digest.update(configuration.read_bytes() if configuration.exists() else b"")
    command = entry["command"].replace(str(ROOT), "ROOT")
    digest.update(command.encode())
    for path in sorted({Path(entry["file"]), *deps}):
        digest.update(os.path.relpath(path, ROOT).encode() + b"\0")
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()


def changed_since_main():
    """None: there is no main to compare with, so that any file may have changed."""
    try:
        return {Path(name) for name in changed_files(ROOT)}
    except NoBase as error:
        print(f"clang-tidy: {error}: all files are checked", flush=True)
        return None


def newest_first(paths):
    """By the last commit that changed each; what git does not know comes first."""
    log = subprocess.run(["git", "log", "--format=", "--name-only"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    age = {}
    for name in log.splitlines():
        age.setdefault(name, len(age))
    return sorted(paths, key=lambda path: age.get(os.path.relpath(path, ROOT), -1))


def check_tidy(build, changed_only=False, seconds=None):
    end = time.monotonic() + seconds if seconds else None
    build = build.resolve()
    changed = changed_since_main() if changed_only else None
    cache = Path(os.environ.get("MUSA_PORT_CACHE") or build) / "clang-tidy"
    cache.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([TIDY, "--version"], capture_output=True, check=True).stdout
    deps = included_headers(build)

    wanted = set(files(".cpp"))
    seen, todo = set(), {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = Path(entry["file"])
        # The fuzzers compile the modules a second time.
        if path not in wanted or path in seen or "fuzz_modules" in entry["output"]:
            continue
        # Of what was never compiled nobody knows the headers: there is no key to keep the result under.
        read = deps.get(entry["output"])
        if changed is not None and not changed & {path, *(read or ()), *configurations(path)}:
            continue
        seen.add(path)
        key = tidy_key(entry, read, version) if read is not None else None
        if key is None or not (cache / key).exists():
            todo[path] = key
    left = []

    def check(path):
        if end is not None and time.monotonic() > end:
            left.append(path)
            return True
        key = todo[path]
        command = [TIDY, "--quiet", "-p", str(build), str(path)]
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if result.returncode == 0:
            if key:
                (cache / key).touch()
            return True
        errors = [line for line in result.stderr.splitlines() if "error" in line]
        print("\n".join([result.stdout.rstrip(), *errors]), flush=True)
        return False

    print(f"clang-tidy: {len(todo)} files, {len(seen) - len(todo)} unchanged", flush=True)
    with ThreadPoolExecutor(JOBS) as pool:
        is_clean = all(list(pool.map(check, newest_first(todo))))
    if is_clean and left:
        print(f"clang-tidy: {seconds} s are over: {len(left)} files are left for the next run", flush=True)
        sys.exit(FILES_LEFT)
    return is_clean


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("check", choices=("fmt", "format", "shell", "python", "tidy", "all"))
    parser.add_argument("--build", type=Path)
    parser.add_argument("--changed", action="store_true")
    parser.add_argument("--seconds", type=int)
    arguments = parser.parse_args()
    if arguments.check in ("tidy", "all") and not arguments.build:
        parser.error("--build is needed")
    checks = {
        "format": lambda: run_format("--dry-run", "--Werror"),
        "shell": check_shell,
        "python": check_python,
        "tidy": lambda: check_tidy(arguments.build, arguments.changed, arguments.seconds),
    }
    if arguments.check == "fmt":
        sys.exit(not run_format("-i"))
    failed = []
    for name in checks if arguments.check == "all" else [arguments.check]:
        if not checks[name]():
            failed.append(name)
    if failed:
        hint = "; ./dev fmt formats" if "format" in failed else ""
        sys.exit(f"lint: failed: {', '.join(failed)}{hint}")


if __name__ == "__main__":
    main()
