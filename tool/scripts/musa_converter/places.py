# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decides what a string or an expression is, by its place and by where its value goes within the file."""

import re

import libcst as cst

# Functions that take command lines, or names of programs.
RUNNER = re.compile(r"subprocess\.\w+|os\.(system|popen|(exec|spawn|posix_spawn)\w*)|asyncio\.(subprocess\.)?create_subprocess_\w+"
                    r"|shutil\.which|distutils\.spawn\.\w+")
COMMAND_KEYWORDS = (None, "args", "cmd", "command", "executable", "program")
# Methods of the compilers of distutils, for build scripts.
COMPILER_METHODS = ("set_executable", "set_executables", "spawn")
ENVIRONMENT_FUNCTIONS = ("getenv", "putenv", "unsetenv", "setenv", "delenv")
KEY_METHODS = ("get", "pop", "setdefault")
COPY = re.compile(r"copy\.(copy|deepcopy)")
SPLIT = re.compile(r"shlex\.\w+")
JOIN = re.compile(r"os\.path\.join|pathlib\.\w*Path")
# Functions whose result is the same place as their argument.
SAME_PATH = re.compile(r"os\.path\.(abspath|expanduser|normpath|realpath)|os\.fspath|pathlib\.\w*Path")
LIBRARIES = re.compile(r"(\w*_)?(libraries|libs)", re.IGNORECASE)
LIST_METHODS = ("append", "extend", "insert")
TEXT_METHODS = ("split", "format", "strip")

HOLDERS = (cst.Element, cst.StarredElement, cst.List, cst.Tuple, cst.Set, cst.BooleanOperation)
COMPOSITIONS = (cst.BinaryOperation, cst.ConcatenatedString, cst.FormattedStringExpression, cst.FormattedString)


