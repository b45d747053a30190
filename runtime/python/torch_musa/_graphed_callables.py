# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions and modules whose forward and backward passes are graphs. Part of torch.musa.graphs."""

import torch
from torch.utils._pytree import tree_flatten, tree_leaves, tree_unflatten

from .devices import synchronize
from .streams import Stream, stream


class _Captured:
    """One function, and the memory that its graphs read and write."""

    def __init__(self, function, args, make_graph):
        self.function = function
        self.args = args
        leaves = tree_leaves(args)
        _check(function, leaves)
        self.parameters = tuple(function.parameters()) if isinstance(function, torch.nn.Module) else ()
        self.argument_count = len(leaves)
        self.inputs = tuple(leaves) + self.parameters
        self.forward, self.backward = make_graph(), make_graph()

    def differentiate(self, outputs, gradients, allow_unused):
        """The gradients of the inputs that want one."""
        outputs = [it for it in outputs if it.requires_grad]
        inputs = [it for it in self.inputs if it.requires_grad]
        return torch.autograd.grad(outputs, inputs, gradients, only_inputs=True, allow_unused=allow_unused)

    def warm_up(self, times, allow_unused):
        """What happens only in the first runs must not be captured."""
        for _ in range(times):
            outputs = tree_leaves(self.function(*self.args))
            gradients = [torch.empty_like(it) for it in outputs if it.requires_grad]
            if gradients:
                self.differentiate(outputs, gradients, allow_unused)

    def capture_forward(self, context, pool):
        with context(self.forward, pool=pool):
            outputs = self.function(*self.args)
        outputs, self.spec = tree_flatten(outputs)
        self.outputs = tuple(outputs)

    def capture_backward(self, context, pool, allow_unused):
        self.output_grads = [torch.empty_like(it) if it.requires_grad else None for it in self.outputs]
        wanted = [it for it in self.output_grads if it is not None]
        self.input_grads = [None] * len(self.inputs)
        if not wanted:
            return
        with context(self.backward, pool=pool):
            grads = iter(self.differentiate(self.outputs, wanted, allow_unused))
        self.input_grads = [next(grads) if it.requires_grad else None for it in self.inputs]

    def replaying(self):
        """A function that runs the graphs in place of the function's own operators."""
        captured = self

        class Graphed(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *inputs):
                for place, value in zip(captured.inputs[:captured.argument_count], inputs):
                    if place.data_ptr() != value.data_ptr():
                        place.copy_(value)
                captured.forward.replay()
                return tuple(it.detach() for it in captured.outputs)

            @staticmethod
            @torch.autograd.function.once_differentiable
            def backward(ctx, *grads):
                for place, value in zip(captured.output_grads, grads):
                    if place is not None and place.data_ptr() != value.data_ptr():
                        place.copy_(value)
                captured.backward.replay()
                return tuple(it if it is None else it.detach() for it in captured.input_grads)

        def graphed(*args):
            outputs = Graphed.apply(*tree_leaves(args), *captured.parameters)
            return tree_unflatten(outputs, captured.spec)

        return graphed

    def result(self):
        graphed = self.replaying()
        module = self.function
        if not isinstance(module, torch.nn.Module):
            return graphed
        own, training = module.forward, module.training
        module.forward = lambda *args: (graphed if module.training == training else own)(*args)
        return module


def _check(function, leaves):
    if not all(isinstance(leaf, torch.Tensor) for leaf in leaves):
        raise AssertionError("sample_args for each callable must contain only Tensors")
    if isinstance(function, torch.nn.Module):
        if function._backward_hooks or function._forward_hooks or function._forward_pre_hooks:
            raise AssertionError("Modules must not have hooks registered at the time they are passed")
        if any(buffer.requires_grad for buffer in function.buffers()):
            raise AssertionError("Only parameters may be trainable: buffers must have requires_grad=False")


def make_graphed_callables(callables, sample_args, num_warmup_iters=3, allow_unused_input=False, pool=None):
    """The function or module, or a tuple of them, with its forward and backward passes captured in graphs.

    `sample_args` is a tuple of tensors, or a tuple of these: what is passed later has the same shapes, and wants gradients where
    the samples do. A module is changed itself, and runs its graphs as long as it is in the mode, training or not, that it is in
    now. Functions of a tuple share their memory, and are to be called in the order of the tuple.
    """
    from .graphs import MUSAGraph, graph, graph_pool_handle

    if torch.is_autocast_enabled("musa") and torch.is_autocast_cache_enabled():
        raise RuntimeError("make_graphed_callables does not support the autocast caching. Please set `cache_enabled=False`.")
    single = not isinstance(callables, tuple)
    if single:
        callables, sample_args = (callables,), (sample_args,)
    captured = [_Captured(function, args, MUSAGraph) for function, args in zip(callables, sample_args, strict=True)]
    pool = graph_pool_handle() if pool is None else pool
    synchronize()
    with stream(Stream()):
        for one in captured:
            one.warm_up(num_warmup_iters, allow_unused_input)
    synchronize()
    # In the order in which they will run, so that none overwrites what another still needs.
    for one in captured:
        one.capture_forward(graph, pool)
    for one in reversed(captured):
        one.capture_backward(graph, pool, allow_unused_input)
    results = tuple(one.result() for one in captured)
    return results[0] if single else results
