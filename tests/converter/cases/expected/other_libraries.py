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
target = tvm.target.Target("cuda"), tvm.build(["cuda", "llvm"], device=torch.device("musa"))
x = f(torch.ones(1, device="musa")), init_detector("x.py", device="musa:0"), init_detector("x.py", "cuda:0"), build("musa")
device = os.environ.get("DEVICE", "musa") if x else "musa"
functools.partial(f, {"musa": 1, "cpu": 2}, x="musa")
tvm.testing.parametrize("device,dtype", [("musa", "float32")])(x == "musa")
tvm.testing.parametrize("device_type", ["cpu", tvm.param("musa:0")])


@tvm.testing.fixture(params=["cpu", "musa"])
def device(request):
    return request.param


@tvm.testing.fixture(params=["llvm", "cuda"])
def target(request):
    return request.param
