# options: setup.py
import torch
from setuptools import setup

setup(name="x" if torch.cuda.is_available() else "y")
import torch.cuda
