#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the list of docs/runtime.md with the functions of libmusart that do nothing but refuse."""

import pathlib
import re
import sys

# An API function whose whole body is a refusal.
FUNCTION = re.compile(r"^musaError_t (musa\w+)\([^{;]*\)\s*\{", re.MULTILINE)
REFUSAL = re.compile(
    r"\s*return (notSupported\(\)|recordError\(musaErrorNotSupported\)|api(<[\w:]+>)?\(\s*\[\]\s*\{\s*"
    r"throw ApiError\{musaErrorNotSupported\};\s*\}\));\s*\}"
)
LISTED = re.compile(r"<!-- not-supported: begin.*?-->\n(.*?)<!-- not-supported: end -->", re.DOTALL)


def refused(folder):
    names = set()
    for path in sorted(folder.glob("*.cpp")):
        text = path.read_text(encoding="utf-8")
        names |= {m[1] for m in FUNCTION.finditer(text) if REFUSAL.match(text, m.end())}
    return names


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    page = (root / "docs" / "runtime.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`(musa\w+)`", LISTED.search(page)[1]))
    found = refused(root / "runtime" / "host")
    if not found:
        sys.exit("no function found that is not supported: the pattern no longer fits the sources")
    for name in sorted(found - listed):
        print(f"{name} returns musaErrorNotSupported, and docs/runtime.md does not say so")
    for name in sorted(listed - found):
        print(f"docs/runtime.md says that {name} is not supported, and the sources do not")
    sys.exit(found != listed)


if __name__ == "__main__":
    main()
