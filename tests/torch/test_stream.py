# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import time
import unittest

import support  # first: it sets the environment

import torch
import torch_musa

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


class StreamTest(unittest.TestCase):
    def test_current_and_default(self):
        default = torch.musa.default_stream()
        self.assertEqual(torch.musa.current_stream(), default)
        self.assertEqual(default.musa_stream, 0)
        stream = torch.musa.Stream()
        self.assertNotEqual(stream, default)
        self.assertIsInstance(stream, torch.Stream)
        with torch.musa.stream(stream):
            self.assertEqual(torch.musa.current_stream(), stream)
            with torch.musa.stream(None):
                self.assertEqual(torch.musa.current_stream(), stream)
        self.assertEqual(torch.musa.current_stream(), default)
        self.assertEqual(len({stream, torch.musa.Stream(), default, torch.musa.current_stream()}), 3)
        self.assertEqual(torch.accelerator.current_stream(), default)

    def test_context_can_be_entered_twice(self):
        context = torch.musa.stream(torch.musa.Stream())
        with context, context:
            self.assertEqual(torch.musa.current_stream(), context.stream)
        self.assertEqual(torch.musa.current_stream(), torch.musa.default_stream())

    def test_set_stream(self):
        stream = torch.musa.Stream()
        torch.musa.set_stream(stream)
        self.addCleanup(torch.musa.set_stream, torch.musa.default_stream())
        self.assertEqual(torch.musa.current_stream(), stream)

    @unittest.skipIf(torch_musa.device_count() < 2, "needs two devices")
    def test_stream_of_another_device(self):
        there = torch.musa.Stream("musa:1")
        self.assertEqual(there.device, torch.device("musa", 1))
        with torch.musa.stream(there):
            self.assertEqual(torch.musa.current_device(), 1)
            self.assertEqual(torch.musa.current_stream(), there)
            self.assertEqual(torch.musa.current_stream(0), torch.musa.default_stream(0))
        self.assertEqual(torch.musa.current_device(), 0)
        self.assertEqual(torch.musa.current_stream(1), torch.musa.default_stream(1))

    def test_priorities(self):
        low, high = torch.musa.Stream.priority_range()
        self.assertLess(high, low)
        for priority in (low, high):
            self.assertEqual(torch.musa.Stream(priority=priority).priority, priority)

    def test_work_is_done_in_order_of_events(self):
        source = torch.arange(1 << 20)
        first, second = torch.musa.Stream(), torch.musa.Stream()
        for _ in range(10):
            with torch.musa.stream(first):
                there = source.pin_memory().to("musa", non_blocking=True)
                event = first.record_event()
            second.wait_event(event)
            with torch.musa.stream(second):
                copy = torch.empty_like(there)
                copy.copy_(there)
                there.record_stream(second)
            torch.musa.current_stream().wait_stream(second)
            self.assertTrue(torch.equal(copy.cpu(), source))
        self.assertTrue(first.query() and second.query())

    def test_external_stream(self):
        stream = torch.musa.Stream()
        external = torch.musa.ExternalStream(stream.musa_stream)
        self.assertEqual(external.musa_stream, stream.musa_stream)
        with torch.musa.stream(external):
            self.assertEqual(torch.musa.current_stream().musa_stream, stream.musa_stream)
            there = torch.ones(10).to("musa", non_blocking=True)
        external.synchronize()
        self.assertEqual(there.cpu().tolist(), [1.0] * 10)

    def test_memory_of_a_stream_is_reused_in_it(self):
        stream = torch.musa.Stream()
        with torch.musa.stream(stream):
            block = torch.empty(1 << 12, device="musa")
            address = block.data_ptr()
            del block
        other = torch.empty(1 << 12, device="musa")
        self.assertNotEqual(other.data_ptr(), address)
        with torch.musa.stream(stream):
            self.assertEqual(torch.empty(1 << 12, device="musa").data_ptr(), address)


class EventTest(unittest.TestCase):
    def test_times(self):
        """Each event is within a span of Python's clock and around another one, however slow the machine is."""
        def record():
            event = torch.musa.Event(enable_timing=True)
            event.record()
            return event

        before = time.monotonic()
        begin = record()
        begin.synchronize()
        inner_before = time.monotonic()
        first = record()
        source = torch.ones(1 << 22).musa()
        second = record()
        second.synchronize()
        inner_after = time.monotonic()
        end = record()
        end.synchronize()
        after = time.monotonic()
        self.assertTrue(all(event.query() for event in (begin, first, second, end)))
        inner, outer = first.elapsed_time(second), begin.elapsed_time(end)
        self.assertGreater(inner, 0)
        self.assertGreaterEqual(outer, inner)
        self.assertLess(second.elapsed_time(first), 0)
        # In milliseconds, as floats.
        rounding = 1e-6 * outer
        self.assertLessEqual(inner, 1000 * (inner_after - inner_before) + rounding)
        self.assertGreaterEqual(outer, 1000 * (inner_after - inner_before) - rounding)
        self.assertLessEqual(outer, 1000 * (after - before) + rounding)
        del source

    def test_times_need_timing(self):
        first, second = torch.musa.Event(), torch.musa.Event()
        first.record()
        second.record()
        torch.musa.synchronize()
        with self.assertRaises(RuntimeError):
            first.elapsed_time(second)

    def test_unrecorded(self):
        self.assertTrue(torch.musa.Event().query())
        self.assertTrue(torch.musa.Event(interprocess=True).query())


class GraphTest(unittest.TestCase):
    def test_replay(self):
        source, target = torch.arange(10.0).musa(), torch.zeros(10).musa()
        target.copy_(source)  # what is only done once is done
        graph = torch.musa.MUSAGraph()
        with torch.musa.graph(graph):
            self.assertTrue(torch.musa.is_current_stream_capturing())
            target.copy_(source)
        self.assertFalse(torch.musa.is_current_stream_capturing())
        for value in (1.0, 2.0):
            source.copy_(torch.full((10,), value))
            graph.replay()
            torch.musa.synchronize()
            self.assertEqual(target.cpu().tolist(), [value] * 10)
        graph.reset()

    def test_memory_is_the_graphs(self):
        source = torch.arange(10.0).musa()
        graph, pool = torch.musa.MUSAGraph(), torch.musa.graph_pool_handle()
        with torch.musa.graph(graph, pool=pool):
            inside = torch.empty_like(source)
            inside.copy_(source)
        self.assertEqual(graph.pool(), pool)
        graph.replay()
        torch.musa.synchronize()
        self.assertEqual(inside.cpu().tolist(), list(range(10)))
        del inside, graph
        torch.musa.empty_cache()

    def test_wrong_mode(self):
        with self.assertRaises(ValueError):
            torch.musa.MUSAGraph().capture_begin(capture_error_mode="none")


if __name__ == "__main__":
    unittest.main()
