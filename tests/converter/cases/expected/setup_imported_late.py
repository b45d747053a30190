# options: setup.py
import torch
import torch_musa
from setuptools import setup

setup(name="x" if torch.musa.is_available() else "y")
import torch_musa
