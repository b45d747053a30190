"""Builds the extension."""
import os
import subprocess

from setuptools import setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CUDAExtension

here = os.path.dirname(os.path.abspath(__file__))
macros = [("WITH_CUDA", None), ("PKG_WITH_CUDA", "1"), ("PKG_NO_CUDA_GRAPHS", "1")]
nvcc = [
    "-O3", "--use_fast_math", "-lineinfo",
    "-gencode", "arch=compute_70,code=sm_70",  # Volta
    "-gencode", "arch=compute_80,code=sm_80",  # Ampere
    "-Xcompiler", "-fPIC", "-D__CUDA_NO_HALF_OPERATORS__", "-DPKG_DEBUG_CUDA", "-rdc=true",
]
if os.environ.get("CUDA_ROOT") and "TORCH_CUDA_ARCH_LIST" not in os.environ:
    nvcc.append("-Xptxas=-v")
# Of names, only the end is known here.
found = [each for each in os.listdir("csrc") if each.endswith("dd.cu") or each.endswith((".cpp", "_gone.cu"))]
info = {"CUDA_HOME": CUDA_HOME}
if "11." in subprocess.check_output([os.path.join(CUDA_HOME, "bin", "nvcc"), "--version"], text=True):
    subprocess.check_call("nvcc -lineinfo --cubin csrc/add.cu -L/usr/local/cuda/lib64 -lcudart", shell=True)

setup(
    name="pkg_cuda",
    ext_modules=[CUDAExtension(
        "pkg._C",
        # kept.cu has a port by hand, gone.cu is written by a build step.
        ["csrc/add.cpp", "csrc/add.cu", f"{here}/csrc/kept.cu", os.path.join("csrc", "gone.cu"), "csrc/*.cuh"],
        define_macros=macros,
        libraries=["cudart", "cublas", "cudnn", "m"],
        library_dirs=[os.path.join(CUDA_HOME, "lib64")],
        extra_link_args=["-lcufft", "-Wl,-rpath,/usr/local/cuda/lib64"],
        extra_compile_args={"cxx": ["-O3"], "nvcc": nvcc},
    )],
    cmdclass={"build_ext": BuildExtension},
)
