# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Entries with a full schema: operators that PyTorch does not have."""

import re

import group_fields
from torchgen.model import Location, NativeFunction

# What such an entry can say beside its schema and its dispatch keys: as in native_functions.yaml.
FIELDS = ("tags", "device_check", "device_guard")


def parse(entry, pytorch, diagnostics):
    """The function that the entry describes; None, and an error, if there can be no such function."""
    name = entry.func.text.split("(")[0]
    plain = name.removeprefix("aten::")
    if plain in pytorch.functions:
        diagnostics.error(entry.func, f"'{plain}' is a function of PyTorch: write it without its schema, '- func: {plain}'")
        return None
    if not re.fullmatch(r"\w+::[\w.]+", name) or name.startswith("aten::"):
        diagnostics.error(
            entry.func,
            f"'{name}' is not a function of PyTorch; an operator of your own needs its own "
            f"namespace: 'torch_musa::{plain.split('::')[-1]}(...)'",
        )
        return None
    for field in group_fields.FIELDS:
        if field in entry.fields and field != "structured":
            diagnostics.error(
                entry.places[field],
                f"'{field}' of '{name}': an operator of your own is not structured; remove it",
            )
            return None
    description = {
        "func": entry.func.text,
        "__line__": entry.func.line + 1,
        # For torchgen: a function with a kernel. Which one it is, the entry's names say.
        "dispatch": {"CUDA": "kernel"},
    }
    for field in FIELDS:
        if field in entry.fields:
            description[field] = _value(entry.fields[field])
    try:
        location = Location(str(diagnostics.path), entry.func.line + 1)
        return NativeFunction.from_yaml(description, location, pytorch.tags)[0]
    except Exception as error:  # torchgen asserts, and raises what it likes
        reason = " ".join(str(error).split()) or "torchgen cannot read it"
        diagnostics.error(entry.func, f"'{name}' is not a schema and fields that PyTorch can have: {reason}")
        return None


def _value(field):
    if isinstance(field, list):
        return [word.text for word in field]
    return {"true": True, "false": False}.get(field.text.lower(), field.text)
