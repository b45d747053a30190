# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One operator of PyTorch's OpInfo database on device musa, against the CPU.

`check(op, options)` runs the database's own samples with the data types, tolerances and skips that the
database gives for CUDA, and returns a Result.
"""

import contextlib
import dataclasses
import random
import time
import unittest

import numpy
import torch
from torch.testing._internal.common_device_type import precisionOverride, skipIf, toleranceOverride
from torch.testing._internal.common_utils import TestCase
from torch.testing._internal.opinfo.core import SampleInput
from torch.utils._pytree import tree_flatten, tree_map

# What PyTorch's TestCommon.test_compare_cpu compares CUDA's results with CPU's by, where an operator asks
# for no other tolerance.
TOLERANCE = (1e-3, 1e-3)
NARROW = {torch.half: torch.float, torch.bfloat16: torch.float, torch.chalf: torch.cfloat}


@dataclasses.dataclass
class Options:
    samples: int = 0  # of each data type at most; 0: all
    seed: int = 0  # which of them
    seconds: float = 120  # no further sample of an operator is begun after this time
    backward: bool = True


@dataclasses.dataclass
class Result:
    """Counts of samples, and what went wrong first."""

    op: str
    compared: int = 0  # values agreed
    ran: int = 0  # random or undefined results: shape and type agreed
    backward: int = 0  # gradients agreed
    failed: int = 0
    skipped: list = dataclasses.field(default_factory=list)  # data types that the database skips
    dtypes: list = dataclasses.field(default_factory=list)
    failures: list = dataclasses.field(default_factory=list)
    truncated: bool = False
    seconds: float = 0.0
    launches: int = 0
    kernels: list = dataclasses.field(default_factory=list)
    fell_back: list = dataclasses.field(default_factory=list)

    def passed(self):
        return not self.failed and self.compared + self.ran > 0


class Comparer(TestCase):
    def runTest(self):
        pass


def full_name(op):
    return op.name + ("." + op.variant_test_name if op.variant_test_name else "")


def decorators(op, test_class, test, dtype):
    """(skipped, (atol, rtol) or None) of a test on CUDA."""
    skipped, tolerance = False, None
    for decorator in op.get_decorators(test_class, test, "cuda", dtype, {}):
        if isinstance(decorator, toleranceOverride):
            if dtype in decorator.d:
                tolerance = (decorator.d[dtype].atol, decorator.d[dtype].rtol)
        elif isinstance(decorator, precisionOverride):
            if dtype in decorator.d:
                tolerance = (decorator.d[dtype], decorator.d[dtype])
        elif isinstance(decorator, skipIf):
            pass  # asks for a library of CUDA's
        elif decorator is unittest.expectedFailure or "skip" in getattr(decorator, "__qualname__", ""):
            skipped = True
    return skipped, tolerance


def moved(value, device):
    if isinstance(value, torch.Tensor):
        copy = value.detach().to(device)
        return copy.requires_grad_(value.requires_grad)
    if isinstance(value, torch.device):
        return torch.device(device)
    if isinstance(value, str) and value == "cpu":
        return device
    return value


def widened(value):
    if isinstance(value, torch.Tensor) and value.dtype in NARROW:
        return value.detach().to(NARROW[value.dtype]).requires_grad_(value.requires_grad)
    return NARROW.get(value, value) if isinstance(value, torch.dtype) else value


def mapped(sample, function):
    result = SampleInput(
        tree_map(function, sample.input),
        args=tree_map(function, tuple(sample.args)),
        kwargs=tree_map(function, dict(sample.kwargs)),
    )
    result.output_process_fn_grad = sample.output_process_fn_grad
    result.name = sample.name
    return result


def run(op, sample):
    value = op(sample.input, *sample.args, **sample.kwargs)
    return sample.output_process_fn_grad(value) if sample.output_process_fn_grad else value


def tensors(value):
    return [x for x in tree_flatten(value)[0] if isinstance(x, torch.Tensor)]


def reference(op, sample, dtype, narrow):
    """The CPU's result; of what the CPU does not compute in a narrow type, that of the wide one."""
    if not narrow:
        return run(op, sample), False
    return run(op, mapped(sample, widened)), True


def gradients(value, sample):
    leaves = [x for x in tensors((sample.input, sample.args, sample.kwargs)) if x.requires_grad]
    outputs = [x for x in tensors(value) if x.requires_grad]
    if not leaves or not outputs:
        return None
    # The same cotangents on each device: made on the CPU, of each output's shape.
    generator = torch.Generator().manual_seed(1)
    seeds = []
    for x in outputs:
        wide = torch.cdouble if x.is_complex() else torch.double
        seeds.append(torch.randn(x.shape, dtype=wide, generator=generator).to(x.dtype).to(x.device))
    return torch.autograd.grad(outputs, leaves, seeds, allow_unused=True)


