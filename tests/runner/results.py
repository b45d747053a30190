# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which tests have passed in a build, as the project's files are now."""

import hashlib
import json
import os
import xml.etree.ElementTree
from pathlib import Path

# Nothing in them is the project's.
NOT_OURS = {".git", "dist", "__pycache__"}


def project_state(source):
    """A hash of all of the project's files, whether git knows them or not."""
    digest = hashlib.sha256()
    for folder, folders, names in os.walk(source):
        folders[:] = sorted(name for name in folders if name not in NOT_OURS and not is_build(folder, name, source))
        for name in sorted(names):
            path = os.path.join(folder, name)
            digest.update(os.path.relpath(path, source).encode() + b"\0")
            if os.path.islink(path):
                digest.update(os.readlink(path).encode())
            elif os.path.isfile(path):
                digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
                digest.update(b"x" if os.access(path, os.X_OK) else b"-")
    return digest.hexdigest()


def is_build(folder, name, source):
    return os.path.samefile(folder, source) and (name == "build" or name.startswith("build-"))


class Results:
    """Kept in a file of the build folder. What passed before a file changed counts no more."""

    def __init__(self, path, state):
        self.path, self.state, self.passed = Path(path), state, set()
        try:
            kept = json.loads(self.path.read_text())
            if kept["state"] == state:
                self.passed = set(kept["passed"])
        except (OSError, ValueError, KeyError, TypeError):
            pass  # none yet, or not one that is understood: every test runs

    def add(self, names):
        self.passed |= set(names)
        temporary = self.path.with_suffix(".new")
        temporary.write_text(json.dumps({"state": self.state, "passed": sorted(self.passed)}, indent=0))
        temporary.replace(self.path)


def read_junit(path):
    """The names of the tests that passed, of what CTest wrote with --output-junit."""
    cases = xml.etree.ElementTree.parse(path).getroot().iter("testcase")
    return [case.get("name") for case in cases if case.get("status") == "run"]


def read_failed(path):
    """The names of those that failed or could not run, of CTest's LastTestsFailed.log."""
    return [line.partition(":")[2] for line in path.read_text().splitlines()] if path.exists() else []
