# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import copy
import io
import pickle
import unittest

import support  # first: it sets the environment

import torch
import torch_musa

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


def saved(value):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return file


class SerializationTest(unittest.TestCase):
    source = torch.arange(12.0).reshape(3, 4)

    def check(self, tensor, device="musa:0"):
        self.assertEqual(tensor.device, torch.device(device))
        self.assertTrue(torch.equal(tensor.cpu(), self.source))

    def test_save_and_load(self):
        there = self.source.musa()
        self.check(torch.load(saved(there)))
        self.check(torch.load(saved(there), map_location="cpu"), "cpu")
        self.check(torch.load(saved(self.source), map_location="musa"))
        self.check(torch.load(saved(self.source), map_location=torch.device("musa", 0)))
        self.check(torch.load(saved(self.source), map_location={"cpu": "musa:0"}))
        self.check(torch.load(saved(there.t())).t())

    def test_views_share_their_storage(self):
        there = self.source.musa()
        first, second = torch.load(saved([there, there[1:]]))
        self.assertEqual(first[1:].data_ptr(), second.data_ptr())

    def test_missing_device(self):
        missing = torch.musa.device_count()
        with self.assertRaisesRegex(RuntimeError, f"device {missing} but"):
            torch.load(saved(self.source), map_location=f"musa:{missing}")

    @unittest.skipIf(torch_musa.device_count() < 2, "needs two devices")
    def test_devices(self):
        there = self.source.to("musa:1")
        self.check(torch.load(saved(there)), "musa:1")
        self.check(torch.load(saved(there), map_location="musa:0"))
        with torch.musa.device(1):
            self.check(torch.load(saved(self.source), map_location="musa"), "musa:1")

    def test_file_is_read_without_the_device(self):
        result = support.run("""
            import sys, torch
            tensor = torch.load(sys.argv[1], map_location="cpu")
            print(tensor.device, tensor.tolist())
        """, self.written(torch.arange(3).musa()))
        self.assertEqual(result.stdout, "cpu [0, 1, 2]\n", result.stderr)

    def written(self, value):
        import tempfile

        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = folder.name + "/value.pt"
        torch.save(value, path)
        return path

    def test_pickle_and_deepcopy(self):
        there = self.source.musa()
        self.check(pickle.loads(pickle.dumps(there)))
        twin = copy.deepcopy(there)
        self.check(twin)
        self.assertNotEqual(twin.data_ptr(), there.data_ptr())
        parameter = copy.deepcopy(torch.nn.Parameter(there))
        self.assertIsInstance(parameter, torch.nn.Parameter)
        self.check(parameter.detach())

    def test_state_dicts(self):
        module = torch.nn.Linear(4, 3).musa()
        optimizer = torch.optim.SGD(module.parameters(), lr=0.1, momentum=0.9)
        other = torch.nn.Linear(4, 3).musa()
        other.load_state_dict(torch.load(saved(module.state_dict())))
        self.assertTrue(torch.equal(other.weight.cpu(), module.weight.cpu()))
        optimizer.load_state_dict(torch.load(saved(optimizer.state_dict())))
        self.assertEqual(optimizer.param_groups[0]["momentum"], 0.9)

    def test_storages(self):
        storage = self.source.musa().untyped_storage()
        self.assertTrue(storage.is_musa)
        self.assertEqual(storage.device, torch.device("musa", 0))
        self.assertEqual(storage.cpu().tolist(), self.source.untyped_storage().tolist())
        self.assertEqual(self.source.untyped_storage().musa().cpu().tolist(), storage.cpu().tolist())
        empty = torch.UntypedStorage(16, device="musa")
        self.assertEqual((empty.nbytes(), empty.device.type), (16, "musa"))
        empty.resize_(64)
        self.assertEqual(empty.nbytes(), 64)
        twin = storage.clone()
        self.assertEqual(twin.cpu().tolist(), storage.cpu().tolist())
        tensor = torch.empty(0, device="musa").set_(twin)
        self.assertEqual(tensor.cpu().tolist(), list(range(12)))


if __name__ == "__main__":
    unittest.main()
