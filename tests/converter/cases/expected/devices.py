# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os.path
from pathlib import Path

import torch

device = torch.device("musa:0" if torch.musa.is_available() else 'cpu')
x = torch.zeros(2, device="musa").to('musa:{}'.format(1)).to(f"musa:{2}").to("musa:%d" % 3)
log = f"on MUSA:{x} and barracuda:{x} and http://cuda:{x}"
if x.device.type == "musa" or "musa" in str(x.device) or str(device).startswith(u"musa"):
    x = x.musa().cpu().musa(0, non_blocking=True)
devices = {"cpu": 1, "musa": 2}
settings = {"cuda": True, "other": False}
print(settings["cuda"], x.is_musa)
sources = os.path.join("csrc", "cuda"), Path("csrc") / "cuda", Path("cuda")
url = "https://developer.nvidia.com/cuda-toolkit", "barracuda", "cuda toolkit", b"cuda", "torch.cuda is fine"
patched = "torch.musa.is_available", "torch.cudart"
assert torch.musa.is_available(), "no MUSA device, see https://x.org/cuda and CUDA_HOME: " f"MUSA of {x}"
assert x, "CUDA is not what this tests"
hasattr(torch, "musa") and getattr(x, "cuda")
parser.add_argument("--cuda", dest="cuda", default="musa", help="CUDA device, i.e. cuda:0")
"""cuda"""


class Holder:
    is_gpu = x.is_musa

    def musa(self):
        return self.x.musa()


class Module:
    def musa(self, device=None, *args, **kwargs):
        return super().musa(device)
