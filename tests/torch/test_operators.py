# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that runtime/torch computes itself, and kernels that the port changes."""

import unittest
import warnings

import support  # first: it sets the environment

import torch
import torch_musa  # noqa: F401
from torch_musa import cpu_fallback

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule


class IndexingTest(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)
        self.addCleanup(torch.use_deterministic_algorithms, False)

    def agree(self, function, *tensors):
        """The function's results are the CPU's, bit for bit; it may write its tensors."""
        expected = function(*(x.clone() for x in tensors))
        actual = function(*(x.musa() for x in tensors))
        self.assertEqual(actual.device.type, "musa")
        torch.testing.assert_close(actual.cpu(), expected, rtol=0, atol=0)

    def test_indices_of_different_strides(self):
        table = torch.randn(7, 8, 9)
        rows, columns = torch.randint(7, (5, 1)), torch.randint(8, (4, 5)).t()
        self.agree(lambda t, r, c: t[r, c], table, rows, columns)
        self.agree(lambda t, r, c: t[r, :, c], table, rows, columns)
        self.agree(lambda t, r, c: t[:, r.expand(5, 4), c], table, torch.randint(8, (5, 1)), columns)

    def test_write_by_indices_of_different_strides(self):
        def write(table, rows, columns, values):
            table[rows, columns] = values
            return table

        rows, columns = torch.arange(5).view(5, 1), torch.arange(8).view(2, 4).t()[:, :1].t()
        self.agree(write, torch.randn(7, 8), rows, columns, torch.randn(5, 4))

    def test_accumulate_with_duplicates(self):
        def add(table, index, values):
            return table.index_put_((index,), values, accumulate=True)

        index = torch.randint(3, (1000,))
        self.agree(add, torch.zeros(3, dtype=torch.long), index, torch.randint(100, (1000,)))
        table, values = torch.zeros(3, 4).double(), torch.randn(1000, 4).double()
        expected = torch.zeros(3, 4).double().index_add(0, index, values)
        torch.testing.assert_close(add(table.musa(), index.musa(), values.musa()).cpu(), expected)

    def test_shapes_that_do_not_fit(self):
        table = torch.randn(3, 3, device="musa")
        indices = torch.tensor([0, 1]).musa(), torch.tensor([0, 1, 2]).musa()
        with self.assertRaisesRegex(IndexError, "shape mismatch"):
            table[indices]
        with self.assertRaisesRegex(IndexError, "shape mismatch"):
            table[indices] = 0

    def test_too_many_indices(self):
        table, index = torch.randn(3, device="musa"), torch.tensor([0], device="musa")
        with self.assertRaisesRegex(IndexError, "too many indices"):
            table.index_put_((index, index), torch.ones(1, device="musa"))

    def test_scatter_in_one_order(self):
        torch.use_deterministic_algorithms(True)
        index = torch.randint(4, (4, 50, 3))
        source, table = torch.randn(4, 60, 3), torch.randn(6, 50, 4)
        for function in (
            lambda t, i, s: t.scatter_add(0, i, s),
            lambda t, i, s: t.scatter(0, i, s, reduce="add"),
            lambda t, i, s: t.scatter_reduce(0, i, s, "sum"),
            lambda t, i, s: t.scatter_reduce(0, i, s, "sum", include_self=False),
            lambda t, i, s: t.scatter_reduce(0, i, s, "mean"),
            lambda t, i, s: t.scatter_reduce(0, i, s, "mean", include_self=False),
            lambda t, i, s: t.transpose(0, 2).scatter_add(2, i.transpose(0, 2), s.transpose(0, 2)),
        ):
            expected = function(table.double(), index, source.double())
            first = function(table.musa(), index.musa(), source.musa())
            torch.testing.assert_close(first.cpu().double(), expected, rtol=1e-5, atol=1e-5)
            for _ in range(3):
                again = function(table.musa(), index.musa(), source.musa())
                self.assertTrue(torch.equal(first, again))

    def test_last_of_equal_indices_is_written(self):
        torch.use_deterministic_algorithms(True)
        index = torch.randint(3, (500,))
        last = torch.stack([(index == i).nonzero().max() for i in range(3)])
        values = torch.arange(500.0)
        for function in (
            lambda t, i, v: t.scatter(0, i, v),
            lambda t, i, v: t.index_copy(0, i, v),
            lambda t, i, v: t.index_put((i,), v),
        ):
            written = function(torch.zeros(3, device="musa"), index.musa(), values.musa())
            self.assertEqual(written.tolist(), last.tolist())

    def test_scatter_of_numbers(self):
        for deterministic in (False, True):
            torch.use_deterministic_algorithms(deterministic)
            self.agree(lambda t, i, s: t.scatter_add(0, i, s), torch.tensor(1.0), torch.tensor(0), torch.tensor(2.0))
            self.agree(lambda t, i, s: t.index_copy(0, i, s), torch.tensor(1.0), torch.tensor([0]), torch.tensor([2.0]))
            self.agree(lambda t, i, s: t.scatter(0, i, s), torch.randn(3), torch.empty(0).long(), torch.empty(0))

    def test_scatter_out_of_range(self):
        # An assertion on the device ends it for the process.
        result = support.run("""
            import torch, torch_musa
            torch.use_deterministic_algorithms(True)
            index = torch.tensor([[5], [0]], device="musa")
            torch.zeros(4, 4, device="musa").scatter_add(1, index, torch.ones(2, 1, device="musa"))
            torch.musa.synchronize()
        """)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("index out of bounds", result.stderr)

    def test_scatter_in_one_order_of_integers(self):
        torch.use_deterministic_algorithms(True)
        table, index = torch.randint(100, (4, 5)), torch.randint(4, (9, 5))
        source = torch.randint(100, (9, 5))
        self.agree(lambda t, i, s: t.scatter_reduce(0, i, s, "mean"), table, index, source)
        self.agree(lambda t, i, s: t.scatter_reduce(0, i, s, "sum", include_self=False), table, index, source)
        self.agree(lambda t, i, s: t.scatter(0, i, s > 50), table > 50, index, source)

    def test_put(self):
        def put(table, index, values):
            return table.put_(index, values, accumulate=True)

        self.agree(put, torch.zeros(2, 3), torch.tensor([0, 5, 3]), torch.tensor([1.0, 2.0, 3.0]))
        torch.use_deterministic_algorithms(True)
        with self.assertRaisesRegex(RuntimeError, "put_ does not have a deterministic implementation"):
            put(torch.zeros(2, device="musa"), torch.tensor([0]).musa(), torch.ones(1, device="musa"))


