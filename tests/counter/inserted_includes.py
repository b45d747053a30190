# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Includes that a port may have and its source has not: of the CUDA level, of what translations of PTX use, and of the standard
library."""

import re

from names import LEVEL_HEADER
from tokenizer import HEADER

# A header that a port may insert, and those of a source that stand for it.
_HEADERS = {LEVEL_HEADER: {LEVEL_HEADER}} | {
    f"musa_port/{name}": {f"musa_port/{name}"} for name in ("carry_flag.h", "matrix_instructions.h")} | {
    f"musa_{name}.h": {f"musa_{name}.h", f"cuda_{name}.h", f"cuda_{name}.hpp"} for name in ("fp16", "bf16", "fp8")}
# Where a build may be without CUDA, the include stands behind one of these conditions.
CONDITIONS = ("#if defined(__MUSACC__) || defined(MUSA_VERSION) || defined(MUSART_VERSION)",
              f"#if defined(__MUSACC__) || __has_include(<{LEVEL_HEADER}>)", "#if defined(__MUSACC__)")
_NAMES = "|".join(map(re.escape, _HEADERS))
_STANDARD = r"[a-z_]+|(?:assert|complex|ctype|errno|fenv|float|inttypes|limits|math|setjmp|signal|stdarg|stddef|stdint|stdio|stdlib|string|time|uchar|wchar|wctype)\.h"
_INCLUDE = re.compile(
    rf"(?:{'|'.join(map(re.escape, CONDITIONS))})\r?\n(?P<indent>[ \t]*)#include <(?P<guarded>{_NAMES})>\r?\n(?P=indent)#endif\r?\n(?P=indent)"
    rf"|#include <(?P<plain>{_NAMES}|{_STANDARD})>\r?\n"
)


def _count(source, names):
    return sum(token.kind == HEADER and token.text[1:-1] in names for token in source.code)


def has_level(source):
    return _count(source, {LEVEL_HEADER}) > 0


class Inserted:
    """The includes of a port that its source has not. Those of a header come before the source's own."""

    def __init__(self, source, ported):
        surplus = {}
        self._found = []
        for found in _INCLUDE.finditer(ported.text):
            name = found["guarded"] or found["plain"]
            if name not in surplus:
                surplus[name] = _count(ported, {name}) - _count(source, _HEADERS.get(name, {name}))
            surplus[name] -= 1
            if surplus[name] >= 0:
                self._found.append(found)

    def __len__(self):
        return len(self._found)

    def drop(self, ported):
        """Takes them out of the tokens to compare."""
        ported.code = [token for token in ported.code
                       if not any(found.start() <= token.begin < found.end() for found in self._found)]

    def lines(self, ported):
        return [ported.line_at(found.start()) + line for found in self._found for line in range(found.group().count("\n"))]


def without(white_space):
    return _INCLUDE.sub("", white_space)
