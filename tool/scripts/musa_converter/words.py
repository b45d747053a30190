# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Words of command lines and paths, wherever they stand. What becomes of them is musa-port's to say."""

import os
import re

from .edits import Edit
from .file_names import SUFFIX, find_names


class WordPorter:
    """Ports the words of one file. A word begins at `start`."""

    def __init__(self, file):
        self.file = file
        self.rules = file.rules
        variables = "|".join(map(re.escape, self.rules.environment)) or "(?!)"
        self.assignments = re.compile(rf"(?<![\w$])({variables})(?==)")
        # About a word without any of these there is nothing to ask.
        names = *self.rules.programs, *self.rules.libraries, *filter(os.path.isabs, self.rules.folders)
        self.names = "|".join(map(re.escape, names)) or "(?!)"
        self.named = re.compile(self.names)

    def port_by_words(self, words, starts, **context):
        """What musa-port makes of words, which begin at `starts`; in the place of None stands something else. The numbers of those
        that are to be left out, and of those that are done with."""
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
            self.file.say_at(start, end - start, "warning", each["message"], each["note"])
        return set(answer["dropped"]), set(answer["done"])

    def port_word(self, word, start, **context):
        """A library, a folder or a program."""
        if self.named.search(word):
            self.port_by_words([{"text": word, **context}], [start])

    def port_folder_of_toolkit(self, path, start):
        """`lib64` or `/lib64`."""
        if path:
            self.port_by_words([{"text": path, "behind_toolkit": True}], [start])

    def port_assignments(self, text, start):
        """`CUDA_HOME=` for a command line."""
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

    def port_file_name(self, value, start):
        """A source's name, or a pattern for some, or a list of these."""
        # What is put in is a part of a name, whatever it is.
        shape = re.sub(r"{[^{}]*}", lambda match: "{" + "_" * (len(match.group()) - 2) + "}", value)
        for name, suffix, end in find_names(shape, self.rules["suffixes"]):
            old, new = value[name:end], self.rules["suffixes"][value[suffix:end]]
            name, suffix, end = (start + len(value[:each].encode()) for each in (name, suffix, end))
            if not self.rules.in_tree:
                self.file.edits.add(Edit(suffix, end, new))
            self.file.decide(name, end, old, SUFFIX.sub("", old) + new, "file")
