//===- torch/ops/topk.cpp - the largest or smallest by muDNN ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mudnn.h"

#include <ATen/WrapDimUtils.h>
#include <ATen/musa/ops/topk_native.h>
#include <ATen/ops/topk_native.h>

#include <limits>

namespace at::musa {

using torch_musa::described;

TORCH_IMPL_FUNC(MusaTopK)
(const Tensor &self, int64_t k, int64_t dim, bool largest, bool sorted, const Tensor &values,
 const Tensor &indices) {
  if (k == 0 || k > std::numeric_limits<int>::max() || self.dim() == 0 ||
      !torch_musa::isForMudnn(self)) {
    torch_musa::Atens<native::structured_topk_out_cuda>().impl(self, k, dim, largest, sorted,
                                                               values, indices);
    return;
  }
  ::musa::dnn::TopK description;
  CHECK_MUDNN_STATUS(description.SetK(static_cast<int>(k)), "SetK");
  CHECK_MUDNN_STATUS(description.SetDim(static_cast<int>(maybe_wrap_dim(dim, self.dim()))),
                     "SetDim");
  CHECK_MUDNN_STATUS(description.SetLargest(largest), "SetLargest");
  CHECK_MUDNN_STATUS(description.SetSorted(sorted), "SetSorted");
  muTensor v = described(values);
  muTensor i = described(indices);
  CHECK_MUDNN_STATUS(description.Run(GetMudnnHandle(), v, i, described(self), InternalMemAlloc),
                     "Run");
}

} // namespace at::musa