def pick(samples, options, key):
    samples = list(samples)
    if options.samples and len(samples) > options.samples:
        order = random.Random(f"{options.seed}:{key}").sample(range(len(samples)), options.samples)
        samples = [samples[i] for i in sorted(order)]
    return samples


def agree(comparer, expected, actual, tolerance, exact_dtype):
    expected, actual = tensors(expected), tensors(actual)
    if len(expected) != len(actual):
        raise AssertionError(f"{len(actual)} tensors instead of {len(expected)}")
    for want, have in zip(expected, actual):
        have = have.detach().cpu()
        want = want.detach()
        if not exact_dtype:
            want = want.to(have.dtype)
        comparer.assertEqual(have, want, atol=tolerance[0], rtol=tolerance[1], exact_dtype=exact_dtype)


def same_form(expected, actual):
    expected, actual = tensors(expected), tensors(actual)
    if [(x.shape, x.dtype) for x in expected] != [(x.shape, x.dtype) for x in actual]:
        raise AssertionError("other shapes or types than on the CPU")


@contextlib.contextmanager
def seeded(seed):
    torch.manual_seed(seed)
    random.seed(seed)
    numpy.random.seed(seed)
    yield


def check(op, options, trace=None):
    import warnings

    warnings.simplefilter("ignore")
    result = Result(full_name(op))
    comparer = Comparer()
    start = time.monotonic()
    backward_dtypes = op.backward_dtypesIfCUDA if op.supports_autograd else set()
    for dtype in sorted(op.dtypesIfCUDA, key=str):
        with seeded(options.seed):
            check_dtype(op, dtype, dtype in backward_dtypes, options, comparer, result, start, trace)
    result.seconds = round(time.monotonic() - start, 2)
    return result


def check_dtype(op, dtype, differentiable, options, comparer, result, start, trace):
    name = str(dtype).removeprefix("torch.")
    skip_values, tolerance = decorators(op, "TestCommon", "test_compare_cpu", dtype)
    if skip_values:
        result.skipped.append(name)
    tolerance = tolerance or TOLERANCE
    if dtype in (torch.half, torch.bfloat16, torch.chalf):
        # Rounding of a result of the type itself.
        step = 2e-2 if dtype == torch.bfloat16 else 2e-3
        tolerance = (max(tolerance[0], step), max(tolerance[1], step))
    grad = options.backward and differentiable and (dtype.is_floating_point or dtype.is_complex)
    grad = grad and not decorators(op, "TestBwdGradients", "test_fn_grad", dtype)[0]
    try:
        samples = pick(op.sample_inputs("cpu", dtype, requires_grad=grad), options, full_name(op) + name)
    except Exception as error:
        result.skipped.append(f"{name} (no samples: {type(error).__name__})")
        return
    narrow = dtype in NARROW and dtype not in op.dtypes
    agreed = False
    for index, sample in enumerate(samples):
        if time.monotonic() - start > options.seconds:
            result.truncated = True
            break
        try:
            torch.manual_seed(options.seed)
            expected, inexact = reference(op, mapped(sample, lambda x: moved(x, "cpu")), dtype, narrow)
        except Exception:
            continue  # the CPU has no answer
        place = f"{name}, sample {index}"
        try:
            on_musa = mapped(sample, lambda x: moved(x, "musa"))
            torch.manual_seed(options.seed)
            if trace:
                trace.start()
            actual = run(op, on_musa)
            torch.musa.synchronize()
            if trace:
                trace.stop()
            if skip_values:
                if not inexact:
                    same_form(expected, actual)
                result.ran += 1
            else:
                agree(comparer, expected, actual, tolerance, not inexact)
                result.compared += 1
            agreed = True
        except Exception as error:
            if trace:
                trace.stop()
            fail(result, place, error)
            continue
        if not grad or skip_values or inexact:
            continue
        try:
            with seeded(options.seed):
                cpu_sample = mapped(sample, lambda x: moved(x, "cpu"))
                want = gradients(run(op, cpu_sample), cpu_sample)
        except Exception:
            continue
        try:
            if want is not None:
                have = gradients(actual, on_musa)
                agree(comparer, [x for x in want if x is not None], [x for x in have if x is not None],
                      tolerance, True)
                result.backward += 1
        except Exception as error:
            fail(result, place + ", backward", error)
    if agreed:
        result.dtypes.append(name)


def fail(result, place, error):
    result.failed += 1
    if len(result.failures) < 4:
        text = " ".join(str(error).split())[:300]
        result.failures.append(f"{place}: {type(error).__name__}: {text}")
