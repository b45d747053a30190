# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds, before the port, what a file imports and which attributes and functions it defines."""

import libcst as cst

from .syntax import imported_modules

SETUP_MODULES = ("setuptools", "distutils", "skbuild")
EXTENSION_MODULES = ("torch.utils.cpp_extension",)
BUILD_MODULES = (*SETUP_MODULES, *EXTENSION_MODULES)


class Survey(cst.CSTVisitor):
    """Collects the imports, attributes and functions of a file."""

    def __init__(self):
        super().__init__()
        self.modules = []
        self.attributes = set()  # those that are set or deleted, and what decorators make of functions
        self.functions = set()
        self.methods = set()
        self.is_started = False  # it has a part for when it is started as a program

    def visit_If(self, node):
        test = node.test
        self.is_started |= (isinstance(test, cst.Comparison) and isinstance(test.left, cst.Name) and test.left.value == "__name__"
                            and isinstance(test.comparisons[0].operator, cst.Equal)
                            and isinstance(test.comparisons[0].comparator, cst.SimpleString)
                            and test.comparisons[0].comparator.raw_value == "__main__")

    def visit_SimpleStatementLine(self, node):
        self.modules += imported_modules(node)
        for small in node.body:
            if isinstance(small, cst.Assign):
                self._add_attributes(*(each.target for each in small.targets))
            elif isinstance(small, (cst.AnnAssign, cst.AugAssign, cst.Del)):
                self._add_attributes(small.target)
        return False

    visit_SimpleStatementSuite = visit_SimpleStatementLine

    def visit_For(self, node):
        self._add_attributes(node.target)

    def visit_WithItem(self, node):
        if node.asname is not None:
            self._add_attributes(node.asname.name)

    def _add_attributes(self, *targets):
        for target in targets:
            if isinstance(target, cst.Attribute):
                self.attributes.add(target.attr.value)
            elif isinstance(target, (cst.Tuple, cst.List)):
                self._add_attributes(*(element.value for element in target.elements))

    def visit_FunctionDef(self, node):
        (self.attributes if node.decorators else self.functions).add(node.name.value)
        if not _moves_a_tensor(node):
            self.methods.add(node.name.value)

    def imports_any(self, names):
        return any(module == name or module.startswith(name + ".") for module in self.modules for name in names)


def _moves_a_tensor(function):
    """Whether the function has the parameters of `Tensor.cuda` and `Module.cuda`."""
    parameters = function.params
    names = [each.name.value for each in (*parameters.params, *parameters.kwonly_params)]
    return names[:1] == ["self"] and set(names[1:]) <= {"device", "non_blocking", "memory_format"} and not function.decorators
