# options: setup.py rules
"""How projects build CUDA extensions."""
import glob
import os

import torch
from setuptools import find_packages, setup
from torch.utils.cpp_extension import (
    CUDA_HOME,
    BuildExtension,
    CppExtension,
    CUDAExtension,  # for the GPU
)

extension, define_macros = CppExtension, []
extra_compile_args = {"cxx": ["-O3"]}
if (torch.cuda.is_available() and CUDA_HOME is not None) or os.getenv("FORCE_CUDA", "0") == "1":
    extension = CUDAExtension
    define_macros += [("WITH_CUDA", None), ("MY_WITH_CUDA", "1"), ("OTHER_CUDA", None)]
    extra_compile_args["nvcc"] = [
        "-O3",
        "--expt-relaxed-constexpr",
        "-D__CUDA_NO_HALF_OPERATORS__",
        "-DMY_WITH_CUDA=1", "--use_fast_math", "-lineinfo"]
    extra_compile_args["nvcc"].append("--expt-extended-lambda")
    extra_compile_args["nvcc"] += ["-gencode=arch=compute_80,code=sm_80", "-Xcompiler", "-Wall"]
    os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0")
if "nvcc" in extra_compile_args and "nvcc" != "nvcc":
    extra_compile_args["nvcc"] += ["-O2"]

sources = glob.glob("csrc/*.cpp") + glob.glob(os.path.join("csrc", "cuda", "*.cu")) + ["csrc/a.cu", "csrc/b.cuh"]
print("compiles *.cu with nvcc", "see https://x.org/a.cuda")
setup(
    name="x_cuda",
    package_data={"x": ["**/*.cuh"]},
    ext_modules=[extension("x._C", sources, define_macros=define_macros, extra_compile_args=extra_compile_args),
                 CUDAExtension(name="x._D", sources=["d.cu"], extra_compile_args={"cxx": [], "nvcc": ["-lineinfo"]})],
    cmdclass={"build_ext": BuildExtension.with_options(no_python_abi_suffix=True)},
)
