# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse

import numba
import pandas

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cuda", choices=["cpu", "cuda"], help="CUDA device")
parser.add_argument("--backend", default="cuda")
device = "cuda" if numba else "cpu"
target, model = "cuda", dict(type="x", device="cuda:0", nested={"device": "cuda", "target": "cuda"})
if model.device.type == "cuda" or "cuda" in target:
    model.to("cuda").cuda()


@numba.vectorize(target="cuda")
def f(x, device="cuda", target="cuda"):
    return x
