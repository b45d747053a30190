"""A program, which is started by itself."""
import argparse
import torch
import torch_musa
import torch.nn as nn


def main():
    model = nn.Linear(3, 3).musa()
    print(model(torch.ones(3, 3, device="musa")).sum())


if __name__ == "__main__":
    main()
