# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports words of command lines and paths. musa-port decides what becomes of each word."""

import os
import re

from .edits import Edit
from .file_names import SUFFIX, find_names


FOLDERS = re.compile(r"[\w.{}*+-]*(/[\w.{}*+-]*)*")


class WordPorter:
    """Ports the words of one file. `start` is the first byte of a word."""

    def __init__(self, file):
        self.file = file
        self.rules = file.rules
        variables = "|".join(map(re.escape, self.rules.environment)) or "(?!)"
        self.assignments = re.compile(rf"(?<![\w$])({variables})(?==)")
        # musa-port need not be asked about a word with none of these.
        names = *self.rules.programs, *self.rules.libraries, *filter(os.path.isabs, self.rules.folders)
        self.names = "|".join(map(re.escape, names)) or "(?!)"
        self.named = re.compile(self.names)

    def port_by_words(self, words, starts, **context):
        """Ports words, which begin at `starts`, as musa-port says. None stands for an unknown word. Returns the numbers of the words
        to remove, and of those that need no more porting."""
        answer = self.rules.musa_port.ask("words", words=words, **context)

        def span(each):
            number = each["word"]
            is_one = each["last"] == number
            return starts[number] + each["start"], starts[number] + (each["end"] if is_one else len(words[number]["text"].encode()))

        for each in answer["edits"]:
            self.file.edits.add(Edit(*span(each), each["text"]))
        for each in answer["decisions"]:
            self.file.decide(*span(each), each["name"], each["to"], each["by"])
        for each in answer["macros"]:
            start, end = span(each)
            self.port_macro(self.file.source.utf8[start:end].decode(), start)
        for each in answer["remarks"]:
            start, end = span(each)
            self.file.say_at(start, end - start, each["severity"], each["message"], each["note"])
        return set(answer["dropped"]), set(answer["done"])

    def port_word(self, word, start, **context):
        """Ports a library, a folder or a program."""
        if self.named.search(word):
            self.port_by_words([{"text": word, **context}], [start])

    def port_folder_of_toolkit(self, path, start):
        """Ports a folder of the toolkit: `lib64` or `/lib64`."""
        if path:
            self.port_by_words([{"text": path, "behind_toolkit": True}], [start])

    def port_assignments(self, text, start):
        """Ports assignments on a command line: `CUDA_HOME=`."""
        for match in self.assignments.finditer(text):
            rule = self.rules.environment[match.group()]
            self.file.port_by_rule(rule, start + len(text[:match.start()].encode()), rule.name)

    def port_macro(self, name, start):
        end = start + len(name.encode())
        if self.rules.in_tree:
            self.file.decide(start, end, name, name, "macro")
            return
        macro = self.rules.musa_port.ask("macro", name=name)
        if macro["to"] is not None:
            self.file.edit(start, end, macro["to"], "macro")
        elif macro["known"]:
            self.file.decide(start, end, name, None, "macro")

    def port_file_name(self, value, start, is_end=False):
        """Ports the name of a source, a pattern for names, or a list of these. `is_end`: only the end of a name is known."""
        # An expression in an f-string stands for a part of a name.
        shape = re.sub(r"{[^{}]*}", lambda match: "{" + "_" * (len(match.group()) - 2) + "}", value)
        for name, suffix, end in find_names(shape, self.rules["suffixes"]):
            old, new = value[name:end], self.rules["suffixes"][value[suffix:end]]
            name, suffix, end = (start + len(value[:each].encode()) for each in (name, suffix, end))
            if not self.rules.in_tree:
                self.file.edits.add(Edit(suffix, end, new))
            self.file.decide(name, end, old, SUFFIX.sub("", old) + new, "file end" if is_end else "file")

    def port_folder(self, value, start):
        """A path, or a part of one, that may name folders. Which of them have new names is known to who ports the tree."""
        if self.rules.in_tree and FOLDERS.fullmatch(value) and not any(find_names(value, self.rules["suffixes"])):
            self.file.decide(start, start + len(value.encode()), value, value, "folder")
