# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which files there are, and how they are written."""

import os
import shutil
import tempfile
from pathlib import Path

# As musa-port leaves them out.
SKIPPED_FOLDERS = {".git", ".hg", ".svn", "__pycache__"}


class TreeError(Exception):
    """A path is not usable; the message says why."""


def files_to_port(root, excluded, others):
    """The root itself if it is a file, or the tree's Python files and `others`, in order; links are not followed."""
    if root.is_file():
        return [root]
    if not root.is_dir():
        raise TreeError(f"no such file or folder: '{root}'")
    found = []
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS and not is_excluded(here / name, excluded))
        found += [here / name for name in sorted(names) if (name.endswith(".py") or name in others)
                  and not (here / name).is_symlink() and not is_excluded(here / name, excluded)]
    return found


def is_excluded(path, excluded):
    return os.path.realpath(path) in excluded


def copy_tree(root, output):
    """What the new tree starts from: everything but what is never taken. The output appears whole or not at all."""
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise TreeError(f"'{output}' exists; the new tree needs a folder of its own")
    if root.is_dir() and output.resolve().is_relative_to(root.resolve()):
        raise TreeError(f"the output '{output}' is inside of '{root}'")
    if root.is_file():
        output.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root, output / root.name)
        return
    shutil.copytree(root, output, symlinks=True, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*SKIPPED_FOLDERS))


def write(path, content):
    """Replace a file's bytes at once, and keep its permissions."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        shutil.copymode(path, temporary)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def back_up(path, backup):
    """Keep a file as it was. What was kept before is older, and stays."""
    if not backup.exists():
        backup.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, backup)
