# options: -l
import torch, torch_musa
torch.musa.empty_cache()
