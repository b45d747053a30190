# options: -l
import torch
import torch_musa