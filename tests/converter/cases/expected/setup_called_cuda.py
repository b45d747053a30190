# options: setup.py
import torch
from setuptools import setup
from torch_musa.utils.musa_extension import CppExtension, MUSAExtension

extension = MUSAExtension if torch.ones(1, device="musa").is_musa else CppExtension
setup(name="cuda", description="cuda", keywords=["cuda", "torch"], classifiers="cuda", packages=["cuda"],
      include_dirs=["cpp", "cuda"], library_dirs=["cuda"],
      ext_modules=[MUSAExtension("cuda", ["a.mu"]), MUSAExtension(name="cuda", sources=["b.mu"]), extension("cuda", ["c.mu"])])
