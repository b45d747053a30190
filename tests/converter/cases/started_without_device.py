# It starts, and what it needs of CUDA is a name in a text.
import torch

if __name__ == "__main__":
    print("cuda and others", torch.ones(3))
