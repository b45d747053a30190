# options: -l
import torch, torch_musa
torch.cuda.empty_cache()
