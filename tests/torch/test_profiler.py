# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.profiler on the device: events of the device and the calls that started them, in tables, traces and stacks."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import support  # first: it sets the environment
import torch
from torch.profiler import ProfilerActivity, profile, record_function, schedule, tensorboard_trace_handler

import torch_musa  # noqa: F401

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule

BOTH = [ProfilerActivity.CPU, ProfilerActivity.MUSA]


def network():
    return torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(4 * 36, 5)).musa()


class Profiler(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.network = network()
        self.optimizer = torch.optim.SGD(self.network.parameters(), lr=0.1)
        self.step()  # what happens once is no part of what is looked at

    def tearDown(self):
        del self.network, self.optimizer

    def step(self):
        inputs = torch.randn(2, 3, 8, 8).to("musa")
        with record_function("forward"):
            loss = self.network(inputs).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def profiled(self, **options):
        with profile(**{"activities": BOTH, **options}) as result:
            self.step()
        return result

    def trace(self, profiled):
        path = self.folder / "trace.json"
        profiled.export_chrome_trace(str(path))
        return json.loads(path.read_text())

    def test_musa_is_a_supported_activity(self):
        self.assertIs(ProfilerActivity.MUSA, ProfilerActivity.PrivateUse1)
        self.assertIn(ProfilerActivity.MUSA, torch.profiler.supported_activities())

    def test_an_operator_has_the_time_of_its_kernels(self):
        averages = {event.key: event for event in self.profiled().key_averages()}
        linear = averages["aten::addmm"]
        self.assertGreater(linear.self_musa_time_total, 0)
        self.assertEqual(linear.self_musa_time_total, linear.self_device_time_total)
        self.assertEqual(linear.musa_time_total, linear.device_time_total)
        self.assertEqual(linear.musa_time, linear.device_time)
        self.assertGreaterEqual(averages["aten::linear"].musa_time_total, linear.musa_time_total)
        # Kernels, and nothing else, make up an operator's time.
        for event in self.profiled().events():
            if event.device_type == torch.autograd.DeviceType.CPU and event.kernels:
                self.assertAlmostEqual(event.self_musa_time_total, sum(kernel.duration for kernel in event.kernels), delta=0.01)

    def test_the_table_has_columns_of_the_device(self):
        averages = self.profiled(profile_memory=True).key_averages()
        for metric in "self_musa_time_total", "musa_time_total", "self_musa_memory_usage":
            table = averages.table(sort_by=metric, row_limit=10)
            for column in "Self MUSA", "Self MUSA %", "MUSA total", "MUSA time avg", "MUSA Mem", "Self MUSA Mem", "Self MUSA time total:":
                self.assertIn(column, table)
        times = [event.self_musa_time_total for event in averages]
        first = max(averages, key=lambda event: event.self_musa_time_total)
        self.assertGreater(max(times), 0)
        table = averages.table(sort_by="self_musa_time_total", row_limit=1, max_name_column_width=None)
        self.assertIn(first.key, table)

    def test_the_trace_has_its_form(self):
        trace = self.trace(self.profiled(record_shapes=True))
        self.assertEqual(trace["schemaVersion"], 1)
        self.assertEqual([device["id"] for device in trace["deviceProperties"]], list(range(torch.musa.device_count())))
        for event in trace["traceEvents"]:
            self.assertIn(event["ph"], {"X", "M", "s", "f", "i"})
            for key in "name", "pid", "tid":
                self.assertIn(key, event)
            if event["ph"] != "M":
                self.assertGreaterEqual(event["ts"], 0)
            if event["ph"] == "X":
                self.assertGreaterEqual(event["dur"], 0)

    def test_work_is_linked_to_its_call_and_operator(self):
        events = self.trace(self.profiled())["traceEvents"]
        calls = {event["args"]["correlation"]: event for event in events if event.get("cat") == "privateuse1_runtime"}
        operators = {event["args"]["External id"]: event for event in events if event.get("cat") == "cpu_op"}
        work = [event for event in events if event.get("cat") in {"kernel", "gpu_memcpy", "gpu_memset"}]
        self.assertEqual({event["cat"] for event in work} & {"kernel", "gpu_memcpy"}, {"kernel", "gpu_memcpy"})
        flows = {(event["ph"], event["id"]): event for event in events if event.get("cat") == "ac2g"}
        for event in work:
            correlation = event["args"]["correlation"]
            call = calls[correlation]
            self.assertLessEqual(call["ts"], event["ts"])
            begin, end = flows["s", correlation], flows["f", correlation]
            self.assertEqual((begin["pid"], begin["tid"], begin["ts"]), (call["pid"], call["tid"], call["ts"]))
            self.assertEqual((end["pid"], end["tid"], end["bp"]), (event["pid"], event["tid"], "e"))
            self.assertEqual(event["args"]["External id"], call["args"]["External id"])
            operator = operators[event["args"]["External id"]]
            self.assertLessEqual(operator["ts"], call["ts"])
            self.assertEqual(event["pid"], event["args"]["device"])
            self.assertEqual(event["tid"], event["args"]["stream"])
        kernels = [event for event in work if event["cat"] == "kernel"]
        self.assertTrue(any(event["args"]["grid"] != [1, 1, 1] or event["args"]["block"] != [1, 1, 1] for event in kernels))
        to_device = next(event for event in work if event["name"].startswith("Memcpy HtoD"))
        self.assertEqual(to_device["args"]["bytes"], 2 * 3 * 8 * 8 * 4)

    def test_a_range_of_the_program_spans_its_kernels(self):
        events = self.trace(self.profiled())["traceEvents"]
        span = next(event for event in events if event.get("cat") == "gpu_user_annotation" and event["name"] == "forward")
        inside = [event for event in events if event.get("cat") == "kernel"
                  and span["ts"] <= event["ts"] and event["ts"] + event["dur"] <= span["ts"] + span["dur"] + 1]
        self.assertTrue(inside)

    def test_only_what_is_asked_for_is_recorded(self):
        self.assertFalse([event for event in self.trace(self.profiled(activities=[ProfilerActivity.CPU]))["traceEvents"]
                          if event.get("cat") in {"kernel", "gpu_memcpy", "privateuse1_runtime"}])
        events = self.trace(self.profiled(activities=[ProfilerActivity.MUSA]))["traceEvents"]
        self.assertTrue([event for event in events if event.get("cat") == "kernel"])
        self.assertFalse([event for event in events if event.get("cat") == "cpu_op"])

    def test_stacks(self):
        result = self.profiled(with_stack=True, experimental_config=torch._C._profiler._ExperimentalConfig(verbose=True))
        for metric in "self_musa_time_total", "self_cpu_time_total":
            path = self.folder / metric
            result.export_stacks(str(path), metric)
            self.assertRegex(path.read_text(), r"test_profiler\.py\(\d+\):_step")
        self.assertIn("test_profiler.py", result.key_averages(group_by_stack_n=5).table(sort_by="self_musa_time_total"))
        with self.assertRaises(ValueError):
            result.export_stacks(str(self.folder / "none"), "self_none_time_total")

    def test_a_schedule_and_its_handlers(self):
        steps = []

        def ready(profiled):
            steps.append(profiled.step_num)
            self.assertGreater(sum(event.self_musa_time_total for event in profiled.key_averages()), 0)

        with profile(activities=BOTH, schedule=schedule(skip_first=1, wait=1, warmup=1, active=2, repeat=2), on_trace_ready=ready) as result:
            for _ in range(10):
                self.step()
                result.step()
        self.assertEqual(steps, [5, 9])

    def test_tensorboard(self):
        self.profiled(on_trace_ready=tensorboard_trace_handler(str(self.folder), worker_name="worker"))
        path, = self.folder.glob("worker.*.pt.trace.json")
        self.assertTrue([event for event in json.loads(path.read_text())["traceEvents"] if event.get("cat") == "kernel"])

    def test_the_memory_timeline(self):
        result = self.profiled(profile_memory=True, record_shapes=True, with_stack=True)
        path = self.folder / "memory.json"
        result.export_memory_timeline(str(path), device="musa:0")
        times, sizes = json.loads(path.read_text())
        self.assertEqual(len(times), len(sizes))
        self.assertGreater(max(sum(row) for row in sizes), 0)

    def test_the_older_interface(self):
        for options in {"use_device": "musa"}, {"use_musa": True}:
            with torch.autograd.profiler.profile(**options) as result:
                self.step()
            self.assertGreater(result.self_cpu_time_total, 0)
            self.assertGreater(sum(event.self_musa_time_total for event in result.key_averages()), 0)
            self.assertIn("MUSA total", result.key_averages().table(sort_by="musa_time_total"))

    def test_grouped_by_shapes(self):
        averages = self.profiled(record_shapes=True).key_averages(group_by_input_shape=True)
        self.assertIn("[2, 144]", averages.table(sort_by="musa_time_total"))


# What each rank does: torch_musa's manual, chapter 8.1, with a smaller network.
RANK = """
import sys
import torch, torch_musa
import torch.distributed as dist

rank, folder = int(sys.argv[1]), sys.argv[2]
dist.init_process_group("mccl", init_method=f"file://{folder}/meeting", rank=rank, world_size=2)
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(8, 4).to("musa"))
optimizer = torch.optim.SGD(model.parameters(), lr=0.001, momentum=0.9)
with torch.profiler.profile(
    activities=[
        torch.profiler.ProfilerActivity.CPU,
        torch.profiler.ProfilerActivity.MUSA],
    schedule=torch.profiler.schedule(
        wait=1,
        warmup=1,
        active=2),
    on_trace_ready=torch.profiler.tensorboard_trace_handler(folder, worker_name='worker'+str(rank)),
    record_shapes=True,
    profile_memory=True,
    with_stack=True,
    experimental_config=torch._C._profiler._ExperimentalConfig(verbose=True)
) as p:
    for step in range(4):
        loss = model(torch.randn(2, 8).to("musa")).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        p.step()
dist.destroy_process_group()
"""


class DistributedDataParallel(unittest.TestCase):
    def test_each_rank_has_its_trace(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        ranks = [subprocess.Popen([sys.executable, "-c", RANK, str(rank), str(folder)], stderr=subprocess.PIPE, text=True)
                 for rank in range(2)]
        for rank in ranks:
            _, errors = rank.communicate(timeout=300)
            self.assertEqual(rank.returncode, 0, errors)
        for rank in range(2):
            path, = folder.glob(f"worker{rank}.*.pt.trace.json")
            trace = json.loads(path.read_text())
            self.assertEqual(trace["distributedInfo"]["rank"], rank)
            kernels = {event["name"] for event in trace["traceEvents"] if event.get("cat") == "kernel"}
            self.assertIn("mccl", kernels)


if __name__ == "__main__":
    unittest.main()
