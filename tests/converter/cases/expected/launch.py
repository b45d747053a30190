# options: -l
"""The docstring.

import torch
"""
from __future__ import annotations

import os
import torch  # the import goes behind this line
import torch_musa
import torch.nn as nn

torch.musa.empty_cache()
