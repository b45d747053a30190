# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far an operator's results are from the CPU's."""

import dataclasses

import torch

from ._copies import HALF
from ._text import describe

MOST_ELEMENTS = 20  # of a tensor, that a report shows


_PAIRS = tuple({half, torch.float32} for half in HALF)  # and what the CPU took for it


@dataclasses.dataclass
class Difference:
    """`ratio` is the largest error, in units of what is allowed: more than 1 is too much."""

    text: str = ""
    absolute: float = 0.0
    relative: float = 0.0
    ratio: float = 0.0

    @property
    def close(self):
        return not self.text

    def add(self, other, title=""):
        self.absolute = max(self.absolute, other.absolute)
        self.relative = max(self.relative, other.relative)
        self.ratio = max(self.ratio, other.ratio)
        if other.text:
            self.text += f"{title}{other.text}"


def _different(text):
    return Difference(text + "\n", float("inf"), float("inf"), float("inf"))


def _without_bits(tensor):
    """Below autograd nobody else carries out the negations and conjugations that views stand for."""
    tensor = tensor.detach()
    if tensor.is_neg():
        tensor = torch.neg(torch._neg_view(tensor))
    return torch.conj_physical(torch._conj(tensor)) if tensor.is_conj() else tensor


def _wide(tensor):
    """On the CPU, as numbers that can be subtracted."""
    tensor = tensor.cpu()
    if tensor.is_quantized:
        tensor = tensor.dequantize()
    elif tensor.layout is not torch.strided:
        tensor = tensor.to_dense()
    if tensor.is_complex():
        return tensor.to(torch.complex128)
    return tensor.to(torch.float64) if tensor.is_floating_point() else tensor


def _compare_tensors(ours, cpu, atol, rtol):
    if ours.is_nested:
        return compare(list(ours.unbind()), list(cpu.unbind()), atol, rtol)
    if ours.shape != cpu.shape:
        return _different(f"Shapes are not equal: {tuple(ours.shape)}({ours.device}) vs {tuple(cpu.shape)}({cpu.device})")
    ours, cpu = _without_bits(ours), _without_bits(cpu)
    have, want = _wide(ours), _wide(cpu)
    if ours.dtype != cpu.dtype and {ours.dtype, cpu.dtype} not in _PAIRS:
        return _different(f"Types are not equal: {ours.dtype}({ours.device}) vs {cpu.dtype}({cpu.device})")
    if have.numel() == 0:
        return Difference()
    exact = not have.is_floating_point() and not have.is_complex()
    same = have == want
    if not exact:
        same |= have.isnan() & want.isnan()
    if bool(same.all()):
        return Difference()
    number = torch.float64 if exact else have.dtype
    error = (have.to(number) - want.to(number)).abs()
    if exact:
        error = error.clamp(min=1)  # large ones may be the same number in float64
    size = want.to(number).abs()
    error = torch.where(same, 0, torch.where(size.isfinite(), error.nan_to_num(float("inf"), float("inf")), float("inf")))
    allowed = torch.zeros_like(size) if exact else atol + rtol * size
    result = Difference("", float(error.max()), float(_quotient(error, size).max()), float(_quotient(error, allowed).max()))
    far = _quotient(error, allowed) > 1
    if bool(far.any()):
        result.text = _elements(ours, cpu, far)
    return result


def _quotient(error, size):
    return torch.where(error == 0, 0, torch.where(size.isfinite(), error / size, float("inf")))


def _elements(ours, cpu, far):
    places = far.nonzero()
    have, want = ours.cpu(), cpu
    if ours.layout is not torch.strided:
        have, want = have.to_dense(), want.to_dense()
    lines = ["Tensor values are not close", ""]
    if len(places) > MOST_ELEMENTS:
        lines += [f"Too many indices (total {len(places)}) to print", "", "...", ""]
    for place in map(tuple, places[:MOST_ELEMENTS].tolist()):
        lines.append(f"Element at index {place} is not close: {have[place].item()}({ours.device}) vs "
                     f"{want[place].item()}({cpu.device})")
    lines += ["", "...", ""] if len(places) > MOST_ELEMENTS else [""]
    for tensor in (ours, cpu):
        lines += [describe(tensor), str(tensor)]
    return "\n".join(lines) + "\n"


def compare(ours, cpu, atol, rtol):
    """The difference of two results: tensors, numbers, or lists of them."""
    if isinstance(ours, torch.Tensor) and isinstance(cpu, torch.Tensor):
        return _compare_tensors(ours, cpu, atol, rtol)
    if isinstance(ours, (list, tuple)) and isinstance(cpu, (list, tuple)):
        if len(ours) != len(cpu):
            return _different(f"Numbers of outputs are not equal: {len(ours)} vs {len(cpu)}")
        whole = Difference()
        for index, (one, other) in enumerate(zip(ours, cpu)):
            whole.add(compare(one, other, atol, rtol), f"Output {index} is not close:\n")
        return whole
    numbers = (int, float, complex)
    if isinstance(ours, numbers) and isinstance(cpu, numbers):
        found = _compare_tensors(torch.tensor(ours), torch.tensor(cpu), atol, rtol)
        return found if found.close else dataclasses.replace(found, text=f"Values are not equal: {ours} vs {cpu}\n")
    return Difference() if ours == cpu else _different(f"Values are not equal: {ours} vs {cpu}")
