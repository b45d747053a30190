# options: setup.py rules
"""How projects build CUDA extensions."""
import glob
import os

import torch
import torch_musa
from setuptools import find_packages, setup
from torch_musa.utils.musa_extension import (
    MUSA_HOME,
    BuildExtension,
    CppExtension,
    MUSAExtension,  # for the GPU
)

extension, define_macros = CppExtension, []
extra_compile_args = {"cxx": ["-O3"]}
if (torch.musa.is_available() and MUSA_HOME is not None) or os.getenv("FORCE_MUSA", "0") == "1":
    extension = MUSAExtension
    define_macros += [("WITH_MUSA", None), ("MY_WITH_MUSA", "1"), ("OTHER_CUDA", None)]
    extra_compile_args["mcc"] = [
        "-O3",
        "-D__MUSA_NO_HALF_OPERATORS__",
        "-DMY_WITH_MUSA=1", "-fmusa-flush-denormals-to-zero", "-ffp-contract=fast", "-freciprocal-math", "-fapprox-func"]
    extra_compile_args["mcc"] += ["--offload-arch=mp_31", "-Wall"]
    os.environ.setdefault("TORCH_MUSA_ARCH_LIST", "8.0")
if "mcc" in extra_compile_args and "mcc" != "mcc":
    extra_compile_args["mcc"] += ["-O2"]

sources = glob.glob("csrc/*.cpp") + glob.glob(os.path.join("csrc", "cuda", "*.mu")) + ["csrc/a.mu", "csrc/b.muh"]
print("compiles *.cu with nvcc", "see https://x.org/a.cuda")
setup(
    name="x_cuda",
    package_data={"x": ["**/*.muh"]},
    ext_modules=[extension("x._C", sources, define_macros=define_macros, extra_compile_args=extra_compile_args),
                 MUSAExtension(name="x._D", sources=["d.mu"], extra_compile_args={"cxx": [], "mcc": []})],
    cmdclass={"build_ext": BuildExtension.with_options(no_python_abi_suffix=True)},
)
