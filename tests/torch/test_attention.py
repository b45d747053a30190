# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scaled dot product attention on the device, by muDNN where it has it, against that on the CPU in double precision."""

import itertools
import unittest

import support  # first: it sets the environment

import torch
import torch.nn.functional as F
import torch_musa  # noqa: F401: makes the device known
from torch.nn.attention import SDPBackend, sdpa_kernel

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule

MATH, MUDNN = 0, 4  # PyTorch's numbers of backends: muDNN's is "overrideable"
TOLERANCES = {torch.double: 1e-12, torch.float: 1e-5, torch.half: 4e-3, torch.bfloat16: 3e-2}


def inputs(dtype, batch=2, heads=4, key_heads=4, queries=5, keys=7, size=8, value_size=6):
    """Query, key and value on the CPU in double precision, with values that `dtype` has."""
    torch.manual_seed(0)
    shapes = ((batch, heads, queries, size), (batch, key_heads, keys, size), (batch, key_heads, keys, value_size))
    return [torch.randn(*shape).to(dtype).double() for shape in shapes]


def attend(tensors, **arguments):
    """The output, and the gradients of the tensors, for a sum that weights each element differently."""
    tensors = [tensor.detach().requires_grad_() for tensor in tensors]
    y = F.scaled_dot_product_attention(*tensors, **arguments)
    weights = torch.linspace(0.5, 1.5, y.numel(), dtype=torch.double).reshape(y.shape)
    (y * weights.to(y.device, y.dtype)).sum().backward()
    return [y, *(tensor.grad for tensor in tensors)]


def choice(tensors, **arguments):
    return torch._fused_sdp_choice(*tensors, **arguments)


