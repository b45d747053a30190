"""Two source trees: which file became which, and which file an include names."""

import itertools
import posixpath

from names import partly_regular

PORTED_SUFFIXES = frozenset(".cu .cuh .c .cc .cpp .cxx .h .hh .hpp .hxx .inl .inc .ipp .tpp".split())
HEADER_SUFFIXES = frozenset(".cuh .h .hh .hpp .hxx .inl .inc .ipp .tpp".split())
RENAMED_SUFFIXES = {".cu": ".mu", ".cuh": ".muh"}
# What the tool keeps about its own run beside the files that it wrote.
TOOL_FILES = frozenset({".musa-port-manifest.json"})


class Tree:
    def __init__(self, root, ignored=()):
        self.root = root
        self.ignored = tuple(folder.strip("/") for folder in ignored)
        self.files = {}
        self._by_name = {}
        for path in sorted(root.rglob("*")):
            if path.is_file() or path.is_symlink():
                relative = path.relative_to(root).as_posix()
                if relative not in TOOL_FILES:
                    self.files[relative] = path
                    self._by_name.setdefault(path.name, []).append(relative)

    def is_ignored(self, relative):
        return any(relative.startswith(folder + "/") for folder in self.ignored)

    def resolve(self, header, including):
        """The files of the tree that `#include header` in the file `including` may mean.

        The include paths of the build are not known. A path relative to the including file comes first; otherwise any
        folder of the tree may be on the include path.
        """
        path = header[1:-1]
        if header.startswith('"'):
            relative = posixpath.normpath(posixpath.join(posixpath.dirname(including), path))
            if relative in self.files:
                return {relative}
        path = posixpath.normpath(path)
        return {
            candidate
            for candidate in self._by_name.get(posixpath.basename(path), ())
            if candidate == path or candidate.endswith("/" + path)
        }


def _renamed(relative):
    """The names that a port may give to a file, the most alike first."""
    folder, name = posixpath.split(relative)
    stem, suffix = posixpath.splitext(name)
    folders = [folder]
    parts = folder.split("/")
    if "cuda" in parts:
        folders.append("/".join("musa" if part == "cuda" else part for part in parts))
    suffixes = [RENAMED_SUFFIXES[suffix]] if suffix in RENAMED_SUFFIXES else []
    suffixes.append(suffix)
    for new_suffix, new_folder, new_stem in itertools.product(suffixes, folders, partly_regular(stem)):
        yield posixpath.join(new_folder, new_stem + new_suffix)


def pair(before, after):
    """Input file -> output file, or None where there is none; and the output files that stem from no input."""
    pairs = {}
    claimed = set()
    # Files that keep their names go first, so that x.mu beside x.cu is not taken for the port of x.cu.
    for relative in before.files:
        if posixpath.splitext(relative)[1] not in RENAMED_SUFFIXES and relative in after.files:
            pairs[relative] = relative
            claimed.add(relative)
    for relative in before.files:
        if relative not in pairs:
            found = next((name for name in _renamed(relative) if name in after.files and name not in claimed), None)
            pairs[relative] = found
            if found:
                claimed.add(found)
    return pairs, sorted(set(after.files) - claimed)
