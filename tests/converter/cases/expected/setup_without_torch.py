# options: setup.py
"""A setup.py that works where PyTorch is not installed."""
import os

try:
    import sys
    import torch  # noqa
    import torch_musa
    from torch_musa.utils.musa_extension import BuildExtension
    cmdclass = {"build_ext": BuildExtension} if torch.musa.is_available() else {}
except ModuleNotFoundError:
    cmdclass = {}
