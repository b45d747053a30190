# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The backend mccl on two hosts: namespaces of this one, each with a network card, joined by a cable.

Each host also has a boot ID of its own, by which ranks see that they cannot share memory. This file starts itself as the
hosts, and these start it as their ranks. It needs root, and says so where it is skipped.
"""

import datetime
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

HOSTS, RANKS_OF_HOST = 2, 2
RANKS = HOSTS * RANKS_OF_HOST
CARD = "cable{}"
ADDRESS = "10.77.0.{}"
LOST = RANKS - 1
DEVICE = "musa:0"


class Netlink:
    """What Linux's program ip does with it."""

    NEW_LINK, NEW_ADDRESS, CREATE = 16, 20, 0x600
    NAME, LINK_INFO, KIND, DATA, PEER, NAMESPACE_OF = 3, 18, 1, 2, 1, 19

    def __init__(self):
        self.socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)

    @staticmethod
    def attribute(kind, value):
        return struct.pack("HH", 4 + len(value), kind) + value + bytes(-len(value) % 4)

    @staticmethod
    def link(index=0, up=0):
        return struct.pack("BxHiII", socket.AF_UNSPEC, 0, index, up, up)

    def ask(self, kind, flags, body):
        request, acknowledge, error_at = 1, 4, 16
        self.socket.send(struct.pack("IHHII", 16 + len(body), kind, request | acknowledge | flags, 1, 0) + body)
        error = struct.unpack_from("i", self.socket.recv(65536), error_at)[0]
        if error:
            raise OSError(-error, os.strerror(-error))

    def add_cable(self, here, there, process):
        """Two cards, of which one is in the process's namespace."""
        attribute = self.attribute
        peer = self.link() + attribute(self.NAME, there.encode() + b"\0") + attribute(self.NAMESPACE_OF, struct.pack("I", process))
        info = attribute(self.KIND, b"veth") + attribute(self.DATA, attribute(self.PEER, peer))
        self.ask(self.NEW_LINK, self.CREATE,
                 self.link() + attribute(self.NAME, here.encode() + b"\0") + attribute(self.LINK_INFO, info))

    def switch_on(self, card):
        self.ask(self.NEW_LINK, 0, self.link(socket.if_nametoindex(card), 1))

    def add_address(self, card, address):
        local, same, length = 2, 1, 24
        value = socket.inet_aton(address)
        self.ask(self.NEW_ADDRESS, self.CREATE, struct.pack("BBBBi", socket.AF_INET, length, 0, 0, socket.if_nametoindex(card))
                 + self.attribute(local, value) + self.attribute(same, value))


def be_host(number, folder):
    """Enters namespaces, gets the other host's process from standard input, and starts the ranks."""
    os.unshare(os.CLONE_NEWNET | os.CLONE_NEWNS)
    boot_id = pathlib.Path(folder, f"boot_id{number}")
    boot_id.write_text(f"0000000{number}-0000-0000-0000-000000000000\n")
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    subprocess.run(["mount", "--bind", boot_id, "/proc/sys/kernel/random/boot_id"], check=True)
    print("ready", flush=True)
    other = int(input())
    netlink, card = Netlink(), CARD.format(number)
    netlink.switch_on("lo")
    if number == 0:
        netlink.add_cable(card, CARD.format(1), other)
    netlink.add_address(card, ADDRESS.format(number + 1))
    netlink.switch_on(card)
    print("joined", flush=True)
    input()
    environment = {**os.environ, "MASTER_ADDR": ADDRESS.format(1), "MASTER_PORT": "29500", "GLOO_SOCKET_IFNAME": card}
    environment.pop("USE_LIBUV", None)
    ranks = range(number * RANKS_OF_HOST, (number + 1) * RANKS_OF_HOST)
    started = [subprocess.Popen([sys.executable, __file__, "rank", str(rank)], env=environment, stdout=sys.stderr) for rank in ranks]
    statuses = [rank.wait() for rank in started]
    sys.exit(statuses != [-signal.SIGKILL if rank == LOST else 0 for rank in ranks])


