# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the build makes of a file: Ninja's graph, and the headers that compilations have read."""

import os
import re
import subprocess
from collections import defaultdict
from pathlib import Path

# `build OUT | OUT: RULE IN | IN || ORDER-ONLY`, with $ before a space, a colon or a dollar.
STATEMENT = re.compile(r"^build (.*?[^$]): (\S+) ?(.*)$", re.MULTILINE)
WORD = re.compile(r"(?:[^\s$]|\$.)+")


def words(text):
    return [re.sub(r"\$(.)", r"\1", word) for word in WORD.findall(text) if word != "|"]


class BuildGraph:
    """All paths are absolute."""

    def __init__(self, build, source):
        self.build = Path(build)
        self.users = defaultdict(set)  # a file: what is made of it, in one step
        self.outputs = set()
        text = (self.build / "build.ninja").read_text()
        for outputs, rule, inputs in STATEMENT.findall(text.replace("$\n", "")):
            # An edge that configures the build anew makes nothing of what it reads.
            if rule == "RERUN_CMAKE":
                continue
            made = [self._absolute(word) for word in words(outputs)]
            self.outputs.update(made)
            for word in words(inputs.split("||")[0]):
                self.users[self._absolute(word)].update(made)
        self._read_headers(Path(source))

    def _absolute(self, word):
        return os.path.normpath(self.build / word)

    def _read_headers(self, source):
        """Of the headers that compilations have read, those of the project and of the build."""
        listed = subprocess.run(
            ["ninja", "-C", self.build, "-t", "deps"], capture_output=True, text=True, check=True
        ).stdout
        made = None
        for line in listed.splitlines():
            if not line.startswith("    "):
                made = self._absolute(line.split(": #deps")[0])
            elif not line.startswith("    /usr/"):
                path = self._absolute(line.strip())
                if path.startswith(str(source)):
                    self.users[path].add(made)

    def made_of(self, files):
        """Everything that the build makes of these files, in any number of steps; and the files themselves."""
        found, todo = set(), [os.path.normpath(file) for file in files]
        while todo:
            file = todo.pop()
            if file not in found:
                found.add(file)
                todo += self.users.get(file, ())
        return found

    def makes(self, file):
        return os.path.normpath(file) in self.outputs
