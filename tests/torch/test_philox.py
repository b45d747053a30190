# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random numbers of device musa are those of PyTorch's CUDA generator for the same seed.

The expected ones are worked out here from the definition of Philox4x32-10 (Salmon et al. 2011, whose
published vectors the first test checks) and from how CUDA's kernels use it: in a tensor that one grid
covers, element i is made of the first number of subsequence i, and each call moves on by one block of
four numbers.
"""

import math
import unittest

import numpy as np
import support
import torch
import torch_musa  # noqa: F401

MASK = 0xFFFFFFFF
UNIT = np.float32(2.0**-32)


def philox(counter, key):
    """Four 32-bit numbers of a counter of four and a key of two, after ten rounds."""
    c, k = list(counter), list(key)
    for _ in range(10):
        low, high = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(high >> 32) ^ c[1] ^ k[0], high & MASK, (low >> 32) ^ c[3] ^ k[1], low & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c


def numbers(seed, count, call=0):
    """The four numbers of each element, for the call-th call after seeding."""
    return [philox((call, 0, i, 0), (seed & MASK, seed >> 32)) for i in range(count)]


def uniform(x):
    """(0, 1], as cuRAND makes it of 32 bits."""
    return np.float32(np.float32(x) * UNIT) + UNIT / np.float32(2)


def normal(x, y):
    """The first of Box and Muller's two."""
    angle = np.float32(2 * math.pi) * UNIT
    v = np.float32(np.float32(y) * angle) + angle / np.float32(2)
    return np.sqrt(np.float32(-2) * np.log(uniform(x))) * np.sin(v)


setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


class Philox(unittest.TestCase):
    SEED = 1234567890123
    COUNT = 700

    def musa(self, make, calls=1):
        torch.musa.manual_seed(self.SEED)
        for _ in range(calls):
            value = make()
        return value.cpu().numpy()

    def test_published_vectors(self):
        self.assertEqual(philox((0, 0, 0, 0), (0, 0)), [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8])
        self.assertEqual(philox((MASK,) * 4, (MASK,) * 2), [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD])
        self.assertEqual(
            philox((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0)),
            [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
        )

    def test_rand(self):
        for call in (0, 1, 2):
            have = self.musa(lambda: torch.rand(self.COUNT, device="musa"), call + 1)
            want = [uniform(x[0]) for x in numbers(self.SEED, self.COUNT, call)]
            np.testing.assert_array_equal(have, np.array([0 if x == 1 else x for x in want], np.float32))

    def test_randn(self):
        have = self.musa(lambda: torch.randn(self.COUNT, device="musa"))
        want = [normal(x[0], x[1]) for x in numbers(self.SEED, self.COUNT)]
        np.testing.assert_allclose(have, np.array(want), rtol=2e-5, atol=2e-6)

    def test_randint(self):
        for low, high in ((0, 10), (-50, 1000), (0, 2**31)):
            have = self.musa(lambda: torch.randint(low, high, (self.COUNT,), device="musa"))
            want = [x[0] % (high - low) + low for x in numbers(self.SEED, self.COUNT)]
            np.testing.assert_array_equal(have, want)

    def test_bernoulli(self):
        have = self.musa(lambda: torch.empty(self.COUNT, device="musa").bernoulli_(0.3))
        want = [float(uniform(x[0]) < np.float32(0.3)) for x in numbers(self.SEED, self.COUNT)]
        np.testing.assert_array_equal(have, want)

    def test_what_cuda_prints_for_seed_0(self):
        """As printed by PyTorch on NVIDIA's GPUs, in many a public log."""
        torch.musa.manual_seed(0)
        have = torch.rand(5, device="musa").cpu()
        torch.testing.assert_close(have, torch.tensor([0.3990, 0.5167, 0.0249, 0.9401, 0.9459]), rtol=0, atol=6e-5)


if __name__ == "__main__":
    unittest.main()
