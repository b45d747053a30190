# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The project's files, and what differs from main, by git."""

import os
import re
import subprocess

WORD = re.compile(r"[A-Za-z_][\w./]{2,}")


class NoBase(Exception):
    """There is nothing to compare with."""


def git(root, *arguments, check=True):
    result = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=check)
    return result.stdout


def files_below(root, folder="."):
    """Absolute paths of the project's files in a folder, whether git knows them yet or not, but for what it ignores."""
    listed = git(root, "ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", str(folder))
    return [os.path.join(str(root), name) for name in sorted(set(listed.split("\0"))) if name]


def base(root):
    """The newest commit that this work tree has in common with main, as it is elsewhere or else here."""
    for branch in ("origin/main", "main"):
        found = git(root, "merge-base", "HEAD", branch, check=False).strip()
        if found:
            return found
    raise NoBase("there is no branch main to compare with (nor origin/main); `git fetch origin main:main` gets it")


def changed_files(root):
    """Absolute paths of files that are changed, new or gone, whether git knows them or not."""
    changed = git(root, "diff", "--name-only", "--no-renames", "-z", base(root)).split("\0")
    new = git(root, "ls-files", "--others", "--exclude-standard", "-z").split("\0")
    return [os.path.join(str(root), name) for name in changed + new if name]


def changed_words(root, file):
    """The words of a file's changed lines; of a file that did not change, or is new, all of its words."""
    try:
        difference = git(root, "diff", "--unified=0", base(root), "--", file)
    except NoBase:
        difference = ""
    lines = [line[1:] for line in difference.splitlines() if re.match(r"[-+](?![-+]{2} )", line)]
    if not lines:
        with open(file, encoding="utf-8", errors="replace") as text:
            lines = text.readlines()
    return {word for line in lines for word in WORD.findall(line)}
