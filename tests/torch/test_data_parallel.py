# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import copy
import sys
import unittest
import warnings

import support  # first: it sets the environment; there are two devices

import torch
import torch_musa  # noqa: F401: before parallel_apply, which it replaces
from torch.nn.parallel import comm, parallel_apply

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


class Noting(torch.nn.Module):
    """Notes where its replicas run."""

    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 2)
        self.norm = torch.nn.BatchNorm1d(2)
        self.seen = []

    def forward(self, x, scale=1.0):
        self.seen.append((str(x.device), torch.musa.current_device(), torch.is_grad_enabled(), len(x)))
        return self.norm(self.linear(x)) * scale


class DataParallelTest(unittest.TestCase):
    def setUp(self):
        self.enterContext(warnings.catch_warnings())
        warnings.simplefilter("error")

    def test_replicas_run_on_all_devices(self):
        model = Noting().to("musa").eval()
        x = torch.randn(6, 3, device="musa")
        parallel = torch.nn.DataParallel(model)
        self.assertEqual(parallel.device_ids, [0, 1])
        result = parallel(x, scale=2.0)
        self.assertEqual(sorted(model.seen), [("musa:0", 0, True, 3), ("musa:1", 1, True, 3)])
        self.assertEqual(result.device, torch.device("musa:0"))
        torch.testing.assert_close(result, model(x) * 2)
        with torch.no_grad():
            parallel(x[:1])
        self.assertEqual(model.seen[-1], ("musa:0", 0, False, 1))

    def test_training_is_that_of_one_device(self):
        alone = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 2)).to("musa", torch.double)
        parallel = torch.nn.DataParallel(copy.deepcopy(alone))
        x, wanted = torch.randn(7, 3, device="musa", dtype=torch.double), torch.randn(7, 2, device="musa", dtype=torch.double)
        for model in (alone, parallel):
            optimizer = torch.optim.SGD(model.parameters(), 0.1)
            for _ in range(3):
                optimizer.zero_grad()
                torch.nn.functional.mse_loss(model(x), wanted).backward()
                optimizer.step()
        for one, other in zip(alone.parameters(), parallel.parameters()):
            self.assertEqual(other.device, torch.device("musa:0"))
            torch.testing.assert_close(one, other)

    def test_input_on_the_cpu_and_output_elsewhere(self):
        model = torch.nn.Linear(3, 2).to("musa")
        x = torch.randn(5, 3)
        result = torch.nn.DataParallel(model, output_device=1)(x)
        self.assertEqual(result.device, torch.device("musa:1"))
        torch.testing.assert_close(result.cpu(), model(x.musa()).cpu())

    def test_an_error_is_that_of_the_replica(self):
        class Fails(torch.nn.Module):
            def forward(self, x):
                if x.get_device() == 1:
                    raise KeyError("second")
                return x

        model = Fails()
        model.weight = torch.nn.Parameter(torch.ones(1, device="musa"))
        with self.assertRaisesRegex(KeyError, "(?s)in replica 1 on device 1.*second"):
            torch.nn.DataParallel(model)(torch.ones(4, 1, device="musa"))

    def test_autocast(self):
        model = torch.nn.Linear(3, 2).to("musa")
        with torch.autocast("musa", torch.bfloat16):
            result = torch.nn.DataParallel(model)(torch.randn(4, 3, device="musa"))
        self.assertEqual(result.dtype, torch.bfloat16)


class CommTest(unittest.TestCase):
    def test_broadcast(self):
        x = torch.arange(3.0, device="musa")
        here, there = comm.broadcast(x, [0, 1])
        self.assertIs(here, x)
        self.assertEqual((there.device.index, there.tolist()), (1, [0.0, 1.0, 2.0]))
        outputs = [torch.empty(3, device="musa:1"), torch.empty(3, device="musa:0")]
        comm.broadcast(x, out=outputs)
        self.assertEqual([output.tolist() for output in outputs], [[0.0, 1.0, 2.0]] * 2)

    def test_scatter_and_gather(self):
        x = torch.arange(10.0, device="musa").view(2, 5)
        parts = comm.scatter(x, [0, 1], [1, 4], 1)
        self.assertEqual([(part.device.index, part.shape) for part in parts], [(0, (2, 1)), (1, (2, 4))])
        torch.testing.assert_close(comm.gather(parts, 1, 0), x)
        self.assertEqual(comm.gather(parts, -1, "cpu").device.type, "cpu")
        outputs = [torch.empty(1, 5, device="musa:1"), torch.empty(1, 5, device="musa")]
        comm.scatter(x, out=outputs, dim=0)
        self.assertEqual(outputs[1].tolist(), [[5.0, 6.0, 7.0, 8.0, 9.0]])
        torch.testing.assert_close(comm.gather(outputs, 0, out=torch.empty(2, 5, device="musa")), x)

    def test_gather_to_the_cpu_waits_for_kernels(self):
        x = torch.randn(400, 400, device="musa")
        for _ in range(3):
            product = x
            for _ in range(20):
                product = torch.tanh(product @ x)
            for gathered in (comm.gather([product, product], 0, "cpu"),
                             comm.gather([product, product], 0, out=torch.empty(800, 400))):
                torch.testing.assert_close(gathered, torch.cat([product.cpu()] * 2))

    def test_sums(self):
        parts = [torch.ones(2, device="musa"), torch.full((2,), 5.0, device="musa:1")]
        self.assertEqual(comm.reduce_add(parts, 1).tolist(), [6.0, 6.0])

    def test_parallel_apply_is_one_function(self):
        self.assertIs(sys.modules["torch.nn.parallel.parallel_apply"].parallel_apply, parallel_apply)

    def test_parallel_apply_needs_a_device(self):
        with self.assertRaisesRegex(ValueError, "no device"):
            parallel_apply([torch.nn.Identity()], ["text"])
        with self.assertRaisesRegex(ValueError, "1 modules, 2 inputs"):
            parallel_apply([torch.nn.Identity()], [torch.ones(1, device="musa")] * 2)


if __name__ == "__main__":
    unittest.main()
