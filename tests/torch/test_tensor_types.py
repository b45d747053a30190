# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.musa.FloatTensor and its like."""

import typing
import unittest

import support  # first: it sets the environment

import torch
import torch_musa

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule

DTYPES = {
    "FloatTensor": torch.float32, "DoubleTensor": torch.float64, "HalfTensor": torch.float16,
    "BFloat16Tensor": torch.bfloat16, "ByteTensor": torch.uint8, "CharTensor": torch.int8, "ShortTensor": torch.int16,
    "IntTensor": torch.int32, "LongTensor": torch.int64, "BoolTensor": torch.bool,
}


class TensorTypes(unittest.TestCase):
    def test_each(self):
        for name, dtype in DTYPES.items():
            with self.subTest(name):
                type_ = getattr(torch.musa, name)
                self.assertIs(type_, getattr(torch_musa, name))
                made = type_([1, 0])
                self.assertEqual((made.device.type, made.dtype, made.tolist()), ("musa", dtype, [1, 0]))
                self.assertEqual(type_(2, 3).shape, (2, 3))
                self.assertEqual(type_.dtype, dtype)
                self.assertEqual(made.type(), f"torch.musa.{name}")
                converted = torch.ones(2).type(type_)
                self.assertEqual((converted.device.type, converted.dtype), ("musa", dtype))

    def test_isinstance(self):
        x = torch.ones(2)
        self.assertIsInstance(x.musa(), torch.musa.FloatTensor)
        self.assertNotIsInstance(x, torch.musa.FloatTensor)
        self.assertNotIsInstance(x.musa().half(), torch.musa.FloatTensor)
        self.assertNotIsInstance("torch.musa.FloatTensor", torch.musa.FloatTensor)
        self.assertIsInstance(x.musa().half(), (torch.musa.HalfTensor, torch.musa.FloatTensor))

    def test_in_annotations(self):
        self.assertIn(torch.musa.LongTensor, typing.get_args(typing.Union[torch.LongTensor, torch.musa.LongTensor]))


if __name__ == "__main__":
    unittest.main()
