import torch
x = torch.ones(2).cuda()
y = f"cuda:{x}"