//===- torch/ops/deterministic_scatter.cpp - scatter in a fixed order -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where deterministic algorithms are asked for, PyTorch's own functions scatter by index_put_,
// which sorts, on device CUDA alone. Here they do for musa; otherwise PyTorch's functions are
// called.
//===----------------------------------------------------------------------===//
#include <ATen/Context.h>
#include <ATen/TensorOperators.h>
#include <ATen/WrapDimUtils.h>
#include <ATen/musa/ops/index_copy_native.h>
#include <ATen/musa/ops/scatter_add_native.h>
#include <ATen/musa/ops/scatter_native.h>
#include <ATen/musa/ops/scatter_reduce_native.h>
#include <ATen/ops/_assert_async.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/index_copy_native.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/scatter_add_native.h>
#include <ATen/ops/scatter_native.h>
#include <ATen/ops/scatter_reduce_native.h>
#include <ATen/ops/zeros_like.h>

#include <optional>
#include <vector>

namespace at::musa {
namespace {

/// PyTorch's implementation of a structured function; its outputs exist already.
template <typename Structured> struct Whole final : Structured {
  const Tensor &maybe_get_output(int64_t) override {
    TORCH_INTERNAL_ASSERT(false, "the operator returned no output");
  }
};

bool inOneOrder() { return globalContext().deterministicAlgorithms(); }

/// Where the elements that scattering along `dim` writes are in a contiguous tensor of `sizes`.
Tensor offsets(IntArrayRef sizes, int64_t dim, const Tensor &index) {
  Tensor result;
  int64_t stride = 1;
  for (int64_t d = static_cast<int64_t>(sizes.size()) - 1; d >= 0; --d) {
    Tensor part = index;
    if (d != dim) {
      std::vector<int64_t> shape(sizes.size(), 1);
      shape[d] = index.size(d);
      part = at::arange(index.size(d), index.options()).view(shape);
    }
    part = part.mul(stride);
    result = result.defined() ? result.add(part) : part;
    stride *= sizes[d];
  }
  return result;
}

/// As the kernels do: an index beyond its dimension is a failed assertion on the device.
void checkRange(const Tensor &index, int64_t size) {
  if (index.numel() != 0)
    at::_assert_async(index.ge(0).logical_and(index.lt(size)).all(), "index out of bounds");
}

void scatterInOrder(const Tensor &out, int64_t dim, const Tensor &index, const Tensor &source,
                    bool accumulate) {
  const Tensor there = out.dim() == 0 ? out.view(1) : out;
  const Tensor places = index.dim() == 0 ? index.view(1) : index;
  checkRange(places, there.size(dim));
  const Tensor whole = there.contiguous();
  const Tensor values =
      source.dim() == 0 ? source.view(1) : source.as_strided(places.sizes(), source.strides());
  Tensor flat = whole.view(-1);
  flat.index_put_({offsets(there.sizes(), dim, places).reshape(-1)}, values.reshape(-1),
                  accumulate);
  if (!whole.is_same(there))
    there.copy_(whole);
}

/// What all begin with: `out` has the values of `self`; true if there is something to scatter.
bool begin(const Tensor &self, const Tensor &index, const Tensor &out) {
  if (!out.is_same(self))
    out.copy_(self);
  return index.numel() != 0;
}

} // namespace

TORCH_IMPL_FUNC(MusaScatter)
(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, const Tensor &out) {
  if (!inOneOrder())
    return Whole<native::structured_scatter_src_out>().impl(self, dim, index, src, out);
  if (begin(self, index, out))
    scatterInOrder(out, maybe_wrap_dim(dim, self.dim()), index, src, /*accumulate=*/false);
}

TORCH_IMPL_FUNC(MusaScatterReduce)
(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, c10::string_view reduce,
 const Tensor &out) {
  if (!inOneOrder() || reduce != "add")
    return Whole<native::structured_scatter_reduce_out>().impl(self, dim, index, src, reduce, out);
  if (begin(self, index, out))
    scatterInOrder(out, maybe_wrap_dim(dim, self.dim()), index, src, /*accumulate=*/true);
}

TORCH_IMPL_FUNC(MusaScatterAdd)
(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, const Tensor &out) {
  if (!inOneOrder())
    return Whole<native::structured_scatter_add>().impl(self, dim, index, src, out);
  if (begin(self, index, out))
    scatterInOrder(out, maybe_wrap_dim(dim, self.dim()), index, src, /*accumulate=*/true);
}

TORCH_IMPL_FUNC(MusaScatterReduceTwo)
(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, c10::string_view reduce,
 bool include_self, const Tensor &out) {
  const bool mean = reduce == "mean";
  if (!inOneOrder() || (reduce != "sum" && !mean))
    return Whole<native::structured_scatter_reduce_two>().impl(self, dim, index, src, reduce,
                                                               include_self, out);
  if (!begin(self, index, out))
    return;
  dim = maybe_wrap_dim(dim, self.dim());
  Tensor sums = out;
  if (!include_self)
    sums.scatter_(dim, index, 0);
  scatterInOrder(sums, dim, index, src, /*accumulate=*/true);
  if (!mean)
    return;
  Tensor count = include_self ? at::ones_like(out) : at::zeros_like(out);
  count.scatter_add_(dim, index, at::ones_like(src));
  count.masked_fill_(count == 0, 1);
  if (out.is_floating_point() || out.is_complex())
    sums.div_(count);
  else
    sums.div_(count, "floor");
}

TORCH_IMPL_FUNC(MusaIndexCopy)
(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source, const Tensor &out) {
  if (!inOneOrder())
    return Whole<native::structured_index_copy_out>().impl(self, dim, index, source, out);
  if (!begin(self, index, out))
    return;
  Tensor there = out.dim() == 0 ? out.view(1) : out;
  checkRange(index, there.size(dim));
  List<std::optional<Tensor>> indices;
  indices.resize(dim + 1);
  indices.set(dim, index.reshape(-1));
  there.index_put_(indices, source.dim() == 0 ? source.view(1) : source, /*accumulate=*/false);
}

} // namespace at::musa
