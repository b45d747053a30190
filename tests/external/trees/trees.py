# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which trees there are: those of a corpora file, checkouts, and folders of checkouts."""

import csv
import hashlib
import subprocess
from dataclasses import dataclass
from pathlib import Path

INDEX = "INDEX.tsv"  # of a folder of checkouts: their names and commits


class IndexFault(ValueError):
    """What is wrong with an INDEX.tsv."""


@dataclass(frozen=True)
class Tree:
    name: str  # owner/name, or what the corpora file calls it
    version: str  # or commit; empty if nothing tells
    path: Path
    aside: bool | None = None  # what the index says; None if it says nothing

    @property
    def is_set_aside(self):
        """Nobody looks at its failures before the end: what the index says, else a third of all."""
        if self.aside is not None:
            return self.aside
        return int(hashlib.sha256(self.name.lower().encode()).hexdigest(), 16) % 3 == 0


def read_index(folder, note):
    """The checkouts that the folder's index lists: a row for each, OWNER+NAME is its subfolder. A column "set aside" (yes, no)
    keeps trees of which somebody has seen the failures from being set aside again."""
    found = []
    with open(folder / INDEX, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            name = row["owner/name"]
            path = folder / name.replace("/", "+")
            if path.is_dir():
                aside = row.get("set aside") or ""
                if aside not in ("yes", "no", ""):
                    raise IndexFault(f"{folder / INDEX}: {name}: '{aside}' is neither yes nor no: write one of them into 'set aside', or nothing")
                found.append(Tree(name, row["commit"], path.resolve(), aside == "yes" if aside else None))
            else:
                note(f"{name}: {path} is not there")
    return found


def commit_of(folder):
    """Of a checkout's work tree; empty where there is none."""
    if not (folder / ".git").exists():
        return ""
    done = subprocess.run(["git", "-C", folder, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def of_folders(folders, note):
    found = []
    for folder in map(Path.resolve, folders):
        if (folder / INDEX).exists():
            found += read_index(folder, note)
        else:
            found.append(Tree(folder.name.replace("+", "/", 1), commit_of(folder), folder))
    return found


def of_corpora(corpora, fetch, note):
    """The trees of a corpora file, fetched. One that is gone is left out, with a note."""
    found = []
    for name, corpus in corpora.items():
        try:
            found.append(Tree(name, corpus["version"], fetch.tree(name, corpora)))
        except fetch.FetchError as error:
            note(f"{name}: not fetched: {error}")
    return found


def refused(trees, names):
    """Those of the trees that a list names: by owner and name, and by name alone where no owner is known."""
    whole = {name.lower() for name in names}
    last = {name.rpartition("/")[2] for name in whole}
    return [tree for tree in trees
            if tree.name.lower() in whole or ("/" not in tree.name and tree.name.lower() in last)]


def read_names(path):
    """A name a line; # begins a comment."""
    lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]
