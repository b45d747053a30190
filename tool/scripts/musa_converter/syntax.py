# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Answers about nodes of LibCST that need no other knowledge of the file."""

import libcst as cst


def parents(module):
    """The parent of each node. LibCST's own provider takes ten times as long."""
    parents, pending = {}, [module]
    while pending:
        node = pending.pop()
        for name in node.__dataclass_fields__:
            value = getattr(node, name)
            for child in value if isinstance(value, (list, tuple)) else (value,):
                if isinstance(child, cst.CSTNode):
                    parents[child] = node
                    pending.append(child)
    return parents


def dotted(node):
    """`a.b.c` for a name or attribute, "" for anything else."""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        before = dotted(node.value)
        return before and f"{before}.{node.attr.value}"
    return ""


def bound_name(alias):
    """The name that an import without `as` binds: `torch` for `import torch.cuda`. None for an import with `as`."""
    return dotted(alias.name).split(".")[0] if alias.asname is None else None


def names_of_import(assignment):
    """All aliases of the `import` statement behind an assignment; nothing if it is not one."""
    return assignment.node.names if isinstance(getattr(assignment, "node", None), cst.Import) else ()


def walk(node):
    yield node
    for child in node.children:
        yield from walk(child)


def imported_modules(statement):
    for small in statement.body if isinstance(statement, (cst.SimpleStatementLine, cst.SimpleStatementSuite)) else ():
        if isinstance(small, cst.Import):
            yield from (dotted(alias.name) for alias in small.names)
        elif isinstance(small, cst.ImportFrom) and small.module is not None and not small.relative:
            yield dotted(small.module)
            if not isinstance(small.names, cst.ImportStar):
                yield from (f"{dotted(small.module)}.{alias.name.value}" for alias in small.names)


def top_statements(body):
    """Yields, in order, the statements that run when the file is imported; of compound statements only those in `try`."""
    for statement in body:
        if isinstance(statement, cst.Try) and isinstance(statement.body, cst.IndentedBlock):
            yield from top_statements(statement.body.body)
        yield statement


def is_docstring_statement(statement):
    return (isinstance(statement, cst.SimpleStatementLine) and isinstance(statement.body[0], cst.Expr)
            and isinstance(statement.body[0].value, (cst.SimpleString, cst.ConcatenatedString)))
