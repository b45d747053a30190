# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports the sources that a program compiles when it runs: strings for load_inline and the like. musa-port ports them as files."""

import re

import libcst as cst

from .edits import Diagnostic

# What makes a string a source. A comment of a shell's may begin with "# include".
SOURCE = re.compile(r"__(?:global|device)__(?!\w)|^[ \t]*#[ \t]*include[ \t]*[<\"]", re.MULTILINE)
SIGN = re.compile("__global__|__device__|include")  # no source is without one
QUOTED_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
ESCAPE = re.compile(r"""\\(?:(\n)|([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(N\{[^}]*\})|(.))""", re.DOTALL)
CHARACTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\\": "\\", "'": "'", '"': '"'}


class Spelling:
    """How a string's text is spelled between its quotes, and where."""

    def __init__(self, spelled, prefix, quote):
        self.is_raw = "r" in prefix.lower()
        self.is_formatted = "f" in prefix.lower()
        self.quote = quote
        parts, self.starts, at = [], [], 0  # of each byte of the text: where it is spelled
        while at < len(spelled):
            character, end = self._read(spelled, at)
            start = len(spelled[:at].encode()) if at == 0 else self._end
            self._end = start + len(spelled[at:end].encode())
            parts.append(character)
            self.starts += [start] * len(character.encode())
            at = end
        self.text = "".join(parts)
        self.starts.append(len(spelled.encode()))

    def _read(self, spelled, at):
        """The character that is spelled there, and where the next one is."""
        if self.is_formatted and spelled[at:at + 2] in ("{{", "}}"):
            return spelled[at], at + 2
        escape = None if self.is_raw else ESCAPE.match(spelled, at)
        if not escape:
            return spelled[at], at + 1
        newline, octal, *codes, named, other = escape.groups()
        if newline:
            return "", escape.end()
        if octal:
            return chr(int(octal, 8)), escape.end()
        for code in filter(None, codes):
            return chr(int(code, 16)), escape.end()
        if named:
            return " ", escape.end()  # no name of CUDA's has one
        return CHARACTERS.get(other, "\\" + other), escape.end()

    def spell(self, text, end):
        """The text as it would be spelled here, before the byte `end` of the string's text; None if it cannot be."""
        is_short = len(self.quote) == 1
        if self.is_formatted:
            text = text.replace("{", "{{").replace("}", "}}")
        if self.is_raw:
            is_possible = self.quote not in text and not (is_short and "\n" in text)
            return text if is_possible else None
        text = text.replace("\\", "\\\\")
        following = self.text.encode()[end:end + 1].decode(errors="replace")
        if is_short or self.quote in text or following in ("", self.quote[0]):
            text = text.replace(self.quote[0], "\\" + self.quote[0])
        return text.replace("\n", "\\n") if is_short else text


class SourceStrings:
    """Ports the sources in the strings of one file."""

    def __init__(self, file, words):
        self.file = file
        self.words = words
        self.are_sources = {}  # by the id of a string, or of several that make one

    def port(self, node):
        """Ports a string if it is a source, or a part of one."""
        if not self._is_source(node):
            return False
        for start, spelling in self._spellings(node):
            self._port_text(node, start, spelling)
        return True

    def _is_source(self, node):
        while isinstance(self.file.parent(node), cst.ConcatenatedString):
            node = self.file.parent(node)
        if id(node) not in self.are_sources:
            self.are_sources[id(node)] = any(SOURCE.search(spelling.text) for each in self._parts(node) if SIGN.search(self.file.text(each))
                                             for _, spelling in self._spellings(each))
        return self.are_sources[id(node)]

    @staticmethod
    def _parts(node):
        """All strings of `"a" "b" "c"`."""
        while isinstance(node, cst.ConcatenatedString):
            yield node.left
            node = node.right
        yield node

    def _spellings(self, node):
        opening, closing = self.file.quotes(node)
        prefix = opening[:len(opening) - len(closing)]
        if isinstance(node, cst.SimpleString):
            yield self.file.content_start(node), Spelling(node.raw_value, prefix, closing)
            return
        for part in node.parts:
            if isinstance(part, cst.FormattedStringText):
                yield self.file.span(part)[0], Spelling(part.value, prefix, closing)

    def _port_text(self, node, start, spelling):
        answer = self.words.rules.musa_port.ask("source", text=spelling.text)
        texts = [spelling.spell(each["text"], each["end"]) for each in answer["edits"]]
        if None in texts:
            self.file.say(node, "warning", "this string has CUDA code, and stays", "write the code between triple quotes")
            return
        for each, text in zip(answer["edits"], texts):
            self.file.edit(start + spelling.starts[each["start"]], start + spelling.starts[each["end"]], text)
        for include in QUOTED_INCLUDE.finditer(spelling.text):
            at = len(spelling.text[:include.start(1)].encode())
            self.words.port_file_name(include[1], start + spelling.starts[at])
        lines = [0, *(match.end() for match in re.finditer(b"\n", spelling.text.encode()))]
        for each in answer["remarks"]:
            if each["id"] in ("musa-unknown-name", "musa-unknown-header"):
                continue  # the project may declare the name, or have the file
            offset = min(lines[each["line"] - 1] + each["column"] - 1, len(spelling.starts) - 1)
            self.file.diagnostics.add(Diagnostic(*self.file.source.place(start + spelling.starts[offset]), each["severity"],
                                                 each["message"], each["note"], each["length"]))
