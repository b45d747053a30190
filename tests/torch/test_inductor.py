# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.compile with Inductor, PyTorch's default, for device musa: what compiled functions compute, against the same functions uncompiled."""

import os
import pathlib
import tempfile
import types
import unittest
import unittest.mock

import support  # first: it sets the environment

import torch
import torch.nn.functional as F
import torch_musa  # noqa: F401: makes the device known
import torchvision
from torch._inductor import metrics
from torch_musa import _compiler

FLOATS = (torch.float, torch.double, torch.half, torch.bfloat16)
TOLERANCES = {torch.double: 1e-10, torch.float: 2e-5, torch.half: 4e-3, torch.bfloat16: 3e-2}


def setUpModule():
    support.setUpModule()
    caches = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(caches.cleanup)
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = caches.name


def tearDownModule():
    torch._dynamo.reset()
    support.tearDownModule()


def random(*shape, dtype=torch.float):
    return torch.randn(*shape, dtype=torch.double).to("musa", dtype)


class Compiled(unittest.TestCase):
    def setUp(self):
        torch._dynamo.reset()
        metrics.reset()

    def assert_equal(self, found, expected, scale=1):
        """Tensors, and lists of them; floating-point values may differ by what the order of a sum does."""
        self.assertEqual(type(found), type(expected))
        if isinstance(expected, (tuple, list)):
            self.assertEqual(len(found), len(expected))
            for number, (one, other) in enumerate(zip(found, expected)):
                with self.subTest(result=number):
                    self.assert_equal(one, other, scale)
            return
        self.assertEqual((found.dtype, found.device, found.shape, found.stride()),
                         (expected.dtype, expected.device, expected.shape, expected.stride()))
        tolerance = scale * TOLERANCES.get(expected.dtype, 0)
        torch.testing.assert_close(found, expected, rtol=tolerance, atol=tolerance, equal_nan=True)

    def check(self, function, *inputs, kernels=None, scale=1, **options):
        """`kernels`: how many Inductor writes."""
        torch._dynamo.reset()
        metrics.reset()
        expected = function(*[x.clone() if isinstance(x, torch.Tensor) else x for x in inputs])
        found = torch.compile(function, **options)(*inputs)
        self.assert_equal(found, expected, scale)
        if kernels is not None:
            self.assertEqual(metrics.generated_kernel_count, kernels)


