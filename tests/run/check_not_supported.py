#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares docs/runtime.md with the API functions of libmusart that refuse something.

The page has two lists: functions that do nothing but refuse, and those that refuse some requests. A
function refuses if its body names the code, or calls a helper of the same file that does.
"""

import pathlib
import re
import sys

API = re.compile(r"mu(sa)?[A-Z]\w+")
CODE = re.compile(r"\b(musaErrorNotSupported|MUSA_ERROR_NOT_SUPPORTED)\b|\bnotSupported\(\)")
# An API function whose whole body is a refusal.
REFUSAL = re.compile(
    r"\s*return (notSupported\(\)|recordError\(musaErrorNotSupported\)|api(<[\w:]+>)?\(\s*\[\]\s*\{\s*"
    r"throw ApiError\{musaErrorNotSupported\};\s*\}\));\s*\}\s*"
)
LISTED = re.compile(r"<!-- not-supported: begin.*?-->\n(.*?)<!-- not-supported: end -->", re.DOTALL)
PARTLY = re.compile(r"<!-- partly-supported: begin.*?-->\n(.*?)<!-- partly-supported: end -->", re.DOTALL)


def definitions(text):
    """(name, body) of the functions of a source, which clang-format has laid out."""
    lines = []
    for line in text.splitlines():
        if not lines and not re.match(r"[\w\[].*", line):
            continue
        if not lines and re.match(r"(namespace|extern|using|template|struct|class|enum)\b", line):
            continue
        lines.append(line)
        opened = any("{" in one for one in lines)
        on_one_line = len(lines) == 1 and line.endswith("}")
        if line.startswith("}") or on_one_line or not opened and line.endswith(";"):
            whole = "\n".join(lines)
            lines = []
            if found := re.match(r"[^()={}]*?(\w+)\(.*?\) (?:const )?\{", whole, re.DOTALL):
                yield found[1], whole[found.end():]


def refusing(folder):
    """API functions that refuse all, and those that refuse something."""
    wholly, partly = set(), set()
    for path in sorted(folder.rglob("*.cpp")):
        bodies = list(definitions(path.read_text(encoding="utf-8")))
        refuses = {name for name, body in bodies if CODE.search(body) and "MUSART_" not in body}
        while True:
            helpers = [name for name in refuses if not API.fullmatch(name)]
            calls = re.compile(rf"\b({'|'.join(helpers) or '(?!)'})\(")
            more = {name for name, body in bodies if calls.search(body)} - refuses
            if not more:
                break
            refuses |= more
        for name, body in bodies:
            if name in refuses and API.fullmatch(name):
                (wholly if REFUSAL.fullmatch(body) else partly).add(name)
    return wholly, partly


def compare(found, page, pattern, what):
    listed = {name for name in re.findall(r"`(\w+)`", pattern.search(page)[1]) if API.fullmatch(name)}
    for name in sorted(found - listed):
        print(f"{name} {what}, and docs/runtime.md does not say so")
    for name in sorted(listed - found):
        print(f"docs/runtime.md says that {name} {what}, and the sources do not")
    return found == listed


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    page = (root / "docs" / "runtime.md").read_text(encoding="utf-8")
    wholly, partly = refusing(root / "runtime" / "host")
    if not wholly or not partly:
        sys.exit("no function found that is not supported: the pattern no longer fits the sources")
    same = [compare(wholly, page, LISTED, "is not supported"),
            compare(partly, page, PARTLY, "refuses requests")]
    sys.exit(not all(same))


if __name__ == "__main__":
    main()
