# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files of a tree: which there are, and which of the CUDA sources are compiled."""

import hashlib
import os

MOST = 8
SOURCES = tuple(".cu .cuh .c .cc .cpp .cxx .C .h .hh .hpp .hxx .inl .inc .ipp .tpp".split())


def files_of(root):
    """The paths of all files, relative to `root`: without links, and without what is hidden, such as .git."""
    found = []
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(name for name in subfolders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not name.startswith(".") and os.path.isfile(path) and not os.path.islink(path):
                found.append(os.path.relpath(path, root))
    return found


def sources_of(files):
    return [path for path in files if path.endswith(SOURCES)]


def chosen(files, included=()):
    """At most MOST of the CUDA sources. A hash of the path chooses: a tree that grows keeps most of its sample. What other files
    include is no source, and what CMake has left behind is not the tree's."""
    cuda = [path for path in files if path.endswith(".cu") and path not in included and "CMakeFiles" not in path.split("/")]
    return sorted(sorted(cuda, key=lambda path: hashlib.sha256(os.fsencode(path)).digest())[:MOST])


def count_lines(root, files):
    count = 0
    for path in files:
        with open(os.path.join(root, path), "rb") as file:
            count += file.read().count(b"\n")
    return count


def content_hash(root, files=None):
    """Of names and bytes: of a whole tree, or of some of its files."""
    total = hashlib.sha256()
    for path in sorted(files_of(root) if files is None else files):
        with open(os.path.join(root, path), "rb") as file:
            total.update(os.fsencode(path) + b"\0" + hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()
