import torchada  # torch.cuda is MUSA's from here on
import torch
import torch_musa
from torch_musa.utils.musa_extension import BuildExtension, MUSAExtension, MUSA_HOME
from torchada import cuda
from torchada.cuda.amp import autocast
import torchada.cuda.nvtx as nvtx

torch.musa.set_device(0)
torchada.cuda.synchronize()
cuda.empty_cache()
x = torch.ones(2, device="musa")
if torchada.is_musa_platform():
    print(torch.version.musa)
ext = MUSAExtension("x", ["a.mu"], extra_compile_args={"mcc": ["-O3"]})
