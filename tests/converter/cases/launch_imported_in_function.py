# options: -l
import torch
from torch import cuda, nn


def main():
    import torch_musa
    import torch.cuda
    torch.cuda.synchronize()


main()
import torch_musa