class Places:
    """Answers about the nodes of one file."""

    def __init__(self, file):
        self.file = file
        self.rules = file.rules
        self.parent = file.parent
        self.meaning = file.meaning
        self.answers = {}

    # Where values go.

    def holders(self, node, composed):
        """Yields `node`, the containers of its value, and the uses of variables that get it. `composed`: also what is made of it."""
        seen, pending = set(), [node]
        while pending:
            node = pending.pop()
            if id(node) not in seen:
                seen.add(id(node))
                pending += self._holders(node, composed)
                yield node

    def _holders(self, node, composed):
        parent = self.parent(node)
        if isinstance(parent, HOLDERS) or composed and isinstance(parent, COMPOSITIONS):
            yield parent
        elif isinstance(parent, cst.IfExp) and parent.test is not node:
            yield parent
        elif isinstance(parent, cst.NamedExpr) and parent.value is node:
            yield parent
            yield from self.uses(parent.target)
        elif isinstance(parent, cst.Assign):
            for target in parent.targets:
                yield from self.uses(target.target)
        elif isinstance(parent, (cst.AnnAssign, cst.AugAssign)) and parent.value is node:
            yield from self.uses(parent.target)
        elif isinstance(parent, (cst.For, cst.CompFor)) and parent.iter is node:
            yield from self.uses(parent.target)
        elif isinstance(parent, cst.Param) and parent.default is node:
            yield from self.uses(parent.name)
        elif isinstance(parent, cst.Arg):
            yield from self._behind_call(parent, self.parent(parent), composed)
        elif composed and isinstance(parent, cst.Attribute) and parent.attr.value in TEXT_METHODS:
            yield from self._call_of(parent)

    def _behind_call(self, argument, call, composed):
        if not isinstance(call, cst.Call):
            return
        function = call.func
        if isinstance(function, cst.Attribute) and function.attr.value in LIST_METHODS:
            yield from self.uses(function.value)
        elif composed and (isinstance(function, cst.Attribute) and function.attr.value == "join" or self.calls(call, SPLIT)
                           or isinstance(function, cst.Name) and function.value in ("list", "tuple", "str")):
            yield call
        elif isinstance(function, cst.Name):
            for assignment in self.assignments(function):
                declaration = getattr(assignment, "node", None)
                if isinstance(declaration, cst.FunctionDef):
                    yield from self._uses_of_parameter(declaration.params, argument, call)

    def _uses_of_parameter(self, parameters, argument, call):
        if argument.keyword:
            every = (*parameters.params, *parameters.posonly_params, *parameters.kwonly_params)
            found = [each for each in every if each.name.value == argument.keyword.value]
        else:
            positional = (*parameters.posonly_params, *parameters.params)
            index = next(i for i, each in enumerate(call.args) if each is argument)
            found = positional[index:index + 1] if not any(each.star for each in call.args[:index + 1]) else []
        for parameter in found:
            yield from self.uses(parameter.name)

    def _call_of(self, function):
        call = self.parent(function)
        if isinstance(call, cst.Call) and call.func is function:
            yield call

    def assignments(self, name):
        scope = self.file.scopes.get(name)
        return scope[name.value] if scope is not None else ()

    def uses(self, target):
        """Yields the uses of a variable; nothing if `target` is not a name."""
        for assignment in self.assignments(target) if isinstance(target, cst.Name) else ():
            for access in getattr(assignment, "references", ()):
                if isinstance(access.node, cst.Name):
                    yield access.node

    def values(self, name):
        """Yields the values that a variable gets."""
        for assignment in self.assignments(name):
            node = getattr(assignment, "node", None)
            parent = node is not None and self.parent(node)
            if isinstance(parent, cst.AssignTarget):
                parent = self.parent(parent)
            if isinstance(parent, (cst.Assign, cst.AnnAssign, cst.NamedExpr)) and parent.value is not None:
                yield parent.value

    def calls(self, call, functions):
        """Whether `call` calls an imported function that matches the pattern `functions`."""
        return isinstance(call.func, (cst.Attribute, cst.Name)) and any(map(functions.fullmatch, self.meaning(call.func)))

    # Commands, and programs in them.

    def is_command(self, node, composed=True):
        """Whether the string or list is a command or, if `composed`, a part of one."""
        return any(isinstance(self.parent(holder), cst.Arg) and self._runs(self.parent(holder)) for holder in self.holders(node, composed))

    def _runs(self, argument):
        call = self.parent(argument)
        if not isinstance(call, cst.Call):
            return False
        if self.file.is_build_script and isinstance(call.func, cst.Attribute) and call.func.attr.value in COMPILER_METHODS:
            return True
        return self.calls(call, RUNNER) and (argument.keyword.value if argument.keyword else None) in COMMAND_KEYWORDS

    def runs_compiler(self, node):
        """Whether the string or list is a command that calls nvcc."""
        if isinstance(node, (cst.List, cst.Tuple)):
            words = [word for each in node.elements for word in self._ends(each.value)]
        else:
            words = self.file.string_text(node).split()[:1]
        return any(self.is_compiler(word) for word in words) and self.is_command(node)

    def runs_other_program(self, node):
        """Whether the string or list is a whole command, or the begin of one, of a program that is not nvcc."""
        if isinstance(node, (cst.List, cst.Tuple)):
            program = node.elements[0].value if node.elements else None
            words = list(self._ends(program))
            is_python = isinstance(program, cst.Attribute) and "sys.executable" in self.meaning(program)
        else:
            words, is_python = self.file.string_text(node).split()[:1], False
        is_other = is_python or words and not any(self.is_compiler(word) or word.startswith("-") for word in words)
        parent = self.parent(node)
        is_begin = isinstance(parent, cst.BinaryOperation) and parent.left is node  # ["pytest"] + arguments
        return bool(is_other) and not self.runs_compiler(node) and self.is_command(node, composed=is_begin)

    def _ends(self, node):
        """What a path ends in, where it is a text: `cuda_dir + "/bin/nvcc"`, `os.path.join(CUDA_HOME, "bin", "nvcc")`."""
        if isinstance(node, (cst.SimpleString, cst.FormattedString)):
            yield self.file.string_text(node)
        elif isinstance(node, cst.BinaryOperation):
            yield from self._ends(node.right)
        elif isinstance(node, cst.Call) and node.args and (self.calls(node, JOIN) or isinstance(node.func, cst.Name)
                                                           and node.func.value == "str"):
            yield from self._ends(node.args[-1].value)
        elif isinstance(node, cst.Name):
            for value in self.values(node):
                yield from self._once("ends", value, lambda value=value: list(self._ends(value))) or ()

    def is_compiler(self, word):
        rule = self.rules.programs.get(word.strip("\"'").rpartition("/")[2])
        return rule is not None and rule.to is not None

    def is_program(self, string):
        """Whether the string names a program: in a command, or after `bin` in a path."""
        parent = self.parent(string)
        if isinstance(parent, cst.Arg):
            arguments = self.parent(parent).args if isinstance(self.parent(parent), cst.Call) else ()
            if any(self._ends_in_bin(one.value) for one, other in zip(arguments, arguments[1:]) if other is parent):
                return True
        if isinstance(parent, cst.BinaryOperation) and isinstance(parent.operator, cst.Divide) and self._ends_in_bin(parent.left):
            return True
        return self.is_command(string)

    def _ends_in_bin(self, path):
        if isinstance(path, cst.SimpleString):
            return re.fullmatch(r"(\S*/)?bin", path.raw_value) is not None
        if isinstance(path, cst.Call):
            return bool(path.args) and self._ends_in_bin(path.args[-1].value)
        return isinstance(path, cst.BinaryOperation) and self._ends_in_bin(path.right)

    # Libraries.

    def is_library(self, string):
        """Whether the name is in a list called `libraries` or the like."""
        return any(self._is_for_libraries(self.parent(holder), holder) for holder in self.holders(string, composed=True))

    def _is_for_libraries(self, parent, node):
        if isinstance(parent, cst.Arg):
            call = self.parent(parent)
            if parent.keyword:
                names = [parent.keyword.value]
            elif isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value in LIST_METHODS:
                names = [_last_word(call.func.value)]
            else:
                return False
        elif isinstance(parent, cst.Assign):
            names = [_last_word(target.target) for target in parent.targets]
        elif isinstance(parent, (cst.AnnAssign, cst.AugAssign)):
            names = [_last_word(parent.target)]
        elif isinstance(parent, cst.DictElement) and parent.value is node:
            names = [_last_word(parent.key)]
        else:
            return False
        return any(LIBRARIES.fullmatch(name) for name in names)

    # The environment.

    def is_variable(self, string):
        """Whether the string is used as the name of an environment variable."""
        return any(self._names_variable(holder) for holder in self.holders(string, composed=False))

    def _names_variable(self, node):
        parent = self.parent(node)
        if isinstance(parent, cst.Index):
            subscript = self.parent(self.parent(parent))
            return isinstance(subscript, cst.Subscript) and self.is_environment(subscript.value)
        if isinstance(parent, cst.Comparison):
            test = parent.comparisons[0]
            return parent.left is node and isinstance(test.operator, (cst.In, cst.NotIn)) and self.is_environment(test.comparator)
        if isinstance(parent, cst.DictElement):
            return parent.key is node and self.is_environment(self.parent(parent))
        call = self.parent(parent)
        if isinstance(parent, cst.Arg) and isinstance(call, cst.Call) and call.args[0] is parent:
            function = call.func
            return _last_word(function) in ENVIRONMENT_FUNCTIONS or (
                isinstance(function, cst.Attribute) and function.attr.value in KEY_METHODS and self.is_environment(function.value))
        return False

    def is_environment(self, node):
        """Whether the mapping is the environment, a copy of it, or the environment of a program that is run."""
        return self._once("environment", node, lambda: self._is_from_environment(node) or self._goes_to_environment(node))

    def _goes_to_environment(self, node):
        return any(self._becomes_environment(holder) for holder in self.holders(node, composed=False))

    def _is_from_environment(self, node):
        if isinstance(node, (cst.Name, cst.Attribute)) and "os.environ" in self.meaning(node):
            return True
        if isinstance(node, cst.Name):
            return any(map(self.is_environment, self.values(node))) or any(map(self._goes_to_environment, self.uses(node)))
        if isinstance(node, cst.Call):
            if isinstance(node.func, cst.Attribute) and node.func.attr.value in ("copy", "keys"):
                return self.is_environment(node.func.value)
            copies = self.calls(node, COPY) or isinstance(node.func, cst.Name) and node.func.value == "dict"
            return copies and any(self._is_from_environment(each.value) for each in node.args)
        if isinstance(node, cst.Dict):
            return any(self._is_from_environment(each.value) for each in node.elements if isinstance(each, cst.StarredDictElement))
        if isinstance(node, cst.BinaryOperation):
            return isinstance(node.operator, cst.BitOr) and any(map(self._is_from_environment, (node.left, node.right)))
        return any(map(self._is_from_environment, _alternatives(node)))

    def _becomes_environment(self, node):
        """Whether the mapping becomes the environment of a program, or is added to the environment."""
        argument = self.parent(node)
        if isinstance(argument, cst.StarredDictElement):
            return self.is_environment(self.parent(argument))
        if isinstance(argument, cst.BinaryOperation):
            return self.is_environment(argument)
        call = self.parent(argument)
        if not isinstance(argument, cst.Arg) or not isinstance(call, cst.Call):
            return False
        if argument.keyword:
            return argument.keyword.value == "env" and self.calls(call, RUNNER)
        if not isinstance(call.func, cst.Attribute):
            return False
        if call.func.attr.value == "update":
            return self.is_environment(call.func.value)
        return _last_word(call.func) == "dict" and _last_word(call.func.value) == "patch" and call.args[0] is not argument and (
            _last_word(call.args[0].value) == "os.environ" or self._is_from_environment(call.args[0].value))

    def is_environments_call(self, call):
        """Whether the keywords of the call are environment variables: `dict(os.environ, NAME="1")`."""
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "update":
            return self.is_environment(call.func.value)
        return isinstance(call.func, cst.Name) and call.func.value == "dict" and self.is_environment(call)

    def _once(self, question, node, answer):
        """Computes an answer once and keeps it. An answer that depends on itself is False."""
        key = question, id(node)
        if key not in self.answers:
            self.answers[key] = False
            self.answers[key] = answer()
        return self.answers[key]

    # Folders.

    def is_part_of_path(self, string):
        """Whether a string is joined with others to a path: `os.path.join(here, "x")`, `here / "x"`."""
        parent = self.parent(string)
        if isinstance(parent, cst.Arg):
            call = self.parent(parent)
            return isinstance(call, cst.Call) and self.calls(call, JOIN)
        return isinstance(parent, cst.BinaryOperation) and isinstance(parent.operator, cst.Divide)

    def is_behind_toolkit(self, string):
        """Whether the string is a path within that folder: `os.path.join(CUDA_HOME, "lib64")`."""
        parent = self.parent(string)
        if isinstance(parent, cst.Arg):
            call = self.parent(parent)
            return (isinstance(call, cst.Call) and self.calls(call, JOIN) and any(
                self.is_toolkit(one.value) for one, other in zip(call.args, call.args[1:]) if other is parent))
        return (isinstance(parent, cst.BinaryOperation) and isinstance(parent.operator, (cst.Divide, cst.Add))
                and parent.right is string and self.is_toolkit(parent.left))

    def is_toolkit(self, node):
        if isinstance(node, (cst.Name, cst.Attribute)) and _last_word(node).upper() in self.rules.environment:
            return True
        if isinstance(node, cst.Name):
            return self._once("toolkit", node, lambda: any(map(self.is_toolkit, self.values(node))))
        if isinstance(node, cst.SimpleString):
            return node.raw_value.startswith("/") and self.rules.musa_port.is_toolkit(node.raw_value.rstrip("/"))
        if isinstance(node, cst.Subscript):
            return self.is_environment(node.value) and any(
                self._is_variables_name(each.slice.value) for each in node.slice if isinstance(each.slice, cst.Index))
        if isinstance(node, cst.Call) and node.args:
            if self._names_variable(node.args[0].value):
                return self._is_variables_name(node.args[0].value)
            return self.calls(node, SAME_PATH) and len(node.args) == 1 and self.is_toolkit(node.args[0].value)
        if isinstance(node, cst.BinaryOperation):
            return isinstance(node.operator, cst.Add) and self.is_toolkit(node.right)  # "-L" + CUDA_HOME
        return any(map(self.is_toolkit, _alternatives(node)))

    def _is_variables_name(self, node):
        return isinstance(node, cst.SimpleString) and node.raw_value in self.rules.environment


def _alternatives(node):
    if isinstance(node, cst.BooleanOperation):
        return node.left, node.right
    if isinstance(node, cst.IfExp):
        return node.body, node.orelse
    return (node.value,) if isinstance(node, cst.NamedExpr) else ()


def _last_word(node):
    """The last word of a name, an attribute or a key: `c` of `a.b.c`, `x` of `d["x"]`."""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        return node.attr.value
    if isinstance(node, cst.SimpleString):
        return node.raw_value
    if isinstance(node, cst.Subscript) and isinstance(node.slice[0].slice, cst.Index):
        return _last_word(node.slice[0].slice.value)
    return ""
