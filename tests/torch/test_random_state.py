# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import unittest

import support  # first: it sets the environment

import torch
import torch_musa

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


class RandomStateTest(unittest.TestCase):
    def setUp(self):
        states = torch.musa.get_rng_state_all()
        self.addCleanup(torch.musa.set_rng_state_all, states)

    def test_seeds(self):
        torch.musa.manual_seed(123)
        self.assertEqual(torch.musa.initial_seed(), 123)
        torch.manual_seed(7)
        self.assertEqual(torch.musa.initial_seed(), 7)
        torch.musa.manual_seed_all(9)
        self.assertEqual([g.initial_seed() for g in torch.musa.default_generators], [9] * torch.musa.device_count())
        torch.musa.seed()
        self.assertNotEqual(torch.musa.initial_seed(), 9)
        torch.musa.seed_all()
        self.assertEqual(len({g.initial_seed() for g in torch.musa.default_generators}), 1)
        torch.musa.manual_seed(-1)
        self.assertEqual(torch.musa.initial_seed(), 2**64 - 1)

    def test_state(self):
        torch.musa.manual_seed(5)
        state = torch.musa.get_rng_state()
        # As CUDA's: seed and offset, 8 bytes each.
        self.assertEqual((state.dtype, state.device.type), (torch.uint8, "cpu"))
        self.assertEqual(state.view(torch.int64).tolist(), [5, 0])
        first = torch.rand(1000, device="musa").cpu()
        moved = torch.musa.get_rng_state()
        self.assertNotEqual(moved.tolist(), state.tolist())
        second = torch.rand(1000, device="musa").cpu()
        torch.musa.set_rng_state(state)
        self.assertTrue(torch.equal(torch.rand(1000, device="musa").cpu(), first))
        self.assertTrue(torch.equal(torch.musa.get_rng_state(), moved))
        self.assertTrue(torch.equal(torch.rand(1000, device="musa").cpu(), second))
        self.assertFalse(torch.equal(first, second))
        with self.assertRaises(RuntimeError):
            torch.musa.set_rng_state(torch.zeros(3, dtype=torch.uint8))

    def test_fork_rng(self):
        torch.musa.manual_seed(5)
        before = torch.musa.get_rng_state()
        with torch.random.fork_rng(devices=[0], device_type="musa"):
            torch.musa.manual_seed(6)
            torch.rand(3, device="musa")
        self.assertTrue(torch.equal(torch.musa.get_rng_state(), before))

    def test_own_generators(self):
        generator = torch.Generator(device="musa")
        self.assertEqual(generator.device.type, "musa")
        generator.manual_seed(11)
        torch.musa.manual_seed(11)
        default = torch.musa.get_rng_state()
        first = torch.rand(100, device="musa", generator=generator).cpu()
        self.assertTrue(torch.equal(torch.musa.get_rng_state(), default))
        self.assertTrue(torch.equal(torch.rand(100, device="musa").cpu(), first))
        with self.assertRaises(RuntimeError):
            torch.rand(3, device="musa", generator=torch.Generator())

    @unittest.skipIf(torch_musa.device_count() < 2, "needs two devices")
    def test_devices_have_their_own(self):
        torch.musa.manual_seed_all(3)
        torch.rand(3, device="musa:1")
        self.assertEqual(torch.musa.get_rng_state(0).view(torch.int64).tolist(), [3, 0])
        self.assertGreater(torch.musa.get_rng_state("musa:1").view(torch.int64)[1], 0)
        with torch.musa.device(1):
            torch.musa.manual_seed(4)
        self.assertEqual([g.initial_seed() for g in torch.musa.default_generators][:2], [3, 4])


if __name__ == "__main__":
    unittest.main()
