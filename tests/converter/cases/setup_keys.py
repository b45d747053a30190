# options: setup.py
from setuptools import setup
from torch.utils import cpp_extension
from torch.utils.cpp_extension import COMMON_NVCC_FLAGS, CUDNN_HOME, CUDAExtension, _find_cuda_home

args = dict(cxx=[], nvcc=["-G", "--use_fast_math"])
args.update(nvcc=args.get("nvcc", []) + COMMON_NVCC_FLAGS)
args.setdefault("nvcc", []).append("-O2")
for key in ("cxx", "nvcc"):
    args[key] += ["-g"]
print("nvcc", f("nvcc"), cpp_extension.CUDNN_HOME)
rest = args.pop("nvcc")
setup(ext_modules=[CUDAExtension("x", ["a.cu"], extra_compile_args=args)])
