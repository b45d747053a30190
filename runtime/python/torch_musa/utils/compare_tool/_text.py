# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the reports say of values, and where they are written."""

import torch


def count_nan_inf(tensor):
    """How many NaN and how many infinite elements it has."""
    if not (tensor.is_floating_point() or tensor.is_complex()) or tensor.numel() == 0 or tensor.device.type == "meta":
        return 0, 0
    if tensor.layout is not torch.strided:
        tensor = tensor.coalesce().values() if tensor.layout is torch.sparse_coo else tensor.values()
    if tensor.is_nested:
        return tuple(map(sum, zip(*map(count_nan_inf, tensor.unbind()))))
    if tensor.element_size() == 1:  # few operators take float8
        tensor = tensor.to(torch.float32)
    if bool(torch.isfinite(tensor).all()):
        return 0, 0
    return int(torch.isnan(tensor).sum()), int(torch.isinf(tensor).sum())


def describe(tensor, device=None):
    """A tensor's properties, not its values; it begins with [WARNING] if it has a NaN or an infinite element."""
    nan_num, inf_num = count_nan_inf(tensor)
    bad = nan_num or inf_num
    shape = [part.shape for part in tensor.unbind()] if tensor.is_nested else tensor.shape
    return (f"{'[WARNING] ' if bad else ''}Tensor <shape={shape}, dtype={tensor.dtype}, "
            f"device={device or tensor.device}, size={tensor.numel()}, "
            f"{f'nan_num={nan_num}, inf_num={inf_num}' if bad else ''}>")


def show(value, original=None):
    """A value, with tensors described; if they are copies, the originals say the device."""
    if isinstance(value, torch.Tensor):
        return describe(value, original.device if original is not None else None)
    if isinstance(value, (list, tuple)):
        inner = ", ".join(map(show, value, original or [None] * len(value)))
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    return repr(value)


def show_inputs(inputs, originals):
    """An operator's arguments as they were, one a line."""
    (args, kwargs), (original_args, original_kwargs) = inputs, originals
    lines = [f"{index}: {show(value, original)},\n" for index, (value, original) in enumerate(zip(args, original_args))]
    return "".join(lines + [f"{name}: {show(value, original_kwargs[name])},\n" for name, value in kwargs.items()])


class Log:
    """Standard output, or a file."""

    def __init__(self, path=None):
        self.path = path
        self.file = None

    def write(self, text):
        if self.path is None:
            print(text, flush=True)
            return
        if self.file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.file = self.path.open("a", encoding="utf-8")
        print(text, file=self.file, flush=True)

    def close(self):
        if self.file is not None:
            self.file.close()
            self.file = None
