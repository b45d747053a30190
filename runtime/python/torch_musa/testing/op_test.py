# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators on musa against the CPU, or against another type."""

import copy

import torch
from torch.utils._pytree import tree_flatten, tree_leaves, tree_map

from .comparators import DefaultComparator

_HALVES = (torch.float16, torch.bfloat16)


def _tensors(values):
    return [it for it in tree_leaves(values) if isinstance(it, torch.Tensor)]


class OpTest:
    """`func` with the arguments `input_args`, a dictionary or a list, whose floating tensors become `test_dtype` if it is given.

    `refer_func` computes the right results in its place. `comparators` is one for all results, or a list with one for each.
    Each check raises AssertionError if it fails.
    """

    def __init__(self, func=None, refer_func=None, input_args=None, comparators=None, ignored_result_indices=None, seed=42,
                 test_dtype=None):
        self._func = func
        self._refer_func = refer_func or func
        self._input_args = input_args
        self._comparators = comparators or DefaultComparator(equal_nan=True)
        self._ignored = set(ignored_result_indices or ())
        self._seed = seed
        self._test_dtype = test_dtype

    def check_result(self, inputs=None, train=False, test_out=False, dtype_nocast_map=None):
        """On musa as on the CPU. `train` also compares the gradients of the arguments; `test_out` calls it with out=."""
        have = self._run(self._func, inputs, "musa", self._test_dtype, train, test_out, dtype_nocast_map)
        try:
            want = self._run(self._refer_func, inputs, "cpu", self._test_dtype, train, test_out, dtype_nocast_map)
        except RuntimeError as error:
            if self._test_dtype not in _HALVES or "not implemented for" not in str(error):
                raise
            want = self._run(self._refer_func, inputs, "cpu", torch.float32, train, test_out, dtype_nocast_map)
        self.compare_res(have, want)

    def check_musafp16_vs_musafp32(self, inputs=None, train=False, test_out=False, **kwargs):
        """On musa with float16, as with float32."""
        self._check_types(inputs, train, test_out, ("musa", torch.float16), ("musa", torch.float32), **kwargs)

    def check_musabf16_vs_musafp16(self, inputs=None, train=False, test_out=False, **kwargs):
        """On musa with bfloat16, as with float16."""
        self._check_types(inputs, train, test_out, ("musa", torch.bfloat16), ("musa", torch.float16), **kwargs)

    def check_musafp16_vs_musafp16(self, inputs=None, train=False, test_out=False, **kwargs):
        """func as refer_func, both on musa with float16."""
        self._check_types(inputs, train, test_out, ("musa", torch.float16), ("musa", torch.float16), **kwargs)

    def check_musafp16_vs_cpufp32(self, inputs=None, train=False, test_out=False, **kwargs):
        """On musa with float16, as on the CPU with float32."""
        self._check_types(inputs, train, test_out, ("musa", torch.float16), ("cpu", torch.float32), **kwargs)

    def check_out_ops(self, bf16=False, fp16=False):
        """The arguments have `out`: what is there before is kept in place, unless its size has to change, and is the result."""
        dtype = self._half(bf16, fp16)
        found = []
        for func, device in ((self._func, "musa"), (self._refer_func, "cpu")):
            args, kwargs = self._arguments(self._input_args, device, dtype, False, None)
            out = kwargs.get("out")
            if out is None:
                raise AssertionError("check_out_ops() needs an argument out")
            result = self._call(func, args, kwargs)
            for one, other in zip(_tensors(result), _tensors(out), strict=True):
                if one.data_ptr() != other.data_ptr():
                    raise AssertionError(f"On {device}, the result is not in the memory of out")
            found.append(_tensors(out))
        self.compare_res(*found)

    def check_grad_fn(self, bf16=False, fp16=False):
        """Autograd has the same functions on musa as on the CPU."""
        dtype = self._half(bf16, fp16)
        names = []
        for func, device in ((self._func, "musa"), (self._refer_func, "cpu")):
            args, kwargs = self._arguments(self._input_args, device, dtype, True, None)
            kwargs.pop("out", None)
            names.append([type(it.grad_fn).__name__ for it in _tensors(self._call(func, args, kwargs))])
        if names[0] != names[1]:
            raise AssertionError(f"The functions of autograd are {names[0]} on musa, and {names[1]} on the CPU")

    def compare_res(self, res1, res2):
        """Two lists of results, by the comparators."""
        if len(res1) != len(res2):
            raise AssertionError(f"{len(res1)} results, and {len(res2)} are right")
        comparators = self._comparators if isinstance(self._comparators, (list, tuple)) else [self._comparators]
        for index, (have, want) in enumerate(zip(res1, res2)):
            comparator = comparators[min(index, len(comparators) - 1)]
            if index not in self._ignored and not comparator(have, want):
                raise AssertionError(f"Result {index} is not right:\n{have}\n{want} is, by {type(comparator).__name__}")

    def _check_types(self, inputs, train, test_out, ours, theirs, dtype_nocast_map=None):
        have = self._run(self._func, inputs, *ours, train, test_out, dtype_nocast_map)
        want = self._run(self._refer_func, inputs, *theirs, train, test_out, dtype_nocast_map)
        self.compare_res([it.float() if it.is_floating_point() else it for it in have],
                         [it.float() if it.is_floating_point() else it for it in want])

    @staticmethod
    def _half(bf16, fp16):
        if bf16 and fp16:
            raise ValueError("bf16 or fp16, not both")
        return torch.bfloat16 if bf16 else torch.float16 if fp16 else None

    def _call(self, func, args, kwargs):
        torch.manual_seed(self._seed)
        return func(*args, **kwargs)

    def _arguments(self, inputs, device, dtype, train, kept):
        """Copies on a device. Names that `kept` has keep their type."""
        kept = {name for name, keep in (kept or {}).items() if keep}

        def copy_of(value, name=None):
            if isinstance(value, torch.nn.Module):
                value = copy.deepcopy(value).to(device)
                return value.to(dtype) if dtype else value
            if not isinstance(value, torch.Tensor):
                return value
            made = value.detach().clone().to(device)
            if dtype is not None and made.is_floating_point() and name not in kept:
                made = made.to(dtype)
            return made.requires_grad_(value.requires_grad or train and (made.is_floating_point() or made.is_complex()))

        if isinstance(inputs, dict):
            return [], {name: tree_map(lambda it, name=name: copy_of(it, name), value) for name, value in inputs.items()}
        return list(tree_map(copy_of, list(inputs or ()))), {}

    def _run(self, func, inputs, device, dtype, train, test_out, kept):
        """The results, and with `train` the gradients, on the CPU."""
        args, kwargs = self._arguments(self._input_args if inputs is None else inputs, device, dtype, train, kept)
        if isinstance(func, torch.nn.Module):
            func = self._arguments([func], device, dtype, False, None)[0][0]
        results = _tensors(self._call(func, args, kwargs))
        if test_out:
            out = [torch.empty_like(it) for it in results]
            self._call(func, args, {**kwargs, "out": out[0] if len(out) == 1 else tuple(out)})
            results = out
        found = [it.detach() for it in results]
        if train:
            wanting = [it for it in results if it.requires_grad]
            torch.autograd.backward(wanting, [torch.ones_like(it) for it in wanting])
            leaves = _tensors((args, kwargs)) + (list(func.parameters()) if isinstance(func, torch.nn.Module) else [])
            found += [it.grad for it in leaves if it.requires_grad and it.grad is not None]
        return [it.cpu() for it in found]


