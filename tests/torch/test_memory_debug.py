# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import ctypes
import unittest

import support  # first: it sets the environment

import torch
import torch_musa
from torch_musa import memory_debug

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


def allocate_here(size):
    return torch.empty(size, dtype=torch.uint8, device="musa")


def write(tensor, offset, count=1):
    """What a kernel with a wrong index does: the host runtime's memory is the host's."""
    torch.musa.synchronize()
    ctypes.memset(tensor.data_ptr() + offset, 0x11, count)


def on_host_runtime():
    return "host device" in torch.musa.get_device_name()


@unittest.skipUnless(on_host_runtime(), "writes to the device's memory from the host")
class MemoryDebugTest(unittest.TestCase):
    def setUp(self):
        memory_debug.enable()
        self.addCleanup(memory_debug.disable)
        self.addCleanup(memory_debug.find_damage)

    def test_clean_blocks(self):
        tensors = [allocate_here(size) for size in (1, 511, 512, 513, 1 << 20)]
        for tensor in tensors:
            self.assertEqual(tensor.data_ptr() % 512, 0)
            write(tensor, 0, tensor.numel())
        self.assertEqual(memory_debug.check(tensors[0]), len(tensors))
        self.assertEqual(memory_debug.find_damage(), [])

    def test_write_after_the_end(self):
        tensor = allocate_here(100)
        write(tensor, 100, 3)
        with self.assertRaises(memory_debug.MemoryDamageError) as caught:
            memory_debug.check()
        damage, = caught.exception.damages
        self.assertEqual((damage.address, damage.size, damage.device), (tensor.data_ptr(), 100, 0))
        self.assertEqual((damage.before, damage.after, damage.lowest), (0, 3, 100))
        self.assertFalse(damage.found_on_free)
        # Who allocated it, in Python and in C++.
        self.assertIn("allocate_here", damage.stack)
        self.assertIn("test_memory_debug.py", damage.stack)
        self.assertIn("empty_musa", damage.stack)
        self.assertIn("allocate_here", str(caught.exception))

    def test_write_before_the_start(self):
        tensor = allocate_here(100)
        write(tensor, -2)
        damage, = memory_debug.find_damage()
        self.assertEqual((damage.before, damage.after, damage.lowest), (1, 0, -2))
        self.assertEqual(damage.address, tensor.data_ptr())

    def test_every_guard_byte_counts(self):
        tensor = allocate_here(1000)
        for offset in (-512, -1, 1000, 1511):
            with self.subTest(offset=offset):
                torch.musa.synchronize()
                byte = ctypes.c_uint8.from_address(tensor.data_ptr() + offset)
                intact = byte.value
                byte.value ^= 1
                damage, = memory_debug.find_damage()
                self.assertEqual(damage.lowest, offset)
                byte.value = intact
                self.assertEqual(memory_debug.find_damage(), [])

    def test_damage_is_found_on_free(self):
        tensor = allocate_here(100)
        write(tensor, 100)
        address = tensor.data_ptr()
        del tensor
        damage, = memory_debug.find_damage()
        self.assertTrue(damage.found_on_free)
        self.assertEqual((damage.address, damage.after), (address, 1))
        self.assertEqual(memory_debug.find_damage(), [])

    def test_memory_that_is_not_watched(self):
        memory_debug.disable()
        tensor = allocate_here(100)
        memory_debug.enable()
        for other in (tensor, torch.empty(3)):
            with self.assertRaises(ValueError):
                memory_debug.check(other)
        self.assertEqual(memory_debug.check(torch.empty(0, device="musa")), 0)
        self.assertEqual(memory_debug.check(allocate_here(10)[5:]), 1)

    def test_blocks_are_watched_after_disable(self):
        tensor = allocate_here(100)
        memory_debug.disable()
        self.assertFalse(memory_debug.is_enabled())
        write(tensor, 101)
        damage, = memory_debug.find_damage()
        self.assertEqual(damage.lowest, 101)

    def test_resized_storage(self):
        tensor = allocate_here(4)
        tensor.copy_(torch.tensor([1, 2, 3, 4]))
        tensor.untyped_storage().resize_(2000)
        self.assertEqual(tensor.cpu().tolist(), [1, 2, 3, 4])
        self.assertEqual(memory_debug.check(tensor), 1)

    def test_memory_goes_back(self):
        before = torch.musa.memory_allocated()
        tensor = allocate_here(100)
        self.assertEqual(torch.musa.memory_allocated() - before, 512 + 512 + 512)  # the guards are counted
        del tensor
        self.assertEqual(torch.musa.memory_allocated(), before)

    def test_streams(self):
        stream = torch.musa.Stream()
        with torch.musa.stream(stream):
            tensor = allocate_here(1 << 16)
            tensor.copy_(torch.ones(1 << 16))
        tensor.record_stream(torch.musa.current_stream())
        self.assertEqual(memory_debug.check(tensor), 1)
        del tensor

    @unittest.skipIf(torch_musa.device_count() < 2, "needs two devices")
    def test_second_device(self):
        tensor = torch.empty(10, dtype=torch.uint8, device="musa:1")
        torch.musa.synchronize(1)
        ctypes.memset(tensor.data_ptr() + 10, 0, 512)
        damage, = memory_debug.find_damage()
        self.assertEqual((damage.device, damage.lowest), (1, 10))
        self.assertGreater(damage.after, 500)


@unittest.skipUnless(on_host_runtime(), "writes to the device's memory from the host")
class MemoryDebugProcessTest(unittest.TestCase):
    def test_environment(self):
        script = """
            import ctypes, torch, torch_musa
            def culprit():
                return torch.empty(64, dtype=torch.uint8, device="musa")
            tensor = culprit()
            torch.musa.synchronize()
            print(torch.musa.memory_debug.is_enabled())
            if torch.musa.memory_debug.is_enabled():
                ctypes.memset(tensor.data_ptr() + 64, 0, 8)
            del tensor
            print("goes on")
        """
        result = support.run(script, TORCH_MUSA_MEMORY_DEBUG="1")
        self.assertEqual((result.returncode, result.stdout), (0, "True\ngoes on\n"), result.stderr)
        self.assertIn("a block of 64 bytes", result.stderr)
        self.assertIn("culprit", result.stderr)
        result = support.run(script, TORCH_MUSA_MEMORY_DEBUG="0")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "False\ngoes on\n", ""))

    def test_tensors_that_live_until_the_end(self):
        result = support.run("""
            import torch, torch_musa
            keep = [torch.ones(1000).musa() for _ in range(10)]
            module = torch.nn.Linear(10, 10).musa()
        """, TORCH_MUSA_MEMORY_DEBUG="1")
        self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
