//===- torch/ops/indexing.cpp - indexing by tensors ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's own functions prepare for CUDA's kernels on device CUDA alone: the kernels read all
// indices at the offsets of the first, and elements are added up by a kernel that sorts.
//===----------------------------------------------------------------------===//
#include <ATen/Context.h>
#include <ATen/ExpandUtils.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/musa/ops/_index_put_impl_native.h>
#include <ATen/musa/ops/index_native.h>
#include <ATen/musa/ops/nonzero_static_native.h>
#include <ATen/musa/ops/put_native.h>
#include <ATen/native/IndexKernel.h>
#include <ATen/native/IndexingUtils.h>
#include <ATen/native/Resize.h>
#include <ATen/native/TensorAdvancedIndexing.h>
#include <ATen/native/TensorAdvancedIndexingUtils.h>
#include <ATen/native/TensorIterator.h>
#include <ATen/ops/_index_put_impl_native.h>
#include <ATen/ops/full.h>
#include <ATen/ops/nonzero_static_native.h>
#include <ATen/ops/put_native.h>

#include <tuple>
#include <utility>
#include <vector>

namespace at::musa {
namespace {

using Indices = c10::List<std::optional<Tensor>>;

/// Of the kernels of indexing: the output, the input, and then the indices.
constexpr int firstIndex = 2;

bool haveSameStrides(const TensorIteratorBase &iterator) {
  for (int i = firstIndex + 1; i < iterator.ntensors(); ++i)
    if (iterator.strides(i) != iterator.strides(firstIndex))
      return false;
  return true;
}

/// The same indices, as contiguous tensors of numbers that have one shape.
Indices alike(const Tensor &self, const Indices &indices) {
  const auto numbers = native::expandTensors(self, indices);
  std::vector<Tensor> expanded;
  try {
    expanded = expand_outplace(numbers);
  } catch (const c10::Error &) {
    return indices; // PyTorch's own function says which shapes do not fit
  }
  Indices result;
  for (const Tensor &index : expanded)
    result.push_back(index.defined() ? std::optional(index.contiguous()) : std::nullopt);
  return result;
}

void checkCount(const Tensor &self, const Indices &indices) {
  TORCH_CHECK_INDEX(indices.size() <= static_cast<size_t>(self.dim()),
                    "too many indices for tensor of dimension ", self.dim(), " (got ",
                    indices.size(), ")");
}

void checkOverlap(const Tensor &self, const Indices &indices, const Tensor &values) {
  if (has_internal_overlap(self) == MemOverlap::Yes)
    TORCH_WARN("Use of index_put_ on expanded tensors is deprecated. "
               "Please clone() the tensor before performing this operation. "
               "This also applies to advanced indexing e.g. tensor[indices] = tensor");
  assert_no_overlap(self, values);
  for (const std::optional<Tensor> &index : indices)
    if (index)
      assert_no_overlap(self, *index);
}

} // namespace

TORCH_IMPL_FUNC(MusaIndex)
(const Tensor & /*self*/, DimVector sizes, DimVector strides, const Tensor &out) {
  if (haveSameStrides(*this)) {
    native::index_stub(kPrivateUse1, *this, sizes, strides);
    return;
  }
  TensorIteratorConfig config;
  config.set_check_mem_overlap(false).check_all_same_dtype(false).resize_outputs(false);
  config.add_output(out).add_owned_const_input(tensor(1));
  for (int i = firstIndex; i < ntensors(); ++i)
    config.add_owned_const_input(tensor(i).contiguous());
  TensorIterator iterator = config.build();
  native::index_stub(kPrivateUse1, iterator, sizes, strides);
}

Tensor &indexPut(Tensor &self, const Indices &indices, const Tensor &values, bool accumulate,
                 bool unsafe) {
  checkCount(self, indices);
  if (!accumulate) {
    const auto [byMask, mask] = native::canDispatchToMaskedFill(self, indices, values);
    if (byMask)
      return native::_index_put_impl_(self, indices, values, accumulate, unsafe);
    if (!globalContext().deterministicAlgorithms())
      return native::_index_put_impl_(self, alike(self, indices), values, accumulate, unsafe);
  }
  checkOverlap(self, indices, values);
  const Tensor here = values.dim() == 0 ? values.to(self.device()) : values;
  TORCH_CHECK(here.device() == self.device(), "expected device ", self.device(), " but got device ",
              here.device(), " for value tensor");
  native::index_put_with_sort_stub(kPrivateUse1, self, indices, here, accumulate, unsafe);
  return self;
}

Tensor &indexPutQuantized(Tensor &self, const Indices &indices, const Tensor &values,
                          bool accumulate, bool unsafe) {
  checkCount(self, indices);
  const auto [byMask, mask] = native::canDispatchToMaskedFill(self, indices, values);
  return native::_index_put_impl_quantized_cuda_(self, byMask ? indices : alike(self, indices),
                                                 values, accumulate, unsafe);
}

// Adding up is by atomic operations, in no order.
Tensor &put(Tensor &self, const Tensor &index, const Tensor &source, bool accumulate) {
  if (accumulate)
    globalContext().alertNotDeterministic("put_");
  return native::put_(self, index, source, accumulate);
}

// The kernel divides by the number of blocks, of which an empty tensor has none.
Tensor nonzeroStatic(const Tensor &self, int64_t size, int64_t fill_value) {
  TORCH_CHECK(size >= 0, "nonzero_static: 'size' must be an non-negative integer");
  if (self.numel() == 0)
    return at::full({size, self.dim()}, fill_value, self.options().dtype(kLong));
  return native::nonzero_static_cuda(self, size, fill_value);
}

Tensor &nonzeroStaticOut(const Tensor &self, int64_t size, int64_t fill_value, Tensor &out) {
  TORCH_CHECK(out.scalar_type() == kLong,
              "nonzero_static: Expected out tensor to have scalar type Long but got ",
              out.scalar_type());
  const Tensor found = nonzeroStatic(self, size, fill_value);
  native::resize_output(out, found.sizes());
  return out.copy_(found);
}

} // namespace at::musa
