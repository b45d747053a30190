# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packaging files that are no Python: they name sources by their suffixes."""

import re

from .edits import Edit

MANIFESTS = ("MANIFEST.in", "pyproject.toml", "setup.cfg")


def port_manifest(content, rules):
    """Edits of the file's bytes: names and patterns of sources follow the port, comments stay."""
    suffixes = "|".join(re.escape(suffix) for suffix in rules["suffixes"])
    name = re.compile(rf"(?<=[\w*?\]}}])({suffixes})(?![\w./*-])".encode())
    code = re.compile(rb"((?<=\S)#|[^#\n])*")
    edits, start = [], 0
    for line in content.splitlines(keepends=True):
        for match in name.finditer(content, start, start + code.match(line).end()):
            edits.append(Edit(match.start(), match.end(), rules["suffixes"][match.group().decode()]))
        start += len(line)
    return edits
