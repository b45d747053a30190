import torch

from ._C import add


def to_device(x, device="musa:0"):
    """Moves x to "cuda"."""
    with torch.musa.nvtx.range("add"):
        return add(x.musa(non_blocking=True), torch.zeros(1, device=device))
