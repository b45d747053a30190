# options: -l
import torch\

x = torch.cuda.is_available()
