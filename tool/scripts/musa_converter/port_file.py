# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ports a Python file: its text becomes edits and diagnostics.

Imports decide what a name means (`import torch.cuda as tc; tc.Stream`), and its place decides what a string means. Comments
and docstrings never change.
"""

import ast
import re
import warnings

import libcst as cst

from .devices import DevicePorter
from .edits import Diagnostic, Port, Source, apply_edits, in_order
from .flags import FlagPorter
from .imports import ImportPorter
from .names import NamePorter
from .places import Places
from .python_file import Project, PythonFile
from .strings import StringPorter
from .words import WordPorter

# A file with none of these, and no name of a library or program, has nothing to port.
RELEVANT = r"cuda|__global__|__device__|nccl|nvcc|cpp_extension|\.cuh?\b|nvidia_visible"

# In operands of `and` and `or`.
LONGEST_CHAIN = 500


def is_relevant(content, rules):
    """Whether the bytes of a file have something to port."""
    names = "|".join(map(re.escape, (*rules.libraries, *rules.programs)))
    return re.search(f"{RELEVANT}|{names or '(?!)'}".encode(), content, re.IGNORECASE) is not None


def port_file(content, rules, is_setup_script=False, is_launch_script=False, project=Project()):
    """Ports the bytes of a file."""
    if not is_relevant(content, rules) and not is_launch_script:
        return Port()
    source = Source(content)
    file = PythonFile(source, _parse(source.text), rules, is_setup_script, project)
    _Visitor(file).run(is_launch_script)
    edits = in_order(file.edits)
    if not _is_read_alike(source.utf8, apply_edits(source.utf8, edits)):
        return Port(diagnostics=[Diagnostic(1, 1, "error", "the port would not be valid Python: the file is left as it is",
                                            "port it by hand, and report this as a bug of musa-converter")])
    return Port([source.in_the_file(each) for each in edits],
                [source.in_the_file(each) for each in sorted(file.decisions, key=lambda each: each.start)],
                sorted(file.diagnostics, key=lambda each: (each.line, each.column)))


def _parse(text):
    """LibCST's tree. LibCST goes down without a limit until its stack is full, which nothing survives: what this
    interpreter finds too deep is too deep, and so is a long chain of operators, of which LibCST alone makes a deep tree."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except MemoryError as error: # the parser's way to say so
        raise RecursionError from error
    except (SyntaxError, ValueError) as error:
        if str(error).startswith("too many "): # nested parentheses, levels of indentation
            raise RecursionError from error
        return cst.parse_module(text) # which may know a newer syntax, or says what is wrong
    if any(len(node.values) > LONGEST_CHAIN for node in ast.walk(tree) if isinstance(node, ast.BoolOp)):
        raise RecursionError
    return cst.parse_module(text)


def _is_read_alike(before, after):
    """Whether this interpreter can still parse the text, if it could before."""
    return before == after or _parses(after) or not _parses(before)


def _parses(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True


class _Visitor(cst.CSTVisitor):
    """Passes each node to the porters that it concerns."""

    def __init__(self, file):
        super().__init__()
        self.file = file
        self.names = NamePorter(file)
        self.imports = ImportPorter(file)
        self.devices = DevicePorter(file)
        places, words = Places(file), WordPorter(file)
        self.strings = StringPorter(file, places, words, FlagPorter(file, places, words), self.devices)

    def run(self, is_launch_script):
        self.file.module.visit(self)
        self.names.remark_taken_methods()
        self.strings.remark_searches()
        is_started = self.file.is_started and (self.file.uses or self.file.imports_own)
        if is_launch_script or is_started or self.names.needs_import:
            self.imports.import_musa()

    def visit_Attribute(self, node):
        self.names.port_dotted_name(node)

    def visit_Name(self, node):
        self.names.port_name(node)

    def visit_Call(self, node):
        self.names.port_call(node)
        self.strings.port_keywords(node)

    def visit_Arg(self, node):
        self.strings.port_variable_keyword(node)

    def visit_FunctionDef(self, node):
        self.names.port_definition(node)

    def visit_Import(self, node):
        self.imports.port_import(node)
        return False

    def visit_ImportFrom(self, node):
        self.imports.port_import_from(node)
        return False

    def visit_List(self, node):
        self.strings.port_list(node)

    visit_Tuple = visit_List

    def visit_SimpleString(self, node):
        self.strings.port_string(node)

    def visit_FormattedString(self, node):
        self.strings.port_formatted_string(node)

    def leave_Module(self, original_node):
        self.strings.port_block(original_node)

    leave_IndentedBlock = leave_SimpleStatementSuite = leave_Module

    def leave_Assert(self, original_node):
        self.devices.port_message(original_node)
