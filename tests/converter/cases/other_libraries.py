# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What has a device of PyTorch's and what has not, where others have one that is called cuda too."""
import functools
import os

import jax
import torch
import tvm
from mmdet.apis import init_detector
from numba import vectorize
from .own import build


@vectorize(["float32(float32)"], target="cuda")
def f(x):
    return x


jax.config.update("jax_platform_name", "cuda")
target = tvm.target.Target("cuda"), tvm.build(["cuda", "llvm"], device=torch.device("cuda"))
x = f(torch.ones(1, device="cuda")), init_detector("x.py", device="cuda:0"), init_detector("x.py", "cuda:0"), build("cuda")
device = os.environ.get("DEVICE", "cuda") if x else "cuda"
functools.partial(f, {"cuda": 1, "cpu": 2}, x="cuda")
tvm.testing.parametrize("device,dtype", [("cuda", "float32")])(x == "cuda")
tvm.testing.parametrize("device_type", ["cpu", tvm.param("cuda:0")])


@tvm.testing.fixture(params=["cpu", "cuda"])
def device(request):
    return request.param


@tvm.testing.fixture(params=["llvm", "cuda"])
def target(request):
    return request.param