def be_rank(rank):
    import torch
    import torch.distributed as dist
    import torch_musa  # noqa: F401

    def same(tensor, expected):
        torch.testing.assert_close(tensor.cpu(), torch.as_tensor(expected, dtype=tensor.dtype).expand_as(tensor.cpu()))

    def ours(count=RANKS):
        return torch.full((count,), rank + 1.0, device=DEVICE)

    dist.init_process_group("mccl", rank=rank, world_size=RANKS, timeout=datetime.timedelta(seconds=60))
    all_ranks = torch.arange(1.0, RANKS + 1)
    tensor = ours()
    dist.all_reduce(tensor)
    same(tensor, sum(all_ranks))
    for average, dtype in ((sum(all_ranks) / RANKS, torch.float), (sum(all_ranks) // RANKS, torch.int32)):
        tensor = ours().to(dtype)
        dist.all_reduce(tensor, dist.ReduceOp.AVG)
        same(tensor, average)
    tensor = ours()
    dist.broadcast(tensor, LOST)
    same(tensor, RANKS)
    tensor = ours()
    dist.reduce(tensor, 0)
    same(tensor, sum(all_ranks) if rank == 0 else rank + 1)
    tensor = torch.zeros(RANKS, device=DEVICE)
    dist.all_gather_into_tensor(tensor, ours(1))
    same(tensor, all_ranks)
    outputs = list(torch.zeros(RANKS, 1, device=DEVICE))
    dist.all_gather(outputs, ours(1))
    same(torch.cat(outputs), all_ranks)
    dist.gather(ours(1), outputs if rank == 1 else None, dst=1)
    dist.scatter(outputs[0], list(all_ranks.to(DEVICE).view(RANKS, 1)) if rank == 1 else None, src=1)
    same(outputs[0], rank + 1)
    tensor = torch.zeros(1, device=DEVICE)
    dist.reduce_scatter(tensor, list(ours().view(RANKS, 1)))
    same(tensor, sum(all_ranks))
    dist.reduce_scatter_tensor(tensor, ours(), dist.ReduceOp.AVG)
    same(tensor, sum(all_ranks) / RANKS)
    outputs = [torch.zeros(to + 1, device=DEVICE) for to in range(RANKS)]
    dist.all_to_all(outputs, [torch.full((rank + 1,), float(to), device=DEVICE) for to in range(RANKS)])
    for output in outputs:
        same(output, rank)
    tensor = torch.zeros(RANKS, device=DEVICE)
    dist.all_to_all_single(tensor, ours())
    same(tensor, all_ranks)
    # A ring: each sends before it receives.
    tensor = torch.zeros(4, device=DEVICE)
    for work in dist.batch_isend_irecv([dist.P2POp(dist.isend, ours(), (rank + 1) % RANKS),
                                        dist.P2POp(dist.irecv, tensor, (rank - 1) % RANKS)]):
        work.wait()
    same(tensor, (rank - 1) % RANKS + 1)
    dist.barrier()

    # Ranks of one host share memory.
    for host in range(HOSTS):
        neighbours = list(range(host * RANKS_OF_HOST, (host + 1) * RANKS_OF_HOST))
        group = dist.new_group(neighbours)
        if rank in neighbours:
            tensor = ours()
            dist.all_reduce(tensor, group=group)
            same(tensor, sum(neighbours) + RANKS_OF_HOST)

    torch.manual_seed(0)
    model = torch.nn.Linear(3, 1)
    expected = torch.nn.Linear(3, 1)
    expected.load_state_dict(model.state_dict())
    model = torch.nn.parallel.DistributedDataParallel(model.to(DEVICE))
    inputs = torch.randn(RANKS, 3)
    model(inputs[rank].to(DEVICE)).sum().backward()
    (expected(inputs).sum() / RANKS).backward()
    same(model.module.weight.grad, expected.weight.grad)

    if rank == LOST:
        os.kill(os.getpid(), signal.SIGKILL)
    begin = time.monotonic()
    try:
        dist.all_reduce(ours())
    except RuntimeError as error:
        print(f"rank {rank} says: {error}", file=sys.stderr, flush=True)
        os._exit(time.monotonic() - begin > 20)  # of the 60 s that are set
    raise AssertionError("nothing is said of the lost rank")


class TwoHosts(unittest.TestCase):
    def test_two_hosts(self):
        if os.geteuid() != 0:
            self.skipTest("SKIPPED: two hosts are made of namespaces, which needs root")
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "log")
            with log.open("w") as errors:
                hosts = [subprocess.Popen([sys.executable, __file__, "host", str(number), folder], stdin=subprocess.PIPE,
                                          stdout=subprocess.PIPE, stderr=errors, text=True) for number in range(HOSTS)]
                if not all(host.stdout.readline() == "ready\n" for host in hosts):
                    for host in hosts:
                        host.kill()
                        host.communicate()
                    if "not permitted" in log.read_text() or "permission denied" in log.read_text():
                        self.skipTest(f"SKIPPED: namespaces are not allowed here: {log.read_text()}")
                    self.fail(log.read_text())
                # The first host lays the cable.
                for host, other in zip(hosts, reversed(hosts)):
                    host.stdin.write(f"{other.pid}\n")
                    host.stdin.flush()
                    self.assertEqual(host.stdout.readline(), "joined\n", log.read_text())
                for host in hosts:
                    host.stdin.write("begin\n")
                    host.stdin.flush()
                for host in hosts:
                    host.communicate()
            said = log.read_text()
            self.assertEqual([host.returncode for host in hosts], [0] * HOSTS, said)
            for rank in range(LOST):
                self.assertRegex(said, rf"rank {rank} says: .*gloo", "the ranks have not met over the network")


if __name__ == "__main__":
    if sys.argv[1:2] == ["host"]:
        be_host(int(sys.argv[2]), sys.argv[3])
    elif sys.argv[1:2] == ["rank"]:
        be_rank(int(sys.argv[2]))
    else:
        unittest.main()
