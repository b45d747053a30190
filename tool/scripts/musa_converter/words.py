# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a word of a command line names: folders, a library, a program; read as musa-port reads those of CMake's scripts."""

import re

# Behind these a path is absolute that does not begin the word: PATH=/usr, -Wl,-rpath,/usr.
BEFORE_PATH = tuple("=:,;\"'")
VERSION = re.compile(r"-[\d.]+$")
PROGRAM = re.compile(r"(?:^|/)bin/([\w.+-]+)$")


def names_in_word(word, rules):
    """(begin, end, rule) for each name of CUDA's that is no flag, in order."""
    if "://" in word:
        return []
    if word.startswith("-l"):
        rule = rules.libraries.get(word[2:])
        return [(2, len(word), rule)] if rule else []
    found = _folders(word, rules)
    program = PROGRAM.search(word)
    if program and program.group(1) in rules.programs:
        found.append((*program.span(1), rules.programs[program.group(1)]))
    return found


def folder_rule(folder, rules):
    """The rule for a folder; /usr/local/cuda-11.8 has that of /usr/local/cuda."""
    return rules.folders.get(folder) or (rules.folders.get(VERSION.sub("", folder)) if folder.startswith("/") else None)


def replace_names(word, rules):
    """The word with the names that the rules give these."""
    for begin, end, rule in reversed(names_in_word(word, rules)):
        if rule.to is not None:
            word = word[:begin] + rule.to + word[end:]
    return word


def folder_of_toolkit(rest, rules):
    """The same for a folder within that where CUDA is installed: /lib64/stubs."""
    for folder in _leading_folders(rest[1:]) if rest.startswith("/") else ():
        if folder in rules.folders:
            return [(1, 1 + len(folder), rules.folders[folder])]
    return []


def _folders(word, rules):
    start = word.find("/")
    if start < 0 or start > 0 and not word.startswith("-") and not word[:start].endswith(BEFORE_PATH):
        return []
    for folder in _leading_folders(word[start:]):
        if rule := folder_rule(folder, rules):
            end = start + len(folder)
            inner = folder_of_toolkit(word[end:], rules)
            return [(start, end, rule), *((end + begin, end + stop, rule) for begin, stop, rule in inner)]
    return []


def _leading_folders(path):
    """a/b/c, a/b, a"""
    while path:
        yield path
        path = path.rpartition("/")[0]
