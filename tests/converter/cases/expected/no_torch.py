# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse

import numba
import pandas

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="musa", choices=["cpu", "musa"], help="CUDA device")
parser.add_argument("--backend", default="cuda")
device = "musa" if numba else "cpu"
target, model = "cuda", dict(type="x", device="musa:0", nested={"device": "musa", "target": "cuda"})
if model.device.type == "musa" or "cuda" in target:
    model.to("musa").musa()


@numba.vectorize(target="cuda")
def f(x, device="musa", target="cuda"):
    return x
