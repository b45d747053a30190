# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the functions and classes that TorchScript compiles. It knows a tensor's `cuda()` and `is_cuda` by these names alone: what
PyTorch gives other devices in Python, TorchScript does not see."""

import libcst as cst

from .syntax import dotted, walk

TENSOR = {"torch.Tensor", "Tensor"}
# They hold a type that TorchScript takes out of them once the value is known to be there.
HOLDERS = {"typing.Optional", "torch.jit.Final", "typing.Final"}


class TorchScript:
    """The scripted code of one file."""

    def __init__(self, file):
        self.file = file
        self.rules = file.rules["torchscript"]
        self.scripted = set()  # functions and classes
        self.classes = {}  # the fields that a class declares, with their annotations
        if "jit" in file.source.text:
            self._find()

    def contains(self, node):
        """Whether TorchScript compiles a node."""
        while self.scripted and node is not None:
            if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
                if self._is_marked(node, "left_to_python"):
                    return False
                if node in self.scripted:
                    return True
            node = self.file.parent(node)
        return False

    def may_be_tensor(self, node):
        """Whether nothing declares an expression to be something else. All that is no tensor has to be declared in TorchScript."""
        declared = self._declaration(node, set())
        return declared is None or self._names_tensor(declared)

    # What is scripted.

    def _find(self):
        definitions, marked, is_prepared = {}, [], False
        for node in walk(self.file.module):
            if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
                definitions.setdefault(node.name.value, node)
                if self._is_marked(node, "scripts"):
                    marked.append(node)
            elif isinstance(node, cst.Call) and node.args and self._is_any(node.func, "scripts"):
                value = node.args[0].value
                marked.append(value.func if isinstance(value, cst.Call) else value)
            elif isinstance(node, (cst.Attribute, cst.Name)):
                is_prepared |= self._is_any(node, "prepares")
        if is_prepared:  # elsewhere its modules are scripted
            marked += [each for each in definitions.values() if isinstance(each, cst.ClassDef) and _method(each, "forward")]
        while marked:
            node = marked.pop()
            node = definitions.get(node.value) if isinstance(node, cst.Name) else node
            if not isinstance(node, (cst.FunctionDef, cst.ClassDef)) or node in self.scripted:
                continue
            self.scripted.add(node)
            marked += [each.func for each in walk(node) if isinstance(each, cst.Call)]  # which it compiles with it

    def _is_marked(self, definition, kind):
        names = [each.decorator for each in definition.decorators]
        names += [each.value for each in definition.bases] if isinstance(definition, cst.ClassDef) else []
        return any(self._is_any(each.func if isinstance(each, cst.Call) else each, kind) for each in names)

    def _is_any(self, name, kind):
        return isinstance(name, (cst.Attribute, cst.Name)) and not self.file.meaning(name).isdisjoint(self.rules[kind])

    # What is declared.

    def _declaration(self, node, seen):
        """The annotation that says what an expression is, or None."""
        if isinstance(node, cst.Name):
            return self._declaration_of_name(node, seen)
        if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and node.value.value == "self":
            owner = self._enclosing(node, cst.ClassDef)
            return self._fields(owner).get(node.attr.value) if owner is not None else None
        return None

    def _declaration_of_name(self, name, seen):
        function = self._enclosing(name, cst.FunctionDef)
        if function is None or name.value in seen:
            return None
        for each in (*function.params.params, *function.params.kwonly_params):
            if each.name.value == name.value and each.annotation is not None:
                return each.annotation.annotation
        for each in walk(function.body):
            if isinstance(each, cst.AnnAssign) and dotted(each.target) == name.value:
                return each.annotation.annotation
            if isinstance(each, cst.Assign) and any(dotted(target.target) == name.value for target in each.targets):
                found = self._declaration(each.value, seen | {name.value})
                if found is not None:
                    return found
        return None

    def _fields(self, owner):
        if owner not in self.classes:
            fields = {}
            for each in walk(owner):
                if isinstance(each, cst.AnnAssign):
                    fields.setdefault(dotted(each.target).removeprefix("self."), each.annotation.annotation)
            self.classes[owner] = fields
        return self.classes[owner]

    def _names_tensor(self, annotation):
        if isinstance(annotation, cst.SimpleString):
            return annotation.raw_value.rpartition(".")[2].rstrip("]") == "Tensor"
        if isinstance(annotation, cst.Subscript) and self.file.meaning_or_name(annotation.value) & HOLDERS:
            return self._names_tensor(annotation.slice[0].slice.value)
        if isinstance(annotation, cst.BinaryOperation):  # Tensor | None
            return self._names_tensor(annotation.left) or self._names_tensor(annotation.right)
        return bool(self.file.meaning_or_name(annotation) & TENSOR)

    def _enclosing(self, node, kind):
        while node is not None and not isinstance(node, kind):
            node = self.file.parent(node)
        return node


def _method(definition, name):
    return any(isinstance(each, cst.FunctionDef) and each.name.value == name for each in definition.body.body)
