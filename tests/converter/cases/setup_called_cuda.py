# options: setup.py
import torch
from setuptools import setup
from torch.utils.cpp_extension import CppExtension, CUDAExtension

extension = CUDAExtension if torch.ones(1, device="cuda").is_cuda else CppExtension
setup(name="cuda", description="cuda", keywords=["cuda", "torch"], classifiers="cuda", packages=["cuda"],
      include_dirs=["cpp", "cuda"], library_dirs=["cuda"],
      ext_modules=[CUDAExtension("cuda", ["a.cu"]), CUDAExtension(name="cuda", sources=["b.cu"]), extension("cuda", ["c.cu"])])
