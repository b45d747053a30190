# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Strings that name a device: `"cuda"`, `"cuda:0"`, and the messages of tests about one."""

import re
import sys

import libcst as cst

from .survey import BUILD_MODULES
from .syntax import walk

# What marks a string as a device: the name of a parameter or key, or the words beside an argument (`"--device"`, `"x,device"`).
DEVICE_KEY = re.compile(r"device|map_location", re.IGNORECASE)
DEVICE_WORD = re.compile(r"(?:[\w-]+, ?)*(?:[\w-]*-)?devices?(?:[_-]\w+)?(?:, ?[\w-]+)*", re.IGNORECASE)
# Values of options for a device, not all of them PyTorch's.
DEVICE_NAME = re.compile(r"(auto|all|any|none|default|[cgntx]pu|gpus?|cuda|musa|hip|rocm|mps|metal|vulkan|opencl|meta)(:.*)?", re.IGNORECASE)
# Functions that hand on to a test what they are given: for whom it is, the rest of the file says.
PARAMETERS = re.compile(r"pytest\.(param|fixture|mark\.parametrize)|parameterized\..*")
# Functions whose arguments are parts of paths, not devices.
FOLDERS_KEY = re.compile(r"\w+_dirs|packages|sources|depends")  # of setuptools
PATH_FUNCTIONS = ("os.path.", "pathlib.", "glob.", "os.listdir", "os.makedirs", "shutil.", "open")


