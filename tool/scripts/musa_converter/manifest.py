# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports packaging files that are not Python: the names of sources in them, and environment variables for the build. Says which
packages they require are CUDA's."""

import re

from . import packages
from .edits import Decision, Diagnostic, Edit, Port, in_order
from .file_names import find_names

# The texts that may be a name or a list of names: a string in TOML, the value of a line in setup.cfg, a word in MANIFEST.in.
STRING = re.compile(r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"((?:[^"\\\n]|\\.)*)"|\'([^\'\n]*)\'|#[^\n]*', re.DOTALL)
VALUE = re.compile(r"^(?:[^\s=:#;][^=:\n]*[=:])?[ \t]*((?:[^#;\n]|(?<=\S)[#;])*)", re.MULTILINE)
ARGUMENT = re.compile(r"(?<!\S)#[^\n]*|(\S+)")
MANIFESTS = {"MANIFEST.in": ARGUMENT, "pyproject.toml": STRING, "setup.cfg": VALUE}
COMMENT = {"pyproject.toml": STRING, "setup.cfg": re.compile(r"^[ \t]*[#;].*", re.MULTILINE)}


def port_manifest(name, content, rules):
    """Ports the bytes of a file: names and patterns of sources, and environment variables that are set or read. Comments and
    prose stay."""
    text = content.decode("utf-8", "surrogateescape")
    port = Port()

    def offset(position):
        return len(text[:position].encode("utf-8", "surrogateescape"))

    for match in MANIFESTS[name].finditer(text):
        for group in filter(match.group, range(1, match.re.groups + 1)):
            for start, suffix, end in find_names(match.group(group), rules["suffixes"]):
                old, new = match.group(group)[start:end], rules["suffixes"][match.group(group)[suffix:end]]
                to = match.group(group)[start:suffix] + new
                start, suffix, end = (offset(match.start(group) + each) for each in (start, suffix, end))
                if not rules.in_tree:
                    port.edits.append(Edit(suffix, end, new))
                port.decisions.append(Decision(start, end, old, to, "file"))
    for start, rule in find_variables(name, text, rules.environment):
        start = offset(start)
        end = start + len(rule.name)
        if rule.to is not None:
            port.edits.append(Edit(start, end, rule.to))
        port.decisions.append(Decision(start, end, rule.name, rule.to, rule.number))
    port.edits = in_order(port.edits)
    port.diagnostics = find_package(name, text, rules)
    return port


def find_package(name, text, rules):
    """A list with what is said of the first package of CUDA's, or an empty one."""
    if name not in COMMENT:
        return []
    for match in MANIFESTS[name].finditer(text):
        for group in filter(match.group, range(1, match.re.groups + 1)):
            package = packages.cudas_package(match.group(group), rules)
            if package:
                start = match.start(group) + match.group(group).index(package)
                line = text.count("\n", 0, start) + 1
                column = len(text[text.rfind("\n", 0, start) + 1:start].encode("utf-8", "surrogateescape")) + 1
                return [Diagnostic(line, column, "warning", packages.message(package), packages.NOTE, len(package))]
    return []


def find_variables(name, text, environment):
    """Yields (start, rule) of each variable that is set (`FORCE_CUDA = "1"`, `"CUDA_HOME=/x make"`) or read (`$CUDA_HOME`)."""
    if name not in COMMENT or not environment:
        return
    names = "|".join(map(re.escape, environment))
    variable = re.compile(rf"(?:\$\{{?({names})\b|(?<![\w.$-])({names})(?=[\"']?[ \t]*=(?!=)))")
    comments = [match.span() for match in COMMENT[name].finditer(text) if match.group().lstrip()[0] in "#;"]
    for match in variable.finditer(text):
        if not any(start <= match.start() < end for start, end in comments):
            yield match.start(match.lastindex), environment[match.group(match.lastindex)]
