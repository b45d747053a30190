# options: -l
import torch\

import torch_musa
x = torch.musa.is_available()
