# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which texts are names of files, or patterns for some. Prose and addresses are none."""

import re

WORD = re.compile(r"[^\s,]+")
NAME = re.compile(r"(?=.*[./*?])[^\s,:;'\"<>|=]+")
SUFFIX = re.compile(r"\.\w+$")


def find_names(text, suffixes):
    """(start, suffix's start, end) of each name with one of these suffixes, if the text is a list of names and nothing else."""
    words = list(WORD.finditer(text))
    if not all(NAME.fullmatch(word.group()) for word in words):
        return
    for word in words:
        suffix = SUFFIX.search(word.group())
        if suffix and suffix.group() in suffixes:
            yield word.start(), word.start() + suffix.start(), word.end()
