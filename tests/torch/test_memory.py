# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import gc
import textwrap
import unittest

import support  # first: it sets the environment

import torch
import torch_musa
from torch.utils.data import DataLoader, TensorDataset

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


MIB = 1 << 20


def tensor(size, device="musa"):
    return torch.empty(size, dtype=torch.uint8, device=device)


class MemoryTest(unittest.TestCase):
    def setUp(self):
        gc.collect()
        torch.musa.empty_cache()
        tensor(1)  # starts the device
        torch.musa.reset_peak_memory_stats()

    def test_allocated_and_peak(self):
        before = torch.musa.memory_allocated()
        first = tensor(3 * MIB)
        self.assertEqual(torch.musa.memory_allocated() - before, 3 * MIB)
        second = tensor(100)
        self.assertEqual(torch.musa.memory_allocated() - before, 3 * MIB + 512)
        del first
        self.assertEqual(torch.musa.memory_allocated() - before, 512)
        self.assertEqual(torch.musa.max_memory_allocated() - before, 3 * MIB + 512)
        torch.musa.reset_peak_memory_stats()
        self.assertEqual(torch.musa.max_memory_allocated() - before, 512)
        del second
        self.assertEqual(torch.musa.memory_allocated(), before)

    def test_freed_memory_is_kept_until_empty_cache(self):
        block = tensor(30 * MIB)
        address = block.data_ptr()
        reserved = torch.musa.memory_reserved()
        self.assertGreaterEqual(reserved, 30 * MIB)
        del block
        self.assertEqual(torch.musa.memory_reserved(), reserved)
        block = tensor(30 * MIB)
        self.assertEqual(block.data_ptr(), address)
        del block
        torch.musa.empty_cache()
        self.assertLess(torch.musa.memory_reserved(), reserved)
        self.assertGreaterEqual(torch.musa.max_memory_reserved(), reserved)

    def test_mem_get_info_follows_reservations(self):
        free, total = torch.musa.mem_get_info()
        self.assertTrue(0 < free <= total)
        block = tensor(64 * MIB)
        self.assertLessEqual(torch.musa.mem_get_info()[0], free - 64 * MIB)
        del block

    def test_stats(self):
        before = torch.musa.memory_stats()
        block = tensor(1000)
        stats = torch.musa.memory_stats()
        self.assertEqual(stats["allocation.all.allocated"] - before["allocation.all.allocated"], 1)
        self.assertEqual(stats["requested_bytes.all.current"] - before["requested_bytes.all.current"], 1000)
        self.assertEqual(stats["allocated_bytes.small_pool.current"] - before["allocated_bytes.small_pool.current"], 1024)
        self.assertEqual(stats["allocated_bytes.large_pool.current"], before["allocated_bytes.large_pool.current"])
        self.assertEqual(stats["num_ooms"], before["num_ooms"])
        torch.musa.reset_accumulated_memory_stats()
        self.assertEqual(torch.musa.memory_stats()["allocation.all.allocated"], 0)
        del block

    def test_summary_and_snapshot(self):
        block = tensor(5 * MIB)
        self.assertIn("Allocated memory", torch.musa.memory_summary())
        segments = torch.musa.memory_snapshot()
        inside = [b for s in segments for b in s["blocks"] if b["address"] == block.data_ptr()]
        self.assertEqual([(b["requested_size"], b["state"]) for b in inside], [(5 * MIB, "active_allocated")])
        self.assertEqual(sum(s["total_size"] for s in segments if s["device"] == 0), torch.musa.memory_reserved())
        del block

    def test_out_of_memory(self):
        with self.assertRaises(torch.musa.OutOfMemoryError):
            tensor(1 << 50)
        self.assertGreater(torch.musa.memory_stats()["num_ooms"], 0)

    def test_fraction(self):
        self.addCleanup(torch.musa.set_per_process_memory_fraction, 1.0)
        total = torch.musa.mem_get_info()[1]
        torch.musa.set_per_process_memory_fraction(100 * MIB / total)
        with self.assertRaises(torch.musa.OutOfMemoryError):
            tensor(200 * MIB)
        self.assertEqual(tensor(10 * MIB).numel(), 10 * MIB)
        with self.assertRaises(ValueError):
            torch.musa.set_per_process_memory_fraction(1.5)
        with self.assertRaises(TypeError):
            torch.musa.set_per_process_memory_fraction(1)

    def test_raw_blocks(self):
        before = torch.musa.memory_allocated()
        address = torch.musa.caching_allocator_alloc(2048, stream=torch.musa.Stream())
        self.assertEqual(torch.musa.memory_allocated() - before, 2048)
        torch.musa.caching_allocator_delete(address)
        self.assertEqual(torch.musa.memory_allocated(), before)

    @unittest.skipIf(torch_musa.device_count() < 2, "needs two devices")
    def test_devices_are_counted_apart(self):
        before = torch.musa.memory_allocated(1)
        block = tensor(MIB, "musa:1")
        self.assertEqual(torch.musa.memory_allocated(1) - before, MIB)
        self.assertLess(torch.musa.memory_allocated("musa:0"), MIB)
        del block

    def test_allocator_settings(self):
        result = support.run("""
            import torch, torch_musa
            block = torch.empty(2100, dtype=torch.uint8, device="musa")
            assert torch.musa.memory_allocated() == 3072, torch.musa.memory_allocated()
        """, PYTORCH_MUSA_ALLOC_CONF="roundup_power2_divisions:2")
        self.assertEqual(result.returncode, 0, result.stderr)


