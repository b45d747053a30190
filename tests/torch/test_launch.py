# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torchrun starts the ranks of a program that gives its group a device. The package is as if it were installed."""

import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import unittest

import support  # first: it sets the environment

PROGRAM = """
import os
import pathlib
import torch
import torch.distributed as dist

device = torch.device("musa", int(os.environ["LOCAL_RANK"]))
dist.init_process_group("mccl", device_id=device)
dist.barrier()
torch.musa.set_device(device)
dist.barrier()
torch.musa.set_device(0)
numbers = torch.full((2,), dist.get_rank() + 1.0, device=device)
dist.all_reduce(numbers)
group = dist.new_group([0, 1], device_id=device)
dist.all_reduce(numbers, group=group)
dist.barrier()
dist.barrier(device_ids=[device.index])
pathlib.Path(__file__).with_name(f"sum of {dist.get_rank()}").write_text(str(numbers.tolist()))
dist.destroy_process_group()
"""


class Launch(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        support.install(self.folder)
        (self.folder / "train.py").write_text(PROGRAM)

    def run_python(self, *arguments):
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "MUSA_HOST_DEVICES": "2", "OMP_NUM_THREADS": "1"}
        environment.pop("USE_LIBUV", None)
        return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, timeout=150)

    def expect_sums(self, *options):
        run = self.run_python("-m", "torch.distributed.run", *options, "--nproc-per-node=2", str(self.folder / "train.py"))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual([(self.folder / f"sum of {rank}").read_text() for rank in range(2)], ["[6.0, 6.0]"] * 2)

    def test_standalone(self):
        self.expect_sums("--standalone")

    def test_static(self):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        self.expect_sums("--nnodes=1", "--node-rank=0", "--rdzv-backend=static", "--master-addr=127.0.0.1", f"--master-port={port}")

    def test_stores_of_a_program(self):
        code = "import torch, torch.distributed as dist\ndist.TCPStore('127.0.0.1', 0, is_master=True, wait_for_workers=False{})\n"
        self.assertEqual(self.run_python("-c", code.format("")).returncode, 0)
        run = self.run_python("-c", code.format(", use_libuv=True"))  # which is asked for, and not there
        self.assertIn("without libuv", run.stderr)

    def test_device_without_a_number(self):
        (self.folder / "train.py").write_text(PROGRAM.replace('("musa", int(os.environ["LOCAL_RANK"]))', '("musa")'))
        run = self.run_python("-m", "torch.distributed.run", "--standalone", "--nproc-per-node=1", str(self.folder / "train.py"))
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("device_id has to be a device with its number", run.stderr)


if __name__ == "__main__":
    unittest.main()
