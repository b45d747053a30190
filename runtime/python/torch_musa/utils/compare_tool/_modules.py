# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which module of a model an operator belongs to, in the forward and in the backward pass.

Forward, hooks keep a stack of the modules that run. A module that has run writes its name on the nodes of autograd that it
made; backward, the node that runs has the name. So modules whose outputs are changed in place work, too.
"""

import threading

import torch
from torch.utils._pytree import tree_leaves

_NAME = "torch_musa.compare_tool.module"


class ModuleInfo:
    """A module that runs: its class's name, and the module that called it."""

    def __init__(self, name, father, is_leaf=False, is_forward=True):
        self.name = name
        self.father = father
        self.is_leaf = is_leaf
        self.is_forward = is_forward

    def name_with_prefix(self):
        """The names from the outermost module on: "Net/Block/Linear"."""
        prefix = self.father.name_with_prefix() if self.father else ""
        return f"{prefix}/{self.name}" if prefix else self.name

    def full_name(self):
        """The same, and the pass: "Net/Block/Linear(forward)"."""
        return f"{self.name_with_prefix()}({'forward' if self.is_forward else 'backward'})"


class _Running(threading.local):
    """The stack: (module, its info, where its inputs come from, the number of its first node)."""

    def __init__(self):
        self.stack = []


_running = _Running()
_OUTSIDE = ModuleInfo("", None)


def current_module():
    """The module whose operator runs now, in this thread."""
    if _running.stack:  # first: a checkpointed module runs again in the backward pass
        return _running.stack[-1][1]
    if torch._C._current_graph_task_id() == -1:
        return _OUTSIDE
    node = torch._C._current_autograd_node()
    found = node.metadata.get(_NAME) if node is not None else None
    return ModuleInfo(found.name if found else "", found.father if found else None, is_forward=False)


def _nodes(values):
    return [leaf.grad_fn for leaf in tree_leaves(values) if isinstance(leaf, torch.Tensor) and leaf.grad_fn is not None]


def _before(module, args, kwargs):
    if torch.compiler.is_compiling():
        return
    father = _running.stack[-1][1] if _running.stack else None
    info = ModuleInfo(type(module).__name__, father, is_leaf=not any(True for _ in module.children()))
    first = torch.autograd._get_sequence_nr()
    _running.stack.append((module, info, set(_nodes((args, kwargs))), first))


def _after(module, args, kwargs, output):
    if torch.compiler.is_compiling():
        return
    while _running.stack:
        ran, info, sources, first = _running.stack.pop()
        if ran is module:  # what is above it was left by an exception
            _name_nodes(_nodes(output), info, sources, first)
            return


def _name_nodes(nodes, info, sources, first):
    """From the outputs back to the inputs. The modules inside have named theirs already."""
    seen = set(sources)
    while nodes:
        node = nodes.pop()
        if node in seen or node._sequence_nr() < first:
            continue
        seen.add(node)
        node.metadata.setdefault(_NAME, info)
        nodes += [before for before, _ in node.next_functions if before is not None]


def open_module_tracker(model):
    """From now on, reports of operators of the model and its modules name the module."""
    for module in model.modules():
        # Twice would name each module twice. Modules of TorchScript take no hooks.
        if _NAME not in module.__dict__ and not isinstance(module, torch.jit.ScriptModule):
            module.__dict__[_NAME] = True
            module.register_forward_pre_hook(_before, prepend=True, with_kwargs=True)
            module.register_forward_hook(_after, with_kwargs=True, always_call=True)
