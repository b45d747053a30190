# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which kernel each entry binds to which function, or why it cannot."""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace

import custom_operator
import group_fields
from functions_file import NONE, Word, is_identifier, nearest
from group_fields import unstructured
from pytorch import COUNTERPARTS
from torchgen.api import meta as meta_api
from torchgen.api import structured as structured_api
from torchgen.context import native_function_manager
from torchgen.model import (
    BackendIndex,
    BackendMetadata,
    DispatchKey,
    NativeFunction,
    NativeFunctionsGroup,
    Precompute,
)

# The namespace of implementations that are musa's own; PyTorch's are in at::native.
NAMESPACE = "at::musa"
PRIVATEUSE1 = DispatchKey.PrivateUse1
KEYS = {key.name: key for key in COUNTERPARTS}
KEY_NAMES = ", ".join(KEYS)


@dataclass(frozen=True)
class Operators:
    """What is registered for device musa, in PyTorch's order, operators of our own last."""

    grouped: list[NativeFunction | NativeFunctionsGroup]
    # By namespace ("aten" is PyTorch's) and dispatch key: the kernels.
    indices: dict[tuple[str, DispatchKey], BackendIndex]
    # The functions that PrivateUse1 is registered for, those that delegate to their group's included.
    listed: frozenset
    # The groups whose meta class is ours too, and the operators that PyTorch does not have.
    customized: frozenset
    custom: list[NativeFunction]


def resolve(entries, pytorch, diagnostics):
    """The operators of the entries; what is wrong with them goes to the diagnostics."""
    return _Resolver(pytorch, diagnostics).resolve(entries)


