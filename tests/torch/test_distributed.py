# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.distributed with the backend mccl: this file starts itself as the ranks of each test."""

import datetime
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as functional
import torch_musa  # noqa: F401

RANKS = 2
DEVICE = "musa:0"


def numbers(rank, dtype=torch.float32, count=1000):
    return (torch.arange(count) % 7 + rank + 1).to(dtype)


def on_musa(tensor):
    return tensor.to(DEVICE)


class Parts:
    """What a rank does, by the name of its test."""

    def __init__(self, rank):
        self.rank, self.other = rank, 1 - rank

    def same(self, tensor, expected):
        if not torch.equal(tensor.cpu(), expected):
            raise AssertionError(f"rank {self.rank}: {tensor.cpu()} is not {expected}")

    def all_reduce(self):
        for dtype in (torch.int8, torch.uint8, torch.int32, torch.int64, torch.half, torch.bfloat16, torch.float, torch.double):
            both = torch.stack([numbers(rank, dtype) for rank in range(RANKS)]).double()
            for operation, expected in ((dist.ReduceOp.SUM, both.sum(0)), (dist.ReduceOp.PRODUCT, both.prod(0)),
                                        (dist.ReduceOp.MAX, both.amax(0)), (dist.ReduceOp.MIN, both.amin(0))):
                tensor = on_musa(numbers(self.rank, dtype))
                dist.all_reduce(tensor, operation)
                self.same(tensor, expected.to(dtype))
        tensor = on_musa(numbers(self.rank))
        dist.all_reduce(tensor, dist.ReduceOp.AVG)
        self.same(tensor, (numbers(0) + numbers(1)) / 2)
        tensor = on_musa(torch.tensor([self.rank == 0, False, True]))
        dist.all_reduce(tensor)
        self.same(tensor, torch.tensor([True, False, True]))
        tensor = on_musa(torch.complex(numbers(self.rank), numbers(self.rank)))
        dist.all_reduce(tensor)
        self.same(tensor, torch.complex(numbers(0) + numbers(1), numbers(0) + numbers(1)))

    def multiplied_sums(self):
        for dtype in (torch.half, torch.float, torch.double, torch.int32):
            on_device = on_musa(torch.tensor([3], dtype=dtype))
            for factor in (3.0, on_device, on_device.cpu()):
                operation = dist._make_nccl_premul_sum(factor)
                tensor = on_musa(numbers(self.rank, dtype))
                dist.all_reduce(tensor, operation)
                self.same(tensor, 3 * (numbers(0, dtype) + numbers(1, dtype)))
                part = on_musa(torch.zeros(500, dtype=dtype))
                dist.reduce_scatter_tensor(part, on_musa(numbers(self.rank, dtype)), operation)
                self.same(part, tensor[500 * self.rank:500 * self.rank + 500].cpu())

    def broadcast_and_reduce(self):
        for root in range(RANKS):
            tensor = on_musa(numbers(self.rank))
            dist.broadcast(tensor, root)
            self.same(tensor, numbers(root))
            tensor = on_musa(numbers(self.rank))
            dist.reduce(tensor, root)
            self.same(tensor, numbers(0) + numbers(1) if self.rank == root else numbers(self.rank))

    def gathers(self):
        tensor = on_musa(numbers(self.rank))
        outputs = [torch.zeros_like(tensor) for _ in range(RANKS)]
        dist.all_gather(outputs, tensor)
        for rank, output in enumerate(outputs):
            self.same(output, numbers(rank))
        whole = on_musa(torch.zeros(RANKS * 1000))
        dist.all_gather_into_tensor(whole, tensor)
        self.same(whole, torch.cat([numbers(0), numbers(1)]))
        outputs = [torch.zeros_like(tensor) for _ in range(RANKS)]
        dist.gather(tensor, outputs if self.rank == 1 else None, dst=1)
        if self.rank == 1:
            for rank, output in enumerate(outputs):
                self.same(output, numbers(rank))
        small = torch.tensor([self.rank + 1.5, -2.0]).to(torch.float8_e4m3fn)
        outputs = [on_musa(torch.zeros_like(small)) for _ in range(RANKS)]
        dist.all_gather(outputs, on_musa(small))
        for rank, output in enumerate(outputs):
            self.same(output.float(), torch.tensor([rank + 1.5, -2.0]))
        objects = [None] * RANKS
        dist.all_gather_object(objects, {"rank": self.rank})
        if objects != [{"rank": 0}, {"rank": 1}]:
            raise AssertionError(objects)

    def scatters(self):
        tensor = on_musa(torch.zeros(1000))
        dist.scatter(tensor, [on_musa(numbers(5)), on_musa(numbers(6))] if self.rank == 0 else None, src=0)
        self.same(tensor, numbers(5 + self.rank))
        pieces = [on_musa(numbers(self.rank + 10 * piece)) for piece in range(RANKS)]
        expected = numbers(10 * self.rank) + numbers(10 * self.rank + 1)
        dist.reduce_scatter(tensor, pieces)
        self.same(tensor, expected)
        dist.reduce_scatter_tensor(tensor.zero_(), torch.cat(pieces))
        self.same(tensor, expected)

    def all_to_all(self):
        pieces = [numbers(10 * self.rank + to) for to in range(RANKS)]
        expected = [numbers(10 * origin + self.rank) for origin in range(RANKS)]
        outputs = [on_musa(torch.zeros(1000)) for _ in range(RANKS)]
        dist.all_to_all(outputs, [on_musa(piece) for piece in pieces])
        for output, wanted in zip(outputs, expected):
            self.same(output, wanted)
        whole = on_musa(torch.zeros(RANKS * 1000))
        dist.all_to_all_single(whole, on_musa(torch.cat(pieces)))
        self.same(whole, torch.cat(expected))
        # Rank 0 gives 1 and 2 rows, rank 1 gives 3 and none.
        gives = [[1, 2], [3, 0]][self.rank]
        takes = [[1, 3], [2, 0]][self.rank]
        output = on_musa(torch.zeros(sum(takes), 2))
        dist.all_to_all_single(output, on_musa(torch.full((3, 2), float(self.rank))), takes, gives)
        self.same(output, torch.tensor([[0.0, 0.0]] + [[1.0, 1.0]] * 3 if self.rank == 0 else [[0.0, 0.0]] * 2))

    def messages(self):
        tensor = on_musa(numbers(self.rank))
        if self.rank == 0:
            dist.send(tensor, 1)
        else:
            dist.recv(tensor, 0)
            self.same(tensor, numbers(0))
        # Both send first, more than fits into what is between them.
        large, received = on_musa(numbers(self.rank, count=500_000)), on_musa(torch.zeros(500_000))
        works = [dist.isend(large, self.other), dist.irecv(received, self.other)]
        for work in works:
            work.wait()
        self.same(received, numbers(self.other, count=500_000))
        received.zero_()
        operations = [dist.P2POp(dist.isend, large, self.other), dist.P2POp(dist.irecv, received, self.other)]
        for work in dist.batch_isend_irecv(operations):
            work.wait()
        self.same(received, numbers(self.other, count=500_000))

    def asynchronous(self):
        tensor = on_musa(numbers(self.rank))
        work = dist.all_reduce(tensor, async_op=True)
        if self.rank == 0:
            time.sleep(0.2)
        work.wait()
        if not (work.is_completed() and work.is_success()):
            raise AssertionError("the work is not done")
        tensor += 1
        self.same(tensor, numbers(0) + numbers(1) + 1)
        dist.barrier()

    def registered(self):
        """A work that wait_tensor() may ask for is known until somebody waits for it."""
        known = torch._C._distributed_c10d._get_work_registry_size
        with functional.allow_inflight_collective_as_graph_input_ctx():
            tensor = on_musa(numbers(self.rank))
            work = dist.all_reduce(tensor, async_op=True)
            sizes = [known()]
            work.wait()
            sizes.append(known())
        if sizes != [1, 0]:
            raise AssertionError(f"{sizes} works")
        self.same(tensor, numbers(0) + numbers(1))

    def coalesced(self):
        tensors = [on_musa(numbers(self.rank, count=count)) for count in (10, 1000)]
        with dist.distributed_c10d._coalescing_manager(device=torch.device(DEVICE), async_ops=True) as manager:
            for tensor in tensors:
                dist.all_reduce(tensor)
        manager.wait()
        if len(manager.works) != 1:
            raise AssertionError(f"{len(manager.works)} works")
        for tensor in tensors:
            self.same(tensor, numbers(0, count=len(tensor)) + numbers(1, count=len(tensor)))

    def groups(self):
        alone = dist.new_group([1])
        tensor = on_musa(numbers(self.rank))
        if self.rank == 1:
            dist.all_reduce(tensor, group=alone)
        self.same(tensor, numbers(self.rank))

    def wrong_calls(self):
        for wrong in (on_musa(torch.zeros(3, dtype=torch.int16)), on_musa(torch.zeros(4, 4))[:, :2],
                      on_musa(torch.zeros(3).to(torch.float8_e5m2))):
            try:
                dist.all_reduce(wrong)
            except RuntimeError:
                continue
            raise AssertionError(f"{wrong} is accepted")
        # As with PyTorch's own backends.
        zeros = on_musa(torch.zeros(4))
        group = dist.distributed_c10d._get_default_group()
        for error, words, call in (
                (ValueError, "ReduceOp.BAND", lambda: dist.all_reduce(zeros, dist.ReduceOp.BAND)),
                (ValueError, "output tensor size", lambda: dist.all_gather_into_tensor(on_musa(torch.zeros(9)), zeros)),
                (TypeError, "output tensor", lambda: dist.all_gather_into_tensor(on_musa(torch.zeros(8).int()), zeros)),
                (ValueError, "input tensor", lambda: dist.reduce_scatter_tensor(zeros, on_musa(torch.zeros(9)))),
                (TypeError, "input tensor", lambda: dist.reduce_scatter_tensor(zeros, on_musa(torch.zeros(8).int()))),
                (ValueError, "contiguous", lambda: dist.all_to_all_single(zeros.view(2, 2), zeros.view(2, 2).t())),
                (ValueError, "root", lambda: group.gather([zeros, zeros], zeros, RANKS)),
                (ValueError, "root", lambda: group.scatter(zeros, [zeros, zeros], -1))):
            try:
                call()
            except error as raised:
                if words in str(raised):
                    continue
            raise AssertionError(f"no {error.__name__} of {words}")

    def distributed_data_parallel(self):
        torch.manual_seed(0)
        model = torch.nn.Sequential(torch.nn.Linear(6, 16), torch.nn.ReLU(), torch.nn.Linear(16, 3))
        alone = torch.nn.Sequential(torch.nn.Linear(6, 16), torch.nn.ReLU(), torch.nn.Linear(16, 3))
        alone.load_state_dict(model.state_dict())
        inputs, targets = torch.randn(8, 6), torch.randn(8, 3)
        if self.rank == 1:
            with torch.no_grad():
                model[0].weight.zero_()  # rank 0 says what it is
        model = torch.nn.parallel.DistributedDataParallel(model.to(DEVICE))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        reference = torch.optim.SGD(alone.parameters(), lr=0.1)
        mine = slice(4 * self.rank, 4 * self.rank + 4)
        for _ in range(3):
            for one, step, rows, place in ((model, optimizer, mine, DEVICE), (alone, reference, slice(8), "cpu")):
                step.zero_grad()
                torch.nn.functional.mse_loss(one(inputs[rows].to(place)), targets[rows].to(place)).backward()
                step.step()
        for found, expected in zip(model.module.parameters(), alone.parameters()):
            torch.testing.assert_close(found.cpu(), expected, rtol=0, atol=1e-5)

    def times_of_steps(self):
        model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(64, 64).to(DEVICE))
        model._set_ddp_runtime_logging_sample_rate(1)
        for _ in range(3):
            model(on_musa(torch.randn(256, 64))).sum().backward()
        data = model._get_ddp_logging_data()
        for part in ("forward_compute", "backward_compute", "backward_comm"):
            if not 0 < data[f"avg_{part}_time"] < 10e9:  # nanoseconds
                raise AssertionError(f"avg_{part}_time is {data.get(f'avg_{part}_time')}")

    def lost_rank(self):
        tensor = on_musa(numbers(self.rank))
        dist.all_reduce(tensor)
        if self.rank == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        begin = time.monotonic()
        try:
            dist.all_reduce(tensor)
        except dist.DistBackendError as error:
            if "rank 1 has ended" not in str(error):
                raise
            if time.monotonic() - begin > 20:  # of the 60 s that are set
                raise AssertionError("it takes too long") from error
            return
        raise AssertionError("nothing is said of the lost rank")

    def timeout(self):
        tensor = on_musa(numbers(self.rank))
        dist.all_reduce(tensor)
        if self.rank == 1:
            time.sleep(5)
            return
        work = dist.all_reduce(tensor, async_op=True)
        begin = time.monotonic()
        try:
            work.wait(datetime.timedelta(seconds=1))
        except dist.DistBackendError:
            if time.monotonic() - begin < 4:
                return
        raise AssertionError("there is no timeout")


