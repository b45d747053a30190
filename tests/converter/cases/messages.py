# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import torch

assert torch.cuda.is_available(), "no CUDA, see https://developer.nvidia.com/CUDA/x?CUDA and /opt/CUDA/doc"
assert torch.cuda.is_available(), "CUDA 11 or CUDA>=11.2, CUDA version 12, a CUDA-device: CUDA."
assert torch.cuda.is_available(), f"https://x.org/{torch}/CUDA {torch} CUDA devices"