class _Resolver:
    def __init__(self, pytorch, diagnostics):
        self.pytorch = pytorch
        self.diagnostics = diagnostics
        self.error = diagnostics.error
        self.entries = {}  # (function's name, dispatch key): entry
        self.kernels = defaultdict(dict)  # (namespace, dispatch key): {function's name: kernel}
        self.custom = {}  # the name with its namespace: function
        self.listed = set()
        self.wrong = set()  # functions of which an entry is wrong, so that nothing follows from its lack
        self.outs = {}  # of customized groups: the function as we have it

    def resolve(self, entries):
        bound = []
        for entry in entries:
            function = self._function(entry)
            keys = function and self._keys(entry, function)
            if keys:
                bound.append((entry, function, keys))
        for entry, function, keys in bound:
            named = any(key is PRIVATEUSE1 and name for key, name in keys)
            group_fields.check(entry, function, self.pytorch.structured_group(function), named, self.error)
            for key, name in keys:
                if name is None:
                    self._bind_as_pytorch(entry, function, key)
                else:
                    self._bind(entry, function, key, name)
        self._check_names(bound)
        return self._operators()

    # ----------------------------------------------------------------------------- functions

    def _function(self, entry):
        """The function that an entry is of, or None."""
        if "(" in entry.func.text:
            return self._custom_function(entry)
        for name in custom_operator.FIELDS:
            if name in entry.fields:
                self.error(
                    entry.places[name],
                    f"'{name}' of '{entry.func}' is as PyTorch has it; remove it (it is for "
                    "operators of your own, whose entries have a full schema)",
                )
                return None
        function = self.pytorch.functions.get(entry.func.text)
        if function is None:
            self.error(entry.func, f"PyTorch has no function '{entry.func}'" + self._hint(entry.func.text))
        return function

    def _hint(self, name):
        plain = name.removeprefix("aten::")
        if plain in self.pytorch.functions:
            return f"; did you mean '{plain}'?"
        base, _, overload = plain.partition(".")
        overloads = [other for other in self.pytorch.functions if other.split(".")[0] == base]
        if overloads:
            near = nearest(name, overloads) if overload or base in overloads else ""
            return near or f"; it has {', '.join(overloads)}"
        if "::" in name:
            return "; give an operator of your own its full schema: 'NAMESPACE::NAME(ARGUMENTS) -> RETURNS'"
        return nearest(name, self.pytorch.functions) or "; see native_functions.yaml for its names"

    def _custom_function(self, entry):
        function = custom_operator.parse(entry, self.pytorch, self.diagnostics)
        if function and _full_name(function) in self.custom:
            self.error(entry.func, f"'{_full_name(function)}' is listed twice; remove one of the entries")
            return None
        if function:
            self.custom[_full_name(function)] = function
        return function

    # ------------------------------------------------------------------------- dispatch keys

    def _keys(self, entry, function):
        """The (dispatch key, name or None) of an entry; fewer than it has if some are wrong."""
        if entry.dispatch is None:
            written = [(Word(PRIVATEUSE1.name, entry.func.line, entry.func.column), None)]
        else:
            written = entry.dispatch
        keys = []
        for word, name in written:
            key = KEYS.get(word.text)
            place = _full_name(function), key
            if key is None:
                hint = COUNTERPART_HINTS.get(word.text) or nearest(word.text, KEYS) or f"; it is one of {KEY_NAMES}"
                self.error(word, f"'{entry.func}': unknown dispatch key '{word}'{hint}")
                self.wrong.add(function.func.name)
            elif place in self.entries:
                first = self.entries[place].func.line + 1
                self.error(
                    entry.func,
                    f"'{entry.func}' is listed twice for {key}, first in line {first}; remove one of the entries",
                )
            else:
                self.entries[place] = entry
                if name is None or is_identifier(name.text):
                    keys.append((key, name))
                else:
                    self.error(
                        name,
                        f"'{entry.func}': '{name}' is not the name of a C++ function; use letters, digits and '_', "
                        f"without a namespace ({NAMESPACE} is implied)",
                    )
        return keys

    # ------------------------------------------------------------------------------- kernels

    def _bind_as_pytorch(self, entry, function, key):
        """Legacy: what PyTorch binds for CUDA."""
        name = function.func.name
        counterpart = COUNTERPARTS[key]
        group = self.pytorch.structured_group(function)
        if _full_name(function) in self.custom:
            self.error(
                entry.func, f"'{name}' is an operator of your own: name its function, 'dispatch: {key}: NAME'"
            )
            return
        if key is PRIVATEUSE1 and group and function.structured_delegate:
            self._delegate(entry, function, group)
            return
        metadata = self.pytorch.kernels[name].get(counterpart)
        if metadata:
            self._set_kernel(function, key, metadata)
            return
        composite = self.pytorch.composite_keys(function)
        others = [k for k, c in COUNTERPARTS.items() if c in self.pytorch.kernels[name] and k is not key]
        own = f"'dispatch: {key}: NAME'"
        if composite:
            message = (
                f"'{name}' needs no entry: PyTorch makes it of other operators ({composite[0]}); "
                f"remove it, or name a function of your own, {own}"
            )
        elif others:
            names = ", ".join(k.name for k in others)
            message = (
                f"PyTorch has no {counterpart} implementation of '{name}'; "
                f"write 'dispatch: {names}', or name one of your own, {own}"
            )
        else:
            message = f"PyTorch has no {counterpart} implementation of '{name}'; name one of your own, {own}"
        self.error(entry.func, message)

    def _delegate(self, entry, function, group):
        """A functional or in-place function without a name: its group's out function does the work."""
        name, out = function.func.name, group.out.func.name
        there = self.entries.get((str(out), PRIVATEUSE1))
        if there is None and out in self.wrong:
            return
        if there is None:
            self.error(entry.func, f"'{name}' delegates to '{out}', which is not listed; add '- func: {out}'")
        elif unstructured(there):
            self.error(
                entry.func,
                f"'{name}' delegates to '{out}', which has 'structured: false' (line {there.func.line + 1}); "
                "add 'structured_delegate: none' and 'dispatch: PrivateUse1: NAME'",
            )
        else:
            self.listed.add(name)

    def _bind(self, entry, function, key, name):
        """A function of the entry's own, or one that PyTorch has under that name."""
        group = self.pytorch.structured_group(function) if key is PRIVATEUSE1 else None
        is_structured = bool(group) and function is group.out and not unstructured(entry)
        if group and function is not group.out and not self._stands_alone(entry, function, group, name):
            return
        if name.text.endswith("_symint") and (is_structured or not function.func.has_symint()):
            self.error(
                name,
                f"'{entry.func}': a name that ends in '_symint' is of a function with SymInt arguments, "
                "which this one has not; choose another name",
            )
            return
        customized = is_structured and any(f in entry.fields for f in ("structured_inherits", "precomputed"))
        if customized and not self._customize(entry, group):
            return
        shared = None if customized else self._shared(function, key, name.text, is_structured)
        own = BackendMetadata(name.text, is_structured, NAMESPACE)
        self._set_kernel(function, key, shared or own)

    def _stands_alone(self, entry, function, group, name):
        """Whether a functional or in-place function of a structured group may have a name of its own."""
        out = self.entries.get((str(group.out.func.name), PRIVATEUSE1))
        mend = (
            f"move the name to '{group.out.func.name}', or, for functions without a common "
            "implementation, write 'structured: false' there and 'structured_delegate: none' here"
        )
        if out and not unstructured(out):
            self.error(
                name,
                f"'{entry.func}' belongs to a structured group and cannot have '{name}' for itself while "
                f"'{group.out.func.name}' (line {out.func.line + 1}) is structured; {mend}",
            )
        elif not out and not entry.says("structured_delegate", NONE):
            self.error(name, f"'{entry.func}' delegates to '{group.out.func.name}' and takes no name; {mend}")
        else:
            return True
        return False

    def _shared(self, function, key, name, is_structured):
        """The kernel that PyTorch binds to the function under that name, if there is one."""
        candidates = [COUNTERPARTS[key], DispatchKey[COUNTERPARTS[key].name.replace("CUDA", "CPU")]]
        for candidate in candidates + self.pytorch.composite_keys(function):
            metadata = self.pytorch.kernels[function.func.name].get(candidate)
            if metadata and (metadata.kernel, metadata.structured) == (name, is_structured):
                return metadata
        return None

    def _customize(self, entry, group):
        """The group's out function with the meta class that the entry describes."""
        changes = {}
        inherits = entry.fields.get("structured_inherits")
        precomputed = entry.fields.get("precomputed")
        base = group.out.structured_inherits
        if inherits is not None:
            base = None if inherits.text == NONE else inherits.text
        if base:
            base = f"at::{base}" if base in self.pytorch.meta_bases else f"{NAMESPACE}::{base}"
        changes["structured_inherits"] = base
        if isinstance(precomputed, list):
            try:
                changes["precomputed"] = Precompute.parse([word.text for word in precomputed])
            except Exception as error:  # torchgen asserts, and raises what it likes
                reason = f" ({error})" if str(error) else ""
                self.error(
                    precomputed[0],
                    f"'{entry.func}': a precomputed value is written 'ARGUMENT -> TYPE NAME', "
                    f"with a name that is not in capitals{reason}",
                )
                return False
            arguments = [a.name for a in group.out.func.arguments.flat_non_out]
            for word in precomputed:
                argument = word.text.split(" -> ")[0]
                if " -> " in word.text and argument not in arguments:
                    self.error(
                        word,
                        f"'{entry.func}' has no argument '{argument}' to precompute"
                        + (nearest(argument, arguments) or f"; it has {', '.join(arguments)}"),
                    )
                    return False
        elif precomputed is not None:
            changes["precomputed"] = None
        out = replace(group.out, **changes)
        try:
            with native_function_manager(out):
                structured_api.impl_arguments(replace(group, out=out))
        except AssertionError as error:
            self.error(precomputed[0], f"'{entry.func}': the precomputed values have no C++ types: {error}")
            return False
        self.outs[group.out.func.name] = out
        return True

    def _set_kernel(self, function, key, metadata):
        self.kernels[function.namespace, key][function.func.name] = metadata
        if key is PRIVATEUSE1 and function.namespace == "aten":
            self.listed.add(function.func.name)

    # -------------------------------------------------------------------------------- result

    def _check_names(self, bound):
        """Names in at::musa that cannot be what they are wanted for."""
        kernels = self.kernels["aten", PRIVATEUSE1].values()
        direct = {name for function in self.listed for name in _direct_names(function)}
        classes = Counter(m.kernel for m in kernels if _own(m) and m.structured)
        classes.update(meta_api.name(self.pytorch.group_of[name]) for name in self.outs)
        for entry, function, keys in bound:
            for key, name in keys:
                metadata = self.kernels[function.namespace, key].get(function.func.name)
                if not name or not metadata or not _own(metadata):
                    continue
                if metadata.structured and classes[metadata.kernel] > 1:
                    self.error(
                        name,
                        f"'{entry.func}': 'structured_{name}' is another class too, an implementation's "
                        "or a meta function's; rename it",
                    )
                if not metadata.structured and name.text in direct:
                    self.error(
                        name,
                        f"'{entry.func}': {NAMESPACE}::{name} is generated, to call the function directly; "
                        "choose another name",
                    )

    def _operators(self):
        indices = {
            (namespace, key): BackendIndex(
                dispatch_key=key, use_out_as_primary=True, device_guard=True, external=False, index=kernels
            )
            for (namespace, key), kernels in self.kernels.items()
        }
        custom = list(self.custom.values())
        grouped = [
            (
                replace(g, out=self.outs[g.out.func.name])
                if isinstance(g, NativeFunctionsGroup) and g.out.func.name in self.outs
                else g
            )
            for g in [*self.pytorch.grouped, *custom]
        ]
        return Operators(grouped, indices, frozenset(self.listed), frozenset(self.outs), custom)


COUNTERPART_HINTS = {
    counterpart.name: f"; device musa has {key.name} for it" for key, counterpart in COUNTERPARTS.items()
}


def _own(metadata):
    return metadata.cpp_namespace == NAMESPACE


def _full_name(function):
    name = str(function.func.name)
    return name if function.namespace == "aten" else f"{function.namespace}::{name}"


def _direct_names(name):
    """What the direct calls of a function may be called: at::musa::add, add_out, add_outf."""
    return [f"{name.name}{out}{symint}" for out in ("", "_out", "_outf") for symint in ("", "_symint")]
