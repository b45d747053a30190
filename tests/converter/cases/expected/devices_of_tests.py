# A helper of tests, which does not import torch.
import os

import jax
import pytest
from pytest import param


def cpu_and_accelerator():
    return ("cpu", pytest.param("musa", marks=pytest.mark.slow))


def both():
    return [param("cpu"), param("musa:0")]


@pytest.fixture(params=["cpu", "musa"])
def where(request):
    return request.param


pytest.importorskip("cuda")
pytest.param("cuda")
jax.devices(["cpu", "cuda"])
names = ["pascal", "cuda"]
os.path.join("cpu", "cuda")
