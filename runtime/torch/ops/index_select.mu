//===- torch/ops/index_select.mu - slices of a tensor by number ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ATen's kernels work out where each element is. What follows each other in memory is copied as a
// whole here, by blocks of one thread; embeddings are chosen so.
//===----------------------------------------------------------------------===//
#include <ATen/Dispatch.h>
#include <ATen/WrapDimUtils.h>
#include <ATen/musa/MUSAContext.h>
#include <ATen/musa/ops/index_select_native.h>
#include <ATen/native/Resize.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/index_select_native.h>

#include <algorithm>
#include <cstring>

namespace at::musa {
namespace {

/// The bytes that a block copies, about; shorter slices than the least are ATen's.
constexpr int64_t bytesOfBlock = 65536;
constexpr int64_t leastBytesOfSlice = 16;

/// Slice `index[i]` of `from` becomes slice i of `to`, in each of the parts that `from` has.
template <typename index_t>
__global__ void copySlices(char *to, const char *from, const index_t *index, int64_t parts,
                           int64_t selected, int64_t slices, int64_t bytes, int64_t share) {
  const int64_t end = std::min((blockIdx.x + 1) * share, parts * selected);
  for (int64_t at = blockIdx.x * share; at < end; ++at) {
    const index_t slice = index[at % selected];
    CUDA_KERNEL_ASSERT(slice >= 0 && slice < slices && "index out of bounds");
    memcpy(to + at * bytes, from + (at / selected * slices + slice) * bytes, bytes);
  }
}

/// How many bytes follow each other in each slice along the dimension, or 0 if not all do.
int64_t bytesOfSlice(const Tensor &self, int64_t dim) {
  if (self.dim() == 0 || !self.is_contiguous())
    return 0;
  int64_t bytes = self.element_size();
  for (int64_t i = dim + 1; i < self.dim(); ++i)
    bytes *= self.size(i);
  return bytes;
}

bool copiesSlices(const Tensor &self, int64_t dim, const Tensor &index) {
  return self.numel() > 0 && index.numel() > 0 && index.dim() <= 1 && index.is_contiguous() &&
         (index.scalar_type() == kLong || index.scalar_type() == kInt) &&
         index.device() == self.device() && bytesOfSlice(self, dim) >= leastBytesOfSlice;
}

void launch(const Tensor &out, const Tensor &self, int64_t dim, const Tensor &index) {
  const int64_t bytes = bytesOfSlice(self, dim);
  const int64_t slices = self.size(dim);
  const int64_t parts = self.nbytes() / (slices * bytes);
  const int64_t selected = index.numel();
  const int64_t share = std::max<int64_t>(bytesOfBlock / bytes, 1);
  const auto blocks = static_cast<unsigned>((parts * selected + share - 1) / share);
  AT_DISPATCH_INDEX_TYPES(index.scalar_type(), "index_select", [&] {
    copySlices<<<blocks, 1, 0, getCurrentMUSAStream()>>>(
        static_cast<char *>(out.mutable_data_ptr()),
        static_cast<const char *>(self.const_data_ptr()), index.const_data_ptr<index_t>(), parts,
        selected, slices, bytes, share);
    C10_MUSA_KERNEL_LAUNCH_CHECK();
  });
}

} // namespace

Tensor indexSelect(const Tensor &self, int64_t dim, const Tensor &index) {
  const int64_t at = self.dim() == 0 ? 0 : maybe_wrap_dim(dim, self.dim());
  if (!copiesSlices(self, at, index))
    return native::index_select_cuda(self, dim, index);
  DimVector sizes(self.sizes());
  sizes[at] = index.numel();
  Tensor out = at::empty(sizes, self.options());
  launch(out, self, at, index);
  return out;
}

} // namespace at::musa
