import torchada  # torch.cuda is MUSA's from here on
import torch
from torch.utils.cpp_extension import BuildExtension, CUDAExtension, CUDA_HOME
from torchada import cuda
from torchada.cuda.amp import autocast
import torchada.cuda.nvtx as nvtx

torch.cuda.set_device(0)
torchada.cuda.synchronize()
cuda.empty_cache()
x = torch.ones(2, device="cuda")
if torchada.is_musa_platform():
    print(torch.version.musa)
ext = CUDAExtension("x", ["a.cu"], extra_compile_args={"nvcc": ["-O3"]})