class DevicePorter:
    """Ports the devices of one file."""

    def __init__(self, file):
        self.file = file
        self.rules = file.rules
        device = "|".join(self.rules["device"])
        self.device_string = re.compile(rf"({device})(:[\w%.{{}}-]*)?")
        self.device_label = re.compile(rf"(?<![\w./:-])({device}|{device.upper()}):$")
        # Leaves out addresses, paths and versions: a version of CUDA is not a version of MUSA.
        self.message_word = re.compile(rf"\w+://\S*|(?<![\w./-])({device.upper()})(?![\w/-]|\.\w|,?\s*(?:version|v\.?)?\s*[<>=]*\s*\d|\s*version)")

    def is_device(self, value):
        """Whether the whole string may be a device."""
        return self.device_string.fullmatch(value) is not None

    def port_label(self, text, start):
        """Ports `cuda:` in front of an expression."""
        self.port_matches(self.device_label, text, start)

    def new_string(self, node, value):
        """The new text of a string that may be a device; None if it stays."""
        device = value.partition(":")[0]
        new = self.rules["device"][device] + value[len(device):]
        parent = self.file.parent(node)
        if ":" not in value:
            if isinstance(parent, cst.BinaryOperation) and isinstance(parent.operator, cst.Divide):
                return None
            if self.file.is_setup_script and self.is_in_list_of_folders(parent):
                return None
            if self.file.is_setup_script and not isinstance(parent, cst.Arg):
                return self.remark_component(node, value)
            if isinstance(parent, cst.Index):
                return self.remark_key(node, value)
            if isinstance(parent, cst.DictElement) and parent.key is node:
                keys = [element.key.raw_value for element in self.file.parent(parent).elements
                        if isinstance(element, cst.DictElement) and isinstance(element.key, cst.SimpleString)]
                return new if "cpu" in keys else self.remark_key(node, value)
            if isinstance(parent, cst.Arg) and not self.is_device_argument(parent, self.file.parent(parent)):
                return None
        if not self.is_torchs(node, value):
            return None
        self.file.uses.append(self.file.span(node)[0])
        return new

    def is_in_list_of_folders(self, element):
        """Whether a list's element is a folder: `include_dirs=["cuda"]`."""
        argument = self.file.parent(self.file.parent(element)) if isinstance(element, cst.Element) else None
        return isinstance(argument, cst.Arg) and argument.keyword is not None and FOLDERS_KEY.fullmatch(argument.keyword.value) is not None

    def is_device_argument(self, argument, call):
        if not isinstance(call, cst.Call) or argument.keyword and argument.keyword.value == "dest":
            return False
        function = call.func
        if isinstance(function, cst.Name) and function.value in ("getattr", "hasattr", "setattr", "delattr"):
            return "torch" in self.file.meaning(call.args[0].value)
        if isinstance(function, cst.Name) and function.value == "open":
            return False
        if isinstance(function, (cst.Attribute, cst.Name)):
            return not any(meaning.startswith(PATH_FUNCTIONS) for meaning in self.file.meaning(function))
        return True

    def is_torchs(self, node, value):
        """Whether the string is a device of PyTorch. Adds a remark where this is doubtful."""
        said, argument = self.evidence(node)
        call = self.file.parent(argument) if argument is not None else None
        called = self.file.meaning(call.func) if call is not None else set()
        if any(meaning.startswith((*BUILD_MODULES, "torch_musa.utils.musa_extension")) for meaning in called):
            # Otherwise it is the name of an extension or a package, or describes one.
            return argument.keyword is not None and DEVICE_KEY.search(argument.keyword.value) is not None
        if any("torch" in meaning for meaning in called):
            return True
        if any(self.is_of_a_library(meaning) for meaning in called):
            if not said:
                self.remark_label(node, value, f"it is an argument of '{min(called)}', which is not part of PyTorch")
            return said
        if self.file.uses_torch and not self.file.is_setup_script or self.is_beside_cpu(node):
            return True
        if call is not None and isinstance(call.func, cst.Attribute) and call.func.attr.value == "to":
            return True  # as with `.cuda()`, no other method has this name
        if not said:
            is_word = not self.file.is_among_torchs or self.is_beside_other_words(node) or self.is_added_component(call)
            severity = "remark" if is_word else "warning"
            self.remark_label(node, value, "nothing says that it is a PyTorch device", severity)
        return said

    def is_of_a_library(self, meaning):
        """Whether an imported name belongs to a library: neither to Python nor to the project."""
        first = meaning.partition(".")[0]
        return bool(first) and first not in sys.stdlib_module_names and first not in self.file.own_modules

    def evidence(self, node):
        """Two answers: whether the code around the string calls it a device, and the innermost call argument that contains it."""
        innermost = None
        child, node = node, self.file.parent(node)
        while not isinstance(node, (cst.BaseSmallStatement, cst.BaseCompoundStatement)):
            if isinstance(node, cst.Arg) and isinstance(self.file.parent(node), cst.Call):
                if self.is_said_by_call(node):
                    return True, innermost or node
                if not self.is_parameter(node):
                    innermost = innermost or node
            elif isinstance(node, cst.DictElement) and node.value is child:
                return DEVICE_KEY.search(self.file.text(node.key)) is not None, innermost
            elif isinstance(node, (cst.Comparison, cst.Param)):
                return DEVICE_KEY.search(self.file.text(node)) is not None, innermost
            child, node = node, self.file.parent(node)
        if isinstance(node, cst.FunctionDef) and isinstance(child, cst.Decorator) and DEVICE_KEY.search(node.name.value):
            return True, innermost  # the name of the decorated function, such as a fixture, says it
        targets = node.targets if isinstance(node, cst.Assign) else [node.target] if isinstance(node, (cst.AnnAssign, cst.AugAssign)) else []
        return innermost is None and any(DEVICE_KEY.search(self.file.text(target)) for target in targets), innermost

    def is_parameter(self, argument):
        """Whether an argument is one of those that a test is run with."""
        function = self.file.parent(argument).func
        return isinstance(function, (cst.Attribute, cst.Name)) and any(map(PARAMETERS.fullmatch, self.file.meaning(function)))

    def is_beside_cpu(self, node):
        """Whether one of several strings is the CPU: `("cpu", pytest.param("cuda"))`."""
        element = self.file.parent(node)
        if isinstance(element, cst.Arg) and isinstance(self.file.parent(element), cst.Call) and self.is_parameter(element):
            element = self.file.parent(self.file.parent(element))
        sequence = self.file.parent(element)
        return isinstance(element, cst.Element) and not self.file.is_setup_script and any(
            isinstance(each, cst.SimpleString) and each.raw_value == "cpu" for one in sequence.elements for each in self.values_of(one.value))

    def is_beside_other_words(self, node):
        """Whether a list's other strings are no devices: `["natten", "cuda"]`."""
        element = self.file.parent(node)
        if not isinstance(element, cst.Element):
            return False
        others = [each.value.raw_value for each in self.file.parent(element).elements
                  if isinstance(each.value, cst.SimpleString) and each.value is not node]
        return bool(others) and not any(map(DEVICE_NAME.fullmatch, others))

    def is_added_component(self, call):
        """In a setup script: `components.append("cuda")`."""
        return (self.file.is_setup_script and call is not None and isinstance(call.func, cst.Attribute)
                and call.func.attr.value in ("add", "append", "insert"))

    def values_of(self, node):
        """A value, or what `pytest.param` makes one of."""
        is_call = isinstance(node, cst.Call) and node.args and self.is_parameter(node.args[0])
        return [each.value for each in node.args] if is_call else [node]

    def is_said_by_call(self, argument):
        """Whether the call names a device: `device="cuda"`, `("--device", default="cuda")`, `("device", ["cpu", "cuda"])`."""
        if argument.keyword is not None and DEVICE_KEY.search(argument.keyword.value):
            return True
        return any(isinstance(each.value, cst.SimpleString) and DEVICE_WORD.fullmatch(each.value.raw_value)
                   for each in self.file.parent(argument).args if each.keyword is None)

    def remark_key(self, node, value):
        """Where nothing of PyTorch's is used, the key is most likely a name of the program's."""
        self.remark_label(node, value, "it is a key", "warning" if self.file.uses_torch or self.file.is_setup_script else "remark")

    def remark_component(self, node, value):
        """In a setup script: most likely a word that its files and options have, too, unless it is compared with what PyTorch says, or
        the variable that gets it is given to PyTorch."""
        parent = self.file.parent(node)
        compared = parent if isinstance(parent, cst.Comparison) else self.file.parent(parent)
        asks_torch = isinstance(compared, cst.Comparison) and any(
            "torch" in meaning for each in walk(compared) if isinstance(each, (cst.Attribute, cst.Name)) for meaning in self.file.meaning(each))
        is_warning = asks_torch or self.is_given_to_torch(node)
        self.remark_label(node, value, "in a setup script it may be the name of a component", "warning" if is_warning else "remark")

    def is_given_to_torch(self, node):
        """Whether a call of PyTorch's has an argument with the name of the variable that the statement sets."""
        while not isinstance(node, (cst.BaseSmallStatement, cst.BaseCompoundStatement)):
            node = self.file.parent(node)
        if not isinstance(node, cst.Assign):
            return False
        names = {each.target.value for each in node.targets if isinstance(each.target, cst.Name)}
        return any(isinstance(each, cst.Call) and any("torch" in meaning and not meaning.startswith(BUILD_MODULES)
                                                      for meaning in self.file.meaning(each.func))
                   and any(isinstance(argument.value, cst.Name) and argument.value.value in names for argument in each.args)
                   for each in walk(self.file.module))

    def remark_label(self, node, value, why, severity="warning"):
        self.file.say(node, severity, f"'{value}' stays: {why}", f"if it is a device, write {self.rules['device'][value.partition(':')[0]]}")

    def port_message(self, test):
        """Ports the message of an assertion whose test has changed."""
        start, end = self.file.span(test.test)
        if test.msg is None or not any(start <= edit.start < end for edit in self.file.edits):
            return
        for each in walk(test.msg):
            if isinstance(each, cst.SimpleString):
                self.port_matches(self.message_word, each.raw_value, self.file.content_start(each))
            elif isinstance(each, cst.FormattedStringText):
                self.port_matches(self.message_word, each.value, self.file.span(each)[0])

    def port_matches(self, pattern, text, start):
        """Ports the device in the first group of each match. A device in capitals stays in capitals."""
        table = self.rules["device"]
        for match in pattern.finditer(text):
            word = match.group(1)
            if word is None:
                continue
            new = table[word] if word in table else table[word.lower()].upper()
            offset = start + len(text[:match.start(1)].encode())
            self.file.edit(offset, offset + len(word.encode()), new)
