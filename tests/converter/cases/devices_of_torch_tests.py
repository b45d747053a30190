import pytest
import torch

kinds = [pytest.param("cuda", 1), pytest.param("meta", 2)]


@pytest.mark.parametrize("where", ["cuda"])
def test_add(where):
    torch.ones(3, device=where)


pytest.importorskip("cuda")
