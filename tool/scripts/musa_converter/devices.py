# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which strings are a device of PyTorch's (`"cuda"`, `"cuda:0"`), by what is said of them where they stand."""

import re
import sys

import libcst as cst

from .survey import BUILD_MODULES

# What is said to be a device: a parameter or key by its name, an argument by words beside it (`"--device"`, `"x,device"`).
DEVICE_KEY = re.compile(r"device|map_location", re.IGNORECASE)
DEVICE_WORD = re.compile(r"(?:[\w-]+, ?)*(?:[\w-]*-)?devices?(?:[_-]\w+)?(?:, ?[\w-]+)*", re.IGNORECASE)
# Functions whose arguments are parts of paths, not devices.
PATH_FUNCTIONS = ("os.path.", "pathlib.", "glob.", "os.listdir", "os.makedirs", "shutil.", "open")


class DeviceStrings:
    """Adds to the diagnostics of `porter`, which is that of one file."""

    def __init__(self, porter):
        self.porter = porter
        self.rules = porter.rules
        self.parent = porter.parent
        self.meaning = porter.meaning

    def ported(self, node, value):
        """What a string that reads as a device becomes, or None: it stays."""
        device = value.partition(":")[0]
        new = self.rules["device"][device] + value[len(device):]
        parent = self.parent(node)
        if ":" not in value:
            if self.porter.is_setup_script and not isinstance(parent, cst.Arg):
                return self.remark_label(node, value, "in a setup script it may be what a part is called")
            if isinstance(parent, cst.Index):
                return self.remark_label(node, value, "it is a key")
            if isinstance(parent, cst.DictElement) and parent.key is node:
                keys = [element.key.raw_value for element in self.parent(parent).elements
                        if isinstance(element, cst.DictElement) and isinstance(element.key, cst.SimpleString)]
                return new if "cpu" in keys else self.remark_label(node, value, "it is a key")
            if isinstance(parent, cst.BinaryOperation) and isinstance(parent.operator, cst.Divide):
                return None
            if isinstance(parent, cst.Arg) and not self.is_device_argument(parent, self.parent(parent)):
                return None
        if not self.is_torchs(node, value):
            return None
        self.porter.uses.append(self.porter.span(node)[0])
        return new

    def is_device_argument(self, argument, call):
        if not isinstance(call, cst.Call) or argument.keyword and argument.keyword.value == "dest":
            return False
        function = call.func
        if isinstance(function, cst.Name) and function.value in ("getattr", "hasattr", "setattr", "delattr"):
            return "torch" in self.meaning(call.args[0].value)
        if isinstance(function, cst.Name) and function.value == "open":
            return False
        if isinstance(function, (cst.Attribute, cst.Name)):
            return not any(meaning.startswith(PATH_FUNCTIONS) for meaning in self.meaning(function))
        return True

    def is_of_a_library(self, meaning):
        """Whether what is imported is somebody else's: neither Python's own nor the project's."""
        first = meaning.partition(".")[0]
        return bool(first) and first not in sys.stdlib_module_names and first not in self.porter.own_modules

    def is_torchs(self, node, value):
        """Whether a device is one of PyTorch's, as far as can be said of it; a remark says where that is doubtful."""
        said, argument = self.evidence(node)
        call = self.parent(argument) if argument is not None else None
        called = self.meaning(call.func) if call is not None else set()
        if any(meaning.startswith((*BUILD_MODULES, "torch_musa.utils.musa_extension")) for meaning in called):
            # Else it is what an extension or a package is called, or is about.
            return argument.keyword is not None and DEVICE_KEY.search(argument.keyword.value) is not None
        if any("torch" in meaning for meaning in called):
            return True
        if any(self.is_of_a_library(meaning) for meaning in called):
            if not said:
                self.remark_label(node, value, f"it is an argument of '{min(called)}', which is not PyTorch's")
            return said
        if self.porter.uses_torch and not self.porter.is_setup_script:
            return True
        if call is not None and isinstance(call.func, cst.Attribute) and call.func.attr.value == "to":
            return True  # as of `.cuda()`, there is no other that is called so
        if not said:
            self.remark_label(node, value, "nothing says that it is a device of PyTorch's")
        return said

    def evidence(self, node):
        """Whether it is said of a string that it is a device, and the argument of a call that it is, or is part of."""
        innermost = None
        child, node = node, self.parent(node)
        while not isinstance(node, (cst.BaseSmallStatement, cst.BaseCompoundStatement)):
            if isinstance(node, cst.Arg) and isinstance(self.parent(node), cst.Call):
                innermost = innermost or node
                if self.is_said_by_call(node):
                    return True, innermost
            elif isinstance(node, cst.DictElement) and node.value is child:
                return DEVICE_KEY.search(self.porter.text(node.key)) is not None, innermost
            elif isinstance(node, (cst.Comparison, cst.Param)):
                return DEVICE_KEY.search(self.porter.text(node)) is not None, innermost
            child, node = node, self.parent(node)
        if isinstance(node, cst.FunctionDef) and isinstance(child, cst.Decorator) and DEVICE_KEY.search(node.name.value):
            return True, innermost  # what is decorated, a fixture for one, is called so
        targets = node.targets if isinstance(node, cst.Assign) else [node.target] if isinstance(node, (cst.AnnAssign, cst.AugAssign)) else []
        return innermost is None and any(DEVICE_KEY.search(self.porter.text(target)) for target in targets), innermost

    def is_said_by_call(self, argument):
        """`device="cuda"`, `("--device", default="cuda")` and `("device", ["cpu", "cuda"])`."""
        if argument.keyword is not None and DEVICE_KEY.search(argument.keyword.value):
            return True
        return any(isinstance(each.value, cst.SimpleString) and DEVICE_WORD.fullmatch(each.value.raw_value)
                   for each in self.parent(argument).args if each.keyword is None)

    def remark_label(self, node, value, why):
        self.porter.say(node, "warning", f"'{value}' stays: {why}", f"if it is a device, write {self.rules['device'][value.partition(':')[0]]}")
