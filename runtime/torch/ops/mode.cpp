//===- torch/ops/mode.cpp - the most frequent value ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's own function computes on the devices that it names, so this one calls the kernel.
//===----------------------------------------------------------------------===//
#include <ATen/NamedTensorUtils.h>
#include <ATen/WrapDimUtils.h>
#include <ATen/musa/ops/mode_native.h>
#include <ATen/native/ReduceOpsUtils.h>
#include <ATen/native/Resize.h>
#include <ATen/native/TensorCompare.h>
#include <ATen/ops/empty.h>

#include <tuple>

namespace at::musa {
namespace {

void checkOutput(const char *name, const Tensor &output, const Tensor &self, ScalarType type) {
  TORCH_CHECK(output.device() == self.device(), "expected device '", self.device(), "' but got '",
              output.device(), "' for ", name, " output");
  TORCH_CHECK(output.scalar_type() == type, "expected scalar type '", type, "' but got '",
              output.scalar_type(), "' for ", name, " output");
}

} // namespace

std::tuple<Tensor &, Tensor &> mostFrequentOut(const Tensor &self, int64_t dim, bool keepdim,
                                               Tensor &values, Tensor &indices) {
  TORCH_CHECK(self.layout() == kStrided, "mode only supports strided layout, got: ", self.layout());
  checkOutput("values", values, self, self.scalar_type());
  checkOutput("indices", indices, self, kLong);
  dim = maybe_wrap_dim(dim, self.dim());
  if (self.numel() == 0) {
    native::zero_numel_tensor_resize(values, indices, self, dim, keepdim, "mode()");
  } else if (self.dim() == 0) {
    native::resize_output(values, {});
    native::resize_output(indices, {});
    values.copy_(self);
    indices.zero_();
  } else {
    {
      const NoNamesGuard guard;
      native::mode_stub(kPrivateUse1, values, indices, self, dim, keepdim);
    }
    namedinference::propagate_names_for_reduction(values, self, dim, keepdim);
    namedinference::propagate_names_for_reduction(indices, self, dim, keepdim);
  }
  return {values, indices};
}

std::tuple<Tensor, Tensor> mostFrequent(const Tensor &self, int64_t dim, bool keepdim) {
  Tensor values = at::empty({0}, self.options());
  Tensor indices = at::empty({0}, self.options().dtype(kLong));
  mostFrequentOut(self, dim, keepdim, values, indices);
  return {values, indices};
}

} // namespace at::musa
