# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import unittest

import support  # first: it sets the environment

import torch
import torch_musa

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


class BackendsTest(unittest.TestCase):
    def setUp(self):
        self.addCleanup(setattr, torch.backends.mudnn, "allow_tf32", False)

    def test_tf32_is_one_flag(self):
        self.assertFalse(torch.backends.mudnn.allow_tf32)
        torch.backends.mudnn.allow_tf32 = True
        self.assertTrue(torch_musa._MUSAC._get_allow_tf32())
        self.assertTrue(torch.backends.musa.matmul.allow_tf32)
        self.assertTrue(torch.backends.cuda.matmul.allow_tf32)  # what ATen's ported code asks for
        torch.backends.musa.matmul.allow_tf32 = False
        self.assertFalse(torch.backends.mudnn.allow_tf32)

    def test_flags(self):
        before = {name: getattr(torch.backends.mudnn, name) for name in ("enabled", "benchmark", "deterministic")}
        with torch.backends.mudnn.flags(allow_tf32=True, deterministic=True):
            self.assertTrue(torch.backends.mudnn.allow_tf32)
            self.assertTrue(torch.backends.mudnn.deterministic)
        self.assertFalse(torch.backends.mudnn.allow_tf32)
        self.assertEqual({name: getattr(torch.backends.mudnn, name) for name in before}, before)
        with self.assertRaises(ZeroDivisionError), torch.backends.mudnn.flags(allow_tf32=True):
            1 / 0
        self.assertFalse(torch.backends.mudnn.allow_tf32)

    def test_misspelt_flags(self):
        for flags in (torch.backends.mudnn, torch.backends.musa.matmul):
            with self.assertRaises(AttributeError):
                flags.alow_tf32 = True

    def test_reduced_precision(self):
        matmul = torch.backends.musa.matmul
        for name in ("allow_fp16_reduced_precision_reduction", "allow_bf16_reduced_precision_reduction"):
            before = getattr(matmul, name)
            self.addCleanup(setattr, matmul, name, before)
            setattr(matmul, name, not before)
            self.assertEqual(getattr(torch.backends.cuda.matmul, name), not before)

    def test_imports(self):
        import torch.backends.mudnn as mudnn
        import torch.backends.musa as musa

        self.assertIs(mudnn, torch.backends.mudnn)
        self.assertTrue(musa.is_built())

    def test_mudnn_is_there(self):
        self.assertTrue(torch.backends.mudnn.is_available())
        self.assertGreaterEqual(torch.backends.mudnn.version(), 2800)

    def test_deterministic_algorithms(self):
        self.addCleanup(torch.use_deterministic_algorithms, False)
        torch.use_deterministic_algorithms(True)
        self.assertTrue(torch.are_deterministic_algorithms_enabled())
        # Memory that is not written to has a value then: nan.
        self.assertTrue(torch.empty(3, device="musa").cpu().isnan().all())


if __name__ == "__main__":
    unittest.main()
