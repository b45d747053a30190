# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says where TorchScript may compile a file's code. It knows a tensor's `cuda()` and `is_cuda` by these names alone: what PyTorch gives
other devices in Python, TorchScript does not see. What it knows means the same in Python, for tensors and modules. So it is written
in all functions of a file that speaks to TorchScript: which of them are compiled, only a run shows."""

from collections import defaultdict

import libcst as cst

from .declarations import Declarations
from .syntax import dotted

KINDS = "compiles", "compiles_method", "prepares", "asks", "left_to_python"


class TorchScript:
    """What TorchScript has to do with a file."""

    def __init__(self, file):
        self.file = file
        self.rules = file.rules["torchscript"]
        self.is_spoken_to = False
        self.compiled = set()  # what is marked or given, each `forward`, and what has the name of a function that these call
        self.declarations = None
        if "jit" in file.source.text:  # as in all names of the table
            self.words = self._words()
            self._find()

    def compiles(self, node):
        """Whether the file shows that TorchScript compiles a node."""
        around = list(self.file.definitions_around(node)) if self.compiled else ()
        return not self.compiled.isdisjoint(around) and not self._is_left_to_python(around) and not self._is_where_nothing_is_scripted(node)

    def writes(self, node, receiver):
        """Whether a method or an attribute of `receiver` at `node` is written as TorchScript knows it: not if it is an object of a class of
        the tree that has such a method itself. TorchScript wants these declared. Where Python may run, and nothing is declared, it stays
        as in Python, and a remark says so."""
        around = list(self.file.definitions_around(node)) if self.is_spoken_to else []
        is_compiled = not self.compiled.isdisjoint(around)
        if not around or _is_super(receiver) or self._is_left_to_python(around) or not (is_compiled or _is_code_of_a_function(around[0])):
            return False
        if not self.file.own_movers:
            return True
        self.declarations = self.declarations or Declarations(self.file)
        declared = self.declarations.words_of(receiver)
        is_own = not declared.isdisjoint(self.file.own_movers)
        if is_own != ("Tensor" in declared):
            return not is_own
        if not is_own and is_compiled:
            return True
        self.file.say(receiver, "remark", "TorchScript may compile this, and whether it is a tensor is not declared",
                      "if both are so, write x.to(\"musa\") and x.device.type == \"musa\"")
        return False

    def _words(self):
        """By kind, the last words of its names in this file."""
        aliases = {dotted(node.asname.name) for node in self.file.parents if isinstance(node, cst.ImportAlias) and node.asname is not None}
        return {kind: aliases | {name.rpartition(".")[2] for name in self.rules[kind]} for kind in KINDS}

    def _is_one(self, node, kind):
        return (isinstance(node, (cst.Attribute, cst.Name)) and dotted(node).rpartition(".")[2] in self.words[kind]
                and not self.file.meaning(node).isdisjoint(self.rules[kind]))

    def _has(self, definition, kind):
        """Whether a decorator is such a name, or a call of one."""
        decorators = [each.decorator for each in getattr(definition, "decorators", ())]
        return any(self._is_one(each.func if isinstance(each, cst.Call) else each, kind) for each in decorators)

    def _is_left_to_python(self, around):
        return any(self._has(each, "left_to_python") for each in around)

    def _find(self):
        named, methods, roots, given = defaultdict(list), defaultdict(list), [], []
        speaks_of_modules = False
        for node in self.file.parents:
            if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
                is_method = isinstance(next(self.file.definitions_around(self.file.parent(node)), None), cst.ClassDef)
                (methods if is_method else named)[node.name.value].append(node)
                if self._has(node, "compiles") or self._has(node, "compiles_method"):
                    roots.append(node)
            elif isinstance(node, cst.Call) and node.args and self._is_one(node.func, "compiles"):
                given.append(node.args[0])
            elif not isinstance(self.file.parent(node), cst.ImportAlias) and any(self._is_one(node, kind) for kind in KINDS):
                self.is_spoken_to = True
                speaks_of_modules |= not (self._is_one(node, "compiles") and self._is_decorator(node))
        for argument in given:
            value = argument.value
            roots += [value] if isinstance(value, cst.Lambda) else named[dotted(value)]
            if self._is_of_another_file(value, named, methods["forward"]):
                self.file.say(argument, "remark", "TorchScript compiles this, and another file defines it",
                              "there, too, it knows x.to(\"musa\") and x.device.type, and neither x.musa() nor x.is_musa")
        self._compile(roots + (methods["forward"] if speaks_of_modules else []), named, methods)

    def _is_decorator(self, node):
        parent = self.file.parent(node)
        return isinstance(self.file.parent(parent) if isinstance(parent, cst.Call) else parent, cst.Decorator)

    def _is_of_another_file(self, value, named, modules):
        """Whether torch.jit.script is given something imported, or a variable in a file that has no modules."""
        while isinstance(value, (cst.Call, cst.Attribute)):
            value = value.func if isinstance(value, cst.Call) else value.value
        if not isinstance(value, cst.Name) or value.value in named:
            return False
        return not modules or any(not each.startswith("torch.") for each in self.file.meaning(value))

    def _is_where_nothing_is_scripted(self, node):
        """Whether it is behind `if not torch.jit.is_scripting():`, which TorchScript does not compile, or the `else` of such an `if`."""
        while (parent := self.file.parent(node)) is not None:
            if isinstance(parent, cst.If):
                test, branch = parent.test, parent.orelse
                if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
                    test, branch = test.expression, parent.body
                if branch is node and isinstance(test, cst.Call) and self._is_one(test.func, "asks"):
                    return True
            node = parent
        return False

    def _compile(self, pending, named, methods):
        """Takes functions of the same name for the same: which one is called, types would say."""
        calls = defaultdict(list)
        for node in self.file.parents if pending else ():
            if isinstance(node, cst.Call):
                for definition in self.file.definitions_around(node):
                    calls[definition].append(node.func)
        while pending:
            definition = pending.pop()
            if definition in self.compiled or self._has(definition, "left_to_python"):
                continue
            self.compiled.add(definition)
            for function in calls[definition]:
                if isinstance(function, cst.Name):
                    pending += named[function.value]
                elif isinstance(function, cst.Attribute) and function.attr.value not in self.file.rules["methods"]:
                    pending += methods[function.attr.value]


def _is_super(node):
    """A class's own method is asked for its base's."""
    return isinstance(node, cst.Call) and dotted(node.func) == "super"


def _is_code_of_a_function(definition):
    """Not what makes a module: that runs before TorchScript sees it."""
    return isinstance(definition, cst.Lambda) or isinstance(definition, cst.FunctionDef) and definition.name.value != "__init__"
