# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A Python file -> edits and diagnostics.

A name counts for what it is bound to (`import torch.cuda as tc; tc.Stream`), and a string for where it stands. Comments
and docstrings are never edited.
"""

import ast
import os
import re
import warnings
from dataclasses import dataclass, field

import libcst as cst
from libcst import metadata

from .devices import DeviceStrings
from .edits import Decision, Diagnostic, Edit, Source, apply_edits, in_order
from .file_names import SUFFIX, find_names
from .flags import FlagPorter, is_command_line
from .imports import ImportPorter
from .places import Places
from .survey import BUILD_MODULES, EXTENSION_MODULES, SETUP_MODULES, Survey
from .syntax import bound_name, dotted, names_of_import, parents, walk

# Functions that call what they are given first.
HIGHER_FUNCTIONS = {"map", "filter", "functools.partial"}
# A file without any of these, or a name of a library or program, has nothing to port.
RELEVANT = r"cuda|nccl|nvcc|cpp_extension|\.cuh?\b|nvidia_visible"


@dataclass
class Port:
    """What becomes of a file: edits of its bytes, in order, what they and others follow from, and what a person should know."""

    edits: list = field(default_factory=list)
    decisions: list = field(default_factory=list)
    diagnostics: list = field(default_factory=list)


def port_file(content, rules, is_setup_script=False, is_launch_script=False, own_modules=frozenset()):
    """The port of a file's bytes. `own_modules`: what the names of the project's modules begin with."""
    names = "|".join(map(re.escape, (*rules.libraries, *rules.programs)))
    if not re.search(f"{RELEVANT}|{names or '(?!)'}".encode(), content, re.IGNORECASE) and not is_launch_script:
        return Port()
    source = Source(content)
    module = cst.parse_module(source.text)
    wrapper = metadata.MetadataWrapper(module, unsafe_skip_copy=True)
    survey = Survey()
    module.visit(survey)
    is_setup_script |= survey.imports_any(SETUP_MODULES)
    porter = _Porter(source, module, rules, survey, is_setup_script, is_setup_script or survey.imports_any(BUILD_MODULES), own_modules)
    with porter.resolve(wrapper):
        module.visit(porter)
        if (is_launch_script or porter.needs_import) and not porter.imports.imports_musa_in_time(module):
            porter.insert(porter.imports.edit_that_imports_musa(module))
    edits = in_order(porter.edits)
    if not _is_read_alike(source.utf8, apply_edits(source.utf8, edits)):
        return Port(diagnostics=[Diagnostic(1, 1, "error", "the port would be no Python: the file is left as it is",
                                            "port it by hand, and report this as a fault of musa-converter")])
    return Port([source.in_the_file(each) for each in edits],
                [source.in_the_file(each) for each in sorted(porter.decisions, key=lambda each: each.start)],
                sorted(porter.diagnostics, key=lambda each: (each.line, each.column)))


def _is_read_alike(before, after):
    """Whether what is Python for the interpreter that runs this still is."""
    return before == after or _parses(after) or not _parses(before)


def _parses(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True


class _Porter(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (metadata.ByteSpanPositionProvider, metadata.ScopeProvider)

    def __init__(self, source, module, rules, survey, is_setup_script, is_build_script, own_modules):
        super().__init__()
        self.source = source
        self.parents = parents(module)
        self.rules = rules
        self.own_attributes = survey.attributes
        self.own_methods = survey.methods
        # A module of the file's own project that PyTorch is used by often has it in its name (`utils.torch_utils`).
        self.uses_torch = any("torch" in module and module.split(".")[0] != "torch_musa" for module in survey.modules)
        self.is_setup_script = is_setup_script
        self.is_build_script = is_build_script
        self.own_modules = own_modules
        self.edits = set()
        self.decisions = set()
        self.diagnostics = set()
        self.places = Places(self)
        self.flags = FlagPorter(self)
        self.imports = ImportPorter(self)
        self.devices = DeviceStrings(self)
        self.commands = set()  # lists that call nvcc
        self.needs_import = False
        self.uses = []  # where something of torch_musa's is used
        self.makes_extensions = survey.imports_any(EXTENSION_MODULES)
        self.called = set()  # names of functions
        self.taken = []  # (name, method): `name = x.cuda`
        qualified = [*rules["modules"], *rules.members, *rules["unsupported"]]
        qualified += [call.removesuffix("()") for call in rules["calls"]]
        self.interesting = {name.rpartition(".")[2] for name in qualified}
        device = "|".join(rules["device"])
        self.device_string = re.compile(rf"({device})(:[\w%.{{}}-]*)?")
        self.device_label = re.compile(rf"(?<![\w./:-])({device}|{device.upper()}):$")
        self.dotted_string = re.compile(
            "(" + "|".join(re.escape(name) for name, rule in rules["modules"].items() if "import" in rule) + r")(\.\w+)*")
        names = "|".join(map(re.escape, rules.environment)) or "(?!)"
        self.assignments = re.compile(rf"(?<![\w$])({names})(?==)")
        self.command = re.compile(r"[^;|&\n]+")
        self.prints = re.compile(r"\s*(echo|printf)\s")
        self.word = re.compile(r"""["']?([^\s<>()"']+)["']?""")
        programs = "|".join(re.escape(name) for name, rule in rules.programs.items() if rule.to is not None) or "(?!)"
        names = "|".join(map(re.escape, (*rules.programs, *rules.libraries, *filter(os.path.isabs, rules.folders)))) or "(?!)"
        self.named = re.compile(names)
        self.named_in_command = re.compile(rf"(?<!\w)(?:-l)?({names})(?!\w)")
        self.call_of_program = re.compile(rf"({programs})\s+-")
        # No address or path, and no version: one of CUDA is none of MUSA.
        self.message_word = re.compile(rf"\w+://\S*|(?<![\w./-])({device.upper()})(?![\w/-]|\.\w|,?\s*(?:version|v\.?)?\s*[<>=]*\s*\d|\s*version)")

    # What is where.

    def span(self, node):
        position = self.get_metadata(metadata.ByteSpanPositionProvider, node)
        return position.start, position.start + position.length

    def parent(self, node):
        return self.parents.get(node)

    def string_text(self, string):
        """What is between a string's quotes."""
        if isinstance(string, cst.SimpleString):
            return string.raw_value
        if not isinstance(string, cst.FormattedString) or not string.parts:
            return ""
        return self.source.utf8[self.span(string.parts[0])[0]:self.span(string.parts[-1])[1]].decode()

    def literal_text(self, string):
        """The same, with a mark for each byte of an expression in it."""
        if isinstance(string, cst.SimpleString):
            return string.raw_value
        texts = (part.value if isinstance(part, cst.FormattedStringText) else "\0" * len(self.text(part).encode()) for part in string.parts)
        return "".join(texts)

    def content_start(self, string):
        """Where what is between a string's quotes begins."""
        return self.span(string)[0] + len(self.quotes(string)[0])

    def quotes(self, string):
        """What a string begins and ends with."""
        if isinstance(string, cst.FormattedString):
            return string.start, string.end
        return string.prefix + string.quote, string.quote

    def text(self, node):
        start, end = self.span(node)
        return self.source.utf8[start:end].decode()

    def replace(self, node, text):
        self.edit(*self.span(node), text)

    def edit(self, start, end, text, by="python"):
        self.edits.add(Edit(start, end, text))
        self.decide(start, end, self.source.utf8[start:end].decode(), text, by)

    def insert(self, edit):
        self.edits.add(edit)
        self.decide(edit.start, edit.start, "", edit.text.strip(), "python")

    def decide(self, start, end, name, to, by):
        self.decisions.add(Decision(start, end, name, to, by))

    def say(self, node, severity, message, note=""):
        start, end = self.span(node)
        self.say_at(start, end - start, severity, message, note)

    def say_at(self, start, length, severity, message, note=""):
        self.diagnostics.add(Diagnostic(*self.source.place(start), severity, message, note, length))

    def meaning(self, node):
        """What a name or attribute is, as far as imports say: `torch.cuda.Stream`."""
        scope = self.get_metadata(metadata.ScopeProvider, node, None)
        written = dotted(node)
        if scope is None or not written:
            return set()
        root = written.partition(".")[0]
        if any(bound_name(alias) == root for assignment in scope[root] for alias in names_of_import(assignment)):
            return {written}  # LibCST takes one of the imports, and which depends on where the name stands
        return {name.name for name in scope.get_qualified_names_for(node)
                if name.source is metadata.QualifiedNameSource.IMPORT}

    # Names.

    def visit_Attribute(self, node):
        name = node.attr.value
        if name in self.interesting:
            for meaning in self.meaning(node):
                self.port_name(node, node.attr, meaning)
        if name in self.rules["attributes"] and not self.meaning(node):
            self.port_attribute(node)
        if name in self.rules["methods"] and name not in self.own_attributes and not self.meaning(node):
            self.note_method(node)

    def note_method(self, node):
        """A method that is not called where it stands: who calls it says that it is one."""
        parent = self.parent(node)
        if isinstance(parent, cst.Assign) and isinstance(parent.targets[0].target, cst.Name):
            self.taken.append((parent.targets[0].target.value, node))
        elif isinstance(parent, cst.Arg) and self.parent(parent).args[0] is parent and self.meaning_or_name(self.parent(parent).func) & HIGHER_FUNCTIONS:
            self.remark_method(node)

    def leave_Module(self, original_node):
        for name, method in self.taken:
            if name in self.called:
                self.remark_method(method)

    def remark_method(self, node):
        name = node.attr.value
        self.say(node.attr, "warning", f"'{name}' stays: it is not called here, and may be no tensor's or module's",
                 "if it is, write " + self.rules["methods"][name])

    def meaning_or_name(self, function):
        """What a function is by imports, or what it is called."""
        return self.meaning(function) or {dotted(function)}

    def visit_Name(self, node):
        parent = self.parent(node)
        if isinstance(parent, cst.Attribute) and parent.attr is node or isinstance(parent, cst.Arg) and parent.keyword is node:
            return
        if node.value in self.interesting:
            for meaning in self.meaning(node):
                if meaning.rpartition(".")[2] == node.value and meaning not in self.rules["modules"]:
                    self.port_name(node, node, meaning)

    def port_name(self, node, last, meaning):
        """`node` is the module or member `meaning`; `last` is its last word."""
        if meaning in self.rules["modules"]:
            rule = self.rules["modules"][meaning]
            self.uses.append(self.span(node)[0])
            self.needs_import |= self.is_build_script and rule.get("import") == "torch_musa"
            to = rule["to"]
            if to.rpartition(".")[0] == meaning.rpartition(".")[0]:
                self.replace(last, to.rpartition(".")[2])
            elif dotted(node) == meaning:
                self.replace(node, to)
        elif meaning in self.rules.members:
            self.port_by_rule(self.rules.members[meaning], self.span(last)[0], self.text(last))
        else:
            self.remark_unsupported(last, meaning)

    def remark_unsupported(self, node, meaning):
        if meaning in self.rules["unsupported"]:
            self.say(node, "warning", f"'{meaning}' has no counterpart in torch_musa", self.rules["unsupported"][meaning])

    def port_attribute(self, node):
        name = node.attr.value
        if name in self.own_attributes:
            self.say(node.attr, "warning", f"'{name}' stays: this file has an attribute of its own that is called so",
                     "if it is a tensor's here, write " + self.rules["attributes"][name])
        else:
            self.uses.append(self.span(node)[0])
            self.replace(node.attr, self.rules["attributes"][name])

    def visit_Call(self, node):
        function = node.func
        if isinstance(function, cst.Attribute) and function.attr.value in self.rules["methods"]:
            self.port_method(function)
        for meaning in self.meaning(function) if isinstance(function, (cst.Attribute, cst.Name)) else ():
            self.port_call(node, meaning)
            for argument in node.args:
                keyword = argument.keyword and self.rules["keywords"].get(meaning, {}).get(argument.keyword.value)
                if keyword:
                    self.replace(argument.keyword, keyword)
        if isinstance(function, cst.Name):
            self.called.add(function.value)
        if isinstance(function, cst.Name) and function.value == "dict" or isinstance(function, cst.Attribute) and function.attr.value == "update":
            for argument in node.args:
                if argument.keyword is not None:
                    self.port_keyword_key(argument.keyword)

    def port_keyword_key(self, keyword):
        """A key of extra_compile_args that is written as a keyword: `args.update(nvcc=[])`."""
        key = keyword.value
        if key in self.rules["compilers"] and self.is_compilers_key(keyword, key):
            self.replace(keyword, self.rules["compilers"][key])

    def is_compilers_key(self, node, key):
        """Whether what looks like a key of extra_compile_args is one; a remark says where that is doubtful."""
        if not self.makes_extensions and self.is_build_script:
            self.say(node, "warning", f"'{key}' stays: this file makes no extension of PyTorch's",
                     f"if it is a key of extra_compile_args, write {self.rules['compilers'][key]}")
        return self.makes_extensions

    def port_method(self, function):
        name = function.attr.value
        if name in self.own_methods:
            self.say(function.attr, "warning", f"'{name}' stays: this file has a function of its own that is called so",
                     "if it is a tensor's or a module's here, write " + self.rules["methods"][name])
        elif not any(meaning in self.rules["modules"] or meaning in self.rules.members for meaning in self.meaning(function)):
            self.uses.append(self.span(function)[0])
            self.replace(function.attr, self.rules["methods"][name])

    def port_call(self, node, meaning):
        call = self.rules["calls"].get(meaning + "()")
        if call is None or node.args:
            return
        if isinstance(node.func, cst.Attribute):
            self.edit(self.span(node.func.attr)[0], self.span(node)[1], call)
        else:
            self.say(node, "warning", f"'{meaning}' is to be called through its module", f"as torch.distributed.{call}")

    def visit_Arg(self, node):
        """`dict(os.environ, CUDA_HOME="x")`"""
        rule = node.keyword and self.rules.environment.get(node.keyword.value)
        if rule and isinstance(self.parent(node), cst.Call) and self.places.is_environments_call(self.parent(node)):
            self.port_by_rule(rule, self.span(node.keyword)[0], rule.name)

    def visit_FunctionDef(self, node):
        method = self.rules["methods"].get(node.name.value)
        if method and node.name.value not in self.own_methods and isinstance(self.parent(self.parent(node)), cst.ClassDef):
            self.replace(node.name, method)  # it is called by the new name

    def visit_Import(self, node):
        self.imports.port_import(node)
        return False

    def visit_ImportFrom(self, node):
        self.imports.port_import_from(node)
        return False

    # Strings.

    def visit_List(self, node):
        if self.places.runs_compiler(node):
            self.commands.add(id(node))
        if self.is_build_script or id(node) in self.commands:
            self.flags.port_sequence(node)

    visit_Tuple = visit_List

    def visit_SimpleString(self, node):
        if "b" in node.prefix.lower() or self.is_docstring(node):
            return
        value = node.raw_value
        start = self.content_start(node)
        if self.is_build_script and value in self.rules.libraries and self.places.is_library(node):
            self.port_by_rule(self.rules.libraries[value], start, value)
            return
        new = self.new_string(node, value)
        if new is not None:
            self.edit(start, start + len(value.encode()), new)
        elif value in self.rules.environment:
            self.port_variable(node, self.rules.environment[value], start)
        elif value in self.rules.programs:
            if not self.is_keys_argument(node):
                self.port_program(node, self.rules.programs[value], start)
        else:
            self.port_assignments(value, start)
            self.port_words_of_command(node, value, start)
            if self.places.is_behind_toolkit(node):
                self.port_folder_of_toolkit(value, start)
            if self.is_build_script or self.is_in_command(node):
                self.port_build_string(node, value, start)

    def new_string(self, node, value):
        """What a string becomes as a whole by the tables for Python, or None."""
        rules = self.rules
        if self.device_string.fullmatch(value):
            return self.devices.ported(node, value)
        if self.dotted_string.fullmatch(value):
            module = self.dotted_string.fullmatch(value).group(1)
            return rules["modules"][module]["to"] + value[len(module):]
        if value in rules["strings"]:
            return rules["strings"][value]
        if value in rules["compilers"] and (self.is_key(node) or self.is_keys_argument(node) and self.is_compilers_key(node, value)):
            return rules["compilers"][value]
        return None

    def port_variable(self, node, rule, start):
        if rule.to is None or self.places.is_variable(node):
            self.port_by_rule(rule, start, rule.name)
        else:
            self.say(node, "warning", f"'{rule.name}' stays: it is not known to be a variable of the environment here",
                     f"if it is one, write {rule.to}")

    def port_program(self, node, rule, start):
        if self.places.is_program(node):
            self.port_by_rule(rule, start, rule.name)
        elif rule.to is not None:
            self.remark_program(node, rule)

    def remark_program(self, node, rule):
        self.say(node, "warning", f"'{rule.name}' stays: it is not known to be the program here", f"if it is, write {rule.to}")

    def port_words_of_command(self, node, text, start):
        """Programs, libraries and folders in a string that is one word, or a command."""
        if not re.search(r"\s", text):
            self.port_word(text, start)
        elif is_command_line(text):
            return  # FlagPorter's
        elif self.named_in_command.search(text) and self.places.is_command(node):
            self.port_command(text, start)
            if self.places.runs_compiler(node):
                self.flags.port_string(node)
        elif self.call_of_program.match(text):
            self.remark_program(node, self.rules.programs[self.call_of_program.match(text).group(1)])

    def port_command(self, text, start):
        """All words but what is only printed."""
        for command in self.command.finditer(text):
            for match in self.word.finditer(text, *command.span()) if not self.prints.match(command.group()) else ():
                self.port_word(match.group(1), start + len(text[:match.start(1)].encode()), called=True)

    def port_word(self, word, start, **context):
        """A library, a folder or a program."""
        if self.named.search(word):
            self.port_by_words([{"text": word, **context}], [start])

    def port_folder_of_toolkit(self, path, start):
        """`lib64` or `/lib64`."""
        if path:
            self.port_by_words([{"text": path, "behind_toolkit": True}], [start])

    def port_by_words(self, words, starts, **context):
        """What musa-port makes of words, which begin at `starts`; in the place of None stands something else. The numbers of those
        that are to be left out, and of those that are done with."""
        answer = self.rules.musa_port.ask("words", words=words, **context)

        def span(each):
            number = each["word"]
            is_one = each["last"] == number
            return starts[number] + each["start"], starts[number] + (each["end"] if is_one else len(words[number]["text"].encode()))

        for each in answer["edits"]:
            self.edits.add(Edit(*span(each), each["text"]))
        for each in answer["decisions"]:
            self.decide(*span(each), each["name"], each["to"], each["by"])
        for each in answer["macros"]:
            start, end = span(each)
            self.port_macro(self.source.utf8[start:end].decode(), start)
        for each in answer["remarks"]:
            start, end = span(each)
            self.say_at(start, end - start, "warning", each["message"], each["note"])
        return set(answer["dropped"]), set(answer["done"])

    def is_in_command(self, node):
        return id(self.parent(self.parent(node))) in self.commands

    def port_assignments(self, text, start):
        """`CUDA_HOME=` for a command line."""
        for match in self.assignments.finditer(text):
            rule = self.rules.environment[match.group()]
            self.port_by_rule(rule, start + len(text[:match.start()].encode()), rule.name)

    def port_by_rule(self, rule, start, name):
        end = start + len(name.encode())
        if rule.to is None:
            self.decide(start, end, name, None, rule.number)
        else:
            self.edit(start, end, rule.to, rule.number)

    def is_key(self, node):
        """`{"x": 1}`, `d["x"]` and `"x" in d`."""
        parent = self.parent(node)
        if isinstance(parent, cst.Comparison):
            return parent.left is node and isinstance(parent.comparisons[0].operator, (cst.In, cst.NotIn))
        return isinstance(parent, cst.Index) or isinstance(parent, cst.DictElement) and parent.key is node

    def is_keys_argument(self, node):
        """`d.get("x")`, and `("cxx", "x")`, the keys that extra_compile_args has."""
        parent = self.parent(node)
        holder = self.parent(parent)
        if isinstance(parent, cst.Arg):
            return (isinstance(holder, cst.Call) and holder.args[0] is parent and isinstance(holder.func, cst.Attribute)
                    and holder.func.attr.value in ("get", "pop", "setdefault") and not self.meaning(holder.func))
        return isinstance(parent, cst.Element) and any(
            isinstance(each.value, cst.SimpleString) and each.value.raw_value == "cxx" for each in holder.elements)

    def port_build_string(self, node, value, start):
        parent = self.parent(node)
        if not isinstance(self.parent(parent), (cst.List, cst.Tuple)) and not isinstance(parent, cst.ConcatenatedString):
            self.flags.port_string(node)
        if not is_command_line(value):
            self.port_file_name(value, start)
        if value.isidentifier() and value.isupper() and self.names_macro(node):
            self.port_macro(value, start)

    def port_file_name(self, value, start):
        """A source's name, or a pattern for some, or a list of these."""
        # What is put in is a part of a name, whatever it is.
        shape = re.sub(r"{[^{}]*}", lambda match: "{" + "_" * (len(match.group()) - 2) + "}", value)
        for name, suffix, end in find_names(shape, self.rules["suffixes"]):
            old, new = value[name:end], self.rules["suffixes"][value[suffix:end]]
            name, suffix, end = (start + len(value[:each].encode()) for each in (name, suffix, end))
            if not self.rules.in_tree:
                self.edits.add(Edit(suffix, end, new))
            self.decide(name, end, old, SUFFIX.sub("", old) + new, "file")

    def names_macro(self, node):
        """`("NAME", value)`, and names alone in `undef_macros`."""
        element = self.parent(node)
        sequence = self.parent(element)
        if not isinstance(element, cst.Element):
            return False
        if isinstance(sequence, cst.Tuple):
            return len(sequence.elements) == 2 and sequence.elements[0] is element
        holder = self.parent(sequence)
        return isinstance(holder, cst.Arg) and holder.keyword is not None and holder.keyword.value == "undef_macros"

    def port_macro(self, name, start):
        end = start + len(name.encode())
        if self.rules.in_tree:
            self.decide(start, end, name, name, "macro")
            return
        macro = self.rules.musa_port.ask("macro", name=name)
        if macro["to"] is not None:
            self.edit(start, end, macro["to"], "macro")
        elif macro["known"]:
            self.decide(start, end, name, None, "macro")

    def visit_FormattedString(self, node):
        if self.is_docstring(node) or not node.parts:
            return
        start = self.content_start(node)
        self.port_words_of_command(node, self.literal_text(node), start)
        if self.is_build_script or self.is_in_command(node):
            self.port_build_string(node, self.string_text(node), start)
        for before, text, following in zip([None, *node.parts], node.parts, [*node.parts[1:], None]):
            if not isinstance(text, cst.FormattedStringText):
                continue
            start = self.span(text)[0]
            if isinstance(before, cst.FormattedStringExpression) and self.places.is_toolkit(before.expression):
                self.port_folder_of_toolkit(re.match(r"[\w/.-]*", text.value).group(), start)
            if isinstance(following, cst.FormattedStringExpression):
                self.port_words(self.device_label, text.value, start, self.rules["device"])
            self.port_assignments(text.value, start)

    def leave_Assert(self, original_node):
        """The message of a test that has changed is about what is tested."""
        start, end = self.span(original_node.test)
        if original_node.msg is None or not any(start <= edit.start < end for edit in self.edits):
            return
        for each in walk(original_node.msg):
            if isinstance(each, cst.SimpleString):
                self.port_words(self.message_word, each.raw_value, self.content_start(each), self.rules["device"])
            elif isinstance(each, cst.FormattedStringText):
                self.port_words(self.message_word, each.value, self.span(each)[0], self.rules["device"])

    def port_words(self, pattern, text, start, table):
        """Each match's first group by a table; one in capitals stays in capitals."""
        for match in pattern.finditer(text):
            word = match.group(1)
            if word is None:
                continue
            new = table[word] if word in table else table[word.lower()].upper()
            offset = start + len(text[:match.start(1)].encode())
            self.edit(offset, offset + len(word.encode()), new)

    def is_docstring(self, node):
        while isinstance(self.parent(node), cst.ConcatenatedString):
            node = self.parent(node)
        return isinstance(self.parent(node), cst.Expr)