class Elements(Compiled):
    def test_a_chain_is_one_kernel(self):
        self.check(lambda x, y: torch.relu(x * 2 + y).sigmoid() - y.abs(), random(33, 5), random(5), kernels=1)

    def test_functions(self):
        functions = [
            torch.exp, torch.exp2, torch.expm1, torch.log, torch.log2, torch.log10, torch.log1p, torch.sqrt, torch.rsqrt, torch.sin, torch.cos,
            torch.tan, torch.sinh, torch.cosh, torch.tanh, torch.asin, torch.acos, torch.atan, torch.asinh, torch.acosh, torch.atanh, torch.erf,
            torch.erfc, torch.erfinv, torch.lgamma, torch.floor, torch.ceil, torch.trunc, torch.round, torch.neg, torch.abs, torch.sign,
            torch.signbit, torch.isnan, torch.isinf, torch.reciprocal, torch.square, torch.sigmoid, torch.relu, F.gelu, F.silu, F.mish,
            F.softplus, F.leaky_relu, F.elu, torch.frac, torch.sgn, torch.special.ndtr, torch.nan_to_num, torch.logit,
        ]
        values = torch.tensor([-3.5, -2.5, -1.0, -0.7, -0.0, 0.0, 0.3, 0.5, 1.0, 1.5, 2.5, 30.0, float("inf"), -float("inf"), float("nan")])
        for dtype in FLOATS:
            self.check(lambda x: [function(x) for function in functions], values.to("musa", dtype), scale=4)

    def test_functions_of_two(self):
        functions = [
            torch.add, torch.sub, torch.mul, torch.div, torch.atan2, torch.hypot, torch.copysign, torch.nextafter, torch.fmod, torch.remainder,
            torch.minimum, torch.maximum, torch.fmin, torch.fmax, torch.pow, torch.eq, torch.ne, torch.lt, torch.le, torch.gt,
            torch.ge, torch.logical_and, torch.logical_or, torch.logical_xor,
        ]
        values = torch.tensor([-2.5, -1.0, -0.0, 0.5, 3.0, float("inf"), float("nan")])
        for dtype in (torch.float, torch.double):
            self.check(lambda x, y: [function(x, y) for function in functions], values.to("musa", dtype)[:, None], values.to("musa", dtype))

    def test_integers_wrap_and_round_as_pytorchs(self):
        functions = [
            torch.add, torch.sub, torch.mul, torch.bitwise_and, torch.bitwise_or, torch.bitwise_xor, torch.minimum, torch.maximum, torch.eq, torch.lt,
            torch.div, lambda x, y: torch.div(x, y | 1, rounding_mode="floor"), lambda x, y: torch.div(x, y | 1, rounding_mode="trunc"),
            lambda x, y: torch.remainder(x, y | 1), lambda x, y: torch.fmod(x, y | 1), lambda x, y: -x, lambda x, y: ~x, lambda x, y: x.abs(),
            lambda x, y: x << 1, lambda x, y: x >> 1, lambda x, y: x.sign(), lambda x, y: x.float() * y, lambda x, y: x.bool() & y.bool(),
        ]
        for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64):
            info = torch.iinfo(dtype)
            values = torch.tensor([info.min, info.min + 3, 1, 7, 100, info.max - 5, info.max], dtype=dtype)
            self.check(lambda x, y: [function(x, y) for function in functions], values[:, None].to("musa"), values.to("musa"))

    def test_conversions(self):
        kinds = [torch.bool, torch.uint8, torch.int8, torch.int32, torch.int64, torch.half, torch.bfloat16, torch.float, torch.double]
        for dtype in kinds:
            x = torch.tensor([0, 1, 2, 3, 100], dtype=torch.double).to("musa", dtype)
            self.check(lambda x: [x.to(kind) for kind in kinds], x)
        self.check(lambda x: [x.view(torch.int32) + 1, x.half().view(torch.int16) + 1], random(7))

    def test_functions_that_kernels_lack_are_pytorchs(self):
        self.check(lambda x: torch.digamma(x * 2) + torch.special.i0(x) + torch.special.bessel_j0(x) + torch.special.zeta(x, x + 1), random(50).abs() + 2)

    def test_views_masks_and_strides(self):
        x, y = random(6, 10), random(10, 6).t()
        self.check(lambda x, y: F.pad(x + y, (1, 2, 3, 4), value=0.5), x, y)
        self.check(lambda x, y: torch.cat([x, y + 1, x[:, ::3]], 1), x, y)
        self.check(lambda x, y: (x.t().contiguous() + y.t()).reshape(4, 15), x, y)
        self.check(lambda x, y: torch.where(x > y, x.flip(1), torch.roll(y, 3, 1)), x, y)
        self.check(lambda x, y: torch.tril(x) + torch.arange(10, device="musa") + torch.stack([x, y]).unbind(0)[1], x, y)
        self.check(lambda x: F.interpolate(x, scale_factor=2) + F.interpolate(x, size=(8, 8), mode="bilinear")[..., :1, :1], random(2, 3, 4, 4))

    def test_masked_code_divides_by_zero(self):
        """Where a mask is false, what is read is 0."""
        x = torch.arange(1, 17, device="musa").reshape(4, 4)
        self.check(lambda x, y: torch.cat([x % y + 1, x]), x * 3, x)
        self.check(lambda x, y: F.pad(x // y + torch.div(y, x, rounding_mode="trunc"), (1, 1)), x * 3, x)

    def test_overflow_wraps(self):
        for x in torch.tensor([2**31 - 1, 2**30, -5], dtype=torch.int32), torch.tensor([2**63 - 1, 2**62, 7]):
            self.check(lambda x: ((x + 1) > x, (x * 2) // 2, x << 70, x >> 70, x << 3, x >> 2), x.to("musa"))
        self.check(lambda: torch.arange(0, 10**10, 10**9, device="musa") + 1)
        self.check(lambda x: x * 2 ** x.shape[0], random(5), dynamic=True)

    def test_types_that_kernels_lack(self):
        self.check(lambda x: (x * 2).to(torch.float8_e4m3fn).float() + 1, random(20))
        self.check(lambda x: torch.view_as_real(torch.view_as_complex(x) * 2) + 1, random(6, 2))

    def test_indices(self):
        x, rows = random(9, 6), torch.tensor([0, -1, 8, 3], device="musa")
        self.check(lambda x, rows: x[rows] * 2 + x[:4], x, rows)
        self.check(lambda x, rows: F.embedding(rows.abs(), x).exp(), x, rows)
        self.check(lambda x, rows: x.gather(0, rows.abs()[:, None].expand(4, 6)), x, rows)
        for dtype in (*FLOATS, torch.int64, torch.int32):
            self.check(lambda x, rows: torch.index_add(x, 0, rows.abs() % 2, x[:4] * 2), (random(9, 6) * 9).to(dtype), rows)
        compiled = torch.compile(lambda x, rows: x[rows + 1] * 2)
        done = support.run("""
            import torch, torch_musa
            def function(x, rows):
                return x[rows + 1] * 2
            torch.compile(function)(torch.ones(4, 4, device="musa"), torch.tensor([0, 3], device="musa")).cpu()
        """)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "index out of bounds|device-side assert")
        self.assertEqual(compiled(x, rows - 1).shape, (4, 6))

    def test_in_place(self):
        def function(x, y):
            x.mul_(2).add_(y)
            y[1:3] = x[:2]
            return x.sum()

        ours, theirs = (random(4, 5), random(4, 5)), None
        theirs = [x.clone() for x in ours]
        self.assert_equal(torch.compile(function)(*ours), function(*theirs))
        self.assert_equal(list(ours), theirs)

    def test_numbers_and_dynamic_shapes(self):
        def function(x, factor):
            return torch.softmax(x * factor, -1), x.sum(0), x.shape[0] * x

        compiled = torch.compile(function, dynamic=True)
        for rows, columns in (3, 40), (5, 41), (64, 300), (1, 1):
            x = random(rows, columns)
            self.assert_equal(compiled(x, rows + 0.5), function(x, rows + 0.5))

    def test_nothing(self):
        self.check(lambda x: (x + 1, x.sum(0), x.sum()), random(0, 4))


class Reductions(Compiled):
    def reduce(self, x, dim):
        return [x.sum(dim), x.mean(dim), x.amax(dim), x.amin(dim), x.var(dim), x.std(dim, correction=0), torch.logsumexp(x, dim), x.norm(dim=dim)]

    def test_shapes(self):
        for shape, dims in ((7,), (0,)), ((33, 700), (0, 1, (0, 1))), ((700, 3), (0, 1)), ((3, 40, 50), ((0, 2), 1, 2)), ((300, 1000), (None,)):
            x = random(*shape)
            for dim in dims:
                with self.subTest(shape=shape, dim=dim):
                    self.check(lambda x, dim=dim: self.reduce(x, dim) if dim is not None else [x.sum(), x.mean(), x.amax(), x.var()], x, scale=10)

    def test_types(self):
        for dtype in FLOATS:
            self.check(lambda x: self.reduce(x, 1), random(5, 300, dtype=dtype), scale=4)
        for dtype in (torch.uint8, torch.int8, torch.int32, torch.int64):
            x = torch.arange(-150, 150).reshape(2, 150).to(dtype).to("musa")
            self.check(lambda x: [x.sum(1), x.prod(1), x.amax(1), x.amin(1), (x > 3).any(1), (x > 3).all(1), x.argmax(1), x.sum(0)], x)

    def test_places(self):
        x = torch.tensor([[1, 5, 5, 2], [float("nan"), 9, 1, float("nan")], [-float("inf")] * 4], device="musa")
        self.check(lambda x: [x.argmax(1), x.argmin(1), x.argmax(), x.argmax(0), *x.max(1), *x.min(1)], x)
        self.check(lambda x: [x.argmax(1), x.argmin(1)], random(5, 999))

    def test_with_what_is_around_them(self):
        """A norm is one kernel, its passes over a row included."""
        x, weight, bias = random(40, 300), random(300), random(300)
        self.check(lambda x: torch.softmax(x.relu() * 3, -1), x, kernels=1)
        self.check(lambda x, w, b: F.gelu(F.layer_norm(x, (300,), w, b)) + x, x, weight, bias, kernels=1)
        self.check(lambda x: F.cross_entropy(x, torch.arange(40, device="musa")), x)

    def test_scans_and_sorts_are_pytorchs(self):
        self.check(lambda x: [torch.cumsum(x * 2, 1) + 1, *torch.sort(x + 1, 1), torch.topk(x, 3).values * 2], random(5, 60))


class Randomness(Compiled):
    def test_distribution(self):
        def function(x):
            return torch.rand_like(x), torch.randn_like(x), torch.randint_like(x, 3, 9)

        uniform, normal, integers = torch.compile(function)(random(100_000))
        self.assertTrue(0 <= uniform.min().item() and uniform.max().item() < 1)
        self.assertAlmostEqual(uniform.mean().item(), 0.5, delta=0.01)
        self.assertAlmostEqual(uniform.var().item(), 1 / 12, delta=0.005)
        self.assertAlmostEqual(normal.mean().item(), 0, delta=0.02)
        self.assertAlmostEqual(normal.std().item(), 1, delta=0.02)
        self.assertEqual(integers.unique().tolist(), [3, 4, 5, 6, 7, 8])

    def test_dropout(self):
        dropped = torch.compile(lambda x: F.dropout(x, 0.3) + 0)
        x = torch.ones(100_000, device="musa")
        torch.manual_seed(1)
        first = dropped(x)
        self.assertAlmostEqual((first == 0).float().mean().item(), 0.3, delta=0.01)
        self.assertFalse(torch.equal(first, dropped(x)))
        torch.manual_seed(1)
        self.assertTrue(torch.equal(first, dropped(x)))

    def test_as_uncompiled(self):
        with torch._inductor.config.patch(fallback_random=True):
            compiled = torch.compile(lambda x: F.dropout(x, 0.3) * 2)
            x = random(1000)
            torch.manual_seed(2)
            found = compiled(x)
            torch.manual_seed(2)
            self.assert_equal(found, F.dropout(x, 0.3) * 2)


class Block(torch.nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norms = torch.nn.ModuleList(torch.nn.LayerNorm(width) for _ in range(2))
        self.project, self.join = torch.nn.Linear(width, 3 * width), torch.nn.Linear(width, width)
        self.network = torch.nn.Sequential(torch.nn.Linear(width, 2 * width), torch.nn.GELU(), torch.nn.Linear(2 * width, width))

    def forward(self, x):
        parts = self.project(self.norms[0](x)).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        x = x + self.join(F.scaled_dot_product_attention(*parts, is_causal=True).transpose(1, 2).flatten(2))
        return x + self.network(self.norms[1](x))


class Transformer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = torch.nn.Embedding(50, 32)
        self.blocks = torch.nn.Sequential(Block(32, 4), Block(32, 4))
        self.head = torch.nn.Linear(32, 50)

    def forward(self, tokens):
        return self.head(self.blocks(self.embedding(tokens)))


class Models(Compiled):
    def kernels(self, model, inputs, **options):
        torch._dynamo.reset()
        metrics.reset()
        with torch.no_grad():
            found, expected = torch.compile(model, **options)(*inputs), model(*inputs)
        self.assert_equal(found, expected, scale=20)
        return metrics.generated_kernel_count

    def inference(self, model, *inputs):
        """As uncompiled, and with fusion in fewer kernels."""
        model.eval()
        self.assertLess(self.kernels(model, inputs), self.kernels(model, inputs, options={"max_fusion_size": 1}))

    def training(self, make, *inputs):
        """Losses and parameters of three steps, as uncompiled. In double: steps make the rounding of float too large to compare."""
        results = []
        for compiled in (False, True):
            torch.manual_seed(0)
            model = make().to("musa", torch.double)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
            run = torch.compile(model) if compiled else model
            losses = []
            for _ in range(3):
                optimizer.zero_grad()
                output = run(*inputs)
                loss = F.cross_entropy(output.flatten(0, -2), torch.arange(output.numel() // output.shape[-1], device="musa") % output.shape[-1])
                loss.backward()
                optimizer.step()
                losses.append(loss.item())
            results.append((losses, [parameter.detach() for parameter in model.parameters()]))
        for ours, theirs in zip(results[1][0], results[0][0]):
            self.assertAlmostEqual(ours, theirs, delta=1e-7)
        for ours, theirs in zip(results[1][1], results[0][1]):
            torch.testing.assert_close(ours, theirs, rtol=1e-6, atol=1e-7)
        self.assertLess(results[1][0][-1], results[1][0][0])

    def test_resnet_infers(self):
        self.inference(torchvision.models.resnet18(num_classes=10).to("musa"), random(2, 3, 64, 64))

    def test_resnet_trains(self):
        self.training(lambda: torchvision.models.resnet18(num_classes=10), random(4, 3, 64, 64, dtype=torch.double))

    def test_channels_last(self):
        model = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3, padding=1), torch.nn.BatchNorm2d(8), torch.nn.ReLU(), torch.nn.Conv2d(8, 4, 1))
        x = random(2, 3, 8, 8).contiguous(memory_format=torch.channels_last)
        self.kernels(model.to("musa", memory_format=torch.channels_last).eval(), [x])

    def test_transformer_infers(self):
        self.inference(Transformer().to("musa"), torch.arange(24, device="musa").reshape(2, 12))

    def test_transformer_trains(self):
        self.training(Transformer, torch.arange(24, device="musa").reshape(2, 12))

    def test_second_device(self):
        if torch.musa.device_count() < 2:
            self.skipTest("there is one device")
        compiled = torch.compile(lambda x: torch.softmax(x * 2, -1))
        for index in range(2):
            x = torch.randn(3, 50, device=f"musa:{index}")
            found = compiled(x)
            self.assertEqual(found.device, x.device)
            self.assert_equal(found, torch.softmax(x * 2, -1))
            branches = torch.compile(lambda x: torch.cond(x.sum() > 0, lambda x: (x.sin() * 2).sum(1), lambda x: x.cos().sum(1), (x,)))
            self.assertEqual(branches(x).device, x.device)


class Programs(Compiled):
    def test_what_is_compiled_is_kept(self):
        """A second process starts no compiler."""
        script = """
            import sys, torch, torch_musa
            from torch_musa import _MUSAC
            if sys.argv[1] == "no":
                del _MUSAC._compile_kernel
            print(torch.compile(lambda x: torch.softmax(x * 3, -1))(torch.ones(2, 40, device="musa")).shape)
        """
        with tempfile.TemporaryDirectory() as folder:
            for compiles in ("yes", "no"):
                done = support.run(script, compiles, TORCHINDUCTOR_CACHE_DIR=folder)
                self.assertEqual((done.stdout, done.returncode), ("torch.Size([2, 40])\n", 0), done.stderr)
            kept = list(pathlib.Path(folder, "musa").rglob("*.fatbin"))
            self.assertEqual(len(kept), 1)

    def test_a_folder_that_cannot_be_written(self):
        done = support.run("""
            import torch, torch_musa
            from torch_musa import _kernels
            kernel = _kernels.load("/proc/nothing", "one", 'extern "C" __global__ void one(float *x) { *x = 1; }')
            x = torch.zeros(1, device="musa")
            kernel(1, 1, x)
            print(x.item())
        """)
        self.assertEqual((done.stdout, done.returncode), ("1.0\n", 0), done.stderr)

    def test_graphs_of_other_versions_are_not_used(self):
        """What PyTorch keeps graphs by depends on the files that write them."""
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "_inductor").mkdir()
        (folder / "_kernels.py").write_text("")
        keys = set()
        with unittest.mock.patch.object(_compiler, "__file__", str(folder / "_compiler.py")):
            for text in "one", "another", "one":
                (folder / "_inductor" / "_kernel.py").write_text(text)
                codecache = types.SimpleNamespace(torch_key=lambda: b"PyTorch's")
                _compiler._add_to_key(codecache)
                keys.add(codecache.torch_key())
        self.assertEqual(len(keys), 2)
        self.assertIn("torch_musa", torch._inductor.codecache.torch_key.__wrapped__.__module__)

    def test_nan_asserts(self):
        with torch._inductor.config.patch(nan_asserts=True):
            self.check(lambda x: x.abs().sqrt() + 1, random(9))
            torch._dynamo.reset()
            with self.assertRaises(AssertionError):
                torch.compile(lambda x: (x - 5).sqrt())(torch.ones(3, device="musa"))

    def test_importing_does_not_load_the_compiler(self):
        done = support.run("import sys, torch, torch_musa; print('torch._dynamo' in sys.modules, 'torch._inductor' in sys.modules)")
        self.assertEqual(done.stdout, "False False\n", done.stderr)

    def test_a_program_in_cpp_is_refused(self):
        with self.assertRaisesRegex(Exception, "cpp_wrapper"), torch._inductor.config.patch(cpp_wrapper=True):
            torch.compile(lambda x: x + 1)(random(3))

    def test_kernels_have_names_in_the_profiler(self):
        compiled = torch.compile(lambda x: torch.relu(x * 3))
        compiled(random(30))
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.MUSA]) as profiled:
            compiled(random(30))
        self.assertTrue(any("musa_fused_mul_relu_0" in event.key for event in profiled.key_averages()), profiled.key_averages().table())


if __name__ == "__main__":
    unittest.main()
