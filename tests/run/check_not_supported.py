#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares docs/reference/runtime.md with the API functions of libmusart that refuse something.

The page has two lists: functions that do nothing but refuse, and those that refuse some requests. A
function refuses if its body names the code, or calls a helper that does: of the same file, or of one
whose header the file includes.
"""

import pathlib
import re
import sys

INCLUDED = re.compile(r'^#include "([\w/]+\.h)"$', re.MULTILINE)
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
    bodies, helpers = {}, {}
    for path in sorted(folder.rglob("*.cpp")):
        text = path.read_text(encoding="utf-8")
        bodies[path] = list(definitions(text))
        # What it can call: its own functions, and those of the files whose headers it includes.
        helpers[path] = [path, *(folder / name for name in INCLUDED.findall(text))]
    refuses = {path: {name for name, body in own if CODE.search(body) and "MUSART_" not in body}
               for path, own in bodies.items()}
    grows = True
    while grows:
        grows = False
        for path, own in bodies.items():
            known = {name for other in helpers[path] for name in refuses.get(other.with_suffix(".cpp"), ())
                     if not API.fullmatch(name)}
            calls = re.compile(rf"\b({'|'.join(sorted(known)) or '(?!)'})\(")
            more = {name for name, body in own if calls.search(body)} - refuses[path]
            refuses[path] |= more
            grows |= bool(more)
    wholly, partly = set(), set()
    for path, own in bodies.items():
        for name, body in own:
            if name in refuses[path] and API.fullmatch(name):
                (wholly if REFUSAL.fullmatch(body) else partly).add(name)
    return wholly, partly


def compare(found, page, pattern, what):
    listed = {name for name in re.findall(r"`(\w+)`", pattern.search(page)[1]) if API.fullmatch(name)}
    for name in sorted(found - listed):
        print(f"{name} {what}, and docs/reference/runtime.md does not say so")
    for name in sorted(listed - found):
        print(f"docs/reference/runtime.md says that {name} {what}, and the sources do not")
    return found == listed


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    page = (root / "docs/reference/runtime.md").read_text(encoding="utf-8")
    wholly, partly = refusing(root / "runtime" / "host")
    if not wholly or not partly:
        sys.exit("no function found that is not supported: the pattern no longer fits the sources")
    same = [compare(wholly, page, LISTED, "is not supported"),
            compare(partly, page, PARTLY, "refuses requests")]
    sys.exit(not all(same))


if __name__ == "__main__":
    main()
