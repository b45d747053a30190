# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports names of modules, members, attributes and methods: `torch.cuda.Stream`, `x.is_cuda`, `x.cuda()`."""

import re

import libcst as cst

from .edits import Edit
from .syntax import dotted
from .torchscript import TorchScript

# Functions that call their first argument.
HIGHER_FUNCTIONS = {"map", "filter", "functools.partial"}
# What may stand between a method's name and its arguments.
OPENING = re.compile(rb"(?:[\s\\)]|#[^\n]*)*\(")
# The function that returns the runtime library as a module.
RUNTIME = "torch.cuda.cudart"


class NamePorter:
    """Ports the names of one file."""

    def __init__(self, file):
        self.file = file
        self.rules = file.rules
        self.torchscript = TorchScript(file)
        self.needs_import = False
        self.called = set()  # names of functions
        self.taken = []  # (name, method): `name = x.cuda`
        qualified = [*self.rules["modules"], *self.rules.members, *self.rules["unsupported"], *self.rules["torchscript"]["builtins"]]
        qualified += [call.removesuffix("()") for call in self.rules["calls"]]
        self.has_runtime = "cudart" in file.source.text
        self.runtimes = self.find_runtimes()  # variables, and attributes such as `self.runtime`
        self.interesting = {name.rpartition(".")[2] for name in qualified}

    def port_dotted_name(self, node):
        name = node.attr.value
        if name in self.interesting:
            for meaning in self.file.meaning(node):
                self.port_meaning(node, node.attr, meaning)
        if name in self.rules["attributes"] and not self.file.meaning(node):
            self.port_attribute(node)
        if name in self.rules["methods"] and name not in self.file.own_attributes | self.file.own_functions and not self.file.meaning(node):
            self.note_method(node)
        if self.has_runtime and (dotted(node.value) in self.runtimes or self.is_runtime(node.value)):
            self.port_runtime(node)

    def is_runtime(self, node):
        """Whether an expression is what `torch.cuda.cudart()` returns."""
        if isinstance(node, cst.NamedExpr):
            node = node.value
        return isinstance(node, cst.Call) and isinstance(node.func, (cst.Attribute, cst.Name)) and RUNTIME in self.file.meaning(node.func)

    def find_runtimes(self):
        found = set()
        for node in self.file.parents if self.has_runtime else ():
            if isinstance(node, (cst.Assign, cst.AnnAssign, cst.NamedExpr)) and node.value is not None and self.is_runtime(node.value):
                found |= {dotted(each.target) for each in (node.targets if isinstance(node, cst.Assign) else [node])}
        return found - {""}

    def port_runtime(self, node):
        name = node.attr.value
        if name in self.rules["runtime"]:
            self.file.replace(node.attr, self.rules["runtime"][name])
        elif name.startswith("cuda"):
            self.file.say(node.attr, "warning", f"'{name}' stays: torch.musa.musart() has no counterpart of it",
                          "it has " + ", ".join(self.rules["runtime"].values()))

    def note_method(self, node):
        """Notes a method that is not called here: a later call shows whether it is a method."""
        parent = self.file.parent(node)
        if isinstance(parent, cst.Assign) and isinstance(parent.targets[0].target, cst.Name):
            self.taken.append((parent.targets[0].target.value, node))
        elif isinstance(parent, cst.Arg):
            call = self.file.parent(parent)
            if call.args[0] is parent and self.file.meaning_or_name(call.func) & HIGHER_FUNCTIONS:
                self.remark_method(node)

    def remark_taken_methods(self):
        """Adds remarks on the noted methods that are called. Call this after all names were visited."""
        for name, method in self.taken:
            if name in self.called:
                self.remark_method(method)

    def remark_method(self, node):
        name = node.attr.value
        self.file.say(node.attr, "warning", f"'{name}' stays: it is not called here, so it may be something else than a method of a tensor or module",
                      "if it is, write " + self.rules["methods"][name])

    def port_name(self, node):
        parent = self.file.parent(node)
        if isinstance(parent, cst.Attribute) and parent.attr is node or isinstance(parent, cst.Arg) and parent.keyword is node:
            return
        if node.value in self.interesting:
            for meaning in self.file.meaning(node):
                if meaning.rpartition(".")[2] == node.value and meaning not in self.rules["modules"]:
                    self.port_meaning(node, node, meaning)

    def port_meaning(self, node, last, meaning):
        """Ports `node`, the module or member `meaning`. `last` is its last word."""
        if meaning in self.rules["torchscript"]["builtins"] and self.torchscript.compiles(node):
            self.file.say(last, "warning", f"TorchScript knows '{meaning}', but nothing of torch_musa's",
                          "call it outside of what is scripted, or in a function that is marked with @torch.jit.ignore")
        if meaning in self.rules["modules"]:
            rule = self.rules["modules"][meaning]
            self.file.uses.append(self.file.span(node)[0])
            self.needs_import |= self.file.is_build_script and rule.get("import") == "torch_musa"
            to = rule["to"]
            if to.rpartition(".")[0] == meaning.rpartition(".")[0]:
                self.file.replace(last, to.rpartition(".")[2])
            elif dotted(node) == meaning:
                self.file.replace(node, to)
        elif meaning in self.rules.members:
            self.file.port_by_rule(self.rules.members[meaning], self.file.span(last)[0], self.file.text(last))
        else:
            self.file.remark_unsupported(last, meaning, "error" if self.is_read(node, meaning) else "warning")

    def is_read(self, node, meaning):
        """Whether a build script takes something for a text that is None on MUSA: it fails there."""
        if meaning not in self.rules["none"] or not self.file.is_build_script:
            return False
        parent = self.file.parent(node)
        if isinstance(parent, cst.Arg):
            call = self.file.parent(parent)
            return isinstance(call, cst.Call) and dotted(call.func) not in ("print", "str", "repr", "bool")
        return isinstance(parent, (cst.Attribute, cst.Subscript)) and parent.value is node

    def port_attribute(self, node):
        name = node.attr.value
        parent = self.file.parent(node)
        if name in self.file.own_attributes:
            self.file.say(node.attr, "warning", f"'{name}' stays: this file has its own attribute of that name",
                          "if it belongs to a tensor here, write " + self.rules["attributes"][name])
        elif isinstance(parent, cst.Call) and parent.func is node:
            if name not in self.file.own_functions:
                self.file.say(node.attr, "remark", f"'{name}' stays: it is called, so it is not the attribute of a tensor")
        elif self.torchscript.writes(node, node.value):
            self.port_scripted_attribute(node)
        else:
            self.file.uses.append(self.file.span(node)[0])
            self.file.replace(node.attr, self.rules["attributes"][name])

    def port_scripted_attribute(self, node):
        """The attribute becomes a comparison, in parentheses if it is an operand."""
        text = self.file.quoted(node, self.rules["torchscript"]["attributes"][node.attr.value])
        start = self.file.span(node)[0]
        self.file.uses.append(start)
        if _is_operand(node, self.file.parent(node)):
            self.file.edits.add(Edit(start, start, "("))
            text += ")"
        self.file.replace(node.attr, text)

    def port_call(self, node):
        function = node.func
        if isinstance(function, cst.Attribute) and function.attr.value in self.rules["methods"]:
            self.port_method(node)
        for meaning in self.file.meaning(function) if isinstance(function, (cst.Attribute, cst.Name)) else ():
            self.port_function(node, meaning)
            for argument in node.args:
                keyword = argument.keyword and self.rules["keywords"].get(meaning, {}).get(argument.keyword.value)
                if keyword:
                    self.file.replace(argument.keyword, keyword)
        if isinstance(function, cst.Name):
            self.called.add(function.value)

    def port_method(self, call):
        function = call.func
        name = function.attr.value
        if name in self.file.own_methods:
            self.file.say(function.attr, "warning", f"'{name}' stays: this file has its own function of that name",
                          "if it belongs to a tensor or a module here, write " + self.rules["methods"][name])
        elif not any(meaning in self.rules["modules"] or meaning in self.rules.members for meaning in self.file.meaning(function)):
            self.file.uses.append(self.file.span(function)[0])
            if not call.args and self.torchscript.writes(call, function.value):
                self.port_scripted_method(call)
            else:
                self.file.replace(function.attr, self.rules["methods"][name])

    def port_scripted_method(self, call):
        """`x.cuda()`: the method gets another name, and an argument. What stands between the parentheses stays."""
        attribute = call.func.attr
        name, _, argument = self.file.quoted(call, self.rules["torchscript"]["methods"][attribute.value]).rstrip(")").partition("(")
        self.file.replace(attribute, name)
        after = self.file.span(attribute)[1]
        opening = OPENING.match(self.file.source.utf8, after).end()
        self.file.edits.add(Edit(opening, opening, argument))

    def port_function(self, node, meaning):
        call = self.rules["calls"].get(meaning + "()")
        if call is None or node.args:
            return
        if isinstance(node.func, cst.Attribute):
            self.file.edit(self.file.span(node.func.attr)[0], self.file.span(node)[1], call)
        else:
            self.file.say(node, "warning", f"'{meaning}' has to be called through its module", f"as torch.distributed.{call}")

    def port_definition(self, node):
        method = self.rules["methods"].get(node.name.value)
        if method and node.name.value not in self.file.own_methods and isinstance(self.file.parent(self.file.parent(node)), cst.ClassDef):
            self.file.replace(node.name, method)  # it is called by the new name


def _is_operand(node, parent):
    """Whether an operator around an expression would take a part of a comparison that takes its place."""
    if node.lpar or isinstance(parent, cst.UnaryOperation) and isinstance(parent.operator, cst.Not):
        return False
    is_called = isinstance(parent, cst.Call) and parent.func is node
    return is_called or isinstance(parent, (cst.Comparison, cst.ComparisonTarget, cst.BinaryOperation, cst.UnaryOperation, cst.Attribute,
                                            cst.Subscript, cst.Await, cst.StarredElement, cst.StarredDictElement))
