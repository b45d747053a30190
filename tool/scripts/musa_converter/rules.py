# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables that decide what becomes what: python.json, and what users add to it."""

import json
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
FORMAT = "musa-port-python-rules-1"


class RuleError(Exception):
    """A rule file is not usable; the message says why."""


@dataclass(frozen=True)
class Rules:
    """`table["modules"]` and so on are python.json's; `macros` are names that a build script defines."""

    table: dict
    macros: dict

    def __getitem__(self, name):
        return self.table[name]


def load_rules(files=()):
    """The default rules, and those of rule files for musa-port, native or flat, of which the later wins."""
    table = json.loads((HERE / "python.json").read_text(encoding="utf-8"))
    assert table["format"] == FORMAT
    macros = {}
    for file in (HERE / "pytorch.json", *files):
        macros |= _macros(Path(file))
    return Rules(table, macros)


def _macros(file):
    """The macros that a rule file renames, by name: identifiers in capitals."""
    try:
        rules = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise RuleError(f"{file}: {error.strerror}") from error
    except ValueError as error:
        raise RuleError(f"{file}: is no JSON: {error}") from error
    if not isinstance(rules, dict):
        raise RuleError(f"{file}: an object is expected")
    if "format" not in rules:
        pairs = rules.items()
    else:
        identifiers = rules.get("identifiers", {})
        pairs = [pair for status, names in identifiers.items() if status != "keep" for pair in names.items()]
    found = {}
    for name, to in pairs:
        to = to.get("to") if isinstance(to, dict) else to
        if isinstance(to, str) and to.isidentifier() and name.isidentifier() and name.isupper():
            found[name] = to
    return found
