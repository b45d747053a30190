# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pools of memory, allocators of a program's own, and the history of allocations."""

import gc
import pickle
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import run, setUpModule, tearDownModule  # noqa: F401

import torch
import torch_musa  # noqa: F401

MiB = 1 << 20
ALLOCATOR = """
#include <cstdio>
#include <musa_runtime_api.h>
extern "C" void *allocate(ssize_t size, int device, musaStream_t) {
  void *block = nullptr;
  if (musaMalloc(&block, size) != musaSuccess)
    return nullptr;
  std::printf("+%zd on %d\\n", size, device);
  std::fflush(stdout);
  return block;
}
extern "C" void release(void *block, ssize_t size, int device, musaStream_t) {
  std::printf("-%zd on %d\\n", size, device);
  std::fflush(stdout);
  musaFree(block);
}
"""


class PoolTest(unittest.TestCase):
    def test_memory_of_a_pool(self):
        torch.musa.empty_cache()
        pool = torch.musa.MemPool()
        with torch.musa.use_mem_pool(pool):
            inside = torch.ones(3 * MiB, device="musa")
        outside = torch.ones(3 * MiB, device="musa")

        def has(segments, tensor):
            return any(it["address"] <= tensor.data_ptr() < it["address"] + it["total_size"] for it in segments)

        self.assertTrue(has(pool.snapshot(), inside))
        self.assertFalse(has(pool.snapshot(), outside))
        self.assertTrue(has(torch.musa.memory_snapshot(), outside))
        self.assertEqual({tuple(it["segment_pool_id"]) for it in pool.snapshot()}, {pool.id})
        address = inside.data_ptr()
        del inside
        self.assertNotEqual(torch.ones(3 * MiB, device="musa").data_ptr(), address)
        with torch.musa.use_mem_pool(pool):
            self.assertEqual(torch.ones(3 * MiB, device="musa").data_ptr(), address)
        self.assertEqual(pool.use_count(), 1)
        self.assertIsNone(pool.allocator)

    def test_active_pool(self):
        pool = torch.musa.MemPool()
        self.assertIsNone(torch.musa.MemPoolContext.active_pool())
        context = torch.musa.MemPoolContext(pool)
        self.assertEqual(torch.musa.MemPoolContext.active_pool().id, pool.id)
        del context
        self.assertIsNone(torch.musa.MemPoolContext.active_pool())

    def test_pools_do_not_nest(self):
        outer, inner = torch.musa.MemPool(), torch.musa.MemPool()
        with torch.musa.use_mem_pool(outer, 0):
            for pool in (outer, inner):
                with self.assertRaisesRegex(RuntimeError, "musa:0 is already allocated in a pool"), torch.musa.use_mem_pool(pool, 0):
                    pass
            with torch.musa.use_mem_pool(inner, 1):
                torch.ones(2, device="musa:1")
        with torch.musa.use_mem_pool(inner, 0):
            torch.ones(2, device="musa:0")
        self.assertIsNone(torch.musa.MemPoolContext.active_pool())

    def test_settings(self):
        self.addCleanup(torch.musa.memory._set_allocator_settings, "")
        torch.musa.memory._set_allocator_settings("garbage_collection_threshold:0.75")
        settings = torch.musa.memory._snapshot()["allocator_settings"]
        self.assertEqual(settings["garbage_collection_threshold"], 0.75)
        self.assertEqual(settings["PYTORCH_MUSA_ALLOC_CONF"], "garbage_collection_threshold:0.75")
        with self.assertRaisesRegex(RuntimeError, "Unrecognized CachingAllocator option: garbage"):
            torch.musa.memory._set_allocator_settings("garbage:1")
        self.assertEqual(torch.musa.memory._snapshot()["allocator_settings"], settings)
        done = run("import torch, torch_musa; torch.ones(1, device='musa')", PYTORCH_MUSA_ALLOC_CONF="garbage:1")
        self.assertIn("Unrecognized CachingAllocator option: garbage", done.stderr)
        self.assertNotEqual(done.returncode, 0)

    def test_out_of_memory_text(self):
        for size, text in ((1 << 45, r"^MUSA out of memory. Tried to allocate .* PYTORCH_MUSA_ALLOC_CONF="),
                           (1 << 61, "^MUSA out of memory. Tried to allocate more than 1EB memory.")):
            with self.assertRaisesRegex(torch.musa.OutOfMemoryError, text):
                torch.empty(size, dtype=torch.uint8, device="musa")

    def test_nothing_is_cached(self):
        done = run("""
            import torch, torch_musa
            x = torch.ones(1 << 20, device="musa")
            del x
            assert torch.musa.memory_reserved() == 0
            """, PYTORCH_NO_MUSA_MEMORY_CACHING="1")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_fraction_and_stats(self):
        self.assertEqual(torch.musa.get_per_process_memory_fraction(), 1)
        torch.musa.set_per_process_memory_fraction(0.5)
        self.addCleanup(torch.musa.set_per_process_memory_fraction, 1.0)
        self.assertEqual(torch.musa.get_per_process_memory_fraction(), 0.5)
        x = torch.ones(2 * MiB, device="musa:1")
        stats = torch.musa.memory_stats_all()
        self.assertEqual(len(stats), torch.musa.device_count())
        self.assertEqual(stats[1], torch.musa.memory_stats(1))
        self.assertGreaterEqual(stats[1]["allocated_bytes.all.current"], x.nbytes)


class PluggableTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        source, cls.library = Path(cls.folder, "allocator.cpp"), f"{cls.folder}/allocator.so"
        source.write_text(ALLOCATOR)
        from torch_musa import _build_info

        includes = [f"-I{Path(_build_info.mcc).parents[1] / 'include'}"]
        lib = torch_musa.__path__[0] + "/lib/libmusa_kernels.so"
        subprocess.run([_build_info.cxx_compiler, "-shared", "-fPIC", *includes, source, lib, "-o", cls.library], check=True)

    def test_current_allocator(self):
        done = run("""
            import sys, torch, torch_musa
            from torch.musa.memory import MUSAPluggableAllocator, change_current_allocator
            allocator = MUSAPluggableAllocator(sys.argv[1], "allocate", "release")
            change_current_allocator(allocator)
            assert torch.musa.get_allocator_backend() == "pluggable"
            x = torch.ones(1000, device="musa:1")
            y = x.view(10, 100)
            del x
            print("sum", y.sum().item(), flush=True)
            del y
            print("freed", flush=True)
            try:
                change_current_allocator(allocator)
            except RuntimeError as error:
                assert "already initialized" in str(error), error
            else:
                raise AssertionError
            try:
                torch.musa.memory_allocated()
            except NotImplementedError as error:
                assert "does not support getDeviceStats" in str(error), error
            else:
                raise AssertionError
            """, self.library)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "+4000 on 1")
        self.assertIn("sum 1000.0", lines)
        self.assertLess(lines.index("sum 1000.0"), lines.index("-4000 on 1"))
        self.assertLess(lines.index("-4000 on 1"), lines.index("freed"))

    def test_allocator_of_a_pool(self):
        done = run("""
            import sys, torch, torch_musa
            allocator = torch.musa.MUSAPluggableAllocator(sys.argv[1], "allocate", "release")
            torch.ones(5, device="musa")
            print("pool", flush=True)
            pool = torch.musa.MemPool(allocator)
            assert pool.allocator is not None
            with torch.musa.use_mem_pool(pool):
                x = torch.ones(1 << 20, device="musa")
            print("left", flush=True)
            z = torch.ones(1 << 23, device="musa")
            assert x.sum().item() == 1 << 20
            del x
            del pool
            """, self.library)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual((lines[0], lines[2]), ("pool", "left"))
        self.assertRegex(lines[1], r"^\+\d+ on 0$")
        self.assertEqual(lines[3:], ["-" + lines[1][1:]])

    def test_what_is_wrong(self):
        with self.assertRaises(AttributeError):
            torch.musa.MUSAPluggableAllocator(self.library, "allocate", "no_such_function")
        with self.assertRaisesRegex(RuntimeError, "already initialized"):
            torch.musa.init()
            torch.musa.memory.change_current_allocator(torch.musa.memory._get_current_allocator())


