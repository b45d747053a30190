# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import torch

assert torch.musa.is_available(), "no MUSA, see https://developer.nvidia.com/CUDA/x?CUDA and /opt/CUDA/doc"
assert torch.musa.is_available(), "CUDA 11 or CUDA>=11.2, CUDA version 12, a CUDA-device: MUSA."
assert torch.musa.is_available(), f"https://x.org/{torch}/CUDA {torch} MUSA devices"
