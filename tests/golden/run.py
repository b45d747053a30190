#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Golden cases: what musa-port makes of a small tree, byte for byte.

CASE/input/           the tree that is ported
CASE/args             further arguments, one a line (optional); paths are relative to CASE
CASE/rules.json       passed with -r (optional)
CASE/expected/        the output tree; missing if the run is expected to write nothing
CASE/expected.stderr  diagnostics
CASE/expected.stdout  the summary
CASE/expected.status  the exit status

`run.py --musa-port BINARY CASE...` checks; with UPDATE=1 in the environment (`./dev test --update`) it rewrites what is
expected.
"""

import argparse
import difflib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MANIFEST = ".musa-port-manifest.json"


def tree(root: Path) -> dict[str, bytes]:
    """Every file and link below `root`: its path and content."""
    found = {}
    for folder, folders, names in os.walk(root):
        for name in names + [f for f in folders if (Path(folder) / f).is_symlink()]:
            path = Path(folder) / name
            key = str(path.relative_to(root))
            if key == MANIFEST:
                continue
            found[key] = b"link to " + os.readlink(path).encode() if path.is_symlink() else path.read_bytes()
    return found


# Options that say where the port goes, so that -o is none.
WITHOUT_OUTPUT = {"--check", "--dry-run", "--diff", "--in-place", "--list"}


def run_case(binary: Path, case: Path, work: Path) -> dict[str, object]:
    shutil.copytree(case / "input", work / "input", symlinks=True)
    arguments = ["input"]
    if (case / "rules.json").exists():
        shutil.copy(case / "rules.json", work / "rules.json")
        arguments += ["-r", "rules.json"]
    if (case / "args").exists():
        arguments += (case / "args").read_text().splitlines()
    if not WITHOUT_OUTPUT & set(arguments):
        arguments += ["-o", "output"]
    result = subprocess.run([binary, *arguments], cwd=work, capture_output=True, check=False)
    wrote = work / ("input" if "--in-place" in arguments else "output")
    actual = {
        "expected.status": f"{result.returncode}\n".encode(),
        "expected.stderr": result.stderr,
        "expected.stdout": result.stdout,
    }
    return {"texts": actual, "tree": tree(wrote) if wrote.exists() else None}


def update(case: Path, actual: dict) -> None:
    for name, text in actual["texts"].items():
        (case / name).write_bytes(text)
    shutil.rmtree(case / "expected", ignore_errors=True)
    for name, content in (actual["tree"] or {}).items():
        path = case / "expected" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content.startswith(b"link to "):
            path.symlink_to(content.removeprefix(b"link to ").decode())
        else:
            path.write_bytes(content)


def show_difference(name: str, expected: bytes, actual: bytes) -> None:
    lines = difflib.unified_diff(
        expected.decode("utf-8", "backslashreplace").splitlines(),
        actual.decode("utf-8", "backslashreplace").splitlines(),
        f"expected {name}", f"actual {name}", lineterm="")
    print("\n".join(lines) or f"{name}: differs in bytes that do not show (line endings, encoding)")


def check(case: Path, actual: dict) -> bool:
    good = True
    for name, text in actual["texts"].items():
        expected = (case / name).read_bytes() if (case / name).exists() else b""
        if expected != text:
            show_difference(name, expected, text)
            good = False
    expected_tree = tree(case / "expected") if (case / "expected").exists() else None
    if (expected_tree is None) != (actual["tree"] is None):
        print("an output tree was " + ("expected" if actual["tree"] is None else "not expected"))
        return False
    for name in sorted((expected_tree or {}).keys() | (actual["tree"] or {}).keys()):
        expected, content = (expected_tree or {}).get(name), (actual["tree"] or {}).get(name)
        if expected is None:
            print(f"{name}: not expected")
        elif content is None:
            print(f"{name}: missing")
        elif expected != content:
            show_difference(name, expected, content)
        else:
            continue
        good = False
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--musa-port", type=Path, required=True)
    parser.add_argument("cases", type=Path, nargs="+")
    arguments = parser.parse_args()
    good = True
    for case in arguments.cases:
        with tempfile.TemporaryDirectory() as work:
            actual = run_case(arguments.musa_port.resolve(), case.resolve(), Path(work))
        if os.environ.get("UPDATE") == "1":
            update(case, actual)
        elif not check(case.resolve(), actual):
            print(f"FAILED {case.name}: see above; ./dev test --update golden.{case.name} accepts the new result")
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
