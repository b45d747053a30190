# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.multiprocessing: tensors and events of the device that processes share."""

import contextlib
import gc
import unittest

from support import setUpModule, tearDownModule  # noqa: F401

import torch
import torch.multiprocessing as mp
import torch_musa  # noqa: F401

CONTEXT = mp.get_context("spawn")


def add_one(inbox, outbox):
    """Adds one to each tensor that comes, and says what it sees."""
    for tensor in iter(inbox.get, None):
        before = tensor.sum().item()
        tensor.add_(1)
        torch.musa.synchronize()
        outbox.put((before, tensor.device.index, type(tensor).__name__, tensor.requires_grad))
        del tensor


def answer_parts(inbox, outbox):
    whole, part, again = inbox.get()
    outbox.put((whole.data_ptr() == part.data_ptr() - 8, whole.untyped_storage().data_ptr() == again.untyped_storage().data_ptr(),
                part.tolist(), again.shape, again.stride()))
    del whole, part, again
    inbox.get()


def make(outbox, go_on):
    """Makes tensors for the other process, and lives until that has read them."""
    x = torch.arange(6.0, device="musa:1").reshape(2, 3)
    outbox.put(x)
    outbox.put(x.to_sparse())
    outbox.put(torch.nn.Parameter(x))
    outbox.put(torch.empty(0, device="musa"))
    outbox.put({"a": x[1], "b": "text"})
    go_on.wait()
    assert x[0, 0] == 100, x


def keep(inbox, outbox, go_on):
    x = inbox.get()
    outbox.put("there")
    go_on.wait()
    outbox.put(x.sum().item())
    del x
    gc.collect()
    torch.musa.synchronize()
    outbox.put("dropped")
    inbox.get()


def send_back(inbox, outbox):
    x = inbox.get()
    try:
        torch.multiprocessing.reductions.reduce_tensor(x)
    except RuntimeError as error:
        outbox.put(str(error))
    copy = x.clone()
    outbox.put(copy)
    inbox.get()


def use_events(inbox, outbox):
    torch.musa.init()
    outbox.put("ready")
    event, tensor, answer = inbox.get()
    stream = torch.musa.Stream()
    with torch.musa.stream(stream):
        event.wait()
        seen = (tensor + 1).sum()
        answer.record()
    answer.synchronize()
    outbox.put((type(event).__name__, event.device.index, seen.item()))
    del event, tensor, answer
    inbox.get()


def train(model):
    """Changes the parameters that the other process has."""
    for _ in range(10):
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(1)
    torch.musa.synchronize()


