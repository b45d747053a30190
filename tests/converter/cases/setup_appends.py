# options: setup.py
from torch.utils.cpp_extension import CUDAExtension

cc_flag = []
cc_flag.append("-gencode")
cc_flag.append("arch=compute_70,code=sm_70")
if newer:
    cc_flag.append("-gencode")
    cc_flag.append("arch=compute_80,code=sm_80")
    cc_flag.append("-gencode")
    cc_flag.append("arch=compute_90,code=sm_90")
for number in numbers:
    cc_flag.append("-gencode")
    cc_flag.append(f"arch=compute_{number},code=sm_{number}")

options = {"cxx": ["-O3"], "nvcc": ["-O3"]}
options["nvcc"].append("--use_fast_math")
options["nvcc"].append("-lineinfo")  # for the profiler
options["nvcc"].append('-O2')
if debug:
    # what nvcc needs
    options["nvcc"].append("-lineinfo")
    options["nvcc"].append("-G")
if fast: options["nvcc"].append("-use_fast_math")
else: options["nvcc"].append("-Xptxas=-v")
options["cxx"].append("-Xcompiler"), other("-fopenmp")
cc_flag.append("-Xcompiler")
other.append("-fopenmp")
cc_flag.append("-Xcompiler")
cc_flag.append("-fopenmp,-Wall")
cc_flag.append("-gencode"); cc_flag.append("arch=compute_80,code=sm_80")
cc_flag.append("-lineinfo"); cc_flag.append("-O2"); cc_flag.append("-Xptxas"); cc_flag.append("-v"); other()
if many:
    cc_flag.append("--ptxas-options=-v"); cc_flag.append("-lineinfo")
def more():
    cc_flag.append("-lineinfo"); cc_flag.append("-lineinfo"); return cc_flag
CUDAExtension("x", ["a.cu"], extra_compile_args=options)
