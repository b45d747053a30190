# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chapter 9 of torch_musa's manual, "debugging tools": its programs word for word, and the log that it shows."""

import concurrent.futures
import contextlib
import io
import os
import re
import sys
import tempfile
import textwrap
import unittest
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from support import run, setUpModule, tearDownModule  # noqa: E402, F401

import torch  # noqa: E402
import torch_musa  # noqa: E402, F401
from torch_musa.utils import compare_tool  # noqa: E402

IMPORT = "from torch_musa.utils.compare_tool import "
TRACKED = "model = get_your_model()\nopen_module_tracker(model)\n"
COMPARE = IMPORT + """CompareWithCPU

model = get_your_model()

with CompareWithCPU(atol=0.001, rtol=0.001, verbose=True):
    train(model)
"""
DISABLED = """
with CompareWithCPU(enabled=False, atol=0.001, rtol=0.001, verbose=True):
    train(model)
"""
MODULES = IMPORT + "open_module_tracker, ModuleInfo\n" + TRACKED + """
with CompareWithCPU(atol=0.001, rtol=0.001, verbose=True):
    train(model)
"""
NAN_INF = IMPORT + """NanInfTracker

model = get_your_model()
with NanInfTracker():
    train(model)
"""
TARGET = IMPORT + "CompareWithCPU, open_module_tracker\n" + TRACKED + """
with CompareWithCPU(atol=0.001, rtol=0.001, target_op=['torch.ops.aten.addmm']):
    train(model)
"""
TOLERANT = TARGET.replace("0.001", "0.01")
WHITE_LIST = TARGET.replace("target_op", "white_list")
DUMP = IMPORT + "CompareWithCPU, open_module_tracker\n" + TRACKED + """
with CompareWithCPU(atol=0.01, rtol=0.01, verbose=True, target_op=['torch.ops.aten.addmm'], dump_error_data=True, output_dir='path_to_save'):
    train(model)
"""
REPLAY = IMPORT + """compare_for_single_op

correct, args, kwargs, out = compare_for_single_op('path_to_save/torch.ops.aten.addmm_inputs.pkl', torch.ops.aten.addmm, atol=0.01, rtol=0.01)
"""
REPLAY_NAN_INF = IMPORT + """nan_inf_track_for_single_op

correct, args, kwargs, out = nan_inf_track_for_single_op('path_to_save/torch.ops.aten.addmm_inputs.pkl', torch.ops.aten.addmm)
"""
STEPS = IMPORT + "open_module_tracker, ModuleInfo\n" + TRACKED + """
with CompareWithCPU(atol=0.001, rtol=0.001, verbose=True, start_step=5) as compare_with_cpu:
    for epoch in range(epoch_num):
        for step in range(step_num):
            train_step(model)
            compare_with_cpu.step()
"""
LOG_FILE = IMPORT + "open_module_tracker, ModuleInfo\n" + TRACKED + """
with CompareWithCPU(atol=0.001, rtol=0.001, verbose=True, should_log_to_file=True, output_dir='path_to_save'):
    train(model)
"""
RANKS = LOG_FILE.replace("'path_to_save'", "'path_to_save', enable_ranks=[0]")

DATE = r"\d{4}-\d\d-\d\d, \d\d:\d\d:\d\d\n----- step = 0 -----\n"
LINEAR = "Model/Block/Linear/torch.ops.aten.addmm(forward)"


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.dense = torch.nn.Linear(4, 30)

    def forward(self, x):
        return torch.relu(self.dense(x))


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def forward(self, x):
        return self.block(x.view(-1, 4)) + torch.ones(30, device=x.device)


@contextlib.contextmanager
def wrong_addmm(change):
    """While it lasts, `change` makes a wrong result of each addmm on musa: as a kernel with a fault."""
    right = torch.ops.aten.addmm.default

    def addmm(keys, *args, **kwargs):
        cpu = torch.utils._pytree.tree_map(lambda it: it.cpu() if isinstance(it, torch.Tensor) else it, (args, kwargs))
        with torch.utils._python_dispatch._disable_current_modes():
            return change(right(*cpu[0], **cpu[1]).to("musa"))

    library = torch.library.Library("aten", "IMPL")
    try:
        library.impl("addmm", addmm, "PrivateUse1", with_keyset=True)
        yield
    finally:
        library._destroy()


class ManualTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.enterContext(contextlib.chdir(self.folder))
        self.enterContext(warnings.catch_warnings(action="ignore", category=UserWarning))  # that a kernel is replaced
        self.trained = []
        self.dtype = torch.float32
        self.names = dict(torch=torch, get_your_model=lambda: Model().to("musa", self.dtype), train=self.train,
                          train_step=self.train, epoch_num=2, step_num=4, CompareWithCPU=compare_tool.CompareWithCPU)
        self.addCleanup(self.names.clear)

    def train(self, model):
        model(torch.randn(6, 2, 2, device="musa", dtype=self.dtype)).sum().backward()
        self.trained.append(model)

    def log_of(self, program, times=1):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(program, self.names)
        self.assertEqual(len(self.trained), times)
        self.trained.clear()
        return out.getvalue()

    def test_passing_operators(self):
        log = self.log_of(COMPARE)
        self.assertRegex(log, "^" + DATE)
        self.assertIn(textwrap.dedent("""\
            torch.ops.aten.ones(forward) starts to run ...
            torch.ops.aten.ones(forward) succeeds to pass CompareWithCPU test
            """), log)
        self.assertIn("\ntorch.ops.aten.view(forward) is in white_list, pass\n", log)
        self.assertIn("torch.ops.aten.mm(backward) succeeds to pass CompareWithCPU test\n", log)
        self.assertNotRegex(log, r"\[ERROR\]|\[WARNING\]")
        self.assertEqual(self.log_of(DISABLED), "")

    def test_modules(self):
        log = self.log_of(MODULES)
        self.assertIn("\nModel/torch.ops.aten.view(forward) is in white_list, pass\n", log)
        self.assertIn(f"\n{LINEAR} starts to run ...\n{LINEAR} succeeds to pass CompareWithCPU test\n", log)
        self.assertIn("\nModel/Block/torch.ops.aten.relu(forward) succeeds", log)
        self.assertIn("\nModel/Block/Linear/torch.ops.aten.mm(backward) succeeds", log)

    def test_wrong_operator(self):
        with wrong_addmm(lambda right: right + 0.3):
            log = self.log_of(MODULES)
        self.assertEqual(re.findall(r"\[ERROR\] (\S+)", log), [LINEAR])
        start = log.index("=====\n[ERROR]")
        block = log[start:log.index("\n=====\n", start) + 7]
        number = r"-?[\d.e-]+"
        element = rf"Element at index \(\d+, \d+\) is not close: {number}\(musa:0\) vs {number}\(cpu\)\n"
        tensor = r"Tensor <shape=torch\.Size\(\[6, 30\]\), dtype=torch\.float32, device=%s, size=180, >\n"
        values = r"tensor\(\[\[.*?\]\](,\s+device='musa:0')?\)\n"
        self.assertRegex(block, re.compile(
            r"^=====\n\[ERROR\] " + re.escape(LINEAR) + r" fails to pass CompareWithCPU test\n"
            r"\.\.\.\.\. input \.\.\.\.\.\n"
            r"0: Tensor <shape=torch\.Size\(\[30\]\), dtype=torch\.float32, device=musa:0, size=30, >,\n"
            r"1: Tensor <shape=torch\.Size\(\[6, 4\]\), dtype=torch\.float32, device=musa:0, size=24, >,\n"
            r"2: Tensor <shape=torch\.Size\(\[4, 30\]\), dtype=torch\.float32, device=musa:0, size=120, >,\n"
            r"\n\.\.\.\.\. output \.\.\.\.\.\n" + tensor % "musa:0" +
            r"\n\.\.\.\.\. compare with cpu \.\.\.\.\.\nTensor values are not close\n\n"
            r"Too many indices \(total 180\) to print\n\n\.\.\.\n\n(" + element + r"){20}\n\.\.\.\n\n" +
            tensor % "musa:0" + values + tensor % "cpu" + values + r"\n=====\n$", re.DOTALL))

    def test_half(self):
        def without_half(keys, *args):
            if args[0].dtype is torch.float16:
                raise RuntimeError("\"addmm_impl_cpu_\" not implemented for 'Half'")
            return torch.ops.aten.add.Tensor(torch.ops.aten.mm(args[1], args[2]), args[0])

        library = torch.library.Library("aten", "IMPL")
        self.addCleanup(library._destroy)
        library.impl("addmm", without_half, "CPU", with_keyset=True)
        self.dtype = torch.float16
        log = self.log_of(MODULES)
        self.assertIn(f"{LINEAR} starts to run ...\n\"addmm_impl_cpu_\" not implemented for 'Half'\nConvert to float32 ...\n"
                      f"{LINEAR} succeeds to pass CompareWithCPU test\n", log)

    def test_nan_inf(self):
        self.assertNotIn("[WARNING]", self.log_of(NAN_INF))

        def with_nan(right):
            right[1, 2] = float("nan")
            right[3, 4:6] = float("inf")
            return right

        with wrong_addmm(with_nan):
            log = self.log_of(NAN_INF)
        self.assertEqual(re.search(r"\[WARNING\] (\S+) has", log).group(1), "torch.ops.aten.addmm(forward)")
        self.assertIn("[WARNING] Tensor <shape=torch.Size([6, 30]), dtype=torch.float32, device=musa:0, size=180, "
                      "nan_num=1, inf_num=2>", log)

    def test_target_and_tolerance(self):
        with wrong_addmm(lambda right: right + torch.linspace(0, 0.009, 30, device="musa")):
            log = self.log_of(TARGET)
            self.assertIn(f"[ERROR] {LINEAR}", log)
            self.assertIn("Model/Block/torch.ops.aten.relu(forward) is not in target_list, pass", log)
            self.assertEqual(log.count("starts to run"), 1)
            self.assertNotIn("[ERROR]", self.log_of(TOLERANT))
            log = self.log_of(WHITE_LIST)
            self.assertNotIn("[ERROR]", log)
            self.assertIn(f"{LINEAR} is in white_list, pass", log)
            self.assertIn("relu(forward) succeeds", log)

    def test_dump_and_replay(self):
        def zeroed(right):
            right[2] = 0
            return right

        with wrong_addmm(zeroed):
            with self.assertRaisesRegex(compare_tool.OperatorError, r"torch\.ops\.aten\.addmm.*path_to_save") as caught:
                self.log_of(DUMP)
            self.assertEqual(str(caught.exception.inputs), "path_to_save/torch.ops.aten.addmm_inputs.pkl")
            self.assertEqual(sorted(os.listdir("path_to_save")),
                             ["torch.ops.aten.addmm_inputs.pkl", "torch.ops.aten.addmm_outputs.pkl"])
            saved = torch.load("path_to_save/torch.ops.aten.addmm_outputs.pkl")
            self.assertFalse(saved["out"][2].any())
            torch.testing.assert_close(saved["out"][:2], saved["out_cpu"][:2])
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(REPLAY, self.names)
            self.assertIs(self.names["correct"], False)
            self.assertRegex(out.getvalue(), r"\[ERROR\] torch\.ops\.aten\.addmm fails")
            torch.testing.assert_close(self.names["out"].cpu(), saved["out"])
        self.assertEqual([it.device.type for it in self.names["args"]], ["musa"] * 3)
        with contextlib.redirect_stdout(io.StringIO()):
            exec(REPLAY, self.names)  # mended
            self.assertIs(self.names["correct"], True)
            exec(REPLAY_NAN_INF, self.names)
            self.assertIs(self.names["correct"], True)
            self.assertEqual(self.names["kwargs"], {})

    def test_steps(self):
        log = self.log_of(STEPS, times=8)
        self.assertEqual(re.findall("----- step = (.*) -----", log), ["5", "6", "7", "8"])
        self.assertEqual(log.count(f"{LINEAR} succeeds"), 3)

    def test_log_file(self):
        self.assertEqual(self.log_of(LOG_FILE), "")
        self.assertRegex(Path("path_to_save/compare_result.txt").read_text(), DATE)
        self.log_of(RANKS)
        self.assertEqual(Path("path_to_save/compare_result.txt").read_text().count("step = 0"), 2)

    def test_ranks(self):
        program = """\
            import sys, torch, torch_musa
            import torch.distributed as dist
            from torch_musa.utils.compare_tool import CompareWithCPU
            def get_your_model():
                return torch.nn.Linear(3, 3).musa()
            def train(model):
                local = model(torch.ones(2, 3, device="musa")).sum().cpu()
                dist.all_reduce(local)
            rank = int(sys.argv[1])
            dist.init_process_group("gloo", init_method="file://" + sys.argv[2], rank=rank, world_size=2)
            torch.musa.set_device(rank)
            """
        for snippet, written in ((LOG_FILE, {0, 1}), (RANKS, {0})):
            with self.subTest(ranks=written), tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
                script = textwrap.dedent(program) + snippet
                with concurrent.futures.ThreadPoolExecutor() as pool:
                    done = list(pool.map(lambda rank: run(script, rank, f"{folder}/meet"), range(2)))
                self.assertEqual([it.returncode for it in done], [0, 0], done[0].stderr + done[1].stderr)
                self.assertEqual([it.stdout for it in done], ["", ""])
                logs = {int(re.search("rank(.)", path.name).group(1)): path.read_text()
                        for path in Path("path_to_save").iterdir()}
                self.assertEqual(set(logs), written)
                for text in logs.values():
                    self.assertIn("Linear/torch.ops.aten.addmm(forward) succeeds", text)


if __name__ == "__main__":
    unittest.main()
