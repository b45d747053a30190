import torch
import torch_musa

print(torch.musa.is_available())
