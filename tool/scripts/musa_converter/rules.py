# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables that decide what becomes what: python.json, and musa-port's rules for what is not Python's alone."""

import json
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
FORMAT = "musa-port-python-rules-1"
# Tables of names, in the section `build` of rule files, and the kinds of rules that programs call them by.
NAME_TABLES = {"environment": "environment", "programs": "program", "libraries": "library", "folders": "folder"}
DEFAULT_ARCHITECTURE = "mp_31"


class RuleError(Exception):
    """A rule file is not usable; the message says why."""


@dataclass(frozen=True)
class Rule:
    """A rule of musa-port's (docs/reference/rules.md). `to`: None if the name stays."""

    name: str
    to: str | None
    status: str = "supported"
    note: str = ""
    in_device: bool = False
    number: int | None = None  # in the request of a program


@dataclass(frozen=True)
class Rules:
    """`table["modules"]` and so on are python.json's. `macros`: None if whoever asks decides about them."""

    table: dict
    architecture: str
    flags: dict = field(default_factory=dict)  # by what is before = or blank; in order of precedence
    environment: dict = field(default_factory=dict)
    programs: dict = field(default_factory=dict)
    libraries: dict = field(default_factory=dict)
    folders: dict = field(default_factory=dict)
    members: dict = field(default_factory=dict)  # of modules, by their whole names; `to` is the last word alone
    macros: dict | None = None

    def __getitem__(self, name):
        return self.table[name]


def architectures():
    """The names of those that there are."""
    return [each["name"] for each in _read(HERE / "default_rules/gpu/architectures.json")["architectures"]]


def load_rules(files=(), architecture=DEFAULT_ARCHITECTURE):
    """The default rules, and those of rule files for musa-port, native or flat, of which the later wins."""
    rules = _default_rules(architecture, macros={})
    for file in (*sorted((HERE / "default_rules").glob("*.json")), *map(Path, files)):
        try:
            _add_file(rules, _read(file))
        except (AttributeError, TypeError) as error:
            raise RuleError(f"{file}: is no rule file; `musa-port rules lint` says where") from error
    return rules


def rules_of_request(asked):
    """Those of a program that has read the rule files itself."""
    rules = _default_rules(asked["architecture"])
    tables = {kind: getattr(rules, table) for table, kind in NAME_TABLES.items()} | {"member": {}}
    for number, each in enumerate(asked["rules"]):
        rule = Rule(each["from"], each["to"], in_device=each["device"], number=number)
        if each["kind"] == "flag":
            rules.flags.setdefault(flag_name(rule.name), []).append(rule)
        else:
            tables[each["kind"]].setdefault(rule.name, rule)  # the first decides
    rules.members.update(tables["member"])
    return rules


def flag_name(flag):
    """What a flag is looked up by: all before its value."""
    return flag.partition(" ")[0].partition("=")[0].partition("$")[0]


def _default_rules(architecture, **fields):
    table = _read(HERE / "default_rules/scripts/python.json")
    assert table["format"] == FORMAT
    members = {name: Rule(name, to) for name, to in table["members"].items()}
    return Rules(table, architecture, members=members, **fields)


def _read(file):
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise RuleError(f"{file}: {error.strerror}") from error
    except ValueError as error:
        raise RuleError(f"{file}: is no JSON: {error}") from error
    if not isinstance(content, dict):
        raise RuleError(f"{file}: an object is expected")
    return content


def _add_file(rules, content):
    if "format" not in content:
        content = {"identifiers": {"supported": {name: to for name, to in content.items() if name.isidentifier()}}}
    build = content.get("build", {})
    flags = {}
    for rule in _section(build.get("flags", {}), rules.architecture):
        flags.setdefault(flag_name(rule.name), []).append(rule)
    for name, found in flags.items():
        found.sort(key=lambda rule: ("$value" in rule.name, -len(rule.name), not rule.in_device))
        rules.flags[name] = found + rules.flags.get(name, [])
    for table in NAME_TABLES:
        for rule in _section(build.get(table, {}), rules.architecture):
            getattr(rules, table)[rule.name] = rule
    for rule in _section(content.get("python", {}).get("members", {}), rules.architecture):
        rules.members[rule.name] = rule
    for rule in _section(content.get("identifiers", {}), rules.architecture):
        rules.macros[rule.name] = rule


def _section(section, architecture):
    for status, names in section.items():
        for name, entry in names.items():
            if not isinstance(entry, dict):
                entry = {"note": entry} if status == "keep" else {"to": entry}
            when = entry.get("when", {})
            if architecture in when.get("arch", [architecture]) and not set(when.get("in", ())) - {"device", "macro"}:
                yield Rule(name, entry.get("to"), status, entry.get("note", ""), "device" in when.get("in", ()))
