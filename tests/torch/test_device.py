# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import unittest

import support  # first: it sets the environment

import torch
import torch_musa

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


class DeviceTest(unittest.TestCase):
    def setUp(self):
        torch.musa.set_device(0)
        self.addCleanup(torch.musa.set_device, 0)

    def test_module_is_torch_musa(self):
        self.assertIs(torch.musa, torch_musa)
        self.assertTrue(torch.musa.is_available())
        self.assertEqual(torch._C._get_privateuse1_backend_name(), "musa")

    def test_submodules_are_not_imported_twice(self):
        import torch.musa.amp
        from torch.musa import memory_debug

        self.assertIs(torch.musa.amp, torch_musa.amp)
        self.assertIs(memory_debug, torch_musa.memory_debug)

    def test_tensor_knows_its_device(self):
        tensor = torch.empty(3, device="musa")
        self.assertEqual(tensor.device, torch.device("musa", 0))
        self.assertTrue(tensor.is_musa)
        self.assertFalse(torch.empty(3).is_musa)
        self.assertEqual(tensor.get_device(), 0)

    def test_copies_there_and_back(self):
        for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.bool, torch.complex64):
            for source in (torch.arange(24), torch.arange(24).reshape(4, 6).t(), torch.tensor(3), torch.empty(0, 2)):
                source = source.to(dtype)
                with self.subTest(dtype=dtype, shape=source.shape):
                    self.assertTrue(torch.equal(source.musa().cpu(), source))
                    self.assertTrue(torch.equal(source.to("musa").to("cpu"), source))

    def test_copies_convert_and_broadcast(self):
        source = torch.arange(6.0).reshape(2, 3)
        self.assertTrue(torch.equal(source.to("musa", torch.int32).cpu(), source.int()))
        self.assertTrue(torch.equal(source.musa().to("cpu", torch.float64), source.double()))
        target = torch.empty(2, 3, device="musa")
        target.copy_(torch.tensor([1.0, 2.0, 3.0]))
        self.assertTrue(torch.equal(target.cpu(), torch.tensor([[1.0, 2.0, 3.0]] * 2)))
        with self.assertRaises(RuntimeError):
            target.copy_(torch.empty(4))

    def test_conjugate_and_negative_views_are_copied_by_value(self):
        source = torch.tensor([1 + 2j, 3 - 4j])
        self.assertTrue(torch.equal(source.musa().conj().cpu(), source.conj().resolve_conj()))
        self.assertTrue(torch.equal(source.conj().musa().cpu(), source.conj().resolve_conj()))
        self.assertTrue(torch.equal(source.conj().imag.musa().cpu(), torch.tensor([-2.0, 4.0])))
        target = torch.zeros(2, dtype=torch.complex64).musa()
        target.conj().copy_(source)
        self.assertTrue(torch.equal(target.cpu(), source.conj().resolve_conj()))

    def test_properties(self):
        properties = torch.musa.get_device_properties(0)
        self.assertEqual(properties.name, torch.musa.get_device_name("musa:0"))
        self.assertEqual((properties.major, properties.minor), torch.musa.get_device_capability(torch.device("musa")))
        self.assertEqual(properties.total_memory, torch.musa.mem_get_info(0)[1])
        self.assertGreater(properties.multi_processor_count, 0)
        self.assertIn(properties.warp_size, (32, 128))
        self.assertIn(properties.name, repr(properties))
        self.assertTrue(torch.musa.is_bf16_supported())

    def test_devices_that_there_are_not(self):
        missing = torch.musa.device_count()
        with self.assertRaises(AssertionError):
            torch.musa.get_device_properties(missing)
        with self.assertRaises(AssertionError):
            torch.musa.synchronize(-1)
        with self.assertRaises(RuntimeError):
            torch.musa.set_device(missing)
        with self.assertRaises(RuntimeError):
            torch.empty(1, device=f"musa:{missing}")
        with self.assertRaises(ValueError):
            torch.musa.set_device("cpu")
        with self.assertRaises(TypeError):
            torch.musa.set_device(1.5)
        self.assertEqual(torch.musa.current_device(), 0)

    @unittest.skipIf(torch_musa.device_count() < 2, "needs two devices")
    def test_current_device(self):
        with torch.musa.device(1):
            self.assertEqual(torch.musa.current_device(), 1)
            self.assertEqual(torch.empty(1, device="musa").device.index, 1)
            with torch.musa.device_of(torch.empty(1, device="musa:0")):
                self.assertEqual(torch.musa.current_device(), 0)
            with torch.musa.device_of(torch.empty(1)):
                self.assertEqual(torch.musa.current_device(), 1)
        self.assertEqual(torch.musa.current_device(), 0)
        torch.musa.set_device("musa:1")
        self.assertEqual(torch.musa.current_device(), 1)
        torch.musa.set_device(-1)
        self.assertEqual(torch.musa.current_device(), 1)
        with torch.musa.device(None):
            self.assertEqual(torch.musa.current_device(), 1)
        torch.musa.synchronize("musa:0")

    @unittest.skipIf(torch_musa.device_count() < 2, "needs two devices")
    def test_copies_between_devices(self):
        source = torch.arange(100).reshape(10, 10)
        there = source.to("musa:0").t().to("musa:1")
        self.assertEqual(there.device.index, 1)
        self.assertTrue(torch.equal(there.cpu(), source.t()))
        self.assertTrue(torch.equal(there.musa(0).cpu(), source.t()))

    def test_accelerator(self):
        self.assertEqual(torch.accelerator.current_accelerator(), torch.device("musa"))
        self.assertEqual(torch.accelerator.device_count(), torch.musa.device_count())
        torch.accelerator.synchronize()

    def test_modules_and_packed_sequences(self):
        module = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4)).musa()
        self.assertTrue(all(tensor.is_musa for tensor in module.state_dict().values()))
        self.assertIsInstance(next(module.parameters()), torch.nn.Parameter)
        self.assertFalse(next(module.cpu().parameters()).is_musa)
        packed = torch.nn.utils.rnn.pack_padded_sequence(torch.ones(2, 3, 1), [3, 2], batch_first=True)
        self.assertTrue(packed.musa().is_musa)


