# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""musa_functions.yaml: what an entry says, and where it says it. Knows nothing of PyTorch."""

import difflib
import re
from dataclasses import dataclass, field

import yaml

FIELDS = (
    "func",
    "dispatch",
    "structured",
    "structured_delegate",
    "structured_inherits",
    "precomputed",
    "tags",
    "device_check",
    "device_guard",
)
NONE = "none"


@dataclass(frozen=True)
class Word:
    """A word of the file and its place, counted from 0."""

    text: str
    line: int
    column: int

    def __str__(self):
        return self.text


@dataclass(frozen=True)
class Entry:
    func: Word
    # Dispatch keys with the names bound to them; None is a key without a name.
    dispatch: list[tuple[Word, Word | None]] | None = None
    # What the remaining fields hold: a word, or a list of words (precomputed, tags).
    fields: dict[str, Word | list[Word]] = field(default_factory=dict)
    # Where each field is.
    places: dict[str, Word] = field(default_factory=dict)

    def says(self, name, text):
        word = self.fields.get(name)
        return isinstance(word, Word) and word.text == text


class Diagnostics:
    """The errors found in one file."""

    def __init__(self, path, text):
        self.path = path
        self.lines = text.splitlines()
        self.errors = []

    def error(self, place, message):
        self.errors.append((place.line, place.column, message))

    def __str__(self):
        """As Clang shows them: in order of place, with the line."""
        shown = []
        for line, column, message in sorted(set(self.errors)):
            shown.append(f"{self.path}:{line + 1}:{column + 1}: error: {message}")
            if line < len(self.lines):
                shown += [self.lines[line], " " * column + "^"]
        count = len(set(self.errors))
        shown.append(f"{count} error{'s'[: count != 1]} generated.")
        return "\n".join(shown) + "\n"


def is_identifier(text):
    return re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text) is not None


def nearest(word, known):
    """', did you mean ...?' for a misspelt word, or nothing."""
    found = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean '{found[0]}'?" if found else ""


def read(text, diagnostics):
    """The file's entries; those with an error are left out."""
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        message = f"this is not YAML: {error.problem}"
        if "mapping values" in error.problem:
            message += "; keys below 'dispatch:' have lines of their own"
        diagnostics.error(Word("", mark.line, mark.column), message)
        return []
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        place = Word("", before.count("\n"), len(before) - before.rfind("\n") - 1)
        diagnostics.error(place, f"this is not YAML: {error.reason}")
        return []
    if root is None:
        diagnostics.error(Word("", 0, 0), "the file lists no functions; write '- func: NAME'")
        return []
    if not isinstance(root, yaml.SequenceNode):
        diagnostics.error(_place(root), "a list of entries is expected; write '- func: NAME'")
        return []
    entries = (_entry(node, diagnostics) for node in root.value)
    return [entry for entry in entries if entry]


def _place(node):
    return Word(str(node.value), node.start_mark.line, node.start_mark.column)


def _entry(node, diagnostics):
    """One entry, or None if it says something that no entry can say."""
    if not isinstance(node, yaml.MappingNode):
        diagnostics.error(_place(node), "an entry is expected; write '- func: NAME'")
        return None
    before = len(diagnostics.errors)
    places, values = {}, {}
    for key, value in node.value:
        name = _place(key)
        if name.text not in FIELDS:
            known = ", ".join(FIELDS)
            hint = nearest(name.text, FIELDS) or f"; an entry has {known}"
            diagnostics.error(name, f"unknown field '{name}'{hint}")
        elif name.text in places:
            diagnostics.error(name, f"'{name}' is given twice in one entry; remove one")
        else:
            places[name.text] = name
            values[name.text] = value
    if "func" not in values:
        if len(diagnostics.errors) == before:
            diagnostics.error(_place(node), "the entry names no function; write 'func: NAME'")
        return None
    func = _word(values.pop("func"), "func", diagnostics)
    dispatch = None
    if "dispatch" in values:
        dispatch = _dispatch(values.pop("dispatch"), diagnostics)
        if not dispatch and len(diagnostics.errors) == before:
            diagnostics.error(places["dispatch"], "'dispatch' is empty; remove it or write 'KEY: NAME' below it")
    fields = {}
    for name, value in values.items():
        if isinstance(value, yaml.SequenceNode) and name in ("precomputed", "tags"):
            fields[name] = [_word(item, name, diagnostics) for item in value.value]
            if not value.value:
                diagnostics.error(places[name], f"'{name}' is empty; remove it or fill it")
        else:
            fields[name] = _word(value, name, diagnostics)
    if len(diagnostics.errors) != before:
        return None
    return Entry(func, dispatch, fields, places)


def _word(node, name, diagnostics):
    if not isinstance(node, yaml.ScalarNode) or not node.value:
        diagnostics.error(_place(node), f"'{name}' needs a value, and one that is a word or a line")
    return _place(node)


def _dispatch(node, diagnostics):
    """`KEY: NAME` a line; or keys alone, separated by commas, to have PyTorch's names for CUDA."""
    bindings = []
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            name = _word(value, key.value, diagnostics)
            bindings += [(word, name) for word in _split(key)]
    else:
        _word(node, "dispatch", diagnostics)
        if isinstance(node, yaml.ScalarNode):
            bindings = [(word, None) for word in _split(node)]
    return bindings


def _split(node):
    """The words of a scalar that are separated by commas."""
    words, column = [], node.start_mark.column
    for part in str(node.value).split(","):
        indent = len(part) - len(part.lstrip())
        words.append(Word(part.strip(), node.start_mark.line, column + indent))
        column += len(part) + 1
    return words
