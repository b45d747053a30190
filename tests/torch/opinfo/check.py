# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One operator of PyTorch's OpInfo database on device musa, against the CPU.

`check(op, options)` runs the database's own samples with the data types, tolerances and skips that the
database gives for CUDA, and returns a Result.
"""

import dataclasses
import functools
import random
import re
import time
import unittest
import warnings

import numpy
import torch
from torch.testing._internal.common_device_type import precisionOverride, toleranceOverride
from torch.testing._internal.common_utils import TestCase
from torch.testing._internal.opinfo.core import SampleInput
from torch.utils._pytree import tree_flatten, tree_map

import references

# What PyTorch's TestCommon.test_compare_cpu compares CUDA's results with CPU's by, where an operator asks
# for no other tolerance.
TOLERANCE = (1e-3, 1e-3)
DEVICE = "musa"
NARROW = {torch.half: torch.float, torch.bfloat16: torch.float, torch.chalf: torch.cfloat}


@dataclasses.dataclass
class Options:
    samples: int = 0  # of each data type at most; 0: all
    seed: int = 0  # which of them
    seconds: float = 120  # for an operator; the types share it, and no sample is begun after a share
    backward: bool = True


@dataclasses.dataclass
class Result:
    """Counts of samples, and what went wrong first."""

    op: str
    compared: int = 0  # values agreed
    by_numpy: int = 0  # of them those that agreed with NumPy, and not with the CPU, which does not either
    ran: int = 0  # random or undefined results: shape and type agreed
    backward: int = 0  # gradients agreed
    failed: int = 0
    unanswered: int = 0  # there is nothing to compare: the CPU refuses, or PyTorch refuses on CUDA
    types: int = 0  # data types that the database names for CUDA
    skipped: list = dataclasses.field(default_factory=list)  # of them those that the database skips
    dtypes: list = dataclasses.field(default_factory=list)  # and those with a sample that agreed
    failures: list = dataclasses.field(default_factory=list)
    truncated: bool = False  # time was up before all samples were run
    seconds: float = 0.0
    launches: int = 0
    kernels: list = dataclasses.field(default_factory=list)
    fell_back: list = dataclasses.field(default_factory=list)

    def passed(self):
        return not self.failed and self.compared + self.ran > 0


# Of equal elements these may pick any. Where a type has few values, so that samples have equal ones, only what
# was picked is compared, not its place; float and double have the places compared as well.
PICKS = {"argsort", "kthvalue", "masked.median", "median", "mode", "msort", "nanmedian", "sort", "topk"}


# Functions whose results after the first are statistics: of narrow numbers they are float on CUDA.
STATISTICS = re.compile(r"(batch|layer|group)_norm")
# What PyTorch says for CUDA, here too.
REFUSED_ON_CUDA = "torch.linalg.lstsq: `driver` other than `gels` is not supported on CUDA"


class Comparer(TestCase):
    def runTest(self):
        pass


def full_name(op):
    return op.name + ("." + op.variant_test_name if op.variant_test_name else "")


def is_skip(decorator):
    """Not those such as skipCPUIfNoLapack: they skip where PyTorch lacks a library, and it has those here."""
    is_unittest_skip = getattr(decorator, "__qualname__", "") == unittest.skip("").__qualname__
    return is_unittest_skip or decorator is unittest.expectedFailure


def fails_on_cuda(op, dtype):
    """Whether the database says that results on CUDA are others than the CPU's."""
    decorators = op.get_decorators("TestCommon", "test_compare_cpu", "cuda", dtype, {})
    return any(decorator is unittest.expectedFailure for decorator in decorators)


def decorators(op, test_class, test, dtype):
    """(skipped, (atol, rtol) or None) of a test on CUDA."""
    skipped, tolerance = False, None
    for decorator in op.get_decorators(test_class, test, "cuda", dtype, {}):
        if isinstance(decorator, toleranceOverride):
            if dtype in decorator.d:
                tolerance = (decorator.d[dtype].atol, decorator.d[dtype].rtol)
        elif isinstance(decorator, precisionOverride):
            if dtype in decorator.d:
                tolerance = (decorator.d[dtype], TOLERANCE[1])
        elif is_skip(decorator):
            skipped = True
    return skipped, tolerance