class StartTest(unittest.TestCase):
    def test_starts_when_first_used(self):
        result = support.run("""
            import torch, torch_musa
            assert torch.musa.device_count() > 0 and torch.musa.is_available()
            torch.manual_seed(5)
            assert not torch.musa.is_initialized()
            assert torch.musa.memory_allocated() == 0
            torch.empty(1, device="musa")
            assert torch.musa.is_initialized()
            assert torch.musa.initial_seed() == 5
        """)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_errors_of_kernels_name_the_device(self):
        result = support.run("""
            import torch, torch_musa
            x = torch.arange(4, device="musa")
            try:
                print(x[torch.tensor([9], device="musa")].cpu())
            except RuntimeError as error:
                print(error)
        """, TORCH_SHOW_CPP_STACKTRACES="0")
        self.assertRegex(result.stdout, "MUSA error: device-side assert triggered\nMUSA kernel errors .*\n.* MUSA_LAUNCH_BLOCKING=1")
        self.assertNotIn("CUDA", result.stdout)

    def test_forked_process_may_not_use_it(self):
        result = support.run("""
            import os, sys, torch, torch_musa
            torch.empty(1, device="musa")
            child = os.fork()
            if child == 0:
                try:
                    torch.empty(1, device="musa")
                except RuntimeError as error:
                    os._exit(0 if "spawn" in str(error) and not torch.musa.is_available() else 1)
                os._exit(2)
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_fork_before_the_first_use(self):
        result = support.run("""
            import os, sys, torch, torch_musa
            child = os.fork()
            if child == 0:
                os._exit(0 if torch.ones(2).musa().cpu().sum() == 2 else 1)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
            assert torch.ones(2).musa().cpu().sum() == 2
        """)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_no_visible_device(self):
        result = support.run("""
            import torch, torch_musa
            assert torch.musa.device_count() == 0 and not torch.musa.is_available()
            assert not torch.ones(2).is_pinned()
            try:
                torch.empty(1, device="musa")
            except RuntimeError:
                raise SystemExit(3)
        """, MUSA_VISIBLE_DEVICES="-1")
        self.assertEqual(result.returncode, 3, result.stderr)


if __name__ == "__main__":
    unittest.main()
