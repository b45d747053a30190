# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CUDA is mentioned here, and nothing of it is used."""
use_cuda = False  # cuda
url = "https://developer.nvidia.com/cuda-zone"
