# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packaging files that are no Python: they name sources by their suffixes."""

import re

from .edits import Decision, Edit
from .port_file import Port

MANIFESTS = ("MANIFEST.in", "pyproject.toml", "setup.cfg")


def port_manifest(content, rules):
    """The port of a file's bytes: names and patterns of sources follow, comments stay."""
    suffixes = "|".join(re.escape(suffix) for suffix in rules["suffixes"])
    name = re.compile(rf"[\w./*?\[\]{{}}@+-]*[\w*?\]}}]({suffixes})(?![\w./*-])".encode())
    code = re.compile(rb"((?<=\S)#|[^#\n])*")
    port, start = Port(), 0
    for line in content.splitlines(keepends=True):
        for match in name.finditer(content, start, start + code.match(line).end()):
            old, suffix = match.group().decode(), match.group(1).decode()
            new = rules["suffixes"][suffix]
            if rules.macros is not None:
                port.edits.append(Edit(match.start(1), match.end(), new))
            port.decisions.append(Decision(match.start(), match.end(), old, old.removesuffix(suffix) + new, "file"))
        start += len(line)
    return port
