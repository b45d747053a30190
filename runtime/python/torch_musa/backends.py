# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.backends.mudnn and torch.backends.musa."""

import contextlib
import types

import torch

from . import _MUSAC


def _flag(get, set):
    return property(lambda self: get(), lambda self, value: set(value))


class _Flags:
    """What `flags` sets has to be here: a misspelt flag would set nothing."""

    def __setattr__(self, name, value):
        if not isinstance(getattr(type(self), name, None), property) and not name.startswith("__"):
            raise AttributeError(f"{self.__class__.__name__} has no flag {name!r}")
        super().__setattr__(name, value)


class _Mudnn(_Flags, types.ModuleType):
    """Flags of products and convolutions. TF32 is one flag for both, and off at first."""

    enabled = _flag(torch._C._get_cudnn_enabled, torch._C._set_cudnn_enabled)
    benchmark = _flag(torch._C._get_cudnn_benchmark, torch._C._set_cudnn_benchmark)
    deterministic = _flag(torch._C._get_cudnn_deterministic, torch._C._set_cudnn_deterministic)
    allow_tf32 = _flag(_MUSAC._get_allow_tf32, _MUSAC._set_allow_tf32)

    def set_flags(self, _allow_tf32):
        """Set allow_tf32, and return a tuple of what it was."""
        before = (self.allow_tf32,)
        self.allow_tf32 = _allow_tf32
        return before

    @contextlib.contextmanager
    def flags(self, enabled=False, benchmark=False, deterministic=False, allow_tf32=True):
        wanted = dict(enabled=enabled, benchmark=benchmark, deterministic=deterministic, allow_tf32=allow_tf32)
        before = {name: getattr(self, name) for name in wanted}
        try:
            for name, value in wanted.items():
                setattr(self, name, value)
            yield
        finally:
            for name, value in before.items():
                setattr(self, name, value)

    @staticmethod
    def is_available():
        """muDNN computes convolutions of half, bfloat16 and float."""
        return True

    @staticmethod
    def version():
        """3100 is 3.1.0."""
        return _MUSAC._mudnn_version


class _Matmul(_Flags):
    """Flags of products."""

    allow_tf32 = _flag(_MUSAC._get_allow_tf32, _MUSAC._set_allow_tf32)
    allow_fp16_reduced_precision_reduction = _flag(
        torch._C._get_cublas_allow_fp16_reduced_precision_reduction,
        torch._C._set_cublas_allow_fp16_reduced_precision_reduction)
    allow_bf16_reduced_precision_reduction = _flag(
        torch._C._get_cublas_allow_bf16_reduced_precision_reduction,
        torch._C._set_cublas_allow_bf16_reduced_precision_reduction)


class _Musa(types.ModuleType):
    """What torch_musa is built with."""

    matmul = _Matmul()

    @staticmethod
    def is_built():
        return True


mudnn = _Mudnn("torch.backends.mudnn")
musa = _Musa("torch.backends.musa")
