# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names that programs use: those of torch.cuda, and of Moore Threads' torch_musa. api_names.json lists what is left out."""

import ctypes
import importlib
import json
import re
import unittest
import warnings
from pathlib import Path

from support import run, setUpModule, tearDownModule  # noqa: F401

import torch
import torch_musa

NAMES = json.loads((Path(__file__).parent / "api_names.json").read_text())


def ours(name):
    """What a name of torch.cuda is called here."""
    return re.sub("CUDA", "MUSA", re.sub("Cuda", "Musa", re.sub("cuda", "musa", name)))


class NamesTest(unittest.TestCase):
    def test_torch_cuda(self):
        missing = {name for name in torch.cuda.__all__ if not hasattr(torch.musa, ours(name))}
        self.assertEqual(missing, set(NAMES["left_out"]))
        self.assertLessEqual(len(NAMES["left_out"]), 10)
        named = set(torch.musa.__all__)
        self.assertEqual({ours(name) for name in torch.cuda.__all__ if name not in missing} - named, set())
        self.assertEqual({name for name in named if not hasattr(torch.musa, name)}, set())

    def test_modules_of_torch_cuda(self):
        for module in ("amp", "memory", "profiler", "random", "streams"):
            theirs, have = importlib.import_module(f"torch.cuda.{module}"), importlib.import_module(f"torch.musa.{module}")
            names = getattr(theirs, "__all__", None) or ("Event", "ExternalStream", "Stream")
            self.assertEqual([name for name in names if not hasattr(have, ours(name))], [], module)
        for theirs in (torch.cuda.Stream, torch.cuda.Event, torch.cuda.CUDAGraph):
            have = getattr(torch.musa, ours(theirs.__name__))
            self.assertEqual([name for name in dir(theirs) if not hasattr(have, ours(name))], [], theirs)

    def test_torch_musa(self):
        missing = {name for name in NAMES["torch_musa"] if not hasattr(torch_musa, name)}
        self.assertEqual(missing, set(NAMES["left_out_of_torch_musa"]))
        for module, names in NAMES["torch_musa_modules"].items():
            with self.subTest(module=module):
                found = importlib.import_module(module)
                self.assertEqual([name for name in names if not hasattr(found, name)], [])

    def test_modules_are_the_same(self):
        from torch_musa.core.device import Device
        import torch_musa.core.memory

        self.assertIs(Device, torch.musa.device)
        self.assertIs(torch_musa.core.memory, torch.musa.memory)

    def test_signatures(self):
        """An argument of torch.cuda's function is one of ours, too, at the same place."""
        import inspect

        for name in sorted(set(torch.cuda.__all__) - set(NAMES["left_out"])):
            function = getattr(torch.cuda, name)
            if inspect.isfunction(function):
                with self.subTest(name=name):
                    theirs, have = (inspect.signature(it).parameters for it in (function, getattr(torch.musa, ours(name))))
                    self.assertEqual([ours(it) for it in theirs], list(have)[:len(theirs)])