class ExpandableSegmentsTest(unittest.TestCase):
    def check(self, script, **environment):
        setting = {"PYTORCH_MUSA_ALLOC_CONF": "expandable_segments:True"}
        result = support.run(textwrap.dedent("""
            import torch, torch_musa

            MIB = 1 << 20

            def tensor(mib, device="musa"):
                return torch.empty(mib * MIB, dtype=torch.uint8, device=device)

            def segments():
                found = [s for s in torch.musa.memory_snapshot() if s["segment_type"] == "large"]
                assert all(s["is_expandable"] for s in found)
                return [(s["address"], s["total_size"] // MIB) for s in found]
        """) + textwrap.dedent(script), **setting, **environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("not supported", result.stderr)

    def test_one_segment_grows(self):
        self.check("""
            free = torch.musa.mem_get_info()[0]
            tensors = [tensor(30)]
            [(address, size)] = segments()
            assert size == 40, size  # 20 MiB at a time
            tensors += [tensor(30) for _ in range(4)]
            assert segments() == [(address, 160)], segments()
            assert [t.data_ptr() - address for t in tensors] == [i * 30 * MIB for i in range(5)]
            assert torch.musa.memory_reserved() == 160 * MIB
            assert torch.musa.mem_get_info()[0] == free - 160 * MIB
            # All goes back.
            del tensors
            assert segments() == [(address, 160)]
            torch.musa.empty_cache()
            assert segments() == []
            assert torch.musa.memory_reserved() == 0
            assert torch.musa.mem_get_info()[0] == free
        """)

    def test_holes_are_given_back_and_filled(self):
        self.check("""
            first, hole, last = tensor(40).fill_(1), tensor(40), tensor(40).fill_(3)
            address = first.data_ptr()
            del hole
            torch.musa.empty_cache()
            assert segments() == [(address, 40), (address + 80 * MIB, 40)], segments()
            assert torch.musa.memory_reserved() == 80 * MIB
            filled = tensor(20).fill_(2)
            assert filled.data_ptr() == address + 40 * MIB
            assert segments() == [(address, 60), (address + 80 * MIB, 40)], segments()
            assert bool((first == 1).all()) and bool((filled == 2).all()) and bool((last == 3).all())
        """)

    def test_what_spans_chunks_is_one_tensor(self):
        self.check("""
            host = torch.arange(10 * MIB)
            there = host.musa()
            assert int(there.sum()) == int(host.sum())
            assert torch.equal(there.flip(0).cpu(), host.flip(0))
            there.zero_()
            there.copy_(host.pin_memory(), non_blocking=True)
            if torch.musa.device_count() > 1:
                other = there.to("musa:1")
                assert torch.equal(other.cpu(), host)
                assert sorted(s["device"] for s in torch.musa.memory_snapshot() if s["segment_type"] == "large") == [0, 1]
            assert torch.equal(there.cpu(), host)
        """)

    def test_out_of_memory(self):
        self.check("""
            kept = tensor(60).fill_(7)
            try:
                tensor(60)
                raise SystemExit("120 of 110 MiB")
            except torch.musa.OutOfMemoryError:
                pass
            assert torch.musa.memory_stats()["num_ooms"] == 1
            assert int(kept.min()) == int(kept.max()) == 7
            assert [size for _, size in segments()] == [60], segments()
            # What is free in a segment is taken from there to where it is needed.
            behind = tensor(20)
            del kept
            large = tensor(80)
            assert sorted(size for _, size in segments()) == [20, 80], segments()
            assert torch.musa.memory_stats()["num_ooms"] == 1
        """, MUSA_HOST_MEMORY="110M")


class PinnedMemoryTest(unittest.TestCase):
    def test_tensors(self):
        plain = torch.arange(10.0)
        self.assertFalse(plain.is_pinned())
        for pinned in (plain.pin_memory(), plain.pin_memory("musa"), torch.empty(10, pin_memory=True).copy_(plain)):
            self.assertTrue(pinned.is_pinned())
            self.assertTrue(pinned[3:].is_pinned())
            self.assertTrue(torch.equal(pinned, plain))
            there = pinned.to("musa", non_blocking=True)
            torch.musa.synchronize()
            self.assertTrue(torch.equal(there.cpu(), plain))
        with self.assertRaises(RuntimeError):
            plain.musa().pin_memory()

    def test_block_is_not_reused_while_it_is_copied(self):
        for _ in range(20):
            source = torch.full((1 << 20,), 1.0).pin_memory()
            there = source.to("musa", non_blocking=True)
            del source
            torch.empty(1 << 20, pin_memory=True).fill_(2.0)
            torch.musa.synchronize()
            self.assertTrue((there.cpu() == 1).all())
        torch.musa.host_empty_cache()

    def test_data_loader(self):
        data = TensorDataset(torch.arange(8.0), torch.arange(8))
        for workers in (0, 2):
            for options in ({}, {"pin_memory_device": "musa"}):
                with self.subTest(workers=workers, **options):
                    batches = list(DataLoader(data, batch_size=4, num_workers=workers, pin_memory=True, **options))
                    self.assertTrue(all(part.is_pinned() for batch in batches for part in batch))
                    self.assertTrue(torch.equal(torch.cat([x.musa().cpu() for x, _ in batches]), torch.arange(8.0)))
        batches = list(DataLoader(data, batch_size=4))
        self.assertFalse(any(part.is_pinned() for batch in batches for part in batch))


if __name__ == "__main__":
    unittest.main()