class Rows(torch.utils.data.Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.full((3,), float(index), device="musa")


class Processes(unittest.TestCase):
    @contextlib.contextmanager
    def process(self, target, *arguments):
        """Another process while the block runs. It has to succeed, and gives back what it had of this one."""
        process = CONTEXT.Process(target=target, args=arguments, daemon=True)
        process.start()
        self.addCleanup(process.join, 60)
        yield
        process.join(60)
        self.assertEqual(process.exitcode, 0)
        gc.collect()
        torch.musa.ipc_collect()

    @contextlib.contextmanager
    def conversation(self, target, *arguments):
        """Queues to another process and from it. At the end it gets None."""
        inbox, outbox = CONTEXT.Queue(), CONTEXT.Queue()
        with self.process(target, inbox, outbox, *arguments):
            yield inbox, outbox
            inbox.put(None)


class TensorsTest(Processes):
    def test_a_tensor_is_the_same_memory(self):
        with self.conversation(add_one) as (inbox, outbox):
            for tensor in (torch.ones(1000, device="musa"), torch.zeros(3, dtype=torch.int64, device="musa:1"),
                           torch.ones(1 << 20, device="musa"), torch.ones(4, device="musa", requires_grad=True).detach()):
                before = tensor.clone()
                inbox.put(tensor)
                self.assertEqual(outbox.get(timeout=60), (before.sum().item(), tensor.device.index, "Tensor", False))
                self.assertTrue(torch.equal(tensor, before + 1))

    def test_parts_of_a_storage(self):
        with self.conversation(answer_parts) as (inbox, outbox):
            x = torch.arange(6, device="musa").reshape(2, 3)
            inbox.put((x, x[0, 1:], x.t()))
            self.assertEqual(outbox.get(timeout=60), (True, True, [1, 2], torch.Size([3, 2]), (1, 3)))

    def test_kinds_of_tensors(self):
        inbox, go_on = CONTEXT.Queue(), CONTEXT.Event()
        with self.process(make, inbox, go_on):
            x, sparse, parameter, empty, mixed = (inbox.get(timeout=60) for _ in range(5))
            expected = torch.arange(6.0).reshape(2, 3)
            self.assertEqual(x.device, torch.device("musa:1"))
            self.assertTrue(torch.equal(x.cpu(), expected))
            self.assertTrue(sparse.is_sparse and sparse.is_musa)
            self.assertTrue(torch.equal(sparse.to_dense().cpu(), expected))
            self.assertIsInstance(parameter, torch.nn.Parameter)
            self.assertTrue(parameter.requires_grad)
            self.assertEqual(parameter.data_ptr(), x.data_ptr())
            self.assertEqual((empty.numel(), empty.device.type), (0, "musa"))
            self.assertEqual(mixed["a"].tolist(), [3, 4, 5])
            x[0, 0] = 100
            torch.musa.synchronize(1)
            go_on.set()

    def test_the_sender_keeps_what_others_use(self):
        go_on = CONTEXT.Event()
        with self.conversation(keep, go_on) as (inbox, outbox):
            x = torch.ones(1 << 16, device="musa")
            inbox.put(x)
            self.assertEqual(outbox.get(timeout=60), "there")
            del x
            gc.collect()
            torch.musa.ipc_collect()
            self.assertGreaterEqual(torch.musa.memory_allocated(), 4 << 16)
            other = [torch.zeros(1 << 16, device="musa") for _ in range(3)]  # may not have that memory
            go_on.set()
            self.assertEqual(outbox.get(timeout=60), float(1 << 16))
            del other
            self.assertEqual(outbox.get(timeout=60), "dropped")
            torch.musa.ipc_collect()
            self.assertEqual(torch.musa.memory_allocated(), 0)

    def test_what_was_received_is_not_sent_on(self):
        with self.conversation(send_back) as (inbox, outbox):
            inbox.put(torch.full((5,), 3.0, device="musa"))
            self.assertIn("received from another process", outbox.get(timeout=60))
            self.assertEqual(outbox.get(timeout=60).tolist(), [3.0] * 5)

    def test_modules(self):
        model = torch.nn.Linear(2, 1).to("musa").share_memory()
        before = [parameter.detach().clone() for parameter in model.parameters()]
        with self.process(train, model):
            pass
        for parameter, old in zip(model.parameters(), before):
            self.assertTrue(torch.allclose(parameter, old + 10))

    def test_data_loader(self):
        loader = torch.utils.data.DataLoader(Rows(), batch_size=2, num_workers=1, multiprocessing_context="spawn")
        self.assertEqual([batch.tolist() for batch in loader], [[[0.0] * 3, [1.0] * 3], [[2.0] * 3, [3.0] * 3]])
        gc.collect()
        torch.musa.ipc_collect()

    def test_refused(self):
        x = torch.ones(3, device="musa", requires_grad=True)
        with self.assertRaisesRegex(RuntimeError, "non-leaf tensor"):
            mp.reductions.reduce_tensor(x * 2)
        with self.assertRaisesRegex(RuntimeError, "Cannot pickle MUSA storage"):
            mp.reductions.reduce_storage(x.untyped_storage())
        with self.assertRaisesRegex(ValueError, "64 bytes"):
            torch.musa.Event.from_ipc_handle(0, b"short")


class EventsTest(Processes):
    def test_events(self):
        with self.conversation(use_events) as (inbox, outbox):
            event, answer = (torch.musa.Event(interprocess=True) for _ in range(2))
            self.assertIsInstance(event, torch.musa.Event)
            stream = torch.musa.Stream()
            tensor = torch.zeros(4, device="musa")
            stream.wait_stream(torch.musa.current_stream())
            self.assertEqual(outbox.get(timeout=60), "ready")  # so that it has the event before the tensor is filled
            with torch.musa.stream(stream):
                torch.musa._sleep(1_000_000_000)
                tensor.fill_(2)
                event.record()
            inbox.put((event, tensor, answer))
            self.assertEqual(outbox.get(timeout=60), ("SharedEvent", 0, 12.0))
            self.assertTrue(event.query() and answer.query())
            stream.wait_event(answer)
            self.assertEqual(len(event.ipc_handle()), 64)
            with self.assertRaisesRegex(RuntimeError, "no time"):
                event.elapsed_time(answer)
            with self.assertRaisesRegex(RuntimeError, "invalid argument"):
                torch.musa.Event(enable_timing=True, interprocess=True).record()
            del tensor


if __name__ == "__main__":
    unittest.main()
