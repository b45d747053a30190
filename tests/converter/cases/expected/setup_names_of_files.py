# options: setup.py
import os
from setuptools import setup
from torch_musa.utils.musa_extension import MUSAExtension

base = os.path.dirname(__file__)
sources = "a.mu b.cpp ä/c.muh".split() + ["kernel_%d.mu" % 1, f"{os.path.join(base, 'x')}/a.mu", f"{base}.mu", ".mu", "*.mu"]
setup(name="x", description="see kernels in a.cu", url="https://x.y/a.cu", download_url=f"https://x.y/{base}/a.cu",
      ext_modules=[MUSAExtension("x", sources)])
