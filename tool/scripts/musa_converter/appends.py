# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements that append words to a list one by one: `flags.append("-gencode")`, and below it `flags.append("arch=...")`."""

from dataclasses import dataclass

import libcst as cst


@dataclass(frozen=True)
class Append:
    """A statement that appends one word, and does nothing else."""

    statement: cst.BaseSmallStatement
    holder: cst.BaseExpression  # the list
    word: cst.BaseExpression


def append_of(statement):
    """What a small statement appends, or None."""
    call = statement.value if isinstance(statement, cst.Expr) else None
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute) or call.func.attr.value != "append":
        return None
    if len(call.args) != 1 or call.args[0].keyword is not None or call.args[0].star:
        return None
    return Append(statement, call.func.value, call.args[0].value)


def small_statements(block):
    """Those of a block of statements in order; None for one that has a block of its own."""
    for statement in block.body:
        if isinstance(statement, cst.SimpleStatementLine):
            yield from statement.body
        else:
            yield statement if isinstance(statement, cst.BaseSmallStatement) else None


def runs_of_appends(file, block):
    """Appends to one list that follow each other in a block of statements."""
    run = []
    for statement in small_statements(block):
        append = append_of(statement)
        if run and (append is None or file.text(append.holder) != file.text(run[0].holder)):
            yield run
            run = []
        if append is not None:
            run.append(append)
    if run:
        yield run


def is_appended(file, node):
    """Whether a string is a word of such a run."""
    call = file.parent(file.parent(node))
    statement = file.parent(call)
    append = append_of(statement) if isinstance(statement, cst.Expr) else None
    return append is not None and append.word is node
