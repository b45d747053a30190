import os

import torch
from setuptools import setup
from torch_musa.utils.musa_extension import MUSAExtension

components = ["cpu", "cuda"]
device = os.getenv("TARGET_DEVICE", "cuda")
if device == "cuda" or torch._C._get_accelerator().type == "cuda":
    components.append("cuda")
words = {"kind": ["auto", "cuda"]}
where = os.environ.get("WHERE") or "cuda"
torch.zeros(1, device=where)
setup(name="ext", ext_modules=[MUSAExtension("ext", ["ext.mu"])])
