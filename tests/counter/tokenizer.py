"""A C, C++ and CUDA tokenizer that keeps every preprocessor branch.

Written for the counter alone: it shares no code with the porting tool, so that a mistake there cannot hide itself here.
Text is decoded as Latin-1, which maps each byte to one character; files in any encoding pass through unchanged.
"""

import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

IDENTIFIER = "identifier"
NUMBER = "number"
STRING = "string"
CHARACTER = "character"
COMMENT = "comment"
HEADER = "header"
PUNCTUATION = "punctuation"

_SPLICE = r"\\[ \t]*\r?\n"

_TOKEN = re.compile(
    rf"""
      (?P<newline>\r?\n)
    | (?P<space>(?:[ \t\f\v\r]|{_SPLICE})+)
    | (?P<comment>//(?:{_SPLICE}|[^\n])*?(?=\r?\n|\Z)|/\*.*?(?:\*/|\Z))
    | (?P<raw>(?:u8|[uUL])?R"(?P<delimiter>[^()\\\s"]{{0,16}})\(.*?\)(?P=delimiter)")
    | (?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\\r?\n|\\.)*")
    | (?P<character>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')
    | (?P<identifier>[A-Za-z_$\x80-\xff](?:[\w$\x80-\xff]|{_SPLICE}(?=[\w$]))*)
    | (?P<number>\.?[0-9](?:[eEpP][+-]|'?[\w.]|{_SPLICE}(?=[\w.]))*)
    | (?P<punctuation><<<|>>>|<=>|<<=|>>=|->\*|\.\.\.|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|%:|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_HEADER_NAME = re.compile(r"[ \t]*(?P<name><[^>\n]+>|\"[^\"\n]+\")")
_INCLUDE_DIRECTIVES = frozenset({"include", "include_next", "import"})


class Token:
    """One token. `row` counts logical lines: a directive continued by backslashes has one row."""

    __slots__ = ("kind", "text", "begin", "end", "row", "directive")

    def __init__(self, kind, text, begin, end, row, directive):
        self.kind = kind
        self.text = text
        self.begin = begin
        self.end = end
        self.row = row
        self.directive = directive


_DEVICE_WORD = re.compile(r"\b__(?:global|device)__\b")


class Source:
    """A file's text with its tokens: `code` without comments, and `comments`."""

    def __init__(self, text):
        self.text = text
        self.code = []
        self.comments = []
        self._line_starts = [0] + [match.end() for match in re.finditer("\n", text)]
        self._tokenize()

    def line(self, token):
        return self.line_at(token.begin)

    def line_at(self, position):
        return bisect_right(self._line_starts, position)

    def gap(self, index):
        """Where the characters between a code token and the one before it begin and end."""
        begin = self.code[index - 1].end if index else 0
        return begin, self.code[index].begin if index < len(self.code) else len(self.text)

    def white_space(self, begin, end):
        """The characters from `begin` to `end` without the comments that begin there."""
        text = []
        for comment in self.comments[bisect_left(self.comments, begin, key=lambda comment: comment.begin) :]:
            if comment.begin >= end:
                break
            text.append(self.text[begin : comment.begin])
            begin = comment.end
        return "".join(text) + self.text[begin:end]

    def _tokenize(self):
        text = self.text
        match_token = _TOKEN.match
        position = 3 if text.startswith("\xef\xbb\xbf") else 0
        row = 0
        directive = ""
        row_is_empty = True
        length = len(text)
        while position < length:
            match = match_token(text, position)
            kind = match.lastgroup
            end = match.end()
            if kind == "newline":
                row += 1
                directive = ""
                row_is_empty = True
            elif kind == "space":
                pass
            elif kind == COMMENT:
                self.comments.append(Token(COMMENT, match.group(), position, end, row, directive))
            else:
                spelling = match.group()
                if kind == IDENTIFIER or kind == NUMBER:
                    if "\\" in spelling:
                        spelling = re.sub(_SPLICE, "", spelling)
                elif kind == "raw" or kind == "delimiter":
                    kind = STRING
                if row_is_empty and spelling in ("#", "%:"):
                    directive = "#"
                elif directive == "#":
                    directive = spelling
                self.code.append(Token(kind, spelling, position, end, row, directive))
                row_is_empty = False
                if self._expects_header(directive):
                    header = _HEADER_NAME.match(text, end)
                    if header:
                        begin, end = header.span("name")
                        self.code.append(Token(HEADER, header["name"], begin, end, row, directive))
            position = end

    def _expects_header(self, directive):
        last = self.code[-1].text
        if last == "(":
            return len(self.code) > 1 and self.code[-2].text in ("__has_include", "__has_include_next")
        return last == directive and last in _INCLUDE_DIRECTIVES


class SourceInLiteral(NamedTuple):
    source: Source
    frame: tuple  # what stands around it: R"x( and )x"


def source_in(literal):
    """The program in a raw string literal that has device code, which is compiled when the host's program runs; None in others."""
    match = _TOKEN.fullmatch(literal)
    if not match or match.lastgroup not in ("raw", "delimiter") or not _DEVICE_WORD.search(literal):
        return None
    begin, end = literal.index("(") + 1, literal.rindex(")")
    return SourceInLiteral(Source(literal[begin:end]), (literal[:begin], literal[end:]))


def tokens_of(fragment):
    """The spellings of the code tokens of a piece of code."""
    return [token.text for token in Source(fragment).code]


def read_source(path):
    return Source(path.read_bytes().decode("latin-1"))
