# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adam and AdamW with PyTorch's own fused kernels."""

import torch


class FusedAdam(torch.optim.Adam):
    """torch.optim.Adam(fused=True)"""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, maximize=False,
                 capturable=False, differentiable=False):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize, capturable=capturable,
                         differentiable=differentiable, fused=True)


class FusedAdamW(torch.optim.AdamW):
    """torch.optim.AdamW(fused=True)"""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False,
                 capturable=False, differentiable=False):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize, capturable=capturable,
                         differentiable=differentiable, fused=True)
