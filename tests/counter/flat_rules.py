"""The user's flat rules, `{"from": "to"}`, read by the shape of the key, and the edits that they ask for."""

import json
import re

from tokenizer import HEADER, IDENTIFIER, Source, tokens_of

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


def read_rules(path):
    # The manual that the rules come from breaks long lines with an arrow; a rule copied from it may hold one.
    rules = json.loads(path.read_text(encoding="utf-8"))
    return [make_rule(old, new.replace("\u21b5", "")) for old, new in rules.items()]


def make_rule(old, new):
    if old.startswith("#include"):
        return IncludeRule(old, new)
    if re.fullmatch(r"(?:_(?!_)\w*|\w*(?<!_)_)", old):
        return PartRule(old, new)
    if _IDENTIFIER.fullmatch(old):
        return IdentifierRule(old, new)
    if "/" in old or re.search(r"\.\w+$", old):
        return PathRule(old, new)
    return PatternRule(old, new)


class Rule:
    def __init__(self, old, new):
        self.old = old
        self.new = new
        self.expected = 0
        self.made = 0

    def edits(self, alignment, resolves):
        """Yields (token index, whether the edit was made) for each place that the rule names."""
        raise NotImplementedError


class IdentifierRule(Rule):
    def edits(self, alignment, resolves):
        for index, token in enumerate(alignment.before.code):
            if token.kind == IDENTIFIER and token.text == self.old:
                yield index, alignment.texts(index) == tokens_of(self.new)


class PartRule(Rule):
    """A part of an identifier, where a word begins and ends: `_CUH` in X_CUH and X_CUH_, not in X_CUHE."""

    def __init__(self, old, new):
        super().__init__(old, new)
        before = "" if old.startswith("_") else r"(?<![A-Za-z0-9])"
        after = "" if old.endswith("_") else r"(?![A-Za-z0-9])"
        self._part = re.compile(before + re.escape(old) + after)

    def edits(self, alignment, resolves):
        for index, token in enumerate(alignment.before.code):
            if token.kind == IDENTIFIER and self._part.search(token.text):
                yield index, alignment.texts(index) == [self._part.sub(lambda _: self.new, token.text)]


class IncludeRule(Rule):
    """A whole directive."""

    def __init__(self, old, new):
        super().__init__(old, new)
        self._header = _header_of(old)
        self._target = _header_of(new)

    def edits(self, alignment, resolves):
        for index, token in enumerate(alignment.before.code):
            if token.kind == HEADER and token.text == self._header:
                yield index, alignment.texts(index) == [self._target]


class PathRule(Rule):
    """A part of an include's path that does not lead into the tree.

    A rule for the whole header may win over it: all that it can ask for is that the part is gone.
    """

    def edits(self, alignment, resolves):
        for index, token in enumerate(alignment.before.code):
            if token.kind == HEADER and self._occurs(token.text) and not resolves(token):
                texts = alignment.texts(index)
                yield index, len(texts) == 1 and texts[0] != token.text and not self._occurs(texts[0])

    def _occurs(self, header):
        path = header[1:-1]
        return path.endswith(self.old) if self.old.startswith(".") else self.old in path


class PatternRule(Rule):
    """A sequence of tokens."""

    def __init__(self, old, new):
        super().__init__(old, new)
        self._old = tokens_of(old)
        self._new = tokens_of(new)

    def edits(self, alignment, resolves):
        code = alignment.before.code
        length = len(self._old)
        for first in range(len(code) - length + 1):
            if code[first].text != self._old[0] or [token.text for token in code[first : first + length]] != self._old:
                continue
            yield first, self._is_made(alignment, first)

    def _is_made(self, alignment, first):
        length = len(self._old)
        if length == len(self._new):
            # Only what differs is this rule's; the tokens that it merely needs beside them may be another's to edit.
            return all(
                alignment.texts(first + offset) == [new]
                for offset, (old, new) in enumerate(zip(self._old, self._new))
                if old != new
            )
        texts = [text for offset in range(length) for text in alignment.texts(first + offset)]
        return texts == self._new

    def differing(self):
        """Offsets of the tokens that the rule edits."""
        if len(self._old) != len(self._new):
            return range(len(self._old))
        return [offset for offset, (old, new) in enumerate(zip(self._old, self._new)) if old != new]


def _header_of(directive):
    return next(token.text for token in Source(directive).code if token.kind == HEADER)
