# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch_musa.testing: what is right passes, and what is wrong in each way does not."""

import os
import unittest
from unittest import mock

from support import setUpModule, tearDownModule  # noqa: F401

import torch
import torch_musa  # noqa: F401
from torch_musa import testing


def wrong_on_musa(function, change):
    """The function, but its result is changed where it is on musa."""

    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        return change(result) if result.device.type == "musa" else result

    return call


class ComparatorTest(unittest.TestCase):
    def check(self, comparator, want, near, far):
        want = torch.tensor(want)
        self.assertTrue(comparator(torch.tensor(near), want))
        self.assertFalse(comparator(torch.tensor(far), want))
        self.assertFalse(comparator(want[:1], want))

    def test_comparators(self):
        nan = float("nan")
        self.check(testing.DefaultComparator(abs_diff=0.1, rel_diff=0.01), [100.0, 0], [101.0, 0.05], [101.0, 0.2])
        self.check(testing.DefaultComparator(equal_nan=True), [nan, 1.0], [nan, 1.0], [1.0, nan])
        self.check(testing.AbsDiffComparator(0.1), [100.0, 0], [100.05, -0.05], [100.2, 0])
        self.check(testing.RelDiffComparator(0.01), [100.0, 0], [100.9, 0], [100.0, 0.0001])
        self.check(testing.BooleanComparator(), [True, False], [True, False], [True, True])
        self.assertFalse(testing.DefaultComparator()(torch.tensor([nan]), torch.tensor([nan])))
        self.assertTrue(testing.AbsDiffComparator()(torch.zeros(0), torch.zeros(0)))
        two, three = (torch.tensor([value], dtype=torch.uint8) for value in (2, 3))
        for one, other in ((two, three), (three, two)):
            self.assertTrue(testing.AbsDiffComparator(1.5)(one, other))
            self.assertTrue(testing.RelDiffComparator(0.6)(one, other))
        large = torch.tensor([1 << 53])
        self.assertFalse(testing.AbsDiffComparator()(large + 1, large))
        self.assertTrue(testing.AbsDiffComparator()(large, large))
        self.assertEqual(testing.DefaultComparator(0.1, 0.2, True).get_tolerance(), (0.1, 0.2, True))
        with self.assertRaises(NotImplementedError):
            testing.Comparator()(torch.ones(1), torch.ones(1))

    def test_a_comparator_of_ones_own(self):
        class Signs(testing.Comparator):
            def __init__(self):
                super().__init__()
                self._comparator = lambda result, golden: torch.equal(result.sign(), golden.sign())

        self.check(Signs(), [1.0, -2], [7.0, -1], [1.0, 2])

    def test_quantized(self):
        def quantized(scale, zero=1):
            return torch.quantize_per_tensor(torch.tensor([1.0, 2.0]), scale, zero, torch.quint8)

        compare = testing.QuantizedComparator()
        self.assertTrue(compare(quantized(0.5), quantized(0.5)))
        self.assertFalse(compare(quantized(0.25), quantized(0.5)))
        self.assertFalse(compare(quantized(0.5, 2), quantized(0.5)))
        channels = [torch.quantize_per_channel(torch.ones(2, 2), torch.tensor([0.5, 0.25]), torch.zeros(2), axis, torch.qint8)
                    for axis in (0, 1)]
        compare = testing.QuantizedComparator(is_per_tensor=False)
        self.assertTrue(compare(channels[0], channels[0]))
        self.assertFalse(compare(channels[0], channels[1]))


