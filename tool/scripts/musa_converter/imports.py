# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports imports of modules that torch_musa names differently, and adds the import of torch_musa."""

import re

import libcst as cst
from libcst import metadata

from .edits import Edit
from .syntax import bound_name, dotted, imported_modules, is_docstring_statement, names_of_import, top_statements


class ImportPorter:
    """Ports the imports of one file."""

    def __init__(self, file):
        self.file = file
        self.rules = file.rules
        self.source = file.source
        self.span = file.span

    def port_import(self, node):
        for alias in node.names:
            name = dotted(alias.name)
            to = self.imported_as(name)
            self.file.remark_unsupported(alias, name)
            if to is None:
                continue
            if alias.asname is None and not self.is_bound_before(alias):
                self.file.replace(alias.name, f"torch, {to}")  # `import torch.cuda` defines the name torch
            else:
                self.file.replace(alias.name, to)

    def port_import_from(self, node):
        if node.relative or node.module is None or isinstance(node.names, cst.ImportStar):
            if node.module is not None and not node.relative:
                self.import_from_module(node)
            return
        module = dotted(node.module)
        moved = [alias for alias in node.names if self.imported_as(f"{module}.{alias.name.value}") is not None
                 and self.imported_as(module) is None]
        if moved:
            self.split_import(node, module, moved)
        else:
            self.import_from_module(node)
        for alias in node.names:
            if alias in moved:
                continue
            name = f"{module}.{alias.name.value}"
            if name in self.rules.members:
                self.file.port_by_rule(self.rules.members[name], self.span(alias.name)[0], alias.name.value)
            self.file.remark_unsupported(alias, name)

    def import_from_module(self, node):
        to = self.imported_as(dotted(node.module))
        if to is not None:
            self.file.replace(node.module, to)

    def split_import(self, node, module, moved):
        """`from torch import cuda, nn`: gives each module that moves to MUSA an import of its own, and keeps its name."""
        lines = []
        for alias in moved:
            to = self.imported_as(f"{module}.{alias.name.value}")
            name = alias.asname.name.value if alias.asname else alias.name.value
            parent, _, last = to.rpartition(".")
            lines.append(f"from {parent} import {last} as {name}" if parent else f"import {to} as {name}")
        start, end = self.span(node)
        line_end = self.source.line_end(end)
        indentation = self.source.indentation(start)
        is_alone = indentation is not None and re.match(rb"[ \t]*(#|\r?\n|$)", self.source.utf8[end:line_end])
        separator = self.source.newline + indentation if is_alone else "; "
        if len(moved) == len(node.names):
            comments = re.findall(r"(?m)#.*?(?=\s*$)", self.file.text(node))
            self.file.replace(node, "  ".join([separator.join(lines), *comments]))
            return
        for index, alias in enumerate(moved):
            comment = self.remove_alias(node.names, alias, moved)
            lines[index] += f"  {comment}" if comment and is_alone else ""
        text = separator.join(lines)
        if not is_alone:
            self.file.insert(Edit(end, end, separator + text))
        elif self.source.utf8[line_end - 1:line_end] == b"\n":
            self.file.insert(Edit(line_end, line_end, indentation + text + self.source.newline))
        else:
            self.file.insert(Edit(line_end, line_end, separator + text))

    def remove_alias(self, aliases, alias, moved):
        """Removes a name from an import that keeps others. Returns the comment behind it if that goes too."""
        index = aliases.index(alias)
        start, end = self.span(alias)
        stop = self.span(alias.comma)[1] if isinstance(alias.comma, cst.Comma) else end
        alone = re.compile(rb"[ \t]*(#[^\r\n]*)?\r?\n").match(self.source.utf8, stop)
        kept_before = [each for each in aliases[:index] if each not in moved]
        passes = alone and alone.group(1) and any(map(self._keeps_comment, aliases[index + 1:]))  # its comment would pass another
        if self.source.indentation(start) is not None and alone and not passes and (index + 1 < len(aliases) or stop > end or kept_before):
            line_start = start - len(self.source.indentation(start).encode())
            if self.source.utf8[:line_start].rstrip(b"\r\n")[-1:] != b"\\":
                self.file.edit(line_start, alone.end(), "")
                return (alone.group(1) or b"").decode().rstrip()
        if b"#" in self.source.utf8[end:stop]:
            self.file.edit(stop - 1, stop, "")
            stop = end
        following = self.span(aliases[index + 1])[0] if index + 1 < len(aliases) else stop
        if any(each not in moved for each in aliases[index + 1:]):
            between = self.source.utf8[stop:following]
            if b"\n" not in between or not index and b"#" not in between:
                stop = following
            elif index:  # the text behind it on its line stays there
                before = self.span(aliases[index - 1].comma)[1]
                start = start if b"\n" in self.source.utf8[before:start] else before
        elif kept_before:
            before = self.span(aliases[index - 1].comma)[0]
            start, stop = (start, stop) if b"#" in self.source.utf8[before:start] else (before, end)
        self.file.edit(start, stop, "")
        return ""

    def _keeps_comment(self, alias):
        """Whether a comment stands between a name and its comma: it stays where it is."""
        return isinstance(alias.comma, cst.Comma) and b"#" in self.source.utf8[self.span(alias)[1]:self.span(alias.comma)[1]]

    def imported_as(self, name):
        """The module to import instead of `name`; None if the import stays."""
        for module, rule in self.rules["modules"].items():
            if "import" in rule and (name == module or name.startswith(module + ".") and module == "torch.cuda"):
                return rule["import"] + name[len(module):]
        return None

    def is_bound_before(self, alias):
        """Whether another import binds the same name: one that certainly runs before this one, or one in a scope around it."""
        scope = self.file.scopes[alias]
        root, around = bound_name(alias), set(self.file.blocks(alias))
        start, _ = self.span(alias)
        for assignment in scope.assignments[root]:
            for other in names_of_import(assignment):
                if bound_name(other) == root and self.span(other)[0] < start and next(self.file.blocks(other)) in around:
                    return True
        while not isinstance(scope, metadata.GlobalScope):
            scope = scope.parent
            if not isinstance(scope, metadata.ClassScope) and any(
                    bound_name(other) == root for assignment in scope.assignments[root] for other in names_of_import(assignment)):
                return True
        return False

    def import_musa(self):
        """Adds `import torch_musa`, unless the file itself imports it before it uses it."""
        if not self._imports_musa_in_time():
            self.file.insert(self._import_edit())

    def _imports_musa_in_time(self):
        """Whether the file imports torch_musa before it uses it."""
        first_use = min(self.file.uses, default=len(self.source.utf8))
        for statement in top_statements(self.file.module.body):
            for small in statement.body if isinstance(statement, cst.SimpleStatementLine) else ():
                for alias in small.names if isinstance(small, cst.Import) and self.span(small)[0] < first_use else ():
                    name = dotted(alias.name)
                    if alias.asname is None and (self.imported_as(name) or name).split(".")[0] == "torch_musa":
                        return True
        return False

    def _import_edit(self):
        """The edit that adds `import torch_musa`: after the first import of torch, or else after the docstring and __future__."""
        head = next((statement for statement in top_statements(self.file.module.body) if _imports_torch(statement)), None)
        if head is None:
            for index, statement in enumerate(self.file.module.body):
                if not (index == 0 and is_docstring_statement(statement)) and "__future__" not in imported_modules(statement):
                    start = self.span(statement)[0]
                    return Edit(start, start, "import torch_musa" + self.source.newline)
                head = statement
        start, end = self.span(head) if head is not None else (0, 0)
        rest, end = end, self.source.line_end(end)
        while re.fullmatch(rb"[^#\r\n]*\\\r?\n", self.source.utf8[rest:end]):  # the next line is a part of this one
            rest, end = end, self.source.line_end(end)
        text = (self.source.indentation(start) or "") + "import torch_musa"
        if end and self.source.utf8[end - 1:end] != b"\n":
            return Edit(end, end, self.source.newline + text)
        return Edit(end, end, text + self.source.newline)


def _imports_torch(statement):
    return any(name.split(".")[0] == "torch" for name in imported_modules(statement))
