# options: setup.py
import os
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension

base = os.path.dirname(__file__)
sources = "a.cu b.cpp ä/c.cuh".split() + ["kernel_%d.cu" % 1, f"{os.path.join(base, 'x')}/a.cu", f"{base}.cu", ".cu", "*.cu"]
setup(name="x", description="see kernels in a.cu", url="https://x.y/a.cu", download_url=f"https://x.y/{base}/a.cu",
      ext_modules=[CUDAExtension("x", sources)])
