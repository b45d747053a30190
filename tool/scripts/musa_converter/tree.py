# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists the files of a tree, and writes them."""

import contextlib
import fnmatch
import os
import re
import shutil
import tempfile
from pathlib import Path

# musa-port leaves out the same ones.
SKIPPED_FOLDERS = {".git", ".hg", ".svn", "__pycache__"}
# A folder with this file holds originals.
BACKUP_MARK = ".musa-converter-originals"


class TreeError(Exception):
    """A path cannot be used; the message says why."""


def files_to_port(root, excluded, patterns):
    """The root itself if it is a file; otherwise the files of the tree that have one of these names, in order. Does not follow
    links, and leaves out the originals that an earlier run kept."""
    if root.is_file():
        return [root]
    if not root.is_dir():
        raise TreeError(f"no such file or folder: '{root}'")
    found = []
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS and not is_backup(here / name)
                            and not is_excluded(here / name, excluded))
        found += [here / name for name in sorted(names) if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)
                  and not (here / name).is_symlink() and not is_excluded(here / name, excluded)]
    return found


def modules_of(files):
    """The first words that the names of these files' modules may have, wherever Python starts: the names of the files, of the
    folder that all share, and of the folders below it."""
    files = [path.resolve() for path in files]
    shared = os.path.commonpath([path.parent for path in files]) if files else ""
    return frozenset(part for path in files for part in (path.stem, *path.relative_to(Path(shared).parent).parts[:-1]))


def survey(files, methods):
    """Whether any of these files names PyTorch, and the names of their classes that have one of these methods. What cannot be read may
    name it. A class `Tensor` does not count: as a type, that is PyTorch's."""
    mentions_torch, classes, movers = False, set(), set()
    for path in files:
        try:
            content = path.read_bytes()
        except OSError:
            mentions_torch = True
            continue
        mentions_torch |= b"torch" in content
        if any(each.encode() in content for each in methods):
            _add_classes(content, methods, classes, movers)
    return mentions_torch, frozenset(movers & classes - {"Tensor"})


# `class X`, `def f`, and `X.f = ...`, which gives a class a method from outside, or an object one.
DEFINITION = re.compile(rb"^([ \t]*)(?:(class|def)[ \t]+(\w+)|(\w+)\.(\w+)[ \t]*=(?!=))", re.MULTILINE)


def _add_classes(content, methods, classes, movers):
    """By lines: no tree of syntax is made of a file that may not be ported at all."""
    around = []  # the classes and functions around a line, with their indentation
    for match in DEFINITION.finditer(content):
        indent, kind, name, owner, attribute = (each and each.decode() for each in match.groups())
        if owner:
            if attribute in methods:
                movers.add(owner)
            continue
        while around and around[-1][0] >= len(indent):
            around.pop()
        if kind == "class":
            classes.add(name)
        elif around and around[-1][1] and name in methods:
            movers.add(around[-1][1])
        around.append((len(indent), name if kind == "class" else ""))


def is_excluded(path, excluded):
    return os.path.realpath(path) in excluded


@contextlib.contextmanager
def new_tree(root, output):
    """Yields a copy of the tree, without the skipped folders. It becomes the output when the block ends without an error."""
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise TreeError(f"'{output}' exists; the new tree needs a folder of its own")
    if root.is_dir() and output.resolve().is_relative_to(root.resolve()):
        raise TreeError(f"the output '{output}' is inside of '{root}'")
    output = output.resolve()
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=f".{output.name}.") as temporary:
        tree = Path(temporary) / output.name
        try:
            if root.is_file():
                tree.mkdir()
                shutil.copy2(root, tree / root.name)
            else:
                shutil.copytree(root, tree, symlinks=True, ignore=shutil.ignore_patterns(*SKIPPED_FOLDERS))
        except shutil.Error as error:
            path, _, why = error.args[0][0]
            raise TreeError(f"'{path}' cannot be copied: {why}") from error
        yield tree
        os.replace(tree, output)


def write(path, content):
    """Replaces the bytes of a file in one step, and keeps its permissions. For a link, this is the file it points to."""
    path = Path(os.path.realpath(path))
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        shutil.copymode(path, temporary)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def backup_of(root):
    """The folder for the originals of a root. It is beside the root, since inside they would be ported."""
    return Path(os.path.realpath(root) + ".orig")


def is_backup(folder):
    return (folder / BACKUP_MARK).is_file()


def begin_backup(folder):
    """Makes the folder for originals, unless an earlier run has."""
    if is_backup(folder):
        return
    try:
        folder.mkdir()
    except FileExistsError as error:
        raise TreeError(f"'{folder}' exists, but is not a folder where musa-converter keeps originals") from error
    (folder / BACKUP_MARK).write_text("musa-converter keeps originals in this folder, and does not port them.\n")


def back_up(path, backup):
    """Keeps a copy of a file, unless an earlier run kept an older one."""
    if not backup.exists():
        backup.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, backup)
