#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: model_gen.py [MODEL]: traces a model of torchvision (resnet50) with random weights on device musa, into MODEL.pt."""

import sys

import torch
import torch_musa  # noqa: F401: makes the device known
import torchvision

name = sys.argv[1] if len(sys.argv) > 1 else "resnet50"
model = torchvision.models.get_model(name).eval().to("musa")
with torch.no_grad():
    traced = torch.jit.trace(model, torch.rand(1, 3, 224, 224, device="musa"), check_trace=False)
traced.save(f"{name}.pt")
print(f"{name}.pt")
