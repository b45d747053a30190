"""Inline PTX: the asm statements of a file, and what became of each in its port.

A port with --analyze makes C++ of a statement, or leaves it and says so. Which of the two, these tokens tell: a
statement of the same text on the same line is left. It keeps the number of lines.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass

from tokenizer import IDENTIFIER, PUNCTUATION, STRING, Token

_KEYWORDS = frozenset({"asm", "__asm", "__asm__"})
_QUALIFIERS = frozenset({"volatile", "__volatile__", "__volatile", "inline", "goto"})
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
# What PTX has and a host's assembler has not: types of operands, registers of its own, constraints.
_TYPE = re.compile(r"\.(?:[busf](?:8|16|32|64)|b?f16(?:x2)?|tf32|pred)\b")
_REGISTER = re.compile(r"%%?(?:laneid|lanemask_\w+|n?smid|n?warpid|n?tid|n?ctaid|gridid|clock(?:64|_hi)?|globaltimer\w*)\b")
_OPCODE = re.compile(r"(?:^|[;{}\s])(?:exit|trap|brkpt|bar\.\w|barrier\.|membar\.|fence\.|cp\.async|prefetchu?\.|isspacep\.)")
_CONSTRAINT = re.compile(r'"[=+&]*(?:[hrlfdnqC]|\d)"')
_TENSOR_CORES = re.compile(r"\b(?:w?mma|wgmma|ldmatrix|stmatrix|movmatrix|tcgen05)\.")
_ASYNC_COPIES = re.compile(r"\b(?:cp\.(?:async|reduce)|mbarrier\.|tensormap\.|prefetch\.tensormap)")


@dataclass
class Statement:
    """The code tokens [first, last) of a file, from `asm` to the closing parenthesis."""

    first: int
    last: int
    template: str  # what stands in it as strings; a macro is itself
    outputs: list  # of those that the template names, the tokens of the expression
    is_ptx: bool

    @property
    def kind(self):
        if _TENSOR_CORES.search(self.template):
            return "tensor cores"
        return "asynchronous copies" if _ASYNC_COPIES.search(self.template) else "other"


def _closing(code, opening):
    """The index of the bracket that closes code[opening], or None."""
    depth = 0
    for index in range(opening, len(code)):
        if code[index].directive != code[opening].directive:
            return None
        if code[index].kind == PUNCTUATION:
            depth += (code[index].text in _OPENING) - (code[index].text in _CLOSING)
            if depth == 0:
                return index
    return None


def statement_at(code, first):
    """The statement whose keyword is code[first], or None: `asm` may be a macro's parameter, or name a symbol."""
    if code[first].kind != IDENTIFIER or code[first].text not in _KEYWORDS:
        return None
    opening = first + 1
    while opening < len(code) and code[opening].text in _QUALIFIERS:
        opening += 1
    if opening >= len(code) or code[opening].text != "(":
        return None
    end = _closing(code, opening)
    if end is None:
        return None
    sections, depth = [[]], 0
    for token in code[opening + 1 : end]:
        if token.kind == PUNCTUATION:
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
            if depth == 0 and token.text in (":", "::"):
                sections += [[] for _ in token.text]
                continue
        sections[-1].append(token)
    template = "".join(t.text[1:-1].replace("\\n", "\n").replace("\\t", "\t") if t.kind == STRING else t.text for t in sections[0])
    operands = [_operands(section) for section in (sections + [[], []])[1:3]]
    outputs = [
        [token.text for token in expression]
        for index, (name, _, expression) in enumerate(operands[0])
        if re.search(rf"%(?:{index}\b|\[{re.escape(name)}\])", template)
    ]
    return Statement(first, end + 1, template, outputs, _is_ptx(template, sections[0], operands[0] + operands[1]))


def _operands(section):
    """(name, constraint, tokens of the expression) of each operand."""
    found, index = [], 0
    while index < len(section):
        opening = next((i for i in range(index, len(section)) if section[i].text == "("), None)
        if opening is None:
            break
        end = _closing(section, opening) or len(section) - 1
        head = [token.text for token in section[index:opening]]
        name = head[head.index("[") + 1] if "[" in head else ""
        found.append((name, "".join(text for text in head if text.startswith('"')), section[opening + 1 : end]))
        index = end + 2 if end + 1 < len(section) and section[end + 1].text == "," else end + 1
    return found


def _is_ptx(template, tokens, operands):
    if not all(constraint == "" or _CONSTRAINT.fullmatch(constraint) for _, constraint, _ in operands):
        return False
    if _TYPE.search(template) or _REGISTER.search(template) or _OPCODE.search(template):
        return ";" in template
    # A macro has the instruction.
    return any(token.kind != STRING for token in tokens) and bool(operands) and "%" in template and ";" in template


def statements(source):
    return [found for first in range(len(source.code)) if (found := statement_at(source.code, first)) and found.is_ptx]


def fold(source, ported, inserted=()):
    """Makes one token of each statement that was translated, and one of what it became.

    `inserted` are the port's lines, in order, that the source has not. Returns (line, statement, the tokens that it
    became); None if it was left.
    """
    became, first = [], 0
    while first < len(source.code):
        found = statement_at(source.code, first)
        if found is None or not found.is_ptx:
            first += 1
            continue
        line = source.line(source.code[first])
        line_in_port = line
        for one in inserted:
            line_in_port += one <= line_in_port
        start = _same_place(source, ported, first, line_in_port)
        if start is None:
            became.append((line, found, []))
            first = found.last
            continue
        left = statement_at(ported.code, start)
        if left is not None and left.template == found.template:
            became.append((line, found, None))
            first = found.last
            continue
        end = _end(source.code, found.last, ported.code, start)
        became.append((line, found, [token.text for token in ported.code[start:end]]))
        _replace(source.code, first, found.last)
        _replace(ported.code, start, end)
        _leave_out_padding(source, first, ported, start)
        first += 1
    return became


def _same_place(source, ported, index, line):
    """The index of the ported token on `line` that is as far in it as the source's is in its own."""
    begin = source.text.rfind("\n", 0, source.code[index].begin)
    before = 0
    while before < index and source.code[index - before - 1].begin > begin:
        before += 1
    first = bisect_left(ported.code, line, key=ported.line)
    start = first + before
    return start if start < len(ported.code) and ported.line(ported.code[start]) == line else None


def _leave_out_padding(source, index, ported, start):
    """The ends of lines that keep the number of lines stand behind the translation, and belong to it."""
    old = source.text[slice(*source.gap(index + 1))]
    begin, end = ported.gap(start + 1)
    padding = ported.text[begin : end - len(old)]
    if ported.text[begin:end].endswith(old) and not padding.strip(" \t\r\n\\"):
        ported.code[start].end += len(padding)


def _end(code, following, ported, start):
    """Where the translation ends: before the token that follows the statement, outside of brackets."""
    in_row = following < len(code) and (not code[following - 1].directive or code[following].row == code[following - 1].row)
    depth = 0
    for index in range(start, len(ported)):
        token = ported[index]
        if ported[start].directive and token.row != ported[start].row:
            return index
        if depth == 0 and in_row and index > start and token.text == code[following].text:
            return index
        if token.kind == PUNCTUATION:
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
            if depth < 0:
                return index
    return len(ported)


def _replace(code, first, last):
    begin, end = code[first], code[last - 1]
    code[first:last] = [Token(PUNCTUATION, "asm", begin.begin, end.end, begin.row, begin.directive)]
