# options: setup.py
"""Options of nvcc's, as build scripts write them."""
from setuptools import setup
from torch_musa.utils.musa_extension import MUSAExtension

cc = "80"
nvcc_flags = [
    "-O3",
    "--offload-arch=mp_31",  # Volta
    "-fPIC", "-Wall", "-fopenmp",
    '-Wl,-z,now', "-O2", "-fmusa-flush-denormals-to-zero",
    "-U__MUSA_NO_HALF_OPERATORS__", "-D__MUSA_NO_HALF2_OPERATORS__=1", "-DMINE=1",
    "-rdc=true",
    "-std=c++17",
    ("-lineinfo")
]
only = []
comments = [
    "-O2",  # first
    # of lines
    
    # alone
    ]
host = ["-G", "-t=4", "-Xcompiler", cc, "-gencode", *nvcc_flags]
sizes = ("-lineinfo", "-O2")
given = ["-std=c++14", "-fPIC", "-O2", "-Wall", "-Werror",
         "-rdc=true", "-Xcompiler", "-Xptxas", "-v", "-Xcompiler=-arch=sm_70"]
given_line = "-O2 -fmusa-flush-denormals-to-zero -ffp-contract=fast -freciprocal-math -fapprox-func -Wall"
nvcc_flags = ["-std=c++17", "-DX", "-Wl,-rpath,/usr/local/musa/lib"]
alone = "-gencode"
asked = [flag for flag in nvcc_flags if flag.startswith("-gencode") or flag.startswith("-D")]
composed = "-arch=sm_" + cc, "-arch=sm_%s" % cc, "--offload-arch=mp_31".format(cc)
line = "-O2 -fmusa-flush-denormals-to-zero -ffp-contract=fast -freciprocal-math -fapprox-func"
source = "--device-c x.mu"
quoted = ["-Xcompiler", "\"-fPIC\""]
described = "-lineinfo is one of nvcc's options"
nvcc_flags.append("-a")
nvcc_flags.append("-b")
nvcc_flags += []
nothing = [-1, b"-lineinfo", "-lineinfo" "-G"]
setup(ext_modules=[MUSAExtension("x", ["x.mu"], undef_macros=["__MUSA_NO_HALF_CONVERSIONS__"],
                                 extra_compile_args={"cxx": ["-t=1"], "mcc": nvcc_flags + ["--offload-arch=mp_31"]})])
