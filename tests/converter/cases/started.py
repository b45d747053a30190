"""A program, which is started by itself."""
import argparse
import torch
import torch.nn as nn


def main():
    model = nn.Linear(3, 3).cuda()
    print(model(torch.ones(3, 3, device="cuda")).sum())


if __name__ == "__main__":
    main()
