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
# CMake's rules that compile. Ninja knows the headers of what they made.
COMPILES = re.compile(r"C(XX)?_COMPILER_")
HEADERS = (".h", ".hpp", ".inc", ".cuh", ".muh")


def words(text):
    return [re.sub(r"\$(.)", r"\1", word) for word in WORD.findall(text) if word != "|"]


class BuildGraph:
    """All paths are absolute."""

    def __init__(self, build, source):
        self.build = Path(build)
        self.users = defaultdict(set)  # a file: what is made of it, in one step
        self.outputs = set()
        self.configuration = set()  # what CMake reads
        self.objects = set()
        text = (self.build / "build.ninja").read_text()
        for outputs, rule, inputs in STATEMENT.findall(text.replace("$\n", "")):
            made = [self._absolute(word) for word in words(outputs)]
            read = [self._absolute(word) for word in words(inputs.split("||")[0])]
            # Ninja's file follows from what CMake reads, and everything from Ninja's file.
            if rule == "RERUN_CMAKE":
                self.configuration.update(read)
                continue
            self.outputs.update(made)
            if COMPILES.match(rule):
                self.objects.update(made)
            for file in read:
                self.users[file].update(made)
        self._read_headers(str(source))

    def _absolute(self, word):
        return os.path.normpath(self.build / word)

    def _read_headers(self, source):
        """Of the headers that compilations have read, those of the project and of the build. What was never compiled
        may read any header."""
        listed = subprocess.run(
            ["ninja", "-C", self.build, "-t", "deps"], capture_output=True, text=True, check=True
        ).stdout
        ours = tuple(os.path.join(folder, "") for folder in (source, str(self.build)))
        made, compiled = None, set()
        for line in listed.splitlines():
            if not line.startswith("    "):
                made = self._absolute(line.split(": #deps")[0])
                compiled.add(made)
            # Most are the system's, in absolute paths.
            elif not line.startswith("    /") or line.startswith(ours, 4):
                path = self._absolute(line.strip())
                if path.startswith(ours):
                    self.users[path].add(made)
        self.never_compiled = self.objects - compiled

    def made_of(self, files):
        """Everything that the build makes of these files, in any number of steps; and the files themselves."""
        found, todo = set(), [os.path.normpath(file) for file in files]
        if any(os.path.splitext(file)[1] in HEADERS for file in todo):
            todo += self.never_compiled
        while todo:
            file = todo.pop()
            if file not in found:
                found.add(file)
                todo += self.users.get(file, ())
        return found

    def makes(self, file):
        return os.path.normpath(file) in self.outputs

    def configures(self, file):
        """Whether CMake reads the file: any target and any test may follow from it."""
        return os.path.normpath(file) in self.configuration