def is_random(op):
    """Whether PyTorch itself says that results are random."""
    packet = getattr(torch.ops.aten, op.aten_name or op.name, None)
    names = packet.overloads() if packet is not None else []
    return any(torch.Tag.nondeterministic_seeded in getattr(packet, name).tags for name in names)


def copied(value):
    """An operator may write its arguments."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone().requires_grad_(value.requires_grad)
    return value


def on_cpu(value):
    if isinstance(value, torch.Tensor):
        return value.detach().to("cpu", copy=True).requires_grad_(value.requires_grad)
    if isinstance(value, torch.device):
        return torch.device("cpu")
    if isinstance(value, str) and value == DEVICE:
        return "cpu"
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


def run_on_cpu(op, sample):
    """What is expected. For functions of torch.cuda.jiterator, which have no CPU, that is what the database has for NumPy."""
    if not isinstance(op.op, torch.cuda.jiterator._JittedFunction):
        return run(op, sample)
    arguments = (sample.input, *sample.args)
    dtype = functools.reduce(torch.promote_types, (x.dtype for x in tensors(arguments)))
    return tree_map(lambda x: torch.as_tensor(x).to(dtype), op.ref(*arguments, **sample.kwargs))


def parts(value):
    """Tensors, numbers and whatever else a result is made of."""
    return tree_flatten(value)[0]


def tensors(value):
    return [x for x in parts(value) if isinstance(x, torch.Tensor)]


def names_device(sample):
    """Whether anything in the sample says where to compute; arange(3) does not."""
    given = parts((sample.input, sample.args, sample.kwargs))
    return any(isinstance(x, (torch.Tensor, torch.device)) or (isinstance(x, str) and x == DEVICE) for x in given)


def device_of_result(sample):
    """Where the sample asks for results: a device that it names comes before those of its tensors."""
    named = sample.kwargs.get("device")
    return torch.device(named).type if named is not None else DEVICE


def cotangents(value, rounded=None):
    """Gradients of the results, the same on each device: made on the CPU, of each output's shape."""
    generator = torch.Generator().manual_seed(1)
    seeds = []
    for x in differentiable(value):
        wide = torch.cdouble if x.is_complex() else torch.double
        seed = torch.randn(x.shape, dtype=wide, generator=generator)
        if NARROW.get(rounded) == x.dtype:
            seed = seed.to(rounded)
        seeds.append(seed.to(x.dtype).to(x.device))
    return seeds


def differentiable(value):
    return [x for x in tensors(value) if x.requires_grad]


def gradients(value, sample, rounded=None):
    """With cotangents that a narrow type, `rounded`, can hold."""
    leaves, outputs = differentiable((sample.input, sample.args, sample.kwargs)), differentiable(value)
    if not leaves or not outputs:
        return None
    return torch.autograd.grad(outputs, leaves, cotangents(value, rounded), allow_unused=True)


def pick(samples, options, key):
    samples = list(samples)
    if options.samples and len(samples) > options.samples:
        order = random.Random(f"{options.seed}:{key}").sample(range(len(samples)), options.samples)
        samples = [samples[i] for i in sorted(order)]
    return samples


def same_form(op, expected, actual, device, is_widened=False):
    """Pairs of the results' parts, of the same shapes and types; expected ones may be of wider types."""
    expected, actual = parts(expected), parts(actual)
    if len(expected) != len(actual):
        raise AssertionError(f"{len(actual)} parts instead of {len(expected)}")
    for number, (want, have) in enumerate(zip(expected, actual)):
        if type(want) is not type(have):
            raise AssertionError(f"{type(have).__name__} instead of {type(want).__name__}")
        if not isinstance(want, torch.Tensor):
            continue
        if have.device.type != device:
            raise AssertionError(f"a result is on {have.device}")
        types = [have.dtype] + [NARROW.get(have.dtype)] * is_widened
        if number and STATISTICS.search(op.name):
            types += [narrow for narrow, wide in NARROW.items() if wide == have.dtype]
        if have.shape != want.shape or want.dtype not in types:
            raise AssertionError(f"{have.dtype} {tuple(have.shape)} instead of {want.dtype} {tuple(want.shape)}")
    return list(zip(expected, actual))


