# options: setup.py
import os, re, subprocess
import torch
from packaging.version import parse
from torch.utils.cpp_extension import CUDA_HOME, CUDAExtension

answer = subprocess.check_output([CUDA_HOME + "/bin/nvcc", "-V"], text=True)
words = answer.split()
version = words[words.index("release") + 1]
nvcc = os.path.join(CUDA_HOME, "bin", "nvcc")
found = re.search(r"release (\d+\.\d+)", subprocess.check_output([nvcc, "--version"], text=True))
subprocess.run(f"{CUDA_HOME}/bin/nvcc -V", shell=True)

if parse(torch.version.cuda) < parse("11.6") or torch.version.cuda.startswith("12"):
    raise RuntimeError
print(torch.version.cuda)
if torch.version.cuda is None or f"cu{torch.version.cuda}" == "cu118":
    pass

flags = {}
flags.setdefault("nvcc", ["-G", "--expt-relaxed-constexpr", "--default-stream", "per-thread"])
for key, value in flags.items():
    if key == "nvcc":
        value.append("-O2")
    if key != "cxx" and key in ["nvcc", "nvcc_dlink"]:
        value.append("-O3")
assert "nvcc" != key
CUDAExtension("x", ["a.cu"], extra_compile_args=flags)
