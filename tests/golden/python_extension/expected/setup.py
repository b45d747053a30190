"""Builds the extension."""
import os
import subprocess

from setuptools import setup
from torch_musa.utils.musa_extension import MUSA_HOME, BuildExtension, MUSAExtension

here = os.path.dirname(os.path.abspath(__file__))
macros = [("WITH_MUSA", None), ("PKG_WITH_MUSA", "1"), ("PKG_NO_CUDA_GRAPHS", "1")]
nvcc = [
    "-O3", "-fmusa-flush-denormals-to-zero", "-ffp-contract=fast", "-freciprocal-math", "-fapprox-func",
    "--offload-arch=mp_22",  # Volta
    # Ampere
    "-fPIC", "-D__MUSA_NO_HALF_OPERATORS__", "-DPKG_DEBUG_MUSA", "-rdc=true",
]
if os.environ.get("MUSA_ROOT") and "TORCH_MUSA_ARCH_LIST" not in os.environ:
    pass
# Of names, only the end is known here.
found = [each for each in os.listdir("csrc") if each.endswith("dd.mu") or each.endswith((".cpp", "_gone.cu"))]
info = {"CUDA_HOME": MUSA_HOME}
if "11." in subprocess.check_output([os.path.join(MUSA_HOME, "bin", "mcc"), "--version"], text=True):
    subprocess.check_call("mcc --cuda-device-only csrc/add.mu -L/usr/local/musa/lib -lmusart", shell=True)

setup(
    name="pkg_cuda",
    ext_modules=[MUSAExtension(
        "pkg._C",
        # kept.cu has a port by hand, gone.cu is written by a build step.
        ["csrc/add.cpp", "csrc/add.mu", f"{here}/csrc/kept.mu", os.path.join("csrc", "gone.cu"), "csrc/*.muh"],
        define_macros=macros,
        libraries=["musart", "mublas", "cudnn", "m"],
        library_dirs=[os.path.join(MUSA_HOME, "lib")],
        extra_link_args=["-lmufft", "-Wl,-rpath,/usr/local/musa/lib"],
        extra_compile_args={"cxx": ["-O3"], "mcc": nvcc},
    )],
    cmdclass={"build_ext": BuildExtension},
)