def without_places(op, sample, pairs):
    """Values alone: what argsort picks, how frequent is what mode picks, and of other values with places the values."""
    dim = sample.kwargs.get("dim", sample.args[0] if sample.args else -1)
    if op.name == "mode" and sample.input.dim():
        source = sample.input.detach().cpu()
        values, places = ([x.detach().cpu().reshape_as(source.select(dim, 0)).unsqueeze(dim) for x in pair] for pair in pairs)
        return [tuple((source == x).sum(dim) for x in values), (values[1], source.gather(dim, places[1]))]
    if op.name == "argsort":
        ((want, have),) = pairs
        source = sample.input.detach().cpu()
        return [tuple(source.gather(dim, x.cpu()) if source.dim() else source for x in (want, have))]
    return pairs[:1]


def is_exact(value):
    if isinstance(value, torch.Tensor):
        return not (value.is_floating_point() or value.is_complex())
    return isinstance(value, (bool, int))


def agree(comparer, pairs, tolerance):
    for want, have in pairs:
        if isinstance(want, torch.Tensor):
            have = have.detach().cpu()
            want = want.detach().to(have.dtype)
        atol, rtol = (0, 0) if is_exact(want) else tolerance
        comparer.assertEqual(have, want, atol=atol, rtol=rtol)


def agree_in_wide(comparer, exact, pairs, dtype, tolerance):
    """For results of a narrow type that differ: whether each element is as near to that of the wide type as the
    CPU's are. Sums, for one, are rounded in another order. Parts of other types have to agree as ever."""
    for exact, (want, have) in zip(parts(exact), pairs, strict=True):
        if not isinstance(want, torch.Tensor) or want.dtype != dtype:
            agree(comparer, [(want, have)], tolerance)
            continue
        exact, want, have = exact.detach().double(), want.detach().double(), have.detach().cpu().double()
        finite = exact.isfinite() & want.isfinite()
        comparer.assertEqual(have[~finite], want[~finite], atol=0, rtol=0)
        exact, want, have = exact[finite], want[finite], have[finite]
        if exact.numel() == 0:
            continue
        far = (have - exact).abs() - 2 * (want - exact).abs().max() - 4 * torch.finfo(dtype).eps * exact.abs()
        if not far.max() <= 0:
            raise AssertionError(f"farther from the wide type's result than the CPU's: by {far.max()}")


def cpu_is_wrong(comparer, truth, pairs, tolerance):
    """Whether NumPy, whose result is the truth, has the device's result and not the CPU's."""
    if truth is None:
        return False
    ((want, have),) = pairs
    try:
        agree(comparer, [(truth, have)], tolerance)
    except AssertionError:
        return False
    try:
        agree(comparer, [(truth, want)], tolerance)
    except AssertionError:
        return True
    return False


def true_result(op, sample, pairs):
    return references.by_numpy(full_name(op), sample, pairs[0][0]) if len(pairs) == 1 else None


def true_gradient(op, sample, value, pairs):
    if len(pairs) != 1 or not isinstance(value, torch.Tensor):
        return None
    return references.gradient_by_numpy(full_name(op), sample, cotangents(value)[0], pairs[0][0])


def seed_all(seed):
    torch.manual_seed(seed)
    random.seed(seed)
    numpy.random.seed(seed)


def check(op, options, trace=None):
    warnings.simplefilter("ignore")
    result = Result(full_name(op))
    comparer = Comparer()
    start = time.monotonic()
    backward_dtypes = op.backward_dtypesIfCUDA if op.supports_autograd else set()
    dtypes = sorted(op.dtypesIfCUDA, key=str)
    result.types = len(dtypes)
    for number, dtype in enumerate(dtypes, 1):
        seed_all(options.seed)
        end = start + options.seconds * number / len(dtypes)
        check_dtype(op, dtype, dtype in backward_dtypes, options, comparer, result, end, trace)
    result.seconds = round(time.monotonic() - start, 2)
    return result


