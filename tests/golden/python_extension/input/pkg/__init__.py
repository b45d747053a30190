import torch

from ._C import add


def to_device(x, device="cuda:0"):
    """Moves x to "cuda"."""
    with torch.cuda.nvtx.range("add"):
        return add(x.cuda(non_blocking=True), torch.zeros(1, device=device))
