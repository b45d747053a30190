# options: -l
import torch
import torch_musa
from torch import nn
import torch_musa as cuda


def main():
    import torch_musa
    import torch_musa
    torch.musa.synchronize()


main()
import torch_musa