class RuntimeTest(unittest.TestCase):
    def test_version_and_architectures(self):
        self.assertRegex(torch.version.musa, r"^\d+\.\d+$")
        self.assertTrue(all(re.fullmatch(r"mp_\d\d", name) for name in torch.musa.get_arch_list()))
        self.assertEqual(torch.musa.get_gencode_flags(), "--offload-arch=" + ",".join(torch.musa.get_arch_list()))
        self.assertIs(torch.musa.is_tf32_supported(), torch.musa.get_device_capability() >= (2, 2))

    def test_musart(self):
        runtime = torch.musa.musart()
        block = (ctypes.c_char * 4096)()
        torch.musa.check_error(runtime.musaHostRegister(ctypes.addressof(block), 4096, 0))
        torch.musa.check_error(runtime.musaHostUnregister(ctypes.addressof(block)))
        status = runtime.musaHostUnregister(ctypes.addressof(block))
        self.assertNotEqual(int(status), torch.musa.musaStatus.SUCCESS)
        with self.assertRaisesRegex(torch.musa.MusaError, rf"\({int(status)}\)"):
            torch.musa.check_error(status)
        self.assertEqual(runtime.musaMemGetInfo(0)[1], torch.musa.mem_get_info(0)[1])
        stream = ctypes.c_void_p()
        torch.musa.check_error(runtime.musaStreamCreate(ctypes.addressof(stream)))
        torch.musa.check_error(runtime.musaStreamDestroy(stream.value))
        with torch.musa.profiler.profile():
            torch.ones(2, device="musa").sum()

    def test_handles(self):
        self.assertNotEqual(torch.musa.current_blas_handle(), 0)
        self.assertNotEqual(torch.musa.current_blaslt_handle(), 0)
        stream = torch.musa.Stream()
        self.assertEqual(stream._as_parameter_.value, stream.musa_stream)
        event = torch.musa.Event()
        event.record()
        self.assertEqual(event._as_parameter_.value, event.musa_event)
        with self.assertRaisesRegex(RuntimeError, "interprocess=True"):
            event.ipc_handle()

    def test_sleep(self):
        start, end = (torch.musa.Event(enable_timing=True) for _ in range(2))
        start.record()
        torch.musa._sleep(20_000_000)
        end.record()
        end.synchronize()
        self.assertGreater(start.elapsed_time(end), 1)

    def test_sync_debug_mode(self):
        self.addCleanup(torch.musa.set_sync_debug_mode, "default")
        x = torch.ones(3, device="musa")
        torch.musa.set_sync_debug_mode("error")
        self.assertEqual(torch.musa.get_sync_debug_mode(), 2)
        with self.assertRaisesRegex(RuntimeError, "synchroniz"):
            x.sum().item()
        x + 1
        torch.musa.set_sync_debug_mode(1)
        with self.assertWarnsRegex(UserWarning, "synchroniz"):
            x.nonzero()
        torch.musa.set_sync_debug_mode("default")
        with warnings.catch_warnings(action="error"):
            x.nonzero()
        for wrong in ("loud", 3, True):
            with self.assertRaisesRegex(RuntimeError, "invalid value of debug_mode"):
                torch.musa.set_sync_debug_mode(wrong)

    def test_management(self):
        x = torch.ones(1 << 20, device="musa")
        self.assertGreaterEqual(torch.musa.device_memory_used(), x.nbytes)
        for name in ("memory_usage", "utilization", "temperature", "power_draw", "clock_rate", "list_gpu_processes"):
            with self.assertRaisesRegex(NotImplementedError, "of musa:1 .* management library"):
                getattr(torch.musa, name)(1)
        self.assertIsNone(torch.musa.ipc_collect())

    def test_fork_rng(self):
        torch.musa.manual_seed(3)
        with torch.musa.fork_rng(devices=[0]):
            want = torch.rand(2, device="musa").tolist()
        self.assertEqual(torch.rand(2, device="musa").tolist(), want)

    def test_calls_that_wait(self):
        done = run("""
            import torch, torch_musa
            def fail():
                raise KeyError("gone")
            torch.musa._lazy_call(fail)
            try:
                torch.musa.init()
            except torch.musa.DeferredMusaCallError as error:
                assert "gone" in str(error)
            else:
                raise AssertionError
            """)
        self.assertEqual(done.returncode, 0, done.stderr)


class StorageTest(unittest.TestCase):
    def test_typed_storages(self):
        with warnings.catch_warnings(action="ignore"):
            made = torch.musa.FloatStorage([1, 2.5])
            self.assertEqual((made.device.type, made.dtype, made.tolist()), ("musa", torch.float32, [1, 2.5]))
            storage = torch.ones(3, dtype=torch.int16, device="musa").storage()
            self.assertIsInstance(storage, torch.musa.ShortStorage)
            self.assertNotIsInstance(storage, torch.musa.LongStorage)
            self.assertNotIsInstance(storage, torch.ShortStorage)
            self.assertEqual(storage.type(), "torch.musa.ShortStorage")
            for name in (it for it in torch.cuda.__all__ if it.endswith("Storage")):
                self.assertEqual(getattr(torch.musa, name)(2).dtype, getattr(torch, name)._dtype)

    def test_sparse_types(self):
        x = torch.eye(2, device="musa").to_sparse()
        self.assertIsInstance(x, torch.musa.sparse.FloatTensor)
        self.assertNotIsInstance(x, torch.musa.sparse.LongTensor)
        self.assertNotIsInstance(x, torch.musa.FloatTensor)


if __name__ == "__main__":
    unittest.main()
