# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two devices on the host runtime, and no file of tests leaves memory behind."""

import gc
import os

import pytest

# Before the runtime starts. On other machines there are as many devices as there are.
os.environ.setdefault("MUSA_HOST_DEVICES", "2")


@pytest.fixture(scope="module", autouse=True)
def nothing_leaks():
    yield
    import torch
    import torch_musa  # noqa: F401

    gc.collect()
    torch.musa.synchronize()
    for index in range(torch.musa.device_count()):
        assert torch.musa.memory_allocated(index) == 0
