# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The fields of structured groups: that they are on the right function, with values that agree."""

from functions_file import NONE, Word, is_identifier
from torchgen.model import SchemaKind

FIELDS = ("structured", "structured_delegate", "structured_inherits", "precomputed")
ADD_NAME = "add 'dispatch: PrivateUse1: NAME'"


def unstructured(entry):
    return entry.says("structured", "false") or entry.says("structured", "False")


def check(entry, function, group, named, error):
    """Reports what is wrong. `group` is the function's structured group or None; `named`: whether the
    entry has a name for PrivateUse1."""
    for field in FIELDS:
        if field in entry.fields:
            message = _CHECKS[field](entry, entry.fields[field], function, group, named)
            if message:
                error(entry.places[field], f"'{entry.func}': {message}")


def _is_out(function):
    return function.func.kind() is SchemaKind.out


def _check_structured(entry, value, function, group, named):
    text = value.text.lower()
    if text not in ("true", "false"):
        return "'structured' is true or false; write 'structured: false' to bind a function of your own"
    if text == "true" and not (group and _is_out(function)):
        return "'structured: true' is for the out function of a group that PyTorch has structured; remove it"
    if group and not _is_out(function):
        out = group.out.func.name
        return f"'structured' belongs to the out function, {out}; write 'structured_delegate: none' here"
    if text == "false" and not named:
        return f"'structured: false' needs the name of a function: {ADD_NAME}"
    return None


def _check_delegate(entry, value, function, group, named):
    if not group or _is_out(function):
        return (
            "'structured_delegate' is for functions that delegate to an out function; this one does not, remove it"
        )
    if value.text not in (NONE, str(group.out.func.name)):
        return (
            f"'structured_delegate' is {group.out.func.name} or none, not '{value}'; "
            "remove it, or write none to bind a function of your own"
        )
    if value.text == NONE and not named:
        return f"'structured_delegate: none' needs the name of a function: {ADD_NAME}"
    return None


def _check_inherits(entry, value, function, group, named):
    if message := _check_of_meta("structured_inherits", entry, value, function, group, named):
        return message
    if not is_identifier(value.text):
        return f"'{value}' is not the name of a class in at::musa; use letters, digits and '_'"
    return None


def _check_precomputed(entry, value, function, group, named):
    if message := _check_of_meta("precomputed", entry, value, function, group, named):
        return message
    if isinstance(value, Word) and value.text != NONE:
        return "'precomputed' is a list; write '- ARGUMENT -> TYPE NAME' below it, or none"
    return None


def _check_of_meta(field, entry, value, function, group, named):
    """What both fields that describe a meta class have in common."""
    if not group:
        return f"'{field}' is for structured groups, and PyTorch's is not; remove it"
    if not _is_out(function):
        return f"'{field}' is for the entry of {group.out.func.name}; move it there"
    if not named:
        return f"'{field}' needs the name of an implementation: {ADD_NAME}"
    if unstructured(entry) and not entry.says(field, NONE):
        return f"'structured: false' leaves no '{field}'; write '{field}: none', or remove it"
    return None


_CHECKS = {
    "structured": _check_structured,
    "structured_delegate": _check_delegate,
    "structured_inherits": _check_inherits,
    "precomputed": _check_precomputed,
}
