# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of nvcc's among the strings of a build script, by the rules that musa-port has for CMake's scripts."""

import re
from dataclasses import dataclass

import libcst as cst

from .edits import Edit
from .rules import flag_name
from .words import replace_names

# A list is for nvcc alone if this is in the name of what holds it: `{"nvcc": [...]}`, `extra_cuda_cflags=[...]`.
DEVICE_NAME = re.compile("nvcc|cuda", re.IGNORECASE)
MACRO = re.compile(r"-[DU]([A-Za-z_]\w*)")
# No command line: two words side by side are neither a flag.
PROSE = re.compile(r"\s[^\s-]\S*\s+[^\s-]")
# A value's commas, but for those in braces of a formatted string.
COMMA = re.compile(r",(?![^{}]*})")


def is_command_line(text):
    """Whether a string may have several words of one."""
    return text.startswith("-") and re.search(r"\s", text) is not None


@dataclass
class _Word:
    """A string's content, or a word of it."""

    node: cst.BaseExpression
    element: cst.Element | None  # of a list or tuple
    text: str
    start: int
    is_whole: bool
    done: bool = False
    dropped: bool = False

    @property
    def end(self):
        return self.start + len(self.text.encode())


class FlagPorter:
    """Adds to the edits and diagnostics of `porter`, which is that of one file."""

    def __init__(self, porter):
        self.porter = porter
        self.rules = porter.rules
        self.words = []
        self.sequence = None
        self.is_list = False
        self.in_device = False
        self.architectures = set()

    def port_sequence(self, sequence):
        """A list or tuple, in which a flag's value may be the next element."""
        self._begin(sequence, isinstance(sequence, cst.List))
        for element in sequence.elements:
            words = self._split(element.value, element)
            self.words += words if words and isinstance(element, cst.Element) else [None]
        self._port()
        self._remove()

    def port_string(self, node):
        """A string that stands alone."""
        self._begin(node, is_list=False)
        self.words = self._split(node, None)
        if self.words and isinstance(self.porter.parent(node), cst.BinaryOperation):
            first = self.words[0]
            if any(self._applies(rule) and first.text.startswith(rule.name.partition("$")[0]) for rule in self._candidates(first.text)):
                self._say(first, f"'{first.text}' is a flag of nvcc's that is put together", "write it for mcc, which takes Clang's flags")
            return
        self._port()
        self._remove()

    def _begin(self, node, is_list):
        self.words = []
        self.sequence = node
        self.is_list = is_list
        self.in_device = self._is_for_device(node) or self.porter.places.runs_compiler(node)
        self.architectures = set()

    def _split(self, node, element):
        text = self.porter.string_text(node)
        if not text or isinstance(node, cst.SimpleString) and "b" in node.prefix.lower():
            return []
        start = self.porter.content_start(node)
        is_command = self.porter.places.runs_compiler(node)
        if not is_command and not is_command_line(text):
            return [_Word(node, element, text, start, True)]
        if isinstance(node, cst.FormattedString) or not is_command and PROSE.search(text):
            return []
        return [_Word(node, element, match.group(), start + len(text[:match.start()].encode()), False)
                for match in re.finditer(r"\S+", text)]

    def _is_for_device(self, node):
        """Whether a list or string is held by something that is called after nvcc or CUDA."""
        while True:
            node = self.porter.parent(node)
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
        else:  # nvcc_flags.append(...)
            names = [node.func.value] if isinstance(node.func, cst.Attribute) else []
        return " ".join(self.porter.text(name) for name in names)

    # Which rule applies.

    def _applies(self, rule):
        return self.in_device or not rule.in_device

    def _candidates(self, text):
        return self.rules.flags.get(flag_name(text), [])

    def _match(self, text, following):
        """(rule, whether the following word has its value, value) for the flag that `text` is or begins, or None."""
        for rule in filter(self._applies, self._candidates(text)):
            head = rule.name.partition("$value")[0]
            has_value = rule.name.endswith("$value")
            head, blank, tail = head.partition(" ")
            if blank:
                if text == head and following is not None and following.startswith(tail) and (following != tail) == has_value:
                    return rule, True, following[len(tail):]
            elif has_value:
                if text.startswith(head) and text != head:
                    return rule, False, text[len(head):]
            elif text == head:
                return rule, False, ""
        return None

    def _following(self, index):
        """The word behind one, if that is known."""
        return self.words[index + 1] if index + 1 < len(self.words) else None

    # What becomes of it.

    def _port(self):
        for index, word in enumerate(self.words):
            if word is None:
                continue
            if not word.is_whole:
                self.porter.port_word(word.text, word.start)
            if word.done:
                continue
            if not word.text.startswith("-"):
                if not word.is_whole:
                    self.porter.port_file_name(word.text, word.start)
                continue
            following = self._following(index)
            found = self._match(word.text, following and following.text)
            if found:
                rule, takes_next, value = found
                self._port_flag(word, rule, following if takes_next else None, value, self._following(index + takes_next))
                continue
            if any(self._applies(rule) and rule.name.partition(" ")[0] == word.text != rule.name for rule in self._candidates(word.text)):
                self._say(word, f"'{word.text}' is a flag of nvcc's, and its value does not stand beside it",
                          "write both for mcc, which takes Clang's flags")
            macro = MACRO.match(word.text)
            if macro:
                self.porter.port_macro(macro.group(1), word.start + 2)

    def _port_flag(self, word, rule, second, value, behind):
        shown = f"{word.text} {second.text}" if second else word.text
        for each in filter(None, (word, second)):
            each.done = True
        if rule.to is None:
            self.porter.decide(word.start, word.end, word.text, None, rule)
            return
        if "\\" in value:
            self._say(word, f"'{shown}' is a flag of nvcc's, and what is quoted in it is not looked at",
                      "write it for mcc, which takes Clang's flags")
            return
        to = rule.to.replace("$arch", self.rules.architecture)
        repeats = "$arch" in rule.to and (to in self.architectures or any(each and each.text == to for each in self.words))
        keeps_value = to == "$value"
        words = self._words_of_value(second or word, value, behind) if keeps_value else [to.replace("$value", replace_names(value, self.rules))]
        if words is None:
            self._say(word, f"'{shown}' gives the host's compiler a flag that nvcc has too", "write it for mcc, which compiles for both")
            return
        joined = ",".join(words)
        separator = self._separator(second or word)
        drops = repeats or not joined
        if ((drops or second and keeps_value) and not self._can_drop(word) or second and (drops or not keeps_value)
                and not self._can_drop(second) or len(words) > 1 and separator is None):
            self._say(word, f"'{shown}' is a flag of nvcc's, and a word may be needed here",
                      "mcc needs no such flag; take it out" if drops else f"for mcc it is '{joined}'")
            return
        self.porter.decide(word.start, word.end, shown, joined, rule)
        if "$arch" in rule.to:
            self.architectures.add(to)
        # What is kept of two words is the second one, unless it is no word of its own.
        kept = second if second and keeps_value else word
        for each in filter(None, (word, second)):
            each.dropped = drops or each is not kept
        if not drops:
            self.porter.edits.add(Edit(kept.start, kept.end, separator.join(words) if len(words) > 1 else joined))

    def _words_of_value(self, holder, value, behind):
        """What mcc is given for -Xcompiler's value: words that were separated by commas, each ported as it would be alone,
        so that porting the result changes nothing. None if one goes with others."""
        words = COMMA.split(value)
        ported = []
        for word, following in zip(words, [*words[1:], behind and behind.text]):
            rule, takes_next, inner = self._match(word, following) or (None, False, "")
            if rule is None:
                ported.append(replace_names(word, self.rules))
            elif rule.to is None:
                self.porter.decide(holder.start, holder.end, word, None, rule)
                ported.append(word)
            elif takes_next or "$arch" in rule.to or rule.to == "$value":
                return None
            else:
                ported.append(rule.to.replace("$value", replace_names(inner, self.rules)))
        return [word for word, before in zip(ported, words) if word or not before]

    def _separator(self, word):
        """Between words in the place of `word`; None if there is room for one only."""
        if not word.is_whole:
            return " "
        if not isinstance(word.element, cst.Element) or word.node.lpar:
            return None
        opening, closing = self.porter.quotes(word.node)
        return f"{closing}, {opening}"

    def _can_drop(self, word):
        return not word.is_whole or self.is_list and word.element is not None and not word.node.lpar

    # Removal.

    def _remove(self):
        """The words that are dropped: of a string, or strings of a list, with their commas."""
        removed = []
        for words in self._strings():
            if all(word.dropped for word in words):
                removed.append(words)
            else:
                self._remove_words(words)
        if self.is_list:
            self._remove_elements({id(words[0].element) for words in removed if not words[0].node.lpar})
        for words in removed:
            if not self.is_list or words[0].node.lpar:
                self.porter.edits.add(Edit(words[0].start, words[-1].end, ""))

    def _strings(self):
        """The words of each string of which one is dropped."""
        strings = {}
        for word in filter(None, self.words):
            strings.setdefault(id(word.node), []).append(word)
        return [words for words in strings.values() if any(word.dropped for word in words)]

    def _remove_words(self, words):
        for index, word in enumerate(words):
            if not word.dropped:
                continue
            if any(not each.dropped for each in words[index:]):
                self.porter.edits.add(Edit(word.start, words[index + 1].start, ""))
            else:
                last_kept = next(each for each in reversed(words) if not each.dropped)
                self.porter.edits.add(Edit(last_kept.end, words[-1].end, ""))
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
        return self.porter.source.utf8[self.porter.span(one)[1]:self.porter.span(other)[0]]

    def _remove_run(self, kept, first, last):
        """Elements side by side. `kept` is what stands before them, if it stays. Comments stay."""
        text = self.porter.source.utf8
        start, end = self.porter.span(first)[0], self.porter.span(last)[1]
        if isinstance(last.comma, cst.Comma):
            comma, after = self.porter.span(last.comma)
            if text[end:comma].strip():
                self.porter.edits.add(Edit(comma, after, ""))
            else:
                end = after
        elif kept is not None:
            comma, after = self.porter.span(kept.comma)
            if not text[after:start].strip():
                start = comma
        is_first = self.porter.source.indentation(start) is not None
        line_end = re.compile(rb"[ \t]*(#|\r?\n[ \t]*)").match(text, end)
        if line_end and not is_first:
            start = len(text[:start].rstrip(b" \t"))
        elif line_end and line_end.group(1) != b"#":
            end = line_end.end()
        else:
            end += len(re.compile(rb"[ \t]*").match(text, end).group())
        self.porter.edits.add(Edit(start, end, ""))

    def _say(self, word, message, note):
        self.porter.say_at(word.start, word.end - word.start, "warning", message, note)
