# options: -l
"""The docstring.

import torch
"""
from __future__ import annotations

import os
import torch  # the import goes behind this line
import torch.nn as nn

torch.cuda.empty_cache()
