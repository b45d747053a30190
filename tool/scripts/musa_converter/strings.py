# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports strings, and keywords in the role of strings: devices, environment variables, programs, commands."""

import re

import libcst as cst

from . import packages
from .appends import is_appended
from .flags import is_command_line
from .source_strings import SourceStrings

# A command line consists of commands, and a command of words. What a command only prints stays.
COMMAND = re.compile(r"[^;|&\n]+")
PRINTS = re.compile(r"\s*(echo|printf)\s")
WORD = re.compile(r"""["']?([^\s<>()"']+)["']?""")
ASKS_VERSION = ("-V", "--version")
# What nvcc's answer to that has: "Cuda compilation tools, release 12.1, V12.1.66".
NVCCS_ANSWER = re.compile(r"\brelease\b|\bCuda compilation\b")
SEARCHES = ("index", "find", "rfind", "rindex", "split", "rsplit", "partition", "rpartition", "startswith")
# Methods of texts whose argument is how the text ends.
ENDINGS = ("endswith", "removesuffix")


class StringPorter:
    """Ports the strings of one file."""

    def __init__(self, file, places, words, flags, devices):
        self.file = file
        self.rules = file.rules
        self.places = places
        self.words = words
        self.flags = flags
        self.devices = devices
        self.sources = SourceStrings(file, words)
        self.commands = set()  # lists that call nvcc
        self.asks_version = False
        self.searched = []  # strings that are searched for, and that the answer of nvcc has
        self.named_package = False
        modules = "|".join(re.escape(name) for name, rule in self.rules["modules"].items() if "import" in rule)
        self.dotted_string = re.compile(rf"({modules})(\.\w+)*")
        self.named_in_command = re.compile(rf"(?<!\w)(?:-l)?({words.names})(?!\w)")
        programs = "|".join(re.escape(name) for name, rule in self.rules.programs.items() if rule.to is not None) or "(?!)"
        self.call_of_program = re.compile(rf"({programs})\s+-")

    def port_list(self, node):
        if self.places.runs_compiler(node):
            self.commands.add(id(node))
        if self.file.is_build_script or id(node) in self.commands:
            self.flags.port_sequence(node)
        if id(node) in self.commands:
            self.asks_version |= any(self.file.string_text(each.value) in ASKS_VERSION for each in node.elements)

    def port_block(self, block):
        """Statements, when the strings in them have been seen."""
        if self.file.is_build_script:
            self.flags.port_appends(block)

    def port_string(self, node):
        if "b" in node.prefix.lower() or self.file.is_docstring(node):
            return
        value = node.raw_value
        start = self.file.content_start(node)
        if self.file.is_setup_script and not self.named_package and isinstance(self.file.parent(node), cst.Element):
            self.name_package(node, value)
        if self.sources.port(node):
            return
        if NVCCS_ANSWER.search(value) and self.is_searched(node):
            self.searched.append(node)
        if self.file.is_build_script and value in self.rules.libraries and self.places.is_library(node):
            self.file.port_by_rule(self.rules.libraries[value], start, value)
            return
        new = self.new_string(node, value)
        if new is not None:
            self.file.edit(start, start + len(value.encode()), new)
        elif value in self.rules.environment:
            self.port_variable(node, self.rules.environment[value], start)
        elif value in self.rules.programs:
            if not self.is_keys_argument(node):
                self.port_program(node, self.rules.programs[value], start)
        else:
            self.words.port_assignments(value, start)
            self.port_words_of_command(node, value, start)
            if self.places.is_behind_toolkit(node):
                self.words.port_folder_of_toolkit(value, start)
            if self.file.is_build_script or self.is_in_command(node):
                self.port_build_string(node, value, start)

    def name_package(self, node, requirement):
        package = packages.cudas_package(requirement, self.rules)
        if package:
            self.named_package = True
            self.file.say(node, "warning", packages.message(package), packages.NOTE)

    def new_string(self, node, value):
        """The new text for the whole string by the tables for Python; None if they have none."""
        rules = self.rules
        if self.devices.is_device(value):
            return self.devices.new_string(node, value)
        if self.dotted_string.fullmatch(value):
            module = self.dotted_string.fullmatch(value).group(1)
            return rules["modules"][module]["to"] + value[len(module):]
        if value in rules["strings"]:
            return rules["strings"][value]
        if value in rules["compilers"] and self.file.makes_extensions and self.is_compared(node):
            return rules["compilers"][value]
        if value in rules["compilers"] and (self.is_key(node) or self.is_keys_argument(node) and self.is_compilers_key(node, value)):
            return rules["compilers"][value]
        return None

    def port_variable(self, node, rule, start):
        if rule.to is None or self.places.is_variable(node):
            self.file.port_by_rule(rule, start, rule.name)
        else:
            self.file.say(node, "warning", f"'{rule.name}' stays: it is not clear that it is an environment variable here",
                          f"if it is one, write {rule.to}")

    def port_program(self, node, rule, start):
        if self.places.is_program(node):
            self.file.port_by_rule(rule, start, rule.name)
        elif rule.to is not None:
            self.remark_program(node, rule)

    def remark_program(self, node, rule):
        severity = "error" if self.file.is_build_script and self.is_compared(node) else "warning"
        self.file.say(node, severity, f"'{rule.name}' stays: it is not clear that it is the program here", f"if it is, write {rule.to}")

    def port_words_of_command(self, node, text, start):
        """Ports programs, libraries and folders in a string that is one word or a command."""
        if not re.search(r"\s", text):
            self.words.port_word(text, start)
        elif is_command_line(text):
            return  # FlagPorter ports it
        elif self.named_in_command.search(text) and self.places.is_command(node):
            self.port_command(text, start)
            if self.places.runs_compiler(node):
                self.flags.port_string(node)
                self.asks_version |= any(word in ASKS_VERSION for word in text.split())
        elif self.call_of_program.match(text):
            self.remark_program(node, self.rules.programs[self.call_of_program.match(text).group(1)])

    def port_command(self, text, start):
        """Ports all words except what a command only prints."""
        for command in COMMAND.finditer(text):
            for match in WORD.finditer(text, *command.span()) if not PRINTS.match(command.group()) else ():
                self.words.port_word(match.group(1), start + len(text[:match.start(1)].encode()), called=True)

    def port_formatted_string(self, node):
        if self.file.is_docstring(node) or not node.parts:
            return
        start = self.file.content_start(node)
        if self.sources.port(node):
            return
        self.port_words_of_command(node, self.file.literal_text(node), start)
        if self.file.is_build_script or self.is_in_command(node):
            self.port_build_string(node, self.file.string_text(node), start)
        for before, text, following in zip([None, *node.parts], node.parts, [*node.parts[1:], None]):
            if not isinstance(text, cst.FormattedStringText):
                continue
            start = self.file.span(text)[0]
            if isinstance(before, cst.FormattedStringExpression) and self.places.is_toolkit(before.expression):
                self.words.port_folder_of_toolkit(re.match(r"[\w/.-]*", text.value).group(), start)
            if isinstance(following, cst.FormattedStringExpression):
                self.devices.port_label(text.value, start)
            self.words.port_assignments(text.value, start)

    def is_in_command(self, node):
        return id(self.file.parent(self.file.parent(node))) in self.commands

    def is_searched(self, node):
        """`answer.index("x")`, `re.search("x", answer)`, `"x" in answer`."""
        parent = self.file.parent(node)
        if isinstance(parent, cst.Comparison):
            return parent.left is node and isinstance(parent.comparisons[0].operator, (cst.In, cst.NotIn))
        call = self.file.parent(parent)
        return (isinstance(parent, cst.Arg) and isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute)
                and (call.func.attr.value in SEARCHES or any(each.startswith("re.") for each in self.file.meaning(call.func))))

    def is_prefix(self, node):
        """`flag.startswith("x")`."""
        parent = self.file.parent(node)
        call = self.file.parent(parent)
        return (isinstance(parent, cst.Arg) and isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute)
                and call.func.attr.value == "startswith")

    def is_end_of_name(self, node):
        """`name.endswith("x")`, `name.endswith(("x", "y"))`, `"x" in name`."""
        parent = self.file.parent(node)
        if isinstance(parent, cst.Comparison):
            return self.is_searched(node)
        if isinstance(parent, cst.Element):
            parent = self.file.parent(self.file.parent(parent))
        call = self.file.parent(parent)
        return (isinstance(parent, cst.Arg) and isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute)
                and call.func.attr.value in ENDINGS)

    def remark_searches(self):
        """Of texts that only nvcc's answer has. To be said when the whole file was seen."""
        for node in self.searched if self.asks_version else ():
            self.file.say(node, "error", f"'{node.raw_value}' is searched for in nvcc's answer to --version, and mcc's answer does not have it",
                          "take MUSA's version, which is numbered differently, from mcc's answer; or leave this test out")

    def is_key(self, node):
        """Whether the string is a key: `{"x": 1}`, `d["x"]`, `"x" in d`."""
        parent = self.file.parent(node)
        if isinstance(parent, cst.Comparison):
            return parent.left is node and isinstance(parent.comparisons[0].operator, (cst.In, cst.NotIn))
        return isinstance(parent, cst.Index) or isinstance(parent, cst.DictElement) and parent.key is node

    def is_compared(self, node):
        """`key == "x"`, `key in ("x", "y")`."""
        parent = self.file.parent(node)
        if isinstance(parent, cst.Comparison):
            return isinstance(parent.comparisons[0].operator, (cst.Equal, cst.NotEqual))
        if isinstance(parent, cst.Element):
            target = self.file.parent(self.file.parent(parent))
            return isinstance(target, cst.ComparisonTarget) and isinstance(target.operator, (cst.In, cst.NotIn))
        return isinstance(parent, cst.MatchValue) or isinstance(parent, cst.ComparisonTarget) and isinstance(
            parent.operator, (cst.Equal, cst.NotEqual))

    def is_keys_argument(self, node):
        """Whether the string is used as a key: `d.get("x")`, or `("cxx", "x")`, a list of the keys of extra_compile_args."""
        parent = self.file.parent(node)
        holder = self.file.parent(parent)
        if isinstance(parent, cst.Arg):
            return (isinstance(holder, cst.Call) and holder.args[0] is parent and isinstance(holder.func, cst.Attribute)
                    and holder.func.attr.value in ("get", "pop", "setdefault") and not self.file.meaning(holder.func))
        return isinstance(parent, cst.Element) and any(
            isinstance(each.value, cst.SimpleString) and each.value.raw_value == "cxx" for each in holder.elements)

    def port_build_string(self, node, value, start):
        parent = self.file.parent(node)
        if (not isinstance(self.file.parent(parent), (cst.List, cst.Tuple)) and not isinstance(parent, cst.ConcatenatedString)
                and not (self.file.is_build_script and is_appended(self.file, node))):
            self.flags.port_string(node, searched=self.is_prefix(node))
        if not is_command_line(value):
            self.words.port_file_name(value, start, is_end=self.is_end_of_name(node))
        if "/" in value or self.places.is_part_of_path(node):
            self.words.port_folder(value, start)
        if value.isidentifier() and value.isupper() and self.names_macro(node):
            self.words.port_macro(value, start)

    def names_macro(self, node):
        """Whether the string names a macro: `("NAME", value)`, or a name in `undef_macros`."""
        element = self.file.parent(node)
        sequence = self.file.parent(element)
        if not isinstance(element, cst.Element):
            return False
        if isinstance(sequence, cst.Tuple):
            return len(sequence.elements) == 2 and sequence.elements[0] is element
        holder = self.file.parent(sequence)
        return isinstance(holder, cst.Arg) and holder.keyword is not None and holder.keyword.value == "undef_macros"

    def port_variable_keyword(self, node):
        """Ports a keyword that is an environment variable: `dict(os.environ, CUDA_HOME="x")`."""
        rule = node.keyword and self.rules.environment.get(node.keyword.value)
        if rule and isinstance(self.file.parent(node), cst.Call) and self.places.is_environments_call(self.file.parent(node)):
            self.file.port_by_rule(rule, self.file.span(node.keyword)[0], rule.name)

    def port_keywords(self, call):
        """Ports keys that are written as keywords: `args.update(nvcc=[])`."""
        function = call.func
        if isinstance(function, cst.Name) and function.value == "dict" or isinstance(function, cst.Attribute) and function.attr.value == "update":
            for argument in call.args:
                if argument.keyword is not None:
                    self.port_keyword_key(argument.keyword)

    def port_keyword_key(self, keyword):
        """Ports a keyword that is a key of extra_compile_args."""
        key = keyword.value
        if key in self.rules["compilers"] and self.is_compilers_key(keyword, key):
            self.file.replace(keyword, self.rules["compilers"][key])

    def is_compilers_key(self, node, key):
        """Whether what looks like a key of extra_compile_args is one. Adds a remark where this is doubtful."""
        if not self.file.makes_extensions and self.file.is_build_script:
            self.file.say(node, "warning", f"'{key}' stays: this file builds no PyTorch extension",
                          f"if it is a key of extra_compile_args, write {self.rules['compilers'][key]}")
        return self.file.makes_extensions
