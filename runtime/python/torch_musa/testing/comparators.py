# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What OpTest takes for equal. A comparator is called with the device's result and the one that is right."""

import torch


class Comparator:
    """Derive from it, and define `same`, or set `_comparator` to a function, of two tensors on the CPU."""

    def __init__(self, abs_diff=1e-5, rel_diff=1e-5, equal_nan=False):
        self._atol = abs_diff
        self._rtol = rel_diff
        self._equal_nan = equal_nan
        self._comparator = None

    def __call__(self, result, golden):
        if result.shape != golden.shape:
            return False
        compare = self._comparator or self.same
        return bool(compare(result.detach().cpu(), golden.detach().cpu()))

    def same(self, result, golden):
        raise NotImplementedError(f"{type(self).__name__} does not say what is equal")

    def close(self, result, golden):
        """Numbers that differ by at most the tolerances. Narrower types are widened."""
        common = torch.promote_types(result.dtype, golden.dtype)
        return torch.allclose(result.to(common), golden.to(common), rtol=self._rtol, atol=self._atol, equal_nan=self._equal_nan)

    def get_tolerance(self):
        return self._atol, self._rtol, self._equal_nan


class DefaultComparator(Comparator):
    """At most abs_diff + rel_diff * |golden|."""

    def __init__(self, abs_diff=1e-7, rel_diff=1e-5, equal_nan=False):
        super().__init__(abs_diff, rel_diff, equal_nan)

    def same(self, result, golden):
        return self.close(result, golden)


class BooleanComparator(Comparator):
    """Exactly equal."""

    def same(self, result, golden):
        return torch.eq(result, golden).all()


def _wide(tensor):
    """In a type in which differences of integers do not wrap."""
    return tensor if tensor.is_floating_point() or tensor.is_complex() else tensor.to(torch.float64)


def _distance(result, golden):
    have, want = _wide(result), _wide(golden)
    distance = (have - want).abs()
    if have is result or want is golden:
        return distance
    return torch.where(result == golden, distance, distance.clamp(min=1))  # large ones may be the same number in float64


class AbsDiffComparator(Comparator):
    """Less than abs_diff."""

    def __init__(self, abs_diff=1e-3):
        super().__init__(abs_diff, 0)

    def same(self, result, golden):
        return (_distance(result, golden) < self._atol).all()


class RelDiffComparator(Comparator):
    """Less than rel_diff * |golden|, or equal."""

    def __init__(self, rel_diff=1e-5):
        super().__init__(0, rel_diff)

    def same(self, result, golden):
        size = _wide(golden).abs()
        return ((result == golden) | (_distance(result, golden) < self._rtol * size)).all()


class QuantizedComparator(Comparator):
    """Close as numbers and as stored, with close scales and equal zero points."""

    def __init__(self, abs_diff=1e-6, rel_diff=1e-5, equal_nan=False, is_per_tensor=True):
        super().__init__(abs_diff, rel_diff, equal_nan)
        self._is_per_tensor = is_per_tensor

    def same(self, result, golden):
        if not (self.close(result.dequantize(), golden.dequantize()) and self.close(result.int_repr(), golden.int_repr())):
            return False
        if self._is_per_tensor:
            near = abs(result.q_scale() - golden.q_scale()) <= self._atol + self._rtol * golden.q_scale()
            return near and result.q_zero_point() == golden.q_zero_point()
        return (self.close(result.q_per_channel_scales(), golden.q_per_channel_scales())
                and torch.equal(result.q_per_channel_zero_points(), golden.q_per_channel_zero_points())
                and result.q_per_channel_axis() == golden.q_per_channel_axis())
