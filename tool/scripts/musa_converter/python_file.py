# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A Python file during its port: the places of its nodes, the meaning of its names, and its edits."""

from dataclasses import dataclass

import libcst as cst
from libcst import metadata

from .edits import Decision, Diagnostic, Edit
from .survey import BUILD_MODULES, EXTENSION_MODULES, SETUP_MODULES, Survey
from .syntax import bound_name, dotted, names_of_import, parents


@dataclass(frozen=True)
class Project:
    """What is known of all Python files together."""

    modules: frozenset = frozenset()  # the first words of the names of its modules
    mentions_torch: bool = True
    movers: frozenset = frozenset()  # classes that define a method of the table "methods" themselves


class PythonFile:
    """Nodes are those of LibCST. Places are bytes of the text in UTF-8."""

    def __init__(self, source, module, rules, is_setup_script, project):
        self.source = source
        self.module = module
        self.rules = rules
        self.own_modules = project.modules
        self.is_among_torchs = project.mentions_torch
        self.own_movers = project.movers
        self.parents = parents(module)
        providers = metadata.ByteSpanPositionProvider, metadata.ScopeProvider
        found = metadata.MetadataWrapper(module, unsafe_skip_copy=True).resolve_many(providers)
        self.positions, self.scopes = (found[each] for each in providers)
        survey = Survey()
        module.visit(survey)
        self.own_attributes = survey.attributes
        self.own_functions = survey.functions
        self.own_methods = survey.methods
        # Modules of the project that use PyTorch often have it in their names (`utils.torch_utils`).
        self.uses_torch = any("torch" in name and name.split(".")[0] != "torch_musa" for name in survey.modules)
        self.makes_extensions = survey.imports_any(EXTENSION_MODULES)
        self.is_setup_script = is_setup_script or survey.imports_any(SETUP_MODULES)
        self.is_build_script = self.is_setup_script or survey.imports_any(BUILD_MODULES)
        self.is_started = survey.is_started and survey.imports_any(("torch",)) and not self.is_build_script
        self.imports_own = any(name.split(".")[0] in project.modules for name in survey.modules)
        self.imports = {}  # by scope and name
        self.uses = []  # where something of torch_musa's is used
        self.edits = set()
        self.decisions = set()
        self.diagnostics = set()

    # Places.

    def span(self, node):
        position = self.positions[node]
        return position.start, position.start + position.length

    def parent(self, node):
        return self.parents.get(node)

    def text(self, node):
        start, end = self.span(node)
        return self.source.utf8[start:end].decode()

    def string_text(self, string):
        """The text between the quotes of a string."""
        if isinstance(string, cst.SimpleString):
            return string.raw_value
        if not isinstance(string, cst.FormattedString) or not string.parts:
            return ""
        return self.source.utf8[self.span(string.parts[0])[0]:self.span(string.parts[-1])[1]].decode()

    def literal_text(self, string):
        """The same, with a NUL for each byte of an expression in it."""
        if isinstance(string, cst.SimpleString):
            return string.raw_value
        texts = (part.value if isinstance(part, cst.FormattedStringText) else "\0" * len(self.text(part).encode()) for part in string.parts)
        return "".join(texts)

    def content_start(self, string):
        """The first byte after the opening quote of a string."""
        return self.span(string)[0] + len(self.quotes(string)[0])

    def quotes(self, string):
        """The opening and the closing quote of a string, with its prefix."""
        if isinstance(string, cst.FormattedString):
            return string.start, string.end
        return string.prefix + string.quote, string.quote

    def quoted(self, node, text):
        """Text of a table, with the other quotes if it comes into an f-string, which older Pythons end at its own."""
        while node is not None and not isinstance(node, cst.FormattedString):
            node = self.parent(node)
        return text.replace('"', "'") if node is not None and node.end == '"' else text

    def definitions_around(self, node):
        """Yields the functions and classes around a node, innermost first. A definition is around itself."""
        while node is not None:
            if isinstance(node, (cst.FunctionDef, cst.ClassDef, cst.Lambda)):
                yield node
            node = self.parent(node)

    def blocks(self, node):
        """Yields the blocks of statements around a node, innermost first."""
        while node is not None:
            node = self.parent(node)
            if isinstance(node, (cst.BaseSuite, cst.Module)):
                yield node

    def is_docstring(self, node):
        while isinstance(self.parent(node), cst.ConcatenatedString):
            node = self.parent(node)
        return isinstance(self.parent(node), cst.Expr)

    def meaning(self, node):
        """The imported names that a name or attribute may stand for: `torch.cuda.Stream`."""
        scope = self.scopes.get(node)
        written = dotted(node)
        if scope is None or not written:
            return set()
        root = written.partition(".")[0]
        if (scope, root) not in self.imports:  # for each use, LibCST looks at all assignments of its name
            self.imports[scope, root] = self._imports_of(scope[root], root)
        is_imported, is_bound = self.imports[scope, root]
        if not is_imported:
            return set()
        if is_bound:
            return {written}  # LibCST would choose one of the imports, depending on the place of the name
        return {name.name for name in scope.get_qualified_names_for(node)
                if name.source is metadata.QualifiedNameSource.IMPORT}

    @staticmethod
    def _imports_of(assignments, root):
        """Whether a name is imported, and whether `import root.x` binds it."""
        imports = [each for each in assignments if isinstance(each, metadata.ImportAssignment)]
        return bool(imports), any(bound_name(alias) == root for each in imports for alias in names_of_import(each))

    def meaning_or_name(self, function):
        """The imported names that a function may stand for; if there are none, its own name."""
        return self.meaning(function) or {dotted(function)}

    # Edits, decisions and diagnostics.

    def replace(self, node, text):
        self.edit(*self.span(node), text)

    def edit(self, start, end, text, by="python"):
        self.edits.add(Edit(start, end, text))
        self.decide(start, end, self.source.utf8[start:end].decode(), text, by)

    def insert(self, edit):
        self.edits.add(edit)
        self.decide(edit.start, edit.start, "", edit.text.strip(), "python")

    def decide(self, start, end, name, to, by):
        self.decisions.add(Decision(start, end, name, to, by))

    def port_by_rule(self, rule, start, name):
        end = start + len(name.encode())
        if rule.to is None:
            self.decide(start, end, name, None, rule.number)
        else:
            self.edit(start, end, rule.to, rule.number)

    def say(self, node, severity, message, note=""):
        start, end = self.span(node)
        self.say_at(start, end - start, severity, message, note)

    def say_at(self, start, length, severity, message, note=""):
        self.diagnostics.add(Diagnostic(*self.source.place(start), severity, message, note, length))

    def remark_unsupported(self, node, name, severity="warning"):
        """`node`: where a module or member stands that `name` is the whole name of."""
        if name in self.rules["unsupported"]:
            self.say(node, severity, f"'{name}' has no counterpart in torch_musa", self.rules["unsupported"][name])
