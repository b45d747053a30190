# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import threading
import unittest

import support  # first: it sets the environment
import torch
from torch.profiler import ProfilerActivity, profile

from torch_musa import nvtx

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


def ranges(profiled):
    """{name: (start, end)} of what is no operator's."""
    return {event.name: (event.time_range.start, event.time_range.end) for event in profiled.events()
            if event.device_type == torch.autograd.DeviceType.CPU and event.name.startswith("my ")}


class Nvtx(unittest.TestCase):
    def test_ranges_are_nested(self):
        with profile(activities=[ProfilerActivity.CPU]) as profiled:
            self.assertEqual(nvtx.range_push("my outer"), 0)
            self.assertEqual(nvtx.range_push("my inner"), 1)
            nvtx.mark("my mark")
            self.assertEqual(nvtx.range_pop(), 1)
            self.assertEqual(nvtx.range_pop(), 0)
            self.assertEqual(nvtx.range_pop(), -1)
        found = ranges(profiled)
        self.assertEqual(set(found), {"my outer", "my inner", "my mark"})
        self.assertLessEqual(found["my outer"][0], found["my inner"][0])
        self.assertLessEqual(found["my inner"][0], found["my mark"][0])
        self.assertLessEqual(found["my mark"][1], found["my inner"][1])
        self.assertLessEqual(found["my inner"][1], found["my outer"][1])

    def test_a_block_and_a_function(self):
        @nvtx.range("my function")
        def function(x):
            return x + 1

        with profile(activities=[ProfilerActivity.CPU]) as profiled:
            with self.assertRaises(KeyError), nvtx.range("my {} of {size}", "block", size=3):
                raise KeyError
            self.assertEqual(function(1) + function(2), 5)
        self.assertEqual(nvtx.range_pop(), -1)
        self.assertEqual(sum(event.name == "my function" for event in profiled.events()), 2)
        self.assertIn("my block of 3", ranges(profiled))

    def test_another_thread_may_end_a_range(self):
        with profile(activities=[ProfilerActivity.CPU]) as profiled:
            first, second = nvtx.range_start("my first"), nvtx.range_start("my second")
            self.assertNotEqual(first, second)
            nvtx.range_end(first)
            thread = threading.Thread(target=nvtx.range_end, args=(second,))
            thread.start()
            thread.join()
            nvtx.range_end(second)
        found = ranges(profiled)
        self.assertLessEqual(found["my first"][0], found["my second"][0])
        self.assertLessEqual(found["my first"][1], found["my second"][1])

    def test_it_spans_the_kernels(self):
        x = torch.ones(1000, device="musa")
        with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.MUSA]) as profiled:
            with nvtx.range("my kernels"):
                torch.sin(x)
            torch.musa.synchronize()
        averages = {event.key: event for event in profiled.key_averages()}
        self.assertGreater(averages["my kernels"].musa_time_total, 0)


if __name__ == "__main__":
    unittest.main()
