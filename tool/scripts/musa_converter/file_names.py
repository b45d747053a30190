# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds names of files, and patterns for them. Prose and addresses do not count."""

import re

WORD = re.compile(r"[^\s,]+")
NAME = re.compile(r"(?=.*[./*?])[^\s,:;'\"<>|=]+")
SUFFIX = re.compile(r"\.\w+$")


def find_names(text, suffixes):
    """Yields (start, start of the suffix, end) of each name with one of these suffixes, if the text contains only names."""
    words = list(WORD.finditer(text))
    if not all(NAME.fullmatch(word.group()) for word in words):
        return
    for word in words:
        suffix = SUFFIX.search(word.group())
        if suffix and suffix.group() in suffixes:
            yield word.start(), word.start() + suffix.start(), word.end()
