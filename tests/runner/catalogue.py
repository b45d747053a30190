# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which tests there are, and what each needs.

CTest's property REQUIRED_FILES lists what a test needs: what the build makes, and the files and
folders of the project that the test reads. A unit test's program is what it runs.
"""

import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

# `./dev test` runs a test of this label only with --all, or if it is asked for.
ALL_ONLY = "all"
CASE = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)")


@dataclass(frozen=True)
class Test:
    name: str
    labels: frozenset = frozenset()
    needs: tuple = ()  # absolute paths
    program: str = ""  # of a unit test

    @property
    def group(self):
        """`rules` of rules.Pattern.Matches."""
        return self.name.partition(".")[0]


def unit_program(build, module):
    return os.path.normpath(Path(build) / "bin" / f"unit_{module}")


def declared_cases(folder, build):
    """Unit tests as the sources declare them: CTest knows those of a program only when it is built."""
    program = unit_program(build, folder.name)
    for source in sorted(folder.glob("*_test.cpp")):
        for suite, case in CASE.findall(source.read_text(errors="replace")):
            name = f"{folder.name}.{suite}.{case}"
            yield Test(name, frozenset({"unit"}), (program, str(source)), program)


def parse_listing(listing, build):
    """What `ctest --show-only=json-v1` lists, but for the programs that are not built."""
    for entry in json.loads(listing)["tests"]:
        properties = {each["name"]: each["value"] for each in entry.get("properties", ())}
        if entry["name"].endswith("_NOT_BUILT"):
            continue
        program = os.path.normpath(entry.get("command", ["none"])[0])  # there is none before it is built
        is_unit = program.startswith(unit_program(build, ""))
        needs = tuple(os.path.normpath(path) for path in properties.get("REQUIRED_FILES", ()))
        if is_unit:
            needs += (program,)
        yield Test(entry["name"], frozenset(properties.get("LABELS", ())), needs, program if is_unit else "")


def read_catalogue(build, source, configuration=None):
    command = ["ctest", "--test-dir", str(build), "--show-only=json-v1"]
    if configuration:
        command += ["-C", configuration]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    tests = {test.name: test for test in parse_listing(listed, build)}
    built = {test.program for test in tests.values()}
    for folder in sorted((Path(source) / "tests/unit").iterdir()):
        for test in declared_cases(folder, build) if folder.is_dir() else ():
            if test.program not in built:
                tests[test.name] = test
    return list(tests.values())
