# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of nvcc in the strings of a build script. musa-port decides what becomes of them; this module edits the Python code."""

import re
from dataclasses import dataclass

import libcst as cst

from .appends import Append, runs_of_appends, small_statements
from .edits import Edit, apply_edits, in_order
from .places import KEY_METHODS

# A list is for nvcc alone if its name contains this: `{"nvcc": [...]}`, `extra_cuda_cflags=[...]`.
DEVICE_NAME = re.compile("nvcc|cuda", re.IGNORECASE)
# Prose, not a command line: two neighbouring words, and neither is a flag.
PROSE = re.compile(r"\s[^\s-]\S*\s+[^\s-]")


def is_command_line(text):
    """Whether the string may consist of several words of a command line."""
    return text.startswith("-") and re.search(r"\s", text) is not None


@dataclass
class _Word:
    """The content of a string, or one word of it. A word that is an expression of an f-string has NULs as its text."""

    node: cst.BaseExpression
    element: cst.Element | None  # of a list or tuple
    text: str
    start: int
    is_whole: bool
    append: Append | None = None  # the statement that appends it to a list
    dropped: bool = False

    @property
    def is_known(self):
        return "\0" not in self.text

    @property
    def end(self):
        return self.start + len(self.text.encode())


class FlagPorter:
    """Ports the flags of one file."""

    def __init__(self, file, places, words):
        self.file = file
        self.places = places
        self.word_porter = words
        self.words = []
        self.sequence = None
        self.is_list = False
        self.in_device = False
        self.of_others = False

    def port_sequence(self, sequence):
        """Ports a list or tuple. The value of a flag may be the next element."""
        self._begin(sequence, isinstance(sequence, cst.List))
        for element in sequence.elements:
            words = self._split(element.value, element)
            self.words += words if words and isinstance(element, cst.Element) else [None]
        self._port()
        self._remove()

    def port_appends(self, block):
        """Words that statements of a block append to a list, one after the other."""
        dropped = []
        for run in runs_of_appends(self.file, block):
            self._begin(run[0].word, is_list=False)
            for append in run:
                words = self._split(append.word, None)
                for word in words:
                    word.append = append
                self.words += words or [None]
            self._port()
            dropped += self._remove()
        self._remove_statements(dropped, block)

    def port_string(self, node, searched=False):
        """Ports a string outside of lists. `searched`: flags are searched for what starts with it."""
        self._begin(node, is_list=False)
        self.words = self._split(node, None)
        composed = isinstance(self.file.parent(node), cst.BinaryOperation)
        if self.words and (composed or searched):
            self._ask(self.words[:1], composed, searched)
            return
        self._port()
        self._remove()

    def _begin(self, node, is_list):
        self.words = []
        self.sequence = node
        self.is_list = is_list
        self.in_device = self._is_for_device(node) or self.places.runs_compiler(node)
        self.of_others = self.places.runs_other_program(node)

    def _split(self, node, element):
        text = self.file.string_text(node)
        if not text or isinstance(node, cst.SimpleString) and "b" in node.prefix.lower():
            return []
        start = self.file.content_start(node)
        is_command = self.places.runs_compiler(node)
        if not is_command and not is_command_line(text):
            return [_Word(node, element, text, start, True)]
        if not is_command and (isinstance(node, cst.FormattedString) or PROSE.search(text)):
            return []
        text = self.file.literal_text(node)
        return [self._word(node, element, match.group(), start + len(text[:match.start()].encode()))
                for match in re.finditer(r"\S+", text)]

    def _word(self, node, element, text, start):
        """A word of a string. An expression may be a part of it, as in `-arch=sm_{arch}`."""
        if text.strip("\0"):
            whole = self.file.source.utf8[start:start + len(text.encode())].decode()
            text = text if re.search(r"\s", whole) else whole
        return _Word(node, element, text, start, False)

    def _is_for_device(self, node):
        """Whether the name of what holds the list or string mentions nvcc or CUDA."""
        while True:
            node = self.file.parent(node)
            if isinstance(node, (cst.DictElement, cst.Arg, cst.Assign, cst.AugAssign, cst.Call)):
                if DEVICE_NAME.search(self._holder(node)):
                    return True
            if node is None or isinstance(node, (cst.Dict, cst.BaseStatement)):
                return False

    def _holder(self, node):
        if isinstance(node, cst.DictElement):
            names = [node.key]
        elif isinstance(node, cst.Arg):
            names = [node.keyword] if node.keyword else []
        elif isinstance(node, cst.Assign):
            names = node.targets
        elif isinstance(node, cst.AugAssign):
            names = [node.target]
        elif isinstance(node.func, cst.Attribute):  # nvcc_flags.append(...), flags.setdefault("nvcc", [...])
            names = [node.func.value, *(each.value for each in node.args[:1] if node.func.attr.value in KEY_METHODS)]
        else:
            names = []
        return " ".join(self.file.text(name) for name in names)

    # What becomes of it.

    def _port(self):
        if not any(word and (word.text.startswith("-") or not word.is_whole) for word in self.words):
            return
        dropped, done = self._ask(self.words)
        for number, word in enumerate(self.words):
            if word is None or not word.is_known:
                continue
            word.dropped = number in dropped
            if not word.is_whole and number not in done and not word.text.startswith("-"):
                self.word_porter.port_file_name(word.text, word.start)

    def _ask(self, words, composed=False, searched=False):
        words = [word if word and word.is_known else None for word in words]
        return self.word_porter.port_by_words(
            [word and {"text": word.text, "may_go": self._can_drop(word), "separator": self._separator(word), "composed": composed,
                       "searched": searched} for word in words], [word and word.start for word in words], flags=True, device=self.in_device,
            others=self.of_others)

    def _separator(self, word):
        """The text to put between words that replace `word`; None if only one word fits there."""
        if not word.is_whole:
            return " "
        if word.append is not None and not word.node.lpar:
            return self._next_append(word)
        if not isinstance(word.element, cst.Element) or word.node.lpar:
            return None
        opening, closing = self.file.quotes(word.node)
        return f"{closing}, {opening}"

    def _next_append(self, word):
        """What stands between two statements that append to the list of `word`'s."""
        statement, holder = self.file.span(word.append.statement)[0], self.file.span(word.append.holder)
        inner = [Edit(each.start - holder[0], each.end - holder[0], each.text)
                 for each in in_order(self.file.edits) if holder[0] <= each.start and each.end <= holder[1]]
        name = apply_edits(self.file.source.utf8[slice(*holder)], inner).decode()
        indentation = self.file.source.indentation(statement)
        between = "; " if indentation is None else self.file.source.newline + indentation
        opening, closing = self.file.quotes(word.node)
        return f"{closing}){between}{name}.append({opening}"

    def _can_drop(self, word):
        return not word.is_whole or not word.node.lpar and (word.append is not None or self.is_list and word.element is not None)

    # Removal.

    def _remove(self):
        """The words that are dropped: of a string, or strings of a list, with their commas. What appends one whole is returned."""
        removed = []
        for words in self._strings():
            if all(word.dropped for word in words):
                removed.append(words)
            else:
                self._remove_words(words)
        if self.is_list:
            self._remove_elements({id(words[0].element) for words in removed if not words[0].node.lpar})
        for words in removed:
            if words[0].append is None and (not self.is_list or words[0].node.lpar):
                self.file.edits.add(Edit(words[0].start, words[-1].end, ""))
        return [words[0].append for words in removed if words[0].append is not None]

    def _remove_statements(self, appends, block):
        """With their lines, but for what is behind them. A block needs a statement."""
        text = self.file.source.utf8
        gone = {id(append.statement) for append in appends}
        is_all = not isinstance(block, cst.Module) and all(id(each) in gone for each in small_statements(block))
        for append in appends:
            start, end = self.file.span(append.statement)
            beside = self.file.parent(append.statement).body
            if is_all and append is appends[0]:
                self.file.edits.add(Edit(start, end, "pass"))
                continue
            if len(beside) > 1:
                self._remove_from_line(append.statement, beside, gone)
                continue
            line_end = self.file.source.line_end(end)
            behind = text[end:line_end]
            if behind.strip():
                end += len(behind) - len(behind.lstrip())
            else:
                start, end = start - len(self.file.source.indentation(start).encode()), line_end
            self.file.edits.add(Edit(start, end, ""))

    def _remove_from_line(self, statement, line, gone):
        """One of several statements of a line, with its semicolon."""
        start, end = self.file.span(statement)
        index = next(i for i, each in enumerate(line) if each is statement)
        if index:
            self.file.edits.add(Edit(self.file.span(line[index - 1])[1], end, ""))
        elif id(line[1]) in gone:
            self.file.edits.add(Edit(start, end, "pass"))
        else:
            self.file.edits.add(Edit(start, self.file.span(line[1])[0], ""))

    def _strings(self):
        """The words of each string that has a dropped word."""
        strings = {}
        for word in filter(None, self.words):
            strings.setdefault(id(word.node), []).append(word)
        return [words for words in strings.values() if any(word.dropped for word in words)]

    def _remove_words(self, words):
        for index, word in enumerate(words):
            if not word.dropped:
                continue
            if any(not each.dropped for each in words[index:]):
                self.file.edits.add(Edit(word.start, words[index + 1].start, ""))
            else:
                last_kept = next(each for each in reversed(words) if not each.dropped)
                self.file.edits.add(Edit(last_kept.end, words[-1].end, ""))
                break

    def _remove_elements(self, removed):
        elements = self.sequence.elements
        index = 0
        while index < len(elements):
            if id(elements[index]) not in removed:
                index += 1
                continue
            first = index
            while (index + 1 < len(elements) and id(elements[index + 1]) in removed
                   and not self._between(elements[index], elements[index + 1]).strip(b" \t\r\n,")):
                index += 1
            kept = elements[first - 1] if first and id(elements[first - 1]) not in removed else None
            self._remove_run(kept, elements[first], elements[index])
            index += 1

    def _between(self, one, other):
        return self.file.source.utf8[self.file.span(one)[1]:self.file.span(other)[0]]

    def _remove_run(self, kept, first, last):
        """Removes neighbouring elements. `kept` is the element before them if it stays, otherwise None. Comments stay."""
        text = self.file.source.utf8
        start, end = self.file.span(first)[0], self.file.span(last)[1]
        if isinstance(last.comma, cst.Comma):
            comma, after = self.file.span(last.comma)
            if text[end:comma].strip():
                self.file.edits.add(Edit(comma, after, ""))
            else:
                end = after
        elif kept is not None:
            comma, after = self.file.span(kept.comma)
            if not text[after:start].strip():
                start = comma
        is_first = self.file.source.indentation(start) is not None
        line_end = re.compile(rb"[ \t]*(#|\r?\n[ \t]*)").match(text, end)
        if line_end and not is_first:
            start = len(text[:start].rstrip(b" \t"))
        elif line_end and line_end.group(1) != b"#":
            end = line_end.end()
        else:
            end += len(re.compile(rb"[ \t]*").match(text, end).group())
        self.file.edits.add(Edit(start, end, ""))
