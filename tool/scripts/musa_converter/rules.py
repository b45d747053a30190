# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rules: python.json for names of Python, and musa-port's rules for names that other files have too."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from .musa_port import MusaPort, find_musa_port

FORMAT = "musa-port-python-rules-1"
TABLE = Path(__file__).with_name("python.json")


@dataclass(frozen=True)
class Rule:
    """A rule of musa-port (docs/reference/rules.md). `to` is None if the name stays."""

    name: str
    to: str | None
    number: int | str = "python"  # the number that musa-port gives it; "python" if python.json has the rule


@dataclass(frozen=True)
class Rules:
    """`rules["modules"]` and so on are the tables of python.json. The dict fields map names to musa-port's rules."""

    table: dict
    musa_port: MusaPort
    in_tree: bool  # musa-port ports the tree, and decides the new names of files and macros
    files: tuple  # the names of files to port, some of them patterns
    environment: dict = field(default_factory=dict)
    programs: dict = field(default_factory=dict)
    libraries: dict = field(default_factory=dict)
    folders: dict = field(default_factory=dict)
    members: dict = field(default_factory=dict)  # members of modules, by whole names; `to` is only the last word

    def __getitem__(self, name):
        return self.table[name]


def load_rules(files=(), architecture=None):
    """The default rules, and those of rule files for musa-port, native or flat. A later file wins."""
    command = [find_musa_port(), *(["--arch", architecture] if architecture else [])]
    for file in files:
        command += ["-r", str(file)]
    return rules_of(command)


def rules_of(command, in_tree=False):
    """The rules that a command of musa-port has."""
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    assert table["format"] == FORMAT
    musa_port = MusaPort(command)
    told = musa_port.ask("rules")
    rules = Rules(table, musa_port, in_tree, tuple(told["files"]))
    tables = {"environment": rules.environment, "program": rules.programs, "library": rules.libraries, "folder": rules.folders,
              "member": rules.members}
    for number, each in enumerate(told["rules"]):
        tables[each["kind"]][each["from"]] = Rule(each["from"], each["to"], number)
    for name, to in table["members"].items():
        rules.members.setdefault(name, Rule(name, to))
    return rules
