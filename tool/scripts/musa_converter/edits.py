# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Edits of a text, and remarks on it. Knows nothing of Python's syntax."""

import codecs
import io
import tokenize
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, order=True)
class Edit:
    """The bytes from `start` to `end` become `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Decision:
    """What becomes of `name`, from byte `start` to byte `end`. `to` is None if the name stays.

    `by` says who decides: the number of a musa-port rule, or "python" for python.json. "file", "file end" and "macro" mean
    the name of a source, how some names of sources end, and a macro in sources: if musa-port ports the tree, it decides about
    these.
    """

    start: int
    end: int
    name: str
    to: str | None
    by: object


@dataclass(frozen=True)
class Diagnostic:
    """What a person should know about a place. An error needs a decision, a warning needs a look."""

    line: int
    column: int
    severity: str
    message: str
    note: str = ""
    length: int = 1


@dataclass
class Port:
    """The port of a file: edits of its bytes in order, the decisions behind them, and diagnostics for a person."""

    edits: list = field(default_factory=list)
    decisions: list = field(default_factory=list)
    diagnostics: list = field(default_factory=list)


class Source:
    """The text of a file, and the encoding of its bytes."""

    def __init__(self, content):
        self.bom = content.startswith(codecs.BOM_UTF8)
        self.encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        if self.encoding == "utf-8-sig":
            self.encoding = "utf-8"
        self.text = content.removeprefix(codecs.BOM_UTF8).decode(self.encoding)
        self.utf8 = self.text.encode()
        self.newline = "\r\n" if "\r\n" in self.text else "\n"

    def in_the_file(self, each):
        """The same edit or decision, with offsets in the bytes of the file."""
        return replace(each, start=self._offset(each.start), end=self._offset(each.end))

    def _offset(self, position):
        if self.encoding == "utf-8":
            return position + (len(codecs.BOM_UTF8) if self.bom else 0)
        return len(self.utf8[:position].decode().encode(self.encoding))

    def place(self, offset):
        """The line and column of a byte, both from 1."""
        line_start = self.utf8.rfind(b"\n", 0, offset) + 1
        return self.utf8.count(b"\n", 0, offset) + 1, offset - line_start + 1

    def line_end(self, offset):
        """The end of the line that contains a byte, newline included."""
        end = self.utf8.find(b"\n", offset)
        return len(self.utf8) if end < 0 else end + 1

    def indentation(self, offset):
        """The text before a byte on its line if that is white space, otherwise None."""
        before = self.utf8[self.utf8.rfind(b"\n", 0, offset) + 1:offset].decode()
        return before if not before.strip() else None


def in_order(edits):
    """Sorts edits. Of edits that overlap, keeps the one that begins first; if several do, the longest."""
    kept, end = [], 0
    for edit in sorted(edits, key=lambda each: (each.start, each.end > each.start, -each.end, each.text)):
        if edit.start >= end:
            kept.append(edit)
            end = edit.end
    return kept


def apply_edits(content, edits):
    """Applies edits to the bytes of a file. All other bytes stay."""
    parts, position = [], 0
    for edit in edits:
        assert edit.start >= position, f"edits overlap: {edit}"
        parts += [content[position:edit.start], edit.text.encode()]
        position = edit.end
    return b"".join([*parts, content[position:]])
