# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch_scatter on device musa: every operation and its gradient, compared with the package's own code for the CPU."""

import itertools

import torch
import torch_musa  # noqa: F401: makes the device known
import torch_scatter

REDUCTIONS = ("sum", "mean", "min", "max")
COMPOSITE = ("scatter_std", "scatter_logsumexp", "scatter_softmax", "scatter_log_softmax")
WIDE = {torch.float16: torch.float32, torch.bfloat16: torch.float32}
TOLERANCE = {torch.float16: 5e-3, torch.bfloat16: 4e-2, torch.float32: 1e-5, torch.float64: 1e-12}


def results(function, x, groups, device):
    """What a function and its gradient compute on a device."""
    x = x.detach().to(device).requires_grad_(x.is_floating_point())
    result = function(x, groups.to(device))
    values = [part.detach() for part in (result if isinstance(result, tuple) else (result,))]
    first = result[0] if isinstance(result, tuple) else result
    if first.requires_grad:
        weights = torch.linspace(0.5, 1.5, first.numel(), dtype=first.dtype).reshape(first.shape).to(device)
        values += torch.autograd.grad(first, x, weights)
    assert all(value.device.type == device for value in values)
    return [value.cpu() for value in values]


def compare(name, function, x, groups):
    expected, found = (results(function, x.to(WIDE.get(x.dtype, x.dtype)) if device == "cpu" else x, groups, device)
                       for device in ("cpu", "musa"))
    for expected_value, found_value in zip(expected, found, strict=True):
        tolerance = TOLERANCE.get(found_value.dtype, 0)
        if name.startswith(COMPOSITE):
            tolerance *= 20  # their gradients are small differences of sums over a group of 125
        torch.testing.assert_close(found_value, expected_value.to(found_value.dtype), rtol=tolerance, atol=tolerance,
                                   equal_nan=True, msg=lambda text: f"{name}: {text}")


def operations(size, generator):
    """(name, function, the tensor that says how elements are grouped)."""
    index = torch.randint(0, 40, (size,), generator=generator)
    ordered = index.sort().values
    pointers = torch.nn.functional.pad(torch.bincount(ordered, minlength=40).cumsum(0), (1, 0))
    for reduce in (*REDUCTIONS, "mul"):
        yield f"scatter_{reduce}", lambda x, i, r=reduce: torch_scatter.scatter(x, i, 0, dim_size=40, reduce=r), index
    for reduce in REDUCTIONS:
        yield f"segment_{reduce}_coo", lambda x, i, r=reduce: torch_scatter.segment_coo(x, i, dim_size=40, reduce=r), ordered
        yield f"segment_{reduce}_csr", lambda x, p, r=reduce: torch_scatter.segment_csr(x, p, reduce=r), pointers
    yield "scatter_max with arguments", lambda x, i: torch_scatter.scatter_max(x, i, 0, dim_size=40), index
    yield "scatter_min with arguments", lambda x, i: torch_scatter.scatter_min(x, i, 0, dim_size=40), index
    yield "gather_coo", lambda x, i: torch_scatter.gather_coo(x[:40], i), ordered
    yield "gather_csr", lambda x, p: torch_scatter.gather_csr(x[:40], p), pointers
    for name in COMPOSITE:
        yield name, lambda x, i, f=getattr(torch_scatter, name): f(x, i, dim=0), index


def comparable(name, dtype, size):
    """Whether the CPU's result is the one and only: it is not where rounding decides."""
    if name == "scatter_mul":  # a product of many numbers leaves every range
        return dtype in (torch.float32, torch.float64) and size <= 100
    if name in COMPOSITE:
        return dtype in (torch.float32, torch.float64)
    if dtype in WIDE:
        # Rounded values are not distinct, and which of equal ones is taken is nobody's promise; sums of many are rounded too often.
        return not ("min" in name or "max" in name) and size <= 100
    return True


def main():
    generator = torch.Generator().manual_seed(0)
    checked = 0
    dtypes = (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.int64)
    for dtype, size, width in itertools.product(dtypes, (100, 5000), (None, 1, 33)):
        shape = (size,) if width is None else (size, width)
        # Every value once, so that the places of minima and maxima are certain; small, for products of narrow types.
        x = (torch.randperm(torch.Size(shape).numel(), generator=generator).reshape(shape) + 1)
        x = x.to(dtype) if not dtype.is_floating_point else (x.double() / x.numel() + 0.5).to(dtype)
        for name, function, groups in operations(size, generator):
            if not comparable(name, dtype, size):
                continue
            compare(f"{name} of {dtype}, {tuple(shape)}", function, x, groups)
            checked += 1
    print(f"{checked} combinations of operation, type and shape agree with the CPU, gradients included")


main()