def play(test, rank):
    options = {"backend": {"messages": "cpu:gloo,musa:mccl", "groups": None}.get(test, "mccl")}
    if options["backend"] is None:
        del options["backend"]
    dist.init_process_group(rank=rank, world_size=RANKS, timeout=datetime.timedelta(seconds=60), **options)
    getattr(Parts(rank), test)()
    dist.destroy_process_group()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Distributed(unittest.TestCase):
    def ranks(self, test):
        """Starts the ranks. Returns their exit statuses."""
        environment = {**os.environ, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free_port())}
        environment.pop("USE_LIBUV", None)
        ranks, logs = [], []
        with tempfile.TemporaryDirectory() as folder:
            for rank in range(RANKS):
                logs.append(pathlib.Path(folder) / str(rank))
                with logs[-1].open("w") as log:
                    ranks.append(subprocess.Popen([sys.executable, __file__, "rank", test, str(rank)], env=environment,
                                                  stdout=log, stderr=log))
            statuses = [rank.wait(180) for rank in ranks]
            self.said = "\n".join(log.read_text() for log in logs)
        return statuses

    def test_is_available(self):
        self.assertTrue(dist.is_mccl_available())
        self.assertTrue(dist.is_backend_available("mccl"))

    def test_lost_rank(self):
        self.assertEqual(self.ranks("lost_rank"), [0, -signal.SIGKILL], self.said)


def add_test(name):
    def test(self):
        self.assertEqual(self.ranks(name), [0] * RANKS, self.said)

    setattr(Distributed, f"test_{name}", test)


for part in vars(Parts):
    if not part.startswith("_") and part not in ("same", "lost_rank"):
        add_test(part)

if __name__ == "__main__":
    if sys.argv[1:2] == ["rank"]:
        play(sys.argv[2], int(sys.argv[3]))
    else:
        unittest.main()
