# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch_musa.utils.compare_tool, beyond what the manual shows (manual/test_compare_tool.py)."""

import contextlib
import io
import re
import tempfile
import unittest
import warnings

from support import run, setUpModule, tearDownModule  # noqa: F401

import torch
import torch_musa  # noqa: F401
from torch.utils.checkpoint import checkpoint
from torch_musa.utils.compare_tool import CompareWithCPU, NanInfTracker, OperatorError
from torch_musa.utils.compare_tool import compare_for_single_op, nan_inf_track_for_single_op, open_module_tracker

ALL = torch.ops.aten


@contextlib.contextmanager
def replaced(name, function, key="PrivateUse1"):
    """While it lasts, the operator's kernel for musa is `function`."""
    library = torch.library.Library("aten", "IMPL")
    try:
        with warnings.catch_warnings(action="ignore"):
            library.impl(name, function, key)
        yield
    finally:
        library._destroy()


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(5, 7), torch.nn.Tanh(), torch.nn.Linear(7, 2))
        self.act = torch.nn.ReLU(inplace=True)

    def forward(self, x):
        return self.act(self.layers(x))


class CompareToolTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    @contextlib.contextmanager
    def compared(self, tool=CompareWithCPU, **options):
        """The context, with `log` and, of CompareWithCPU, `found` for what it reports."""
        with contextlib.redirect_stdout(io.StringIO()) as out, tool(**options) as context:
            yield context
        context.log = out.getvalue()
        context.found = re.findall(r"^\[(?:ERROR|WARNING)\] (\S+) ", context.log, re.MULTILINE)

    def names(self, context):
        return [it.name for it in context.results]

    def test_backward_names_the_module(self):
        def wrong(grad, output):
            return grad * (1 - output * output) * 1.5

        torch.manual_seed(0)  # not all of the ReLU's inputs are negative: the gradients are not all 0
        net = Net().musa()
        open_module_tracker(net)
        open_module_tracker(net)  # once is enough
        with self.compared(verbose=False) as context, replaced("tanh_backward", wrong):
            net(torch.randn(4, 5, device="musa")).sum().backward()
        self.assertEqual(context.found, ["Net/Sequential/Tanh/torch.ops.aten.tanh_backward(backward)"])
        self.assertEqual(context.results[0].name, "torch.ops.aten.tanh_backward(backward)")
        self.assertEqual(context.results[0].failed, 1)

    def test_modules_of_checkpoints_and_exceptions(self):
        net = Net().musa()
        open_module_tracker(net)
        with self.compared() as context:
            with self.assertRaises(RuntimeError):
                net(torch.randn(4, 6, device="musa"))
            checkpoint(net, torch.randn(4, 5, device="musa", requires_grad=True), use_reentrant=False).sum().backward()
            torch.ones(2, device="musa").exp()
        self.assertEqual(context.found, [])
        self.assertEqual(context.log.count("Net/Sequential/Linear/torch.ops.aten.addmm(forward) succeeds"), 4)
        self.assertIn("\nNet/Sequential/Tanh/torch.ops.aten.tanh_backward(backward) succeeds", context.log)
        self.assertIn("\ntorch.ops.aten.exp(forward) succeeds", context.log)

    def test_in_place(self):
        def wrong(self, other, alpha=1):
            self.copy_(self.cpu() * 2)
            return self

        x = torch.ones(6, device="musa")
        with self.compared(dump_error_data=True, output_dir=self.folder) as context, replaced("add_.Tensor", wrong):
            with self.assertRaises(OperatorError) as caught:
                x[1::2].add_(3)
            passes, args, _, out = compare_for_single_op(caught.exception.inputs, ALL.add_, 0.001, 0.001)
        self.assertEqual((passes, args[0].tolist(), out.tolist()), (False, [1, 1, 1], [2, 2, 2]))  # as before it ran
        self.assertEqual(args[0].stride(), (2,))
        self.assertEqual(context.found[0], "torch.ops.aten.add_.Tensor(forward)")
        self.assertIn("Element at index (2,) is not close: 2.0(musa:0) vs 4.0(cpu)", context.log)
        passes, *_ = compare_for_single_op(caught.exception.inputs, ALL.add_.Tensor, 0.001, 0.001)
        self.assertTrue(passes)

    def test_writes_beside_a_view(self):
        def wrong(self):
            everything = torch.as_strided(self, (5,), (1,))
            everything.copy_(torch.zeros(5))
            return self

        x = torch.ones(5, device="musa")
        with self.compared(verbose=False) as context, replaced("zero_", wrong):
            x[::2].zero_()
            x.zero_()
        self.assertEqual(context.found, ["torch.ops.aten.zero_(forward)"])
        self.assertIn("Memory between the elements of self is not close:", context.log)
        self.assertIn("Element at index (3,) is not close: 0.0(musa:0) vs 1.0(cpu)", context.log)

    def test_arguments_that_share_memory(self):
        x = torch.arange(8.0, device="musa")
        with self.compared() as context:
            x[2:6].add_(x[2:6])
            torch.mul(x[:4], 2, out=x[:4])
            x.view(torch.int32).bitwise_and_(-1)
            y = torch.view_as_complex(torch.ones(3, 2, device="musa")).conj()
            y.exp()
            y.imag.neg_()
        self.assertEqual(context.found, [])
        self.assertTrue(all(it.not_tested == 0 for it in context.results), context.summary())
        self.assertEqual(x.tolist(), [0, 2, 8, 12, 8, 10, 6, 7])

    def test_written_arguments_that_are_no_result(self):
        def wrong(tensors, other):
            for tensor in tensors:
                tensor.copy_(tensor.cpu() * 0)

        with self.compared(verbose=False) as context, replaced("_foreach_mul_.Scalar", wrong):
            torch._foreach_mul_([torch.ones(2, device="musa"), torch.ones(3, device="musa")], 1.5)
        self.assertEqual(context.found, ["torch.ops.aten._foreach_mul_.Scalar(forward)"])
        self.assertIn("Argument self is not close:\nOutput 0 is not close:\n", context.log)

    def test_integers_shapes_and_numbers(self):
        x = torch.full((3,), 1000, device="musa")
        with self.compared(verbose=False) as context:
            with replaced("add.Tensor", lambda self, other, alpha=1: (self.cpu() + other + 1).to("musa")):
                x + 1
            with replaced("neg", lambda self: (-self.cpu()[:2]).to("musa")):
                x.neg()
            with replaced("_local_scalar_dense", lambda self: 7):
                x.sum().item()
        self.assertEqual([name.partition("(")[0].rpartition("aten.")[2] for name in context.found],
                         ["add.Tensor", "neg", "_local_scalar_dense"])
        self.assertIn("Shapes are not equal: (2,)(musa:0) vs (3,)(cpu)", context.log)
        self.assertIn("Values are not equal: 7 vs 3000", context.log)

    def test_summary_is_sorted_by_error(self):
        x = torch.linspace(1, 2, 5, device="musa")
        with self.compared(verbose=False) as context:
            with replaced("exp", lambda self: (self.cpu().exp() * 1.0001).to("musa")):
                x.exp()
            with replaced("sin", lambda self: (self.cpu().sin() * 1.3).to("musa")):
                x.sin()
                x.sin()
            x.cos()
        first, second, third = context.results[:3]
        self.assertEqual([it.name.split("(")[0] for it in (first, second)], ["torch.ops.aten.sin", "torch.ops.aten.exp"])
        self.assertEqual((first.calls, first.failed, second.failed), (2, 2, 0))
        self.assertAlmostEqual(first.relative, 0.3, places=4)
        self.assertTrue(0 < second.ratio < 1 < first.ratio)
        self.assertLess(third.ratio, second.ratio)
        table = context.summary()
        self.assertLess(table.index("aten.sin"), table.index("aten.exp"))
        self.assertIn(table, context.log)

    def test_what_the_cpu_cannot_do(self):
        def refuses(self):
            raise NotImplementedError("not on this CPU")

        library = torch.library.Library("aten", "IMPL")
        self.addCleanup(library._destroy)
        with warnings.catch_warnings(action="ignore"):
            library.impl("erf", refuses, "CPU")
        x = torch.ones(2, device="musa")
        with self.compared() as context:
            x.erf()
        self.assertIn("not on this CPU\n[WARNING] torch.ops.aten.erf(forward) has not been tested!", context.log)
        self.assertEqual(context.results[0].not_tested, 1)

    def test_the_program_computes_the_same(self):
        def program():
            torch.manual_seed(5)
            net = Net().musa()
            x = torch.randn(4, 5, device="musa")
            net(torch.nn.functional.dropout(x, 0.4)).sum().backward()
            state = torch.rand(1).item(), torch.rand(1, device="musa").item()
            return [it.grad for it in net.parameters()] + [torch.tensor(state)]

        want = program()
        with self.compared() as context:
            have = program()
        torch.testing.assert_close(have, want, rtol=0, atol=0)
        self.assertEqual(context.found, [])
        self.assertNotIn("torch.ops.aten.rand(forward)", self.names(context))

    def test_what_else_tensors_are(self):
        x = torch.eye(4, device="musa")
        with self.compared() as context:
            x.to_sparse().coalesce() * 2
            torch.zeros(0, 3, device="musa").sum(0)
            x.record_stream(torch.musa.current_stream())
            x.cpu().musa().to(torch.complex64).abs()
            x.expand(3, 4, 4).sum()
            torch.nested.nested_tensor([x, x[:2]]).relu()
            torch.quantize_per_tensor(x, 0.1, 0, torch.qint8).dequantize()
            torch.func.vmap(torch.func.grad(lambda row: row.sin().sum()))(x)
            with torch.inference_mode():
                x[1:].mul_(2)
            torch.ones(3) + 1  # not on the device
        self.assertEqual(context.found, [])
        self.assertNotIn("aten.add.Tensor", context.log)
        self.assertEqual([it.name for it in context.results if it.not_tested], [])

    def test_reports_of_nested_tensors(self):
        def wrong(self):
            return torch.nested.nested_tensor([part.abs() for part in self.unbind()])

        with self.compared() as context, replaced("relu", wrong, "NestedTensorPrivateUse1"):
            torch.nested.nested_tensor([torch.ones(2, device="musa"), -torch.ones(1, device="musa")]).relu()
        self.assertIn("torch.ops.aten.relu(forward)", context.found)
        self.assertIn("Output 1 is not close:", context.log)
        self.assertIn("shape=[torch.Size([2]), torch.Size([1])]", context.log)

    def test_scripted_modules(self):
        net = torch.nn.Sequential(torch.jit.script(torch.nn.Linear(3, 2)), torch.nn.Tanh()).musa()
        open_module_tracker(net)
        with self.compared() as context:
            net(torch.ones(1, 3, device="musa"))
        self.assertIn("Sequential/Tanh/torch.ops.aten.tanh(forward) succeeds", context.log)

    def test_outputs_that_each_device_has_of_its_own(self):
        def on(*shape):
            return torch.randn(*shape, device="musa", requires_grad=True)

        x, labels = on(2, 3, 4, 4), torch.zeros(2, 4, 4, dtype=torch.int64, device="musa")
        norm = torch.nn.BatchNorm2d(3).musa()
        with self.compared() as context:
            norm(x).sum().backward()
            norm.eval()(x).sum().backward()
            torch.nn.functional.logsigmoid(x).sum().backward()
            torch.nn.functional.nll_loss(x, labels, reduction="none").sum().backward()
            indices, offsets = torch.tensor([0, 2, 1], device="musa"), torch.tensor([0, 2], device="musa")
            for mode in ("sum", "mean", "max"):
                torch.nn.functional.embedding_bag(indices, on(3, 5), offsets, mode=mode)
            torch.nn.functional.ctc_loss(on(6, 2, 3).log_softmax(-1), torch.tensor([[1, 2, 1], [2, 0, 0]], device="musa"),
                                         (6, 4), (3, 1))
            torch.linalg.lstsq(torch.randn(5, 3, device="musa"), torch.randn(5, 2, device="musa"))
        self.assertEqual([it.name for it in context.results if it.failed or it.not_tested], [], context.log)
        self.assertIn("torch.ops.aten.log_sigmoid_backward(backward)", self.names(context))
        with self.compared(verbose=False) as context:
            with replaced("log_sigmoid_forward", lambda self: (self * 0, self[:0])):
                torch.nn.functional.logsigmoid(x)
        self.assertEqual(context.found, ["torch.ops.aten.log_sigmoid_forward(forward)"])

    def test_copies_arrive(self):
        x = torch.full((2048, 2048), 0.001, device="musa")
        for tool in (CompareWithCPU, NanInfTracker):
            with self.compared(tool, target_list=["torch.ops.aten._to_copy", "torch.ops.aten.copy_"]) as context:
                for _ in range(3):
                    (x @ x).to("cpu", non_blocking=True)
                    torch.empty(x.shape, pin_memory=True).copy_(x @ x, non_blocking=True)
            self.assertEqual(context.found, [])

    def test_types_and_large_integers(self):
        x = torch.tensor([(1 << 53) + 1], device="musa")
        y = torch.ones(2, device="musa")
        with self.compared(verbose=False) as context:
            with replaced("neg", lambda self: torch.tensor([-(1 << 53)], device="musa")):
                x.neg()
            with replaced("abs", lambda self: self.to(torch.int32) if self.dtype == torch.int64 else self.double()):
                torch.ones(2, dtype=torch.int64, device="musa").abs()
                y.abs()
        self.assertEqual([it.partition("(")[0] for it in context.found],
                         ["torch.ops.aten.neg", "torch.ops.aten.abs", "torch.ops.aten.abs"])
        self.assertIn("Types are not equal: torch.int32(musa:0) vs torch.int64(cpu)", context.log)
        self.assertIn("is not close: -9007199254740992(musa:0) vs -9007199254740993(cpu)", context.log)

    def test_equal_elements(self):
        def chosen(place):
            return lambda self, dim=-1, keepdim=False: (self.amax(dim), torch.full_like(self.amax(dim), place, dtype=torch.int64))

        x = torch.tensor([[1.0, 3, 3, 3, 2]], device="musa")
        for place, fails in ((1, False), (3, False), (0, True), (5, True)):
            with self.compared(verbose=False) as context, replaced("mode", chosen(place)):
                x.mode(1)
            self.assertEqual(any(it.failed for it in context.results), fails, context.log)
        with self.compared(verbose=False) as context:
            with replaced("topk", lambda self, k, dim=-1, largest=True, sorted=True: (
                    self.new_full((1, 2), 3), self.new_full((1, 2), 2, dtype=torch.int64))):
                x.topk(2)
            x.median()
            x.sort(stable=True)
            (x > 1).sort()
        self.assertEqual([it.name for it in context.results if it.failed], ["torch.ops.aten.topk(forward)"], context.log)

    def test_half_types_are_judged_by_float32(self):
        torch.manual_seed(0)
        x = torch.randn(64, 512, device="musa", dtype=torch.bfloat16)
        with self.compared(verbose=False) as context:
            torch.nn.functional.layer_norm(x, (512,))
            torch.nn.functional.group_norm(x.view(1, 64, 512), 8)
        self.assertEqual([it.name for it in context.results if it.failed], [], context.log)
        self.assertIn("compare with the CPU's float32", context.log)
        with self.compared(verbose=False) as context, replaced("exp", lambda self: self * 0):
            x.exp()
        self.assertEqual([it.name for it in context.results if it.failed], ["torch.ops.aten.exp(forward)"])

    def test_saved_arguments(self):
        def dumped(name, wrong, program, tool=CompareWithCPU):
            with self.compared(tool, dump_error_data=True, output_dir=self.folder, target_list=[f"torch.ops.aten.{name}"]):
                with replaced(name, wrong), self.assertRaises(OperatorError) as caught:
                    program()
            return caught.exception

        x = torch.ones(1, 2, 3, 3, device="musa")
        error = dumped("clone", lambda self, memory_format=None: self * 2, lambda: x.clone(memory_format=torch.channels_last))
        with contextlib.redirect_stdout(io.StringIO()):
            passes, _, kwargs, _ = compare_for_single_op(error.inputs, ALL.clone, 0.1, 0.1)
        self.assertEqual((passes, kwargs), (True, {"memory_format": torch.channels_last}))
        generator = torch.Generator("musa").manual_seed(7)
        error = dumped("normal_", lambda self, mean=0, std=1, generator=None: self.fill_(float("inf")),
                       lambda: x.normal_(generator=generator), NanInfTracker)
        with contextlib.redirect_stdout(io.StringIO()):
            kwargs = nan_inf_track_for_single_op(error.inputs, ALL.normal_)[2]
        self.assertEqual((kwargs["generator"].initial_seed(), kwargs["generator"].device.type), (7, "musa"))

        def wrong(tensors, other):
            for tensor in tensors:
                tensor.zero_()

        error = dumped("_foreach_mul_.Scalar", wrong, lambda: torch._foreach_mul_([torch.ones(2, device="musa")], 3))
        saved = torch.load(error.outputs, weights_only=True)
        self.assertEqual((saved["written"]["self"][0].tolist(), saved["written_cpu"]["self"][0].tolist()), ([0, 0], [3, 3]))

    def test_named_random_operator(self):
        torch.manual_seed(3)
        want = torch.rand(1)
        torch.manual_seed(3)
        with self.compared(target_op=["torch.ops.aten.uniform_"]):
            torch.ones(2, device="musa").uniform_()
        self.assertEqual(torch.rand(1), want)

    def test_subclasses(self):
        from torch.testing._internal.two_tensor import TwoTensor

        x = TwoTensor(torch.ones(3, device="musa"), torch.zeros(3, device="musa"))
        with self.compared(target_list=["torch.ops.aten.cosh"]) as context:
            y = x.cosh()
        self.assertIsInstance(y, TwoTensor)
        self.assertEqual(context.results[0].calls, 2)

    def test_nan_inf(self):
        x = torch.zeros(4, device="musa")
        with self.compared(NanInfTracker, dump_error_data=True, output_dir=self.folder) as context:
            x + 1
            torch.empty(3, device="musa").fill_(2)
            with self.assertRaises(OperatorError) as caught:
                x[1:3].log_()
        self.assertEqual(context.found[0], "torch.ops.aten.log_(forward)")
        self.assertIn("0: Tensor <shape=torch.Size([2]), dtype=torch.float32, device=musa:0, size=2, >,", context.log)
        with contextlib.redirect_stdout(io.StringIO()):
            clean, args, kwargs, out = nan_inf_track_for_single_op(caught.exception.inputs, ALL.log_)
        self.assertEqual((clean, args[0].tolist(), kwargs, out.tolist()), (False, [0, 0], {}, [-float("inf")] * 2))
        with self.compared(NanInfTracker, white_list=["torch.ops.aten.log"]) as context:
            x.log()
        self.assertEqual(context.found, [])

    def test_steps_end(self):
        for tool in (CompareWithCPU, NanInfTracker):
            with self.compared(tool, start_step=1, end_step=3) as context:
                for _ in range(5):
                    torch.zeros(2, device="musa").log()
                    context.step()
            self.assertEqual(re.findall("step = (.)", context.log), ["1", "2"])
            self.assertEqual(context.log.count("[WARNING] torch.ops.aten.log(forward) has"), 2)

    def test_wrong_use(self):
        with self.assertRaisesRegex(TypeError, "white_list is a list"):
            CompareWithCPU(white_list="torch.ops.aten.add")
        with self.assertRaisesRegex(ValueError, "two names of one argument"):
            CompareWithCPU(target_op=["torch.ops.aten.add"], target_list=["torch.ops.aten.mul"])
        with self.compared(dump_error_data=True, output_dir=self.folder):
            with replaced("exp", lambda self: self * 0), self.assertRaises(OperatorError) as caught:
                torch.ones(2, device="musa").exp()
        with self.assertRaisesRegex(ValueError, r"those of torch\.ops\.aten\.exp, and aten\.sin is not"):
            compare_for_single_op(caught.exception.inputs, ALL.sin, 0.1, 0.1)
        torch.save([1], f"{self.folder}/other.pkl")
        with self.assertRaisesRegex(ValueError, "not a file of inputs that dump_error_data wrote"):
            compare_for_single_op(f"{self.folder}/other.pkl", ALL.sin, 0.1, 0.1)

    def test_compiled(self):
        done = run("""
            import torch, torch_musa
            from torch_musa.utils.compare_tool import CompareWithCPU
            library = torch.library.Library("aten", "IMPL")
            library.impl("tanh", lambda self: (self.cpu().tanh() + 1).to("musa"), "PrivateUse1")
            def function(x):
                return (x.tanh() * x).sum()
            x = torch.randn(5, device="musa", requires_grad=True)
            graphs = []
            def backend(graph, inputs):
                graphs.append(graph)
                return graph
            for early in (True, False):
                torch._dynamo.reset()
                compiled = torch.compile(function, backend=backend)
                if early:
                    compiled(x).backward()
                with CompareWithCPU(verbose=False) as context:
                    compiled(x).backward()
                assert len(graphs) == 1, graphs  # that of before
                failed = {it.name for it in context.results if it.failed}
                assert failed == {"torch.ops.aten.tanh(forward)"}, failed
                assert "torch.ops.aten.tanh_backward(backward)" in {it.name for it in context.results}
            """)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
