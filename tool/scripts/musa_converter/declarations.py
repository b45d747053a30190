# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a file declares its names to be."""

import re
from collections import defaultdict

import libcst as cst

from .syntax import dotted

# Methods of containers that return what is in them.
OF_CONTAINERS = {"get", "items", "pop", "values"}
# `torch.ones`, but no class such as `torch.nn.ModuleList`.
FUNCTION_OF_TORCH = re.compile(r"torch\.[a-z]\w*")
# `a = b`, `b = c`, and so on are followed over so many names.
MOST_NAMES = 100


class Declarations:
    """The annotations, values and results that a file gives its names, wherever they stand in their scope."""

    def __init__(self, file):
        self.file = file
        self.said = defaultdict(list)  # by scope and name, which are a definition or None, and `x` or an attribute of `self`
        self.returned = defaultdict(list)  # annotations, by the name of a method
        self.classes = {}
        self.known = {}
        for node in file.parents:
            self._add(node)

    def words_of(self, node):
        """The words of all types that an expression may have, as far as it is declared in the file."""
        return self._words(node, set())

    def _add(self, node):
        if isinstance(node, cst.FunctionDef) and node.returns is not None:
            scope = next(self.file.definitions_around(self.file.parent(node)), None)
            self.said[scope, node.name.value].append(node.returns.annotation)
            self.returned[node.name.value].append((scope, node.returns.annotation))
        elif isinstance(node, cst.ClassDef):
            self.classes[node.name.value] = node
        elif isinstance(node, cst.ImportAlias) and node.asname is not None:
            self.said[None, dotted(node.asname.name)].append(node.name)
        elif isinstance(node, cst.Param):
            self._say(node.name, *([node.annotation.annotation] if node.annotation is not None else []))
        elif isinstance(node, cst.AnnAssign):
            self._say(node.target, node.annotation.annotation)
        elif isinstance(node, cst.Assign):
            for each in node.targets:
                self._say(each.target, node.value)
        elif isinstance(node, cst.NamedExpr):
            self._say(node.target, node.value)
        elif isinstance(node, (cst.For, cst.CompFor)):
            self._say(node.target, node.iter)
        elif isinstance(node, cst.WithItem) and node.asname is not None:
            self._say(node.asname.name, node.item)

    def _say(self, target, said=None):
        if isinstance(target, (cst.Tuple, cst.List)):
            values = said.elements if isinstance(said, (cst.Tuple, cst.List)) else ()
            is_each = len(values) == len(target.elements) and not any(isinstance(each, cst.StarredElement) for each in values)
            for index, element in enumerate(target.elements):
                self._say(element.value, values[index].value if is_each else said)
            return
        name = dotted(target)
        of_class = name.startswith("self.")
        scopes = (each for each in self.file.definitions_around(target) if isinstance(each, cst.ClassDef) or not of_class)
        if name:  # also if nothing is said of it: it hides others of its name
            self.said[next(scopes, None), name.removeprefix("self.")] += [said] if said is not None else []

    def _key(self, node):
        """The nearest scope that says something of a name, or of an attribute of `self`."""
        if isinstance(node, cst.Name):
            scopes = (*self.file.definitions_around(node), None)
        elif isinstance(node, cst.Attribute) and dotted(node.value) in ("self", "cls"):
            owners = [each for each in self.file.definitions_around(node) if isinstance(each, cst.ClassDef)]
            for owner in owners:
                bases = [self.classes.get(dotted(base.value)) for base in owner.bases]
                owners += [base for base in bases if base is not None and base not in owners]
            node, scopes = node.attr, owners
        else:
            return None
        return next(((scope, node.value) for scope in scopes if (scope, node.value) in self.said), None)

    def _words(self, node, seen):
        key = self._key(node)
        if key is not None:
            return self._words_of_key(key, seen)
        if isinstance(node, cst.Attribute):
            owners = [self.classes[word] for word in self._words(node.value, seen) if word in self.classes]
            fields = [(owner, node.attr.value) for owner in owners if (owner, node.attr.value) in self.said]
            return set().union(*(self._words_of_key(each, seen) for each in fields)) if fields else {node.attr.value}
        if isinstance(node, cst.Name):
            return {node.value}
        if isinstance(node, cst.Call):
            return self._words_of_call(node, seen)
        if isinstance(node, (cst.IfExp, cst.BooleanOperation, cst.BinaryOperation)):
            parts = (node.body, node.orelse) if isinstance(node, cst.IfExp) else (node.left, node.right)
        elif isinstance(node, (cst.Tuple, cst.List, cst.Set, cst.Dict)):
            parts = [each.value for each in node.elements]
        elif isinstance(node, (cst.Subscript, cst.NamedExpr, cst.Await)):
            parts = [node.expression if isinstance(node, cst.Await) else node.value]
        elif isinstance(node, cst.UnaryOperation):
            parts = [node.expression]
        else:
            parts = [node.elt] if isinstance(node, (cst.ListComp, cst.GeneratorExp)) else ()
        return set().union(*(self._words(each, seen) for each in parts))

    def _words_of_key(self, key, seen):
        if key in self.known:
            return self.known[key]
        if key in seen or len(seen) > MOST_NAMES:
            return set()
        if seen:  # not all is followed on the way from another name
            seen.add(key)
            return self._words_of_all(self.said[key], seen)
        self.known[key] = self._words_of_all(self.said[key], {key})
        return self.known[key]

    def _words_of_all(self, several, seen):
        return set().union(*(self._words_said(each, seen) for each in several))

    def _words_said(self, said, seen):
        """Of an annotation, in whatever way it is written, or of a value."""
        if not isinstance(self.file.parent(said), cst.Annotation):
            return self._words(said, seen)
        words = set(re.findall(r"\w+", self.file.text(said)))
        aliases = [(None, word) for word in words if (None, word) in self.said and (None, word) not in seen]
        seen.update(aliases)
        return words.union(*(self._words_of_all(self.said[alias], seen) for alias in aliases))

    def _words_of_call(self, call, seen):
        function = call.func
        if isinstance(function, (cst.Attribute, cst.Name)) and self._returns_a_tensor(self.file.meaning(function)):
            return {"Tensor"}
        if not isinstance(function, cst.Attribute):
            words = self._words(function, seen)
            if self._key(function) is not None or not words.isdisjoint(self.file.own_movers):
                return words
            return words.union(*(self._words(each.value, seen) for each in call.args))  # such as `enumerate`
        name = function.attr.value
        if self._key(function) is not None:
            return self._words(function, seen)
        words = self._words(function.value, seen)
        if name in self.file.rules["methods"] or name in OF_CONTAINERS:
            return words
        returned = [said for scope, said in self.returned[name] if not words or scope is not None and scope.name.value in words]
        if returned:
            return self._words_of_all(returned, seen)
        return words if words.isdisjoint(self.file.own_movers) else set()  # another file knows what the class's method returns

    def _returns_a_tensor(self, meanings):
        return any(FUNCTION_OF_TORCH.fullmatch(each) and each not in self.file.rules["torchscript"]["returns_anything"] for each in meanings)
