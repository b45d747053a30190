# options: setup.py
import os, re, subprocess
import torch
from packaging.version import parse
from torch_musa.utils.musa_extension import MUSA_HOME, MUSAExtension

answer = subprocess.check_output([MUSA_HOME + "/bin/mcc", "--version"], text=True)
words = answer.split()
version = words[words.index("release") + 1]
nvcc = os.path.join(MUSA_HOME, "bin", "mcc")
found = re.search(r"release (\d+\.\d+)", subprocess.check_output([nvcc, "--version"], text=True))
subprocess.run(f"{MUSA_HOME}/bin/mcc --version", shell=True)

if parse(torch.version.cuda) < parse("11.6") or torch.version.cuda.startswith("12"):
    raise RuntimeError
print(torch.version.cuda)
if torch.version.cuda is None or f"cu{torch.version.cuda}" == "cu118":
    pass

flags = {}
flags.setdefault("mcc", ["-DMUSA_API_PER_THREAD_DEFAULT_STREAM"])
for key, value in flags.items():
    if key == "mcc":
        value.append("-O2")
    if key != "cxx" and key in ["mcc", "nvcc_dlink"]:
        value.append("-O3")
assert "mcc" != key
MUSAExtension("x", ["a.mu"], extra_compile_args=flags)