class FunctionsTest(unittest.TestCase):
    def compare(self, function, *tensors, **tolerance):
        expected, actual = function(*tensors), function(*(x.musa() for x in tensors))
        torch.testing.assert_close(actual.cpu(), expected, **tolerance)

    def test_matrix_exponential(self):
        torch.manual_seed(0)
        for dtype in (torch.double, torch.cdouble):
            for shape in ((5, 5), (2, 3, 4, 4), (1, 1), (0, 0), (3, 0, 0)):
                for scale in (1e-3, 1, 20):
                    matrix = torch.randn(shape, dtype=dtype) * scale
                    largest = torch.linalg.matrix_exp(matrix).abs().max().item() if matrix.numel() else 1
                    self.compare(torch.linalg.matrix_exp, matrix, rtol=1e-9, atol=1e-11 * largest)
        self.assertTrue(torch.linalg.matrix_exp(torch.eye(3, device="musa")).is_contiguous())
        # The exponential of a rotation's generator is the rotation.
        turn = torch.tensor([[0.0, -1], [1, 0]], dtype=torch.half, device="musa") * (torch.pi / 2)
        expected = torch.tensor([[0.0, -1], [1, 0]], dtype=torch.half)
        torch.testing.assert_close(torch.linalg.matrix_exp(turn).cpu(), expected, rtol=0, atol=2e-3)
        self.assertTrue(torch.linalg.matrix_exp(torch.full((2, 2), torch.inf, device="musa")).isnan().all())
        with self.assertRaisesRegex(RuntimeError, "square"):
            torch.linalg.matrix_exp(torch.ones(2, 3, device="musa"))

    def test_eigenvalues_of_general_matrices(self):
        torch.manual_seed(0)
        cpu_fallback.reset()
        for dtype in (torch.float, torch.double, torch.cfloat, torch.cdouble):
            for shape in ((5, 5), (2, 3, 4, 4), (1, 1), (0, 0), (3, 0, 0), (0, 4, 4)):
                matrix = torch.randn(shape, dtype=dtype).mT
                values, vectors = torch.linalg.eig(matrix.musa())
                # By rows, as on CUDA; the CPU's are by columns.
                self.assertTrue(values.is_contiguous() and vectors.is_contiguous())
                torch.testing.assert_close((values.cpu(), vectors.cpu()), tuple(torch.linalg.eig(matrix)))
                self.compare(torch.linalg.eigvals, matrix)
        self.assertEqual(cpu_fallback.counts(), {})

    def test_eigenvalues_written_to_tensors_given(self):
        turn = torch.tensor([[0.0, -1], [1, 0]], device="musa")
        values = torch.empty(4, dtype=torch.cdouble, device="musa")[::2]
        vectors = torch.empty(0, dtype=torch.cfloat, device="musa")
        torch.linalg.eig(turn, out=(values, vectors))
        self.assertEqual((values.tolist(), values.stride()), ([1j, -1j], (2,)))
        torch.testing.assert_close(turn.cfloat() @ vectors, vectors * values.cfloat())
        values.zero_()
        torch.linalg.eigvals(turn, out=values)
        self.assertEqual(values.tolist(), [1j, -1j])
        with self.assertRaisesRegex(RuntimeError, "Expected eigenvalues to be safely castable from ComplexFloat"):
            torch.linalg.eig(turn, out=(torch.empty(2, device="musa"), vectors))
        with self.assertRaisesRegex(RuntimeError, "Expected all tensors to be on the same device"):
            torch.linalg.eigvals(turn, out=torch.empty(2, dtype=torch.cfloat))

    def test_matrices_without_eigenvalues(self):
        for function in (torch.linalg.eig, torch.linalg.eigvals):
            for matrix in (torch.ones(2, 3), torch.ones(2), torch.ones(2, 2).half(), torch.ones(2, 2).long()):
                with self.assertRaises(RuntimeError) as expected:
                    function(matrix)
                with self.assertRaises(RuntimeError) as actual:
                    function(matrix.musa())
                self.assertEqual(str(actual.exception), str(expected.exception))
        for number in (torch.inf, torch.nan):
            with self.assertRaisesRegex(RuntimeError, "input tensor should not contain infs or NaNs"):
                torch.linalg.eig(torch.full((2, 2), number, device="musa"))

    def test_group_norm_of_channels_last(self):
        torch.manual_seed(0)
        image = torch.randn(2, 4, 5, 6).contiguous(memory_format=torch.channels_last)
        results = []
        for device in ("cpu", "musa"):
            x = image.clone().to(device).requires_grad_()
            y = torch.nn.GroupNorm(2, 4).to(device)(x)
            y.pow(3).sum().backward()
            results.append((y.detach().cpu(), x.grad.cpu()))
        torch.testing.assert_close(results[1], results[0])

    def test_transformer_encoder_layer(self):
        torch.manual_seed(0)
        layer = torch.nn.TransformerEncoderLayer(16, 4, 32, batch_first=True).eval()
        tokens = torch.randn(2, 5, 16)
        padding = torch.tensor([[False] * 5, [False] * 3 + [True] * 2])
        with torch.no_grad():
            expected = layer(tokens), layer(tokens, src_key_padding_mask=padding)[padding.logical_not()]
            layer.musa()
            actual = layer(tokens.musa()), layer(tokens.musa(), src_key_padding_mask=padding.musa())
        torch.testing.assert_close(actual[0].cpu(), expected[0])
        torch.testing.assert_close(actual[1].cpu()[padding.logical_not()], expected[1])

    def test_layer_norm_of_nested_tensors(self):
        torch.manual_seed(0)
        rows = [torch.randn(3, 4), torch.randn(5, 4)]
        results = []
        for device in ("cpu", "musa"):
            norm = torch.nn.LayerNorm(4).to(device)
            nested = torch.nested.nested_tensor(rows, device=device, requires_grad=True)
            torch.ones(1 << 24, device=device).mul_(2)  # the sum is not there yet when layer_norm is called
            y = norm(nested + nested)
            padded = y.to_padded_tensor(0)
            padded.pow(2).sum().backward()
            results.append([x.detach().cpu() for x in (padded, norm.weight.grad, nested.grad.to_padded_tensor(0))])
        torch.testing.assert_close(results[1], results[0])

    def test_sum_without_nans_of_complex_numbers(self):
        torch.manual_seed(0)
        values = torch.randn(1000, 5, dtype=torch.cdouble)
        values[::7, 2], values[::11, 3] = torch.nan, complex(0, torch.nan)
        for dtype, tolerance in ((torch.chalf, 1e-2), (torch.cfloat, 1e-5), (torch.cdouble, 1e-12)):
            x = values.to(dtype)
            wide = x.to(torch.cdouble)
            expected = torch.where(wide.isnan(), 0, wide).sum(1)
            # One more than there are sums: what is written past them is seen.
            sums = torch.zeros(1001, dtype=dtype, device="musa")
            torch.nansum(x.musa(), 1, out=sums[:1000])
            torch.testing.assert_close(sums[:1000].cpu().to(torch.cdouble), expected, rtol=tolerance, atol=tolerance)
            self.assertEqual(sums[1000].item(), 0)

    def test_multilabel_margin_loss(self):
        torch.manual_seed(0)
        scores, labels = torch.randn(40, 70), torch.stack([torch.randperm(70) for _ in range(40)])
        labels[:, 30] = -1
        results = []
        for device in ("cpu", "musa"):
            x = scores.clone().to(device).requires_grad_()
            loss = torch.nn.functional.multilabel_margin_loss(x, labels.to(device), reduction="none")
            loss.backward(torch.arange(40.0, device=device))
            results.append((loss.detach().cpu(), x.grad.cpu()))
        torch.testing.assert_close(results[1], results[0])

    def test_copies_of_quantized_tensors(self):
        values = torch.linspace(-1, 1, 12).view(3, 4)
        with warnings.catch_warnings(action="ignore"):
            for made in (torch.quantize_per_tensor(values, 0.05, 3, torch.qint8), torch.quantize_per_channel(
                    values, torch.tensor([0.01, 0.02, 0.05]), torch.tensor([0, 1, 2]), 0, torch.quint8)):
                there = made.musa()
                self.assertEqual(there.qscheme(), made.qscheme())
                for copy in (there.cpu(), there.clone().cpu(), there.musa(1).cpu()):
                    self.assertTrue(torch.equal(copy, made), copy)
                torch.testing.assert_close(there.dequantize().cpu(), made.dequantize())
                here = torch.quantize_per_tensor(values.musa(), 0.05, 3, torch.qint8)
                self.assertTrue(torch.equal(here.cpu(), torch.quantize_per_tensor(values, 0.05, 3, torch.qint8)))
                with self.assertRaisesRegex(RuntimeError, "please use dequantize"):
                    torch.zeros(3, 4, device="musa").copy_(there)
                with self.assertRaisesRegex(RuntimeError, "please use quantize_per_tensor"):
                    there.copy_(values.musa())

    def test_sparse_products(self):
        torch.manual_seed(0)
        matrix = torch.randn(5, 7) * (torch.rand(5, 7) < 0.4)
        other, wide = torch.randn(7, 3), torch.randn(5, 3)
        for layout in (torch.sparse_coo, torch.sparse_csr):
            with self.subTest(layout=layout), warnings.catch_warnings(action="ignore"):
                there = matrix.musa().to_sparse(layout=layout)
                for function in (lambda it, x, y: it @ x, lambda it, x, y: it @ x[:, 0],
                                 lambda it, x, y: torch.addmm(y, it, x, beta=2, alpha=0.5),
                                 lambda it, x, y: (it @ it.transpose(0, 1)).to_dense()):
                    torch.testing.assert_close(function(there, other.musa(), wide.musa()).cpu(), function(matrix, other, wide))
        weights = [matrix.to_sparse().to(device).requires_grad_() for device in ("cpu", "musa")]
        for weight in weights:
            torch.sparse.mm(weight, other.to(weight.device)).sum().backward()
        torch.testing.assert_close(weights[1].grad.to_dense().cpu(), weights[0].grad.to_dense())
        hybrid = torch.hspmm(matrix.musa().to_sparse(), other.musa())
        torch.testing.assert_close(hybrid.to_dense().cpu(), matrix @ other)

    def test_variance_mode_distance(self):
        torch.manual_seed(0)
        values = torch.randn(6, 5)
        self.compare(lambda x: torch.var(x, 0, correction=0), values)
        self.compare(lambda x: torch.std(x), values)
        self.compare(lambda x: torch.stack(torch.var_mean(x, 1)), values)
        self.compare(lambda x: torch.mode(x, 1).values, torch.tensor([[1, 2, 2, 3], [4, 4, 4, 0]]))
        for p in (0, 1, 2, 2.5, float("inf")):
            self.compare(lambda x, p=p: torch.cdist(x, x[:3], p=p), values)


if __name__ == "__main__":
    unittest.main()
