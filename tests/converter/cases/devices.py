# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os.path
from pathlib import Path

import torch

device = torch.device("cuda:0" if torch.cuda.is_available() else 'cpu')
x = torch.zeros(2, device="cuda").to('cuda:{}'.format(1)).to(f"cuda:{2}").to("cuda:%d" % 3)
log = f"on CUDA:{x} and barracuda:{x} and http://cuda:{x}"
if x.device.type == "cuda" or "cuda" in str(x.device) or str(device).startswith(u"cuda"):
    x = x.cuda().cpu().cuda(0, non_blocking=True)
devices = {"cpu": 1, "cuda": 2}
settings = {"cuda": True, "other": False}
print(settings["cuda"], x.is_cuda)
sources = os.path.join("csrc", "cuda"), Path("csrc") / "cuda", Path("cuda")
url = "https://developer.nvidia.com/cuda-toolkit", "barracuda", "cuda toolkit", b"cuda", "torch.cuda is fine"
patched = "torch.cuda.is_available", "torch.cudart"
assert torch.cuda.is_available(), "no CUDA device, see https://x.org/cuda and CUDA_HOME: " f"CUDA of {x}"
assert x, "CUDA is not what this tests"
hasattr(torch, "cuda") and getattr(x, "cuda")
parser.add_argument("--cuda", dest="cuda", default="cuda", help="CUDA device, i.e. cuda:0")
"""cuda"""


class Holder:
    is_gpu = x.is_cuda

    def cuda(self):
        return self.x.cuda()


class Module:
    def cuda(self, device=None, *args, **kwargs):
        return super().cuda(device)
