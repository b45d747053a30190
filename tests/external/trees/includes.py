# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What includes of a tree's files name, found by lines alone: which no longer do after a port, and all that a source reads."""

import os
import re

_NO_CODE = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.S)
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:(["<])([^">\n]+)[">]|(\w+))', re.M)
COMPUTED = ("", "")  # stands for an include whose name a macro has


def _without_comment(match):
    return " " if match[0].startswith("/") else match[0]


def includes_of(text):
    """(delimiter, name) for each #include outside of comments."""
    if "#" not in text:
        return []
    found = _INCLUDE.findall(_NO_CODE.sub(_without_comment, text))
    return [COMPUTED if macro else (delimiter, name) for delimiter, name, macro in found]


class Includes:
    """A tree on the disk, with the folders that includes are looked up in, relative to its root."""

    def __init__(self, root, folders):
        self.root = os.path.realpath(root)
        self.folders = list(folders)
        self._read = {}
        self._found = {}

    def of(self, path):
        """The includes of a file of the tree; none if it cannot be read."""
        if path not in self._read:
            try:
                with open(os.path.join(self.root, path), encoding="latin-1") as file:
                    self._read[path] = includes_of(file.read())
            except OSError:
                self._read[path] = []
        return self._read[path]

    def _at(self, folder, name):
        """The tree's file of that name, behind links; None if there is none."""
        path = os.path.normpath(os.path.join(folder, name))
        if path not in self._found:
            real = os.path.realpath(os.path.join(self.root, path))
            is_ours = real.startswith(self.root + os.sep) and os.path.isfile(real)
            self._found[path] = os.path.relpath(real, self.root) if is_ours else None
        return self._found[path]

    def candidates(self, includer, include):
        """All files of the tree that the include may mean, the first one first."""
        delimiter, name = include
        beside = [os.path.dirname(includer)] if delimiter == '"' else []
        found = (self._at(folder, name) for folder in [*beside, *self.folders])
        return [path for path in dict.fromkeys(found) if path is not None]

    def included(self, sources):
        """The files that an include of any of `sources` names."""
        return {target for path in sources for include in self.of(path) if include is not COMPUTED
                for target in self.candidates(path, include)[:1]}

    def closure(self, source):
        """All files of the tree that compiling `source` may read. None, which means all: a macro names one."""
        seen, open_ = {source}, [source]
        while open_:
            path = open_.pop()
            for include in self.of(path):
                if include is COMPUTED:
                    return None
                fresh = [found for found in self.candidates(path, include) if found not in seen]
                seen.update(fresh)
                open_ += fresh
        return seen


def is_the_toolkits(include, target, includer, toolkit):
    """<cuda.h> means CUDA's, even if the tree has a file of that name, and so does "cuda.h" if that is not beside the includer."""
    delimiter, name = include
    is_beside = delimiter == '"' and os.path.dirname(target) == os.path.dirname(includer)
    return not is_beside and "/" not in name and name in toolkit


def dangling(before, after, files, renamed, toolkit):
    """(file, name, meant) for each include of `files` that named a file of the tree, and whose port names that file's port no
    more. `before` and `after`: Includes. `renamed`: old path -> new path. `toolkit`: names of CUDA's own headers."""
    found = []
    for path in files:
        output = renamed.get(path, path)
        wanted = [(include, targets[0]) for include in before.of(path)
                  if include is not COMPUTED and (targets := before.candidates(path, include))
                  and not is_the_toolkits(include, targets[0], path, toolkit)]
        if not wanted or not os.path.isfile(os.path.join(after.root, output)):
            continue
        reached = {target for include in after.of(output) if include is not COMPUTED
                   for target in after.candidates(output, include)[:1]}
        for (_, name), target in wanted:
            if renamed.get(target, target) not in reached:
                found.append((path, name, target))
    return found
