# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import torch
import torch_musa.utils.musa_extension
import torch_musa.utils.musa_extension as ce
from torch_musa.utils.musa_extension import MUSAExtension as Extension, load_inline as inline

torch_musa.utils.musa_extension.MUSAExtension("a", ["a.mu"], extra_compile_args={'mcc': ['-O3', '-std=c++17',
                                                                                   # why
                                                                                   ]})
Extension("b", ["b.mu"], extra_compile_args={'mcc': ['-fmusa-flush-denormals-to-zero', '-ffp-contract=fast', '-freciprocal-math', '-fapprox-func', ]})
ce.MUSAExtension("c", ["c.mu"], extra_compile_args={'mcc': ['-O3']})
ce.MUSAExtension("d", ["d.mu"], extra_compile_args={'mcc': []})
ce.MUSAExtension("e", ["e.mu"], extra_compile_args={'mcc': ('-lineinfo', '-O2')})
inline(name="f", cpp_sources="", musa_sources="")

import os
import subprocess
from torch_musa.utils.musa_extension import MUSA_HOME

# In an f-string an expression is no word's text: flags that need its value stay, and are said.
os.system(f"{MUSA_HOME}/bin/mcc --version")
os.system(f"{MUSA_HOME}/bin/mcc --offload-arch=mp_31 -O2 {' '.join(more)} k.mu -o {out + 'k'}")
os.system(f"mcc -gencode {flag} k.mu -arch {arch}")

# Expressions that are parts of words: as in a list, whose elements are words.
subprocess.check_call(f"mcc --offload-arch=mp_31 -O2 {src}/a.mu -o {out}/a.o", shell=True)
os.system(f"mcc --offload-arch=mp_31 a{cc}.mu {' '.join(more)}")
subprocess.check_call(["mcc", f"--offload-arch=mp_31", f"{src}/a.mu", f"a{cc}.mu"])
