# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds what TorchScript compiles in a file. It knows a tensor's `cuda()` and `is_cuda` by these names alone: what PyTorch gives
other devices in Python, TorchScript does not see."""

import re
from collections import defaultdict

import libcst as cst

from .syntax import dotted

DEFINITIONS = (cst.FunctionDef, cst.ClassDef, cst.Lambda)


class TorchScript:
    """The code of one file that TorchScript compiles: functions, classes, and methods of modules."""

    def __init__(self, file):
        self.file = file
        self.rules = file.rules["torchscript"]
        self.compiled = set()
        if "jit" in file.source.text:
            self.definitions = _Definitions(file)
            self.marks = _Marks(file, self.definitions)
            self.modules = set()  # classes whose `forward` is compiled
            self._compile_roots()

    def contains(self, node):
        """Whether TorchScript compiles a node."""
        for definition in self.definitions.around(node) if self.compiled else ():
            if self.marks.has(definition, "left_to_python"):
                return False
            if definition in self.compiled:
                return True
        return False

    def may_be_tensor(self, node):
        """Whether an expression in compiled code is not declared as an object of a class that defines such a method itself. What is no
        tensor has to be declared there."""
        return not self._is_of_own_class(node, set())

    # What is compiled.

    def _compile_roots(self):
        for each in self.definitions.all:
            if self.marks.has(each, "compiles") or self.marks.has(each, "compiles_method"):
                self._compile(each)
        for call in self.definitions.all_calls:
            if call.args and self.marks.is_one(call.func, "compiles") and not self._compile_value(call.args[0].value, set()):
                self.file.say(call.args[0], "remark", "TorchScript compiles this, and another file defines it",
                              "there, too, it knows x.to(\"musa\") and x.device.type, and neither x.musa() nor x.is_musa")
        if self.marks.is_prepared():  # another file has its modules compiled
            for each in self.definitions.all:
                if isinstance(each, cst.ClassDef):
                    self._compile_module(each)

    def _compile_value(self, value, seen):
        """What torch.jit.script is given: a function, a class or a module, also in a variable. Returns whether the file has it."""
        if isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute):
            return self._compile_value(value.func.value, seen)  # Module().eval()
        if isinstance(value, cst.Call):
            found = self.definitions.classes[dotted(value.func)]
            for each in found:
                self._compile_module(each)
            return bool(found)
        if isinstance(value, cst.Lambda):
            self._compile(value)
            return True
        if not isinstance(value, cst.Name) or value.value in seen:
            return False
        found = self.definitions.named(value.value)
        for each in found:
            self._compile(each)
        said = [self._compile_value(each, seen | {value.value}) for each in self.definitions.said_of(value)]
        return bool(found) or any(said)

    def _compile_module(self, owner):
        """Its `forward`, what it exports, its properties, and the modules that it has."""
        forward = self.definitions.method(owner, "forward")
        if owner in self.modules or not forward:
            return
        self.modules.add(owner)
        for each in forward:
            self._compile(each)
        for base in self.definitions.bases(owner):
            methods = self.definitions.methods[base]
            for each in (each for found in methods.values() for each in found):
                if self.marks.has(each, "compiles_method") or any(dotted(mark.decorator) == "property" for mark in each.decorators):
                    self._compile(each)
            for call in (call for each in methods["__init__"] for call in self.definitions.calls[each]):
                for each in self.definitions.classes[dotted(call.func)]:
                    self._compile_module(each)

    def _compile(self, definition):
        pending = [definition]
        while pending:
            definition = pending.pop()
            if definition in self.compiled or self.marks.has(definition, "left_to_python"):
                continue
            self.compiled.add(definition)
            for call in self.definitions.calls[definition]:
                if self.contains(call):
                    pending += [each for each in self.definitions.called(call)
                                if isinstance(each, cst.FunctionDef) or not self.definitions.method(each, "forward")]

    # What is declared.

    def _is_of_own_class(self, node, seen):
        if node in seen:
            return False
        seen.add(node)
        if isinstance(node, cst.Call):
            returned = [each.returns.annotation for each in self.definitions.called(node)
                        if isinstance(each, cst.FunctionDef) and each.returns is not None]
            return dotted(node.func).rpartition(".")[2] in self.file.own_movers or any(self._names_own_class(each, seen) for each in returned)
        return any(self._names_own_class(each, seen) for each in self.definitions.said_of(node))

    def _names_own_class(self, said, seen):
        """Whether an annotation does, in whatever way it is written; or whether a value is such an object."""
        if self._is_of_own_class(said, seen):
            return True
        return not isinstance(said, cst.Call) and not self.file.own_movers.isdisjoint(re.findall(r"\w+", self.file.text(said)))


class _Definitions:
    """The functions and classes of a file, and what is said of its names."""

    def __init__(self, file):
        self.file = file
        self.all, self.all_calls = [], []
        self.functions = defaultdict(list)  # those that are no methods, by name
        self.classes = defaultdict(list)
        self.methods = defaultdict(lambda: defaultdict(list))  # by class and name
        self.calls = defaultdict(list)  # by each definition around them
        self.said = defaultdict(list)  # by scope and name: annotations and values; what is at the top has no scope
        for node in file.parents:
            self._add(node)

    def around(self, node):
        """The definitions around a node, innermost first."""
        while node is not None:
            if isinstance(node, DEFINITIONS):
                yield node
            node = self.file.parent(node)

    def named(self, name):
        return [*self.functions[name], *self.classes[name]]

    def bases(self, owner):
        """A class and those of its bases, and theirs, that this file defines."""
        found = [owner]
        for each in found:
            for base in each.bases:
                found += [known for known in self.classes[dotted(base.value)] if known not in found]
        return found

    def method(self, owner, name):
        return next((self.methods[each][name] for each in self.bases(owner) if self.methods[each][name]), [])

    def called(self, call):
        """The functions and classes of the file that a call may be of."""
        if isinstance(call.func, cst.Name):
            return self.named(call.func.value)
        if not isinstance(call.func, cst.Attribute):
            return []
        value = call.func.value
        if dotted(value) in ("self", "cls") or isinstance(value, cst.Call) and dotted(value.func) == "super":
            owners = [each for each in self.around(call) if isinstance(each, cst.ClassDef)][:1]
        else:
            owners = self.classes[dotted(value)]
        return [each for owner in owners for each in self.method(owner, call.func.attr.value)]

    def said_of(self, node):
        """The annotations and values of a name, in the nearest scope that has it, or of an attribute of `self`."""
        if isinstance(node, cst.Name):
            return next((self.said[scope, node.value] for scope in (*self.around(node), None) if (scope, node.value) in self.said), [])
        if isinstance(node, cst.Attribute) and dotted(node.value) == "self":
            owners = [each for each in self.around(node) if isinstance(each, cst.ClassDef)][:1]
            return [each for owner in owners for base in self.bases(owner) for each in self.said.get((base, node.attr.value), ())]
        return []

    def _add(self, node):
        if isinstance(node, cst.FunctionDef):
            owner = next(self.around(self.file.parent(node)), None)
            (self.methods[owner] if isinstance(owner, cst.ClassDef) else self.functions)[node.name.value].append(node)
            self.all.append(node)
        elif isinstance(node, cst.ClassDef):
            self.classes[node.name.value].append(node)
            self.all.append(node)
        elif isinstance(node, cst.Call):
            self.all_calls.append(node)
            for definition in self.around(node):
                self.calls[definition].append(node)
        elif isinstance(node, cst.Param) and node.annotation is not None:
            self._say(node.name, node.annotation.annotation)
        elif isinstance(node, cst.AnnAssign):
            self._say(node.target, node.annotation.annotation)
        elif isinstance(node, cst.Assign):
            for each in node.targets:
                self._say(each.target, node.value)
        elif isinstance(node, cst.NamedExpr):
            self._say(node.target, node.value)
        elif isinstance(node, (cst.For, cst.CompFor)):
            self._say(node.target, node.iter)  # one of those that are declared

    def _say(self, target, said):
        name = dotted(target)
        of_class = name.startswith("self.")
        scopes = [each for each in self.around(target) if isinstance(each, cst.ClassDef) or not of_class]
        if name:
            self.said[scopes[0] if scopes else None, name.removeprefix("self.")].append(said)


class _Marks:
    """Where a file speaks to TorchScript."""

    def __init__(self, file, definitions):
        self.file = file
        self.rules = file.rules["torchscript"]
        self.words = defaultdict(set)  # by kind: the last words of such names here
        self.meanings = defaultdict(set)  # of names that stand for them: `compiled = torch.jit.script`
        for kind in ("compiles", "compiles_method", "prepares", "left_to_python"):
            self.words[kind] = {name.rpartition(".")[2] for name in self.rules[kind]}
        for node in file.parents:
            if isinstance(node, cst.ImportAlias) and node.asname is not None:
                self._add_name(node.asname.name)
        for (scope, name), said in definitions.said.items():
            for each in said if scope is None else ():
                if isinstance(each, (cst.Attribute, cst.Name)):
                    self.meanings[name] |= file.meaning(each)

    def _add_name(self, name):
        for words in self.words.values():
            words.add(dotted(name))

    def is_one(self, node, kind):
        if not isinstance(node, (cst.Attribute, cst.Name)):
            return False
        written = dotted(node)
        meanings = self.meanings.get(written, set())
        if written.rpartition(".")[2] in self.words[kind]:
            meanings = meanings | self.file.meaning(node)
        return not meanings.isdisjoint(self.rules[kind])

    def has(self, definition, kind):
        """Whether a decorator of it is such a name, or a call of one."""
        decorators = [each.decorator for each in getattr(definition, "decorators", ())]
        return any(self.is_one(each.func if isinstance(each, cst.Call) else each, kind) for each in decorators)

    def is_prepared(self):
        return any(self.is_one(node, "prepares") for node in self.file.parents)
