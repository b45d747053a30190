# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Edits of a text, and what there is to say of it. Nothing of Python's syntax."""

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
    """What becomes of `name`, which stands from `start` to `end`. `to`: None if it stays.

    `by` is what decides: the number of a rule of musa-port's, "python" (python.json), or "file" and "macro" for the names of
    sources and of macros in them, about which musa-port decides if it ports the tree.
    """

    start: int
    end: int
    name: str
    to: str | None
    by: object


@dataclass(frozen=True)
class Diagnostic:
    """What a person should know, at a place: an error needs a decision, a warning a look."""

    line: int
    column: int
    severity: str
    message: str
    note: str = ""
    length: int = 1


@dataclass
class Port:
    """What becomes of a file: edits of its bytes, in order, what they and others follow from, and what a person should know."""

    edits: list = field(default_factory=list)
    decisions: list = field(default_factory=list)
    diagnostics: list = field(default_factory=list)


class Source:
    """A file's text, and the bytes that it came from."""

    def __init__(self, content):
        self.bom = content.startswith(codecs.BOM_UTF8)
        self.encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        if self.encoding == "utf-8-sig":
            self.encoding = "utf-8"
        self.text = content.removeprefix(codecs.BOM_UTF8).decode(self.encoding)
        self.utf8 = self.text.encode()
        self.newline = "\r\n" if "\r\n" in self.text else "\n"

    def in_the_file(self, each):
        """An edit or decision with offsets in the file's own bytes."""
        return replace(each, start=self._offset(each.start), end=self._offset(each.end))

    def _offset(self, position):
        if self.encoding == "utf-8":
            return position + (len(codecs.BOM_UTF8) if self.bom else 0)
        return len(self.utf8[:position].decode().encode(self.encoding))

    def place(self, offset):
        """Line and column, from 1, of a byte."""
        line_start = self.utf8.rfind(b"\n", 0, offset) + 1
        return self.utf8.count(b"\n", 0, offset) + 1, offset - line_start + 1

    def line_end(self, offset):
        """Where the line of a byte ends, its newline included."""
        end = self.utf8.find(b"\n", offset)
        return len(self.utf8) if end < 0 else end + 1

    def indentation(self, offset):
        """What stands before a byte on its line, if that is white space; else None."""
        before = self.utf8[self.utf8.rfind(b"\n", 0, offset) + 1:offset].decode()
        return before if not before.strip() else None


def in_order(edits):
    """Of edits that overlap, the one that begins first; of those, the longer."""
    kept, end = [], 0
    for edit in sorted(edits, key=lambda each: (each.start, each.end > each.start, -each.end, each.text)):
        if edit.start >= end:
            kept.append(edit)
            end = edit.end
    return kept


def apply_edits(content, edits):
    """A file's bytes with edits made. Outside of them every byte stays."""
    parts, position = [], 0
    for edit in edits:
        assert edit.start >= position, f"edits overlap: {edit}"
        parts += [content[position:edit.start], edit.text.encode()]
        position = edit.end
    return b"".join([*parts, content[position:]])