class HistoryTest(unittest.TestCase):
    def setUp(self):
        self.addCleanup(torch.musa.memory._record_memory_history, None)

    def frames(self, entry):
        return [(frame["name"], Path(frame["filename"]).name) for frame in entry["frames"]]

    def made_here(self):
        return torch.ones(5 * MiB, dtype=torch.uint8, device="musa")

    def block_of(self, tensor, snapshot):
        return next(block for segment in snapshot["segments"] for block in segment["blocks"]
                    if block["address"] == tensor.data_ptr())

    def test_stacks_and_history(self):
        gc.collect()
        torch.musa.empty_cache()
        torch.musa.memory._record_memory_history(stacks="python")
        x = self.made_here()
        address = x.data_ptr()
        snapshot = torch.musa.memory._snapshot()
        self.assertIn(("made_here", "test_memory_pools.py"), self.frames(self.block_of(x, snapshot)))
        del x
        history = torch.musa.memory._snapshot()["device_traces"][0]
        done = [it["action"] for it in history if it.get("addr") == address]
        self.assertEqual(done, ["segment_alloc", "alloc", "free_requested", "free_completed"])
        freed = next(it for it in history if it["action"] == "free_requested" and it["addr"] == address)
        self.assertIn(("test_stacks_and_history", "test_memory_pools.py"), self.frames(freed))
        times = [it["time_us"] for it in history]
        self.assertEqual(times, sorted(times))
        self.assertEqual({it["action"] for it in torch.musa.memory._snapshot()["device_traces"][1]}, {"snapshot"})

    def test_only_the_present(self):
        torch.musa.memory._record_memory_history("state", context="state")
        x = self.made_here()
        snapshot = torch.musa.memory._snapshot()
        frames = self.frames(self.block_of(x, snapshot))
        self.assertIn(("made_here", "test_memory_pools.py"), frames)
        self.assertTrue(any("at::" in name for name, _ in frames))  # C++, too
        self.assertLessEqual(len(snapshot["device_traces"][0]), 1)
        torch.musa.memory._record_memory_history(None)
        x = self.made_here()
        self.assertEqual(self.block_of(x, torch.musa.memory._snapshot())["frames"], [])

    def test_entries_are_limited(self):
        torch.musa.memory._record_memory_history(max_entries=3)
        for _ in range(5):
            self.made_here()
        self.assertEqual(len(torch.musa.memory._snapshot()["device_traces"][0]), 3)

    def test_as_before(self):
        torch.musa.memory._record_memory_history(True, trace_alloc_max_entries=4, trace_alloc_record_context=True)
        x = self.made_here()
        self.assertEqual(self.frames(self.block_of(x, torch.musa.memory._snapshot()))[0], ("made_here", "test_memory_pools.py"))
        del x
        for _ in range(3):
            self.made_here()
        self.assertEqual(len(torch.musa.memory._snapshot()["device_traces"][0]), 4)
        torch.musa.memory._record_memory_history(False)
        self.assertEqual(self.block_of(self.made_here(), torch.musa.memory._snapshot())["frames"], [])

    def test_out_of_memory(self):
        torch.musa.memory._record_memory_history()
        with self.assertRaises(torch.musa.OutOfMemoryError):
            torch.ones(1 << 50, dtype=torch.uint8, device="musa")
        last = [it for it in torch.musa.memory._snapshot()["device_traces"][0] if it["action"] == "oom"]
        self.assertEqual(len(last), 1)
        self.assertLess(last[0]["device_free"], 1 << 50)
        self.assertNotIn("addr", last[0])

    def test_file(self):
        torch.musa.memory._record_memory_history()
        self.made_here()
        with tempfile.TemporaryDirectory() as folder:
            torch.musa.memory._dump_snapshot(f"{folder}/snapshot.pickle")
            snapshot = pickle.loads(Path(f"{folder}/snapshot.pickle").read_bytes())
        self.assertEqual(set(snapshot), {"segments", "device_traces", "allocator_settings", "external_annotations"})
        self.assertEqual(snapshot["allocator_settings"]["max_split_size"], -1)
        from torch.cuda import _memory_viz

        text = _memory_viz.trace(snapshot)  # PyTorch's own reader
        self.assertRegex(text, r"(?m)^Device 0 ---+$")
        self.assertRegex(text, r"(?m)^del \w+ # 5\.0MiB$")

    def test_wrong_words(self):
        for options in ({"enabled": "some"}, {"context": "most"}, {"stacks": "c++"}, {"enabled": 2}):
            with self.assertRaisesRegex(ValueError, f"{next(iter(options))} is one of"):
                torch.musa.memory._record_memory_history(**options)


if __name__ == "__main__":
    unittest.main()
