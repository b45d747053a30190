# options: setup.py
"""Options of nvcc's, as build scripts write them."""
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension

cc = "80"
nvcc_flags = [
    "-O3", "-Xptxas", "-v",
    "-gencode", "arch=compute_70,code=sm_70",  # Volta
    "-gencode=arch=compute_80,code=sm_80",
    f"-gencode=arch=compute_{cc},code=sm_{cc}",
    "-Xcompiler", "-fPIC,-Wall", "--compiler-options=-fopenmp",
    '-Xlinker=-z,now', "-lineinfo -Xptxas=-v -O2", "--ftz=true",
    "-U__CUDA_NO_HALF_OPERATORS__", "-D__CUDA_NO_HALF2_OPERATORS__=1", "-DMINE=1",
    "-rdc=true",
    "-G", "-std=c++17",
    ("-lineinfo"), "--keep"
]
only = ["-lineinfo", "-Xptxas", "-v"]
comments = [
    "-O2",  # first
    "-lineinfo"  # of lines
    ,
    # alone
    "-res-usage",
]
host = ["-G", "-t=4", "-Xcompiler", cc, "-gencode", *nvcc_flags]
sizes = ("-lineinfo", "-O2")
given = ["-Xcompiler", "-std=c++14", "-Xcompiler=-lineinfo", "--compiler-options", "-fPIC,-lineinfo,-O2", "-Xcompiler=-Wall,-Werror",
         "-Xcompiler", "-lineinfo", "--compiler-options=-rdc=true", "-Xcompiler", "-Xptxas", "-v", "-Xcompiler=-arch=sm_70"]
given_line = "-Xcompiler -lineinfo -O2 --compiler-options=--use_fast_math,-Wall -Xcompiler -Xptxas=-v -Xcompiler -lineinfo,--keep"
nvcc_flags = ["-Xcompiler=-std=c++14,-G,-DX", "--compiler-options", "-G", "-Xlinker=-rpath,/usr/local/cuda/lib64"]
alone = "-gencode"
asked = [flag for flag in nvcc_flags if flag.startswith("-gencode") or flag.startswith("-D")]
composed = "-arch=sm_" + cc, "-arch=sm_%s" % cc, "-gencode=arch=compute_{0},code=sm_{0}".format(cc)
line = "-O2 -Xptxas -v --use_fast_math -lineinfo"
source = "--device-c x.cu -lineinfo"
quoted = ["-Xcompiler", "\"-fPIC\""]
described = "-lineinfo is one of nvcc's options"
nvcc_flags.append("--expt-relaxed-constexpr")
nvcc_flags.append("-Xcompiler=-a,-b")
nvcc_flags += ["-G"]
nothing = [-1, "--threads", "4", b"-lineinfo", "-lineinfo" "-G"]
setup(ext_modules=[CUDAExtension("x", ["x.cu"], undef_macros=["__CUDA_NO_HALF_CONVERSIONS__"],
                                 extra_compile_args={"cxx": ["-t=1"], "nvcc": nvcc_flags + ["-t=1", "-arch=native"]})])
