# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LAMB, of "Large Batch Optimization for Deep Learning", with kernels that take all parameters of a type at once."""

import torch
from torch.utils._foreach_utils import _group_tensors_by_device_and_dtype


_MOMENTS = ("exp_avg", "exp_avg_sq")


def _wide(dtype):
    """What to compute in: in float16, norms overflow, and small moments and eps are 0."""
    return torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype


class FusedLAMB(torch.optim.Optimizer):
    """Adam whose step for each parameter has the length of the parameter, times lr.

    Before that, all gradients together are shortened to `max_grad_norm`, unless that is 0. With `adam_w_mode`, weight_decay is
    decoupled, and otherwise added to the gradients (L2). Parameters without weight_decay have plain Adam's steps, unless
    `use_nvlamb`. `grad_averaging=False` adds whole gradients to the first moment.
    """

    def __init__(self, params, lr=1e-3, bias_correction=True, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.01, amsgrad=False,
                 adam_w_mode=True, grad_averaging=True, set_grad_none=True, max_grad_norm=1.0, use_nvlamb=False):
        if amsgrad:
            raise RuntimeError("FusedLAMB has no AMSGrad: leave out amsgrad=True")
        defaults = dict(lr=lr, bias_correction=bias_correction, betas=betas, eps=eps, weight_decay=weight_decay,
                        grad_averaging=grad_averaging, max_grad_norm=max_grad_norm)
        for name, right, range_of in (("lr", lr >= 0, "0 or more"), ("eps", eps >= 0, "0 or more"),
                                      ("betas", all(0 <= beta < 1 for beta in betas), "from 0 to below 1")):
            if not right:
                raise ValueError(f"{name} of FusedLAMB has to be {range_of}, not {defaults[name]}")
        super().__init__(params, defaults)
        self.adam_w_mode = adam_w_mode
        self.set_grad_none = set_grad_none
        self.use_nvlamb = use_nvlamb

    def zero_grad(self, set_to_none=None):
        super().zero_grad(self.set_grad_none if set_to_none is None else set_to_none)

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        if any(it.grad is not None and it.grad.layout is not torch.strided for group in self.param_groups for it in group["params"]):
            raise RuntimeError("FusedLAMB takes no sparse gradients")
        norm = self._norm([it.grad for group in self.param_groups for it in group["params"] if it.grad is not None])
        for group in self.param_groups:
            params = [it for it in group["params"] if it.grad is not None]
            if not params:
                continue
            group["step"] = group.get("step", 0) + 1
            for param in params:
                if not self.state[param]:
                    self.state[param].update({name: torch.zeros_like(param, dtype=_wide(param.dtype)) for name in _MOMENTS})
            for ((alike, grads), _) in _group_tensors_by_device_and_dtype([params, [it.grad for it in params]]).values():
                state = [[self.state[it][name] for it in alike] for name in _MOMENTS]
                wide = [it.to(_wide(it.dtype)) for it in alike]
                self._update(group, norm, wide, [it.to(_wide(it.dtype)) for it in grads], *state)
                if wide[0].dtype != alike[0].dtype:
                    torch._foreach_copy_(alike, wide)
        return loss

    @torch.no_grad()
    def load_state_dict(self, state_dict):
        super().load_state_dict(state_dict)  # which makes the moments as narrow as the parameters
        params = [it for group in self.param_groups for it in group["params"]]
        for param, key in zip(params, [it for group in state_dict["param_groups"] for it in group["params"]]):
            for name, moment in state_dict["state"].get(key, {}).items():
                if name in _MOMENTS:
                    self.state[param][name] = moment.to(param.device, _wide(param.dtype), copy=True)

    @staticmethod
    def _norm(grads):
        """Of all gradients together, on the device of the first."""
        if not grads:
            return None
        norms = [torch.linalg.vector_norm(it, dtype=_wide(it.dtype)).float().to(grads[0].device) for it in grads]
        return torch.linalg.vector_norm(torch.stack(norms))

    def _update(self, group, norm, params, grads, exp_avgs, exp_avg_sqs):
        beta1, beta2 = group["betas"]
        decay, step = group["weight_decay"], group["step"]
        if group["max_grad_norm"] > 0:
            shorten = (group["max_grad_norm"] / norm.to(grads[0].device)).clamp(max=1)
            grads = [it * shorten.to(it.dtype) for it in grads]
        if decay and not self.adam_w_mode:
            grads = torch._foreach_add(grads, params, alpha=decay)
        torch._foreach_mul_(exp_avgs, beta1)
        torch._foreach_add_(exp_avgs, grads, alpha=1 - beta1 if group["grad_averaging"] else 1)
        torch._foreach_mul_(exp_avg_sqs, beta2)
        torch._foreach_addcmul_(exp_avg_sqs, grads, grads, 1 - beta2)
        correction1, correction2 = (1 - beta1**step, 1 - beta2**step) if group["bias_correction"] else (1, 1)
        denominators = torch._foreach_sqrt(exp_avg_sqs)
        torch._foreach_div_(denominators, correction2**0.5)
        torch._foreach_add_(denominators, group["eps"])
        updates = torch._foreach_div(exp_avgs, correction1)
        torch._foreach_div_(updates, denominators)
        if decay and self.adam_w_mode:
            torch._foreach_add_(updates, params, alpha=decay)
        if decay or self.use_nvlamb:
            lengths, own = torch._foreach_norm(params), torch._foreach_norm(updates)
            ratios = [torch.where((one > 0) & (other > 0), one / other, torch.ones_like(one)) for one, other in zip(lengths, own)]
            torch._foreach_mul_(updates, ratios)
        torch._foreach_add_(params, updates, alpha=-group["lr"])
