# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Edits of a text, and what there is to say of it. Nothing of Python's syntax."""

import codecs
import io
import tokenize
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Edit:
    """The bytes from `start` to `end` become `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """What a person should know, at a place: an error needs a decision, a warning a look."""

    line: int
    column: int
    severity: str
    message: str
    note: str = ""


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

    def edits_of_the_file(self, edits):
        """The same edits, with offsets in the file's own bytes."""
        if self.encoding == "utf-8":
            shift = len(codecs.BOM_UTF8) if self.bom else 0
            return [Edit(edit.start + shift, edit.end + shift, edit.text) for edit in sorted(edits)]
        def offset(position):
            return len(self.utf8[:position].decode().encode(self.encoding))
        return [Edit(offset(edit.start), offset(edit.end), edit.text) for edit in sorted(edits)]

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


def apply_edits(content, edits):
    """A file's bytes with edits made. Outside of them every byte stays."""
    parts, position = [], 0
    for edit in edits:
        assert edit.start >= position, f"edits overlap: {edit}"
        parts += [content[position:edit.start], edit.text.encode()]
        position = edit.end
    return b"".join([*parts, content[position:]])
