# options: setup.py
"""A setup.py that works where PyTorch is not installed."""
import os

try:
    import sys
    import torch  # noqa
    from torch.utils.cpp_extension import BuildExtension
    cmdclass = {"build_ext": BuildExtension} if torch.cuda.is_available() else {}
except ModuleNotFoundError:
    cmdclass = {}
