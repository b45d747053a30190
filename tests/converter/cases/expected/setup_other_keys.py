# options: setup.py
import os
from setuptools import setup

programs = dict(nvcc=os.environ.get("nvcc"))
print(programs.get("nvcc"))