class Attention(unittest.TestCase):
    def check(self, tensors, dtype, mask=None, expected=MUDNN, **arguments):
        on_musa = [tensor.to("musa", dtype) for tensor in tensors]
        cpu_mask = musa_mask = None
        if mask is not None:
            musa_mask = mask.to("musa") if mask.dtype == torch.bool else mask.to("musa", dtype)
            cpu_mask = mask if mask.dtype == torch.bool else mask.to(dtype).double()
        self.assertEqual(choice(on_musa, attn_mask=musa_mask, **arguments), expected)
        found = attend(on_musa, attn_mask=musa_mask, **arguments)
        with sdpa_kernel(SDPBackend.MATH):
            wanted = attend(tensors, attn_mask=cpu_mask, **arguments)
        for ours, theirs in zip(found, wanted):
            self.assertEqual((ours.dtype, ours.device.type), (dtype, "musa"))
            scale = max(theirs.abs().max().item(), 1)
            torch.testing.assert_close(ours.cpu().double(), theirs, rtol=0, atol=TOLERANCES[dtype] * scale)

    def test_all_types(self):
        for dtype, scale, causal in itertools.product(TOLERANCES, (None, 0.3), (False, True)):
            with self.subTest(dtype=dtype, scale=scale, causal=causal):
                self.check(inputs(dtype), dtype, scale=scale, is_causal=causal, expected=MATH if dtype == torch.double else MUDNN)

    def test_masks(self):
        torch.manual_seed(1)
        for shape in ((5, 7), (2, 1, 1, 7), (2, 4, 5, 7), (4, 5, 1)):
            for mask in (torch.randn(shape), torch.randn(shape) > -0.5):
                for dtype in (torch.float, torch.half):
                    with self.subTest(shape=shape, mask=mask.dtype, dtype=dtype):
                        self.check(inputs(dtype), dtype, mask=mask)

    def test_a_row_that_is_masked_as_a_whole_is_0(self):
        mask = torch.ones(5, 7, dtype=torch.bool)
        mask[2] = False
        self.check(inputs(torch.float), torch.float, mask=mask)
        y = attend([tensor.to("musa", torch.float) for tensor in inputs(torch.float)], attn_mask=mask.to("musa"))[0]
        self.assertEqual(y[:, :, 2].abs().max().item(), 0)

    def test_shared_heads(self):
        for key_heads in (1, 2):
            self.check(inputs(torch.float, key_heads=key_heads), torch.float, enable_gqa=True)

    def test_views(self):
        """As modules make them: heads behind the sequence in memory."""
        tensors = [tensor.transpose(1, 2).contiguous().transpose(1, 2) for tensor in inputs(torch.float)]
        self.check(tensors, torch.float)
        self.check([tensor[:, :, ::2] for tensor in inputs(torch.float)], torch.float)

    def test_long_sequences(self):
        self.check(inputs(torch.float, batch=1, heads=2, key_heads=2, queries=300, keys=500, size=16, value_size=16), torch.float,
                   is_causal=True)

    def test_what_muDNN_has_not_is_composed(self):
        tensors = [tensor.to("musa", torch.float) for tensor in inputs(torch.float)]
        self.assertEqual(choice(tensors), MUDNN)
        self.assertEqual(choice(tensors, dropout_p=0.5), MATH)
        self.assertEqual(choice([tensor[0] for tensor in tensors]), MATH)
        self.assertEqual(choice([tensors[0], tensors[1][:1], tensors[2][:1]]), MATH)
        self.assertEqual(choice(tensors, attn_mask=torch.zeros(5, 7, device="musa", requires_grad=True)), MATH)
        self.assertEqual(choice([tensor[:, :, :0] for tensor in tensors]), MATH)
        self.check([tensor[0] for tensor in inputs(torch.float)], torch.float, expected=MATH)

    def test_the_program_may_choose(self):
        tensors = [tensor.to("musa", torch.float) for tensor in inputs(torch.float)]
        with sdpa_kernel(SDPBackend.MATH):
            self.assertEqual(choice(tensors), MATH)
        for fused in (SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.CUDNN_ATTENTION):
            with sdpa_kernel(fused):
                self.assertEqual(choice(tensors), MUDNN)
                with self.assertRaisesRegex(RuntimeError, "No viable backend"):
                    F.scaled_dot_product_attention(*tensors, dropout_p=0.5)
        with torch.backends.mudnn.flags(enabled=False):
            self.assertEqual(choice(tensors), MATH)

    def test_transforms(self):
        """vmap and forward-mode derivatives take the composed way, which has their rules."""
        tensors = [tensor.to("musa", torch.float) for tensor in inputs(torch.float)]
        expected = F.scaled_dot_product_attention(*tensors)
        torch.testing.assert_close(torch.vmap(lambda *x: F.scaled_dot_product_attention(*x))(*tensors), expected)
        y, _ = torch.func.jvp(lambda *x: F.scaled_dot_product_attention(*x), tuple(tensors), tuple(tensors))
        torch.testing.assert_close(y, expected)

    def test_masks_that_are_not_plain(self):
        tensors = [tensor.to("musa", torch.float) for tensor in inputs(torch.float)]
        mask = torch.randn(5, 7, device="musa")
        self.assertEqual(choice(tensors, attn_mask=mask), MUDNN)
        with torch.autograd.forward_ad.dual_level():
            dual = torch.autograd.forward_ad.make_dual(mask, mask)
            self.assertEqual(choice(tensors, attn_mask=dual), MATH)
            F.scaled_dot_product_attention(*tensors, attn_mask=dual)
        with self.assertRaisesRegex(RuntimeError, "same device"):
            F.scaled_dot_product_attention(*tensors, attn_mask=mask.cpu())

    def test_what_is_no_number_stays_none(self):
        """Scores that are NaN or infinite, beside rows that are ordinary."""
        query, key, value = inputs(torch.float, queries=20, keys=40)
        query[0, 0, 3, 0], key[1, 2, 5, 0] = float("nan"), float("inf")
        with sdpa_kernel(SDPBackend.MATH):
            expected = F.scaled_dot_product_attention(query, key, value)
        found = F.scaled_dot_product_attention(*(tensor.to("musa", torch.float) for tensor in (query, key, value)))
        torch.testing.assert_close(found.cpu().double(), expected, equal_nan=True, rtol=1e-5, atol=1e-5)

    def test_keys_that_are_expanded(self):
        query, key, value = inputs(torch.float)
        key, value = key[:, :1].expand(-1, 4, -1, -1), value[:, :1].expand(-1, 4, -1, -1)
        self.check([query, key, value], torch.float)

    def test_blocks_of_rows_with_a_mask(self):
        torch.manual_seed(1)
        self.check(inputs(torch.half, batch=1, heads=2, key_heads=2, queries=300, keys=500), torch.half, mask=torch.randn(300, 500))

    def test_modules(self):
        torch.manual_seed(0)
        for training in (False, True):
            module = torch.nn.TransformerEncoderLayer(32, 4, 64, dropout=0, batch_first=True).train(training)
            x = torch.randn(2, 6, 32)
            expected = module(x)
            torch.testing.assert_close(module.to("musa")(x.to("musa")).cpu(), expected, rtol=1e-4, atol=1e-4)


if __name__ == "__main__":
    unittest.main()
