import torch_musa
