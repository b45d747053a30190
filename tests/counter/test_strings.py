# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from strings import device_of_musa, path_of_musa, variable_of_musa  # noqa: E402


class Strings(unittest.TestCase):
    def test_paths(self):
        for before, after in (('"libcudart.so.12"', '"libmusart.so"'), ('"libcuda.so.1"', '"libmusa.so"'), ('"libnvrtc.so"', '"libmtrtc.so"'),
                              ('"/usr/local/cuda-12.1/lib64/libcublas.so"', '"/usr/local/musa/lib/libmublas.so"'),
                              ('"-I/opt/cuda/include"', '"-I/usr/local/musa/include"'), ('"libmycuda.so"', None), ('"cuda"', None)):
            self.assertEqual(path_of_musa(before), after)

    def test_devices_and_variables(self):
        self.assertEqual(device_of_musa('"cuda:1"', "Device"), '"musa:1"')
        self.assertIsNone(device_of_musa('"cuda"', "puts"))
        self.assertEqual(variable_of_musa('"CUDA_HOME"'), '"MUSA_HOME"')
        self.assertIsNone(variable_of_musa('"cuda_home"'))


if __name__ == "__main__":
    unittest.main()
