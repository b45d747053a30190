# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import torch
import torch.utils.cpp_extension
import torch.utils.cpp_extension as ce
from torch.utils.cpp_extension import CUDAExtension as Extension, load_inline as inline

torch.utils.cpp_extension.CUDAExtension("a", ["a.cu"], extra_compile_args={'nvcc': ['-O3', '-std=c++17',
                                                                                   '--expt-relaxed-constexpr',  # why
                                                                                   '-lineinfo',
                                                                                   ]})
Extension("b", ["b.cu"], extra_compile_args={'nvcc': ['--use_fast_math', '-lineinfo', ]})
ce.CUDAExtension("c", ["c.cu"], extra_compile_args={'nvcc': ['-O3', '-lineinfo', '--expt-extended-lambda']})
ce.CUDAExtension("d", ["d.cu"], extra_compile_args={'nvcc': ['-lineinfo', '--expt-extended-lambda']})
ce.CUDAExtension("e", ["e.cu"], extra_compile_args={'nvcc': ('-lineinfo', '-O2')})
inline(name="f", cpp_sources="", cuda_sources="")

import os
import subprocess
from torch.utils.cpp_extension import CUDA_HOME

# In an f-string an expression is no word's text: flags that need its value stay, and are said.
os.system(f"{CUDA_HOME}/bin/nvcc -V")
os.system(f"{CUDA_HOME}/bin/nvcc -arch=sm_80 -O2 {' '.join(more)} -Xptxas -v k.cu -o {out + 'k'}")
os.system(f"nvcc -gencode {flag} -lineinfo k.cu -arch {arch}")

# Expressions that are parts of words: as in a list, whose elements are words.
subprocess.check_call(f"nvcc -arch=sm_{cc} -O2 {src}/a.cu -o {out}/a.o", shell=True)
os.system(f"nvcc --generate-code=arch=compute_{cc},code=sm_{cc} a{cc}.cu {' '.join(more)}")
subprocess.check_call(["nvcc", f"-arch=sm_{cc}", f"{src}/a.cu", f"a{cc}.cu"])
