# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A Python file that is ported: what stands where in it, what a name in it means, and what is to become of it."""

import libcst as cst
from libcst import metadata

from .edits import Decision, Diagnostic, Edit
from .survey import BUILD_MODULES, EXTENSION_MODULES, SETUP_MODULES, Survey
from .syntax import bound_name, dotted, names_of_import, parents


class PythonFile:
    """Nodes are LibCST's; places are bytes of the text in UTF-8."""

    def __init__(self, source, module, rules, is_setup_script, own_modules):
        self.source = source
        self.module = module
        self.rules = rules
        self.own_modules = own_modules  # what the names of the project's modules begin with
        self.parents = parents(module)
        providers = metadata.ByteSpanPositionProvider, metadata.ScopeProvider
        found = metadata.MetadataWrapper(module, unsafe_skip_copy=True).resolve_many(providers)
        self.positions, self.scopes = (found[each] for each in providers)
        survey = Survey()
        module.visit(survey)
        self.own_attributes = survey.attributes
        self.own_methods = survey.methods
        # A module of the file's own project that PyTorch is used by often has it in its name (`utils.torch_utils`).
        self.uses_torch = any("torch" in name and name.split(".")[0] != "torch_musa" for name in survey.modules)
        self.makes_extensions = survey.imports_any(EXTENSION_MODULES)
        self.is_setup_script = is_setup_script or survey.imports_any(SETUP_MODULES)
        self.is_build_script = self.is_setup_script or survey.imports_any(BUILD_MODULES)
        self.uses = []  # where something of torch_musa's is used
        self.edits = set()
        self.decisions = set()
        self.diagnostics = set()

    # What is where.

    def span(self, node):
        position = self.positions[node]
        return position.start, position.start + position.length

    def parent(self, node):
        return self.parents.get(node)

    def text(self, node):
        start, end = self.span(node)
        return self.source.utf8[start:end].decode()

    def string_text(self, string):
        """What is between a string's quotes."""
        if isinstance(string, cst.SimpleString):
            return string.raw_value
        if not isinstance(string, cst.FormattedString) or not string.parts:
            return ""
        return self.source.utf8[self.span(string.parts[0])[0]:self.span(string.parts[-1])[1]].decode()

    def literal_text(self, string):
        """The same, with a mark for each byte of an expression in it."""
        if isinstance(string, cst.SimpleString):
            return string.raw_value
        texts = (part.value if isinstance(part, cst.FormattedStringText) else "\0" * len(self.text(part).encode()) for part in string.parts)
        return "".join(texts)

    def content_start(self, string):
        """Where what is between a string's quotes begins."""
        return self.span(string)[0] + len(self.quotes(string)[0])

    def quotes(self, string):
        """What a string begins and ends with."""
        if isinstance(string, cst.FormattedString):
            return string.start, string.end
        return string.prefix + string.quote, string.quote

    def blocks(self, node):
        """The blocks of statements around a node, from the inside."""
        while node is not None:
            node = self.parent(node)
            if isinstance(node, (cst.BaseSuite, cst.Module)):
                yield node

    def is_docstring(self, node):
        while isinstance(self.parent(node), cst.ConcatenatedString):
            node = self.parent(node)
        return isinstance(self.parent(node), cst.Expr)

    def meaning(self, node):
        """What a name or attribute is, as far as imports say: `torch.cuda.Stream`."""
        scope = self.scopes.get(node)
        written = dotted(node)
        if scope is None or not written:
            return set()
        root = written.partition(".")[0]
        if any(bound_name(alias) == root for assignment in scope[root] for alias in names_of_import(assignment)):
            return {written}  # LibCST takes one of the imports, and which depends on where the name stands
        return {name.name for name in scope.get_qualified_names_for(node)
                if name.source is metadata.QualifiedNameSource.IMPORT}

    def meaning_or_name(self, function):
        """What a function is by imports, or what it is called."""
        return self.meaning(function) or {dotted(function)}

    # What is to become of it.

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

    def remark_unsupported(self, node, name):
        """`node`: where a module or member stands that `name` is the whole name of."""
        if name in self.rules["unsupported"]:
            self.say(node, "warning", f"'{name}' has no counterpart in torch_musa", self.rules["unsupported"][name])
