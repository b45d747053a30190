# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which tests have passed in a build, as the project's files are now, and which have failed last."""

import hashlib
import json
import os
import xml.etree.ElementTree
from pathlib import Path

from changes import files_below

# What ./dev writes in a build folder: the compilers, and all packages that tests use.
ENVIRONMENT = ".environment", ".packages"


def project_state(source, build):
    """A hash of what tests depend on: all of the project's files, and what is installed."""
    digest = hashlib.sha256()
    for path in files_below(source):
        digest.update(os.path.relpath(path, source).encode() + b"\0")
        if os.path.islink(path):
            digest.update(os.readlink(path).encode())
        elif os.path.isfile(path):
            digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
            digest.update(b"x" if os.access(path, os.X_OK) else b"-")
    for path in (Path(build, name) for name in ENVIRONMENT):
        digest.update(path.read_bytes() if path.exists() else b"none")
    return digest.hexdigest()


class Results:
    """Kept in a file of the build folder. What passed before a file changed counts no more. What failed is kept until
    it passes."""

    def __init__(self, path, state):
        self.path, self.state, self.passed, self.failed = Path(path), state, set(), set()
        try:
            kept = json.loads(self.path.read_text())
            self.failed = set(kept["failed"])
            if kept["state"] == state:
                self.passed = set(kept["passed"])
        except (OSError, ValueError, KeyError, TypeError):
            pass  # none yet, or not one that is understood: every test runs

    def update(self, passed, failed, state):
        """What a run has shown, in which the project was in this state. A test that fails has passed no more."""
        passed, failed = set(passed) - set(failed), set(failed)
        self.failed = self.failed - passed | failed
        self.passed -= failed
        if state == self.state:
            self.passed |= passed
        kept = {"state": self.state, "passed": sorted(self.passed), "failed": sorted(self.failed)}
        temporary = self.path.with_suffix(".new")
        temporary.write_text(json.dumps(kept, indent=0))
        temporary.replace(self.path)


def read_junit(path):
    """The names of the tests that passed, of what CTest wrote with --output-junit."""
    cases = xml.etree.ElementTree.parse(path).getroot().iter("testcase")
    return [case.get("name") for case in cases if case.get("status") == "run"]


def read_failed(path):
    """The names of those that failed or could not run, of CTest's LastTestsFailed.log."""
    return [line.partition(":")[2] for line in path.read_text().splitlines()] if path.exists() else []