class InplaceOpChek:
    """A method of tensors that works in place, as "add_", on musa against the CPU."""

    def __init__(self, func_name, self_tensor, input_args=None, comparators=None):
        self._name = func_name
        self._self = self_tensor
        self._input_args = dict(input_args or {})
        self._test = OpTest(comparators=comparators)

    def _run(self, device, dtype=None):
        """The tensor and what the method returns, after it ran, with the addresses before."""
        arguments = {"self": self._self, **self._input_args}
        _, kwargs = self._test._arguments(arguments, device, dtype, False, None)
        tensor = kwargs.pop("self").requires_grad_(False)
        before = [it.data_ptr() for it in _tensors((tensor, kwargs))]
        result = getattr(tensor, self._name)(**kwargs)
        after = [it.data_ptr() for it in _tensors((tensor, kwargs))]
        return tensor, result, tree_flatten(kwargs)[0], before, after

    def check_address(self):
        """Neither the tensor nor the arguments move, and the method returns the tensor."""
        tensor, result, _, before, after = self._run("musa")
        if before != after:
            raise AssertionError(f"{self._name} moved a tensor")
        if isinstance(result, torch.Tensor) and result.data_ptr() != tensor.data_ptr():
            raise AssertionError(f"{self._name} does not return the tensor that it changes")

    def check_res(self, cpu_to_fp32=False):
        """The tensor and the arguments become what they become on the CPU, there perhaps with float32."""
        halves = any(it.dtype in _HALVES for it in _tensors((self._self, self._input_args)))
        have = self._run("musa")
        want = self._run("cpu", torch.float32 if cpu_to_fp32 and halves else None)
        self._test.compare_res([have[0], *_tensors(have[2])], [want[0], *_tensors(want[2])])
