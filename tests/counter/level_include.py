# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The include of the CUDA level, which a port may have and its source has not."""

import re
from collections import defaultdict

from names import LEVEL_HEADER
from tokenizer import HEADER

# Where a build may be without CUDA, the include stands behind one of these conditions.
CONDITIONS = ("#if defined(__MUSACC__) || defined(MUSA_VERSION) || defined(MUSART_VERSION)",
              f"#if defined(__MUSACC__) || __has_include(<{LEVEL_HEADER}>)")
_INCLUDE = re.compile(
    rf"(?:{'|'.join(map(re.escape, CONDITIONS))})\r?\n(?P<indent>[ \t]*)#include <{LEVEL_HEADER}>\r?\n(?P=indent)#endif\r?\n(?P=indent)"
    rf"|#include <{LEVEL_HEADER}>\r?\n"
)


def _is_level_header(token):
    return token.kind == HEADER and token.text[1:-1] == LEVEL_HEADER


def has_level(source):
    return any(map(_is_level_header, source.code))


def drop(source, ported):
    """Takes the includes that the tool may insert out of the tokens to compare; their number."""
    text = defaultdict(str)
    for token in ported.code:
        text[token.row] += token.text
    found = {token.row for token in ported.code if _is_level_header(token) and text[token.row].startswith("#include")}
    if has_level(source):
        return 0
    rows = set(found)
    for row in found:
        if text[row - 1] in [condition.replace(" ", "") for condition in CONDITIONS]:
            rows |= {row - 1, row + 1}
    ported.code = [token for token in ported.code if token.row not in rows]
    return len(found)


def without(white_space):
    return _INCLUDE.sub("", white_space)


def lines(source, ported):
    """The lines of the includes that the tool may insert."""
    if _INCLUDE.search(source.text):
        return []
    return [ported.line_at(found.start()) + line
            for found in _INCLUDE.finditer(ported.text) for line in range(found.group().count("\n"))]