def check_dtype(op, dtype, differentiable, options, comparer, result, end, trace):
    name = str(dtype).removeprefix("torch.")
    skip_values, tolerance = decorators(op, "TestCommon", "test_compare_cpu", dtype)
    if skip_values:
        result.skipped.append(name)
    skip_values = skip_values or is_random(op)
    picks = full_name(op) in PICKS and dtype not in (torch.float, torch.double)
    if dtype == torch.chalf:
        tolerance = decorators(op, "TestCommon", "test_complex_half_reference_testing", dtype)[1] or tolerance
    tolerance = tolerance or TOLERANCE
    if dtype in NARROW:
        # Rounding of a result of the type itself.
        step = 2e-2 if dtype == torch.bfloat16 else 2e-3
        tolerance = (max(tolerance[0], step), max(tolerance[1], step))
    grad = options.backward and differentiable and (dtype.is_floating_point or dtype.is_complex)
    grad = grad and not decorators(op, "TestBwdGradients", "test_fn_grad", dtype)[0]
    try:
        samples = filter(names_device, op.sample_inputs(DEVICE, dtype, requires_grad=grad))
        samples = pick(samples, options, full_name(op) + name)
    except Exception as error:
        result.skipped.append(f"{name} (no samples: {type(error).__name__})")
        return
    grad = grad and not picks
    narrow = dtype in NARROW and dtype not in op.dtypes
    agreed = False
    for index, sample in enumerate(samples):
        if time.monotonic() > end:
            result.truncated = True
            break
        cpu_sample = mapped(sample, on_cpu)
        wide_sample = mapped(cpu_sample, widened)
        try:
            torch.manual_seed(options.seed)
            expected, is_widened = run_on_cpu(op, mapped(wide_sample if narrow else cpu_sample, copied)), narrow
        except Exception:
            result.unanswered += 1
            continue
        if not parts(expected):
            result.unanswered += 1
            continue
        place = f"{name}, sample {index}"
        try:
            on_musa = mapped(sample, copied)
            torch.manual_seed(options.seed)
            if trace:
                trace.start()
            actual = run(op, on_musa)
            torch.musa.synchronize()
            if trace:
                trace.stop()
            if STATISTICS.search(op.name) and fails_on_cuda(op, dtype):
                expected, actual = parts(expected)[:1], parts(actual)[:1]
            pairs = same_form(op, expected, actual, device_of_result(sample), is_widened)
            if skip_values:
                result.ran += 1
            else:
                try:
                    agree(comparer, without_places(op, sample, pairs) if picks else pairs, tolerance)
                except AssertionError:
                    if cpu_is_wrong(comparer, true_result(op, cpu_sample, pairs), pairs, tolerance):
                        result.by_numpy += 1
                    elif dtype not in (torch.half, torch.bfloat16) or is_widened or picks:
                        raise
                    else:
                        exact = run_on_cpu(op, mapped(wide_sample, copied))
                        agree_in_wide(comparer, exact, pairs, dtype, tolerance)
                result.compared += 1
            agreed = True
        except Exception as error:
            if trace:
                trace.stop()
            if REFUSED_ON_CUDA in str(error):
                result.unanswered += 1
            else:
                fail(result, place, error)
            continue
        if not grad or skip_values or is_widened:
            continue
        try:
            seed_all(options.seed)
            leaves = mapped(cpu_sample, copied)
            on_cpu_value = run(op, leaves)
            want = gradients(on_cpu_value, leaves)
        except Exception:
            result.unanswered += 1
            continue
        if want is None or not tensors(want):
            continue
        try:
            pairs = same_form(op, want, gradients(actual, on_musa), DEVICE)
            try:
                agree(comparer, pairs, tolerance)
            except AssertionError:
                if not cpu_is_wrong(comparer, true_gradient(op, cpu_sample, on_cpu_value, pairs), pairs, tolerance):
                    if dtype not in (torch.half, torch.bfloat16):
                        raise
                    leaves = mapped(wide_sample, copied)
                    exact = gradients(run(op, leaves), leaves, dtype)
                    agree_in_wide(comparer, exact, pairs, dtype, tolerance)
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
