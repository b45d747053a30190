# options: -l
import torch