class OpTestTest(unittest.TestCase):
    def setUp(self):
        self.x, self.y = torch.linspace(-1, 1, 6).view(2, 3), torch.linspace(1, 2, 3)

    def test_results(self):
        testing.OpTest(func=torch.add, input_args={"input": self.x, "other": self.y}).check_result()
        testing.OpTest(func=torch.add, input_args=[self.x, self.y]).check_result(train=True)
        testing.OpTest(func=torch.mul, input_args={"input": self.x, "other": self.y}).check_result(test_out=True)
        testing.OpTest(func=torch.nn.Linear(3, 4), input_args={"input": self.x}, comparators=testing.DefaultComparator(
            1e-5)).check_result(train=True)
        testing.OpTest(func=torch.sub).check_result({"input": self.x, "other": self.y})
        testing.OpTest(func=torch.nn.functional.dropout, input_args={"input": self.x, "p": 0.0}, test_dtype=torch.float16,
                       ).check_result()
        testing.OpTest(func=lambda x: x.clone(), refer_func=lambda x: x + 0, input_args=[self.x]).check_result()

    def refused(self, check, *args, **kwargs):
        with self.assertRaises(AssertionError) as caught:
            check(*args, **kwargs)
        return str(caught.exception)

    def test_wrong_results(self):
        test = testing.OpTest(func=wrong_on_musa(torch.add, lambda it: it + 1), input_args=[self.x, self.y])
        self.assertIn("Result 0 is not right", self.refused(test.check_result))
        test = testing.OpTest(func=wrong_on_musa(torch.add, lambda it: it[:1]), input_args=[self.x, self.y])
        self.refused(test.check_result)
        test = testing.OpTest(func=wrong_on_musa(torch.sin, lambda it: it.detach() + 2 * (it - it.detach())), input_args=[self.x])
        test.check_result()
        self.assertIn("Result 1", self.refused(test.check_result, train=True))

    def test_several_results(self):
        def wrong_places(x):
            values, places = x.max(1)
            return values, places + (x.device.type == "musa")

        test = testing.OpTest(func=wrong_places, input_args=[self.x])
        self.refused(test.check_result)
        testing.OpTest(func=wrong_places, input_args=[self.x], ignored_result_indices=[1]).check_result()
        by_one = [testing.DefaultComparator(), testing.AbsDiffComparator(1.5)]
        testing.OpTest(func=wrong_places, input_args=[self.x], comparators=by_one).check_result()

    def test_types(self):
        types = []

        def product(input, index):
            types.append((input.device.type, input.dtype, index.dtype))
            return input * index

        loose = testing.DefaultComparator(1e-2, 1e-2)
        test = testing.OpTest(func=product, input_args={"input": self.x, "index": self.y}, comparators=loose)
        keep = {"dtype_nocast_map": {"index": True}}
        half, wide = torch.float16, torch.float32
        test.check_musafp16_vs_musafp32(**keep)
        test.check_musabf16_vs_musafp16(train=True)
        test.check_musafp16_vs_cpufp32()
        self.assertEqual(types, [
            ("musa", half, wide), ("musa", wide, wide), ("musa", torch.bfloat16, torch.bfloat16), ("musa", half, half),
            ("musa", half, half), ("cpu", wide, wide)])
        test = testing.OpTest(func=torch.exp, refer_func=torch.sin, input_args=[self.x], comparators=loose)
        self.refused(test.check_musafp16_vs_musafp16)

    def test_cpu_without_half(self):
        def function(x):
            if x.device.type == "cpu" and x.dtype is torch.float16:
                raise RuntimeError("\"f_cpu\" not implemented for 'Half'")
            return x * 2

        testing.OpTest(func=function, input_args=[self.x], test_dtype=torch.float16,
                       comparators=testing.DefaultComparator(1e-3, 1e-3)).check_result()

    def test_out(self):
        arguments = {"input": self.x, "other": self.y, "out": torch.zeros(2, 3)}
        testing.OpTest(func=torch.add, input_args=arguments).check_out_ops()
        testing.OpTest(func=torch.add, input_args={**arguments, "out": torch.zeros(0)}).check_out_ops(fp16=True)
        elsewhere = testing.OpTest(func=wrong_on_musa(torch.add, torch.clone), input_args=arguments)
        self.assertIn("not in the memory of out", self.refused(elsewhere.check_out_ops))
        self.refused(testing.OpTest(func=torch.add, input_args={"input": self.x, "other": self.y}).check_out_ops)
        with self.assertRaises(ValueError):
            testing.OpTest(func=torch.add, input_args=arguments).check_out_ops(bf16=True, fp16=True)

    def test_grad_fn(self):
        testing.OpTest(func=torch.sin, input_args=[self.x]).check_grad_fn(bf16=True)
        test = testing.OpTest(func=wrong_on_musa(torch.sin, torch.neg), input_args=[self.x])
        self.assertIn("['NegBackward0'] on musa, and ['SinBackward0']", self.refused(test.check_grad_fn))

    def test_in_place(self):
        test = testing.InplaceOpChek("add_", self.x.clone(), {"other": self.y}, comparators=[testing.DefaultComparator()])
        test.check_address()
        test.check_res()
        half = testing.InplaceOpChek("exp_", self.x.half(), comparators=testing.DefaultComparator(1e-2, 1e-2))
        half.check_res(cpu_to_fp32=True)
        self.refused(testing.InplaceOpChek("add", self.x.clone(), {"other": self.y}).check_address)
        original = torch.Tensor.neg_
        with mock.patch.object(torch.Tensor, "neg_", lambda it: original(it).add_(it.device.type == "musa")):
            self.refused(testing.InplaceOpChek("neg_", self.x.clone()).check_res)


class HelpersTest(unittest.TestCase):
    def test_devices(self):
        with mock.patch.dict(os.environ, {"MUSA_ARCH": "31"}):
            self.assertEqual(testing.get_musa_arch(), 31)
        self.assertEqual(testing.cpu_and_musa(), ["cpu", "musa"])
        for wanted, found in ((1, 1), (99, 0)):
            run = testing.test_on_nonzero_card_if_multiple_musa_device(wanted)(torch.musa.current_device)
            self.assertEqual(run(), found)

    def test_random_numbers_and_time(self):
        torch.musa.manual_seed(1)
        with testing.freeze_rng_state():
            first = torch.rand(2, device="musa").tolist(), torch.rand(2).tolist()
        self.assertEqual((torch.rand(2, device="musa").tolist(), torch.rand(2).tolist()), first)
        self.assertGreater(testing.get_cycles_per_ms(), 0)

    def test_types_and_data(self):
        self.assertIn(torch.float16, testing.get_all_support_types_withfp16())
        self.assertTrue(set(testing.get_float_types()) < set(testing.get_all_types()))
        self.assertIn(0, [it.numel() for it in testing.get_raw_data()])
        testing.assert_equal(torch.ones(2, device="musa"), torch.ones(2, device="musa"))
        with self.assertRaises(AssertionError):
            testing.assert_equal(torch.ones(2), torch.ones(2) + 1e-6)
        address, port = testing.gen_ip_port()
        self.assertTrue(address and 0 < int(port) < 65536)


if __name__ == "__main__":
    unittest.main()
