# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which tests a command line asks for, in which order: the nearest to a change come first."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from catalogue import ALL_ONLY


class SelectionError(Exception):
    pass


@dataclass(frozen=True)
class Stage:
    """Tests that are built and run together, before the next stage is."""

    title: str
    tests: tuple


def is_below(path, folder):
    return path == folder or path.startswith(folder + os.sep)


def with_folders(files):
    """The files, and all folders that they are in."""
    found = set()
    for path in files:
        while path not in found:
            found.add(path)
            path = os.path.dirname(path)
    return found


def by_default(tests):
    return [test for test in tests if ALL_ONLY not in test.labels]


def by_word(tests, word, everything=False):
    """A module's or a label's name, or that of a test up to any of its dots. Of what that names, the tests that run
    by default, if there are any, or `everything`. None: the word names nothing."""
    found = [test for test in tests if word in test.labels or test.name == word or test.name.startswith(word + ".")]
    return found if everything else by_default(found) or found


def module_of(path, source):
    """The unit tests' module for a file of tool/ or runtime/: `rewrite` for tool/rewrite/guards.cpp."""
    parts = Path(path).relative_to(source).parts
    modules = {folder.name for folder in (Path(source) / "tests/unit").iterdir() if folder.is_dir()}
    if parts[0] == "tests" and parts[1:2] != ("unit",):
        return None
    # The innermost folder that has unit tests; rules/ are what tool/rules reads.
    return next((part for part in reversed(parts[:-1]) if part in modules), None)


def mentions(folder, names):
    """Whether a golden case has one of the names in what it is made of."""
    for path in sorted(Path(folder).rglob("*")):
        relative = path.relative_to(folder).parts
        if path.is_file() and not relative[0].startswith("expected"):
            if names & set(re.findall(rb"[\w./-]+", path.read_bytes())):
                return True
    return False


def golden_cases_that_use(tests, names):
    """The golden cases whose input has one of `names`, which are words of changed rules."""
    wanted = {name.encode() for name in names}
    found = []
    for test in tests:
        if test.group == "golden":
            folder = next(path for path in test.needs if f"{os.sep}golden{os.sep}" in path and os.path.isdir(path))
            if mentions(folder, wanted):
                found.append(test)
    return found


def by_files(tests, files, graph, source, changed_names):
    """Stages for changed files. `changed_names(file)`: the words of a rule file that have changed."""
    files = [os.path.normpath(file) for file in files]
    source = str(source)
    modules = {module_of(file, source) for file in files} - {None}
    near = [test for test in tests if test.program and test.group in modules]
    # A test's own files: its script, its input. What all of a kind share is no test's own.
    touched = with_folders(files)
    named = [test for test in tests if not test.program and not touched.isdisjoint(own_files(test, source))]
    names = set()
    for file in files:
        if is_below(file, os.path.join(source, "rules")) and file.endswith(".json"):
            names |= changed_names(file)
    if names:
        near += golden_cases_that_use(tests, names)
    made = graph.made_of(files)
    rest = tests if any(graph.configures(file) for file in files) else [
        test for test in tests
        if any(need in made for need in test.needs)
        or any(need in touched for need in test.needs if not graph.makes(need))
    ]
    nearest = unique(near + named)
    stages = [Stage("the nearest tests", nearest), Stage("what else depends on it", unique(rest, nearest))]
    return [stage for stage in stages if stage.tests]


def own_files(test, source):
    """Of what a test needs, what is in tests/: there files belong to tests."""
    return [need for need in test.needs if need.startswith(os.path.join(source, "tests", ""))]


def unique(tests, without=()):
    seen = {test.name for test in without}
    kept = []
    for test in tests:
        if test.name not in seen:
            seen.add(test.name)
            kept.append(test)
    return tuple(kept)
