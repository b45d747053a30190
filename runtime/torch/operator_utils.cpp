//===- torch/operator_utils.cpp - what operators of one's own call -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "torch_musa/csrc/aten/utils/Utils.h"

#include <ATen/musa/EmptyTensor.h>
#include <ATen/native/Resize.h>

namespace at::musa {

Tensor create_out(IntArrayRef sizes, IntArrayRef strides, const TensorOptions &options) {
  if (strides.empty())
    return at::detail::empty_musa(sizes, options);
  return at::detail::empty_strided_musa(sizes, strides, options);
}

// With PyTorch's words: so do the operators that are generated.
void check_inplace(const Tensor &self, IntArrayRef sizes, const TensorOptions &options) {
  TORCH_CHECK(options.dtype() == self.dtype(), "Bad in-place call: input tensor dtype ",
              self.dtype(), " and output tensor dtype ", options.dtype(), " should match");
  TORCH_CHECK(options.device() == self.device(), "Bad in-place call: input tensor device ",
              self.device(), " and output tensor device ", options.device(), " should match");
  TORCH_CHECK(sizes == self.sizes(), "Bad in-place call: input tensor size ", self.sizes(),
              " and output tensor size ", sizes, " should match");
}

void resize_out(const Tensor &out, IntArrayRef sizes, IntArrayRef strides,
                const TensorOptions &options) {
  TORCH_CHECK(options.dtype() == out.dtype(), "Expected out tensor to have dtype ", options.dtype(),
              ", but got ", out.dtype(), " instead");
  TORCH_CHECK(options.device() == out.device(), "Expected out tensor to have device ",
              options.device(), ", but got ", out.device(), " instead");
  if (!native::resize_output(out, sizes))
    return; // the strides are advice for a new output
  const auto format = options.memory_format_opt();
  if (!strides.empty())
    out.as_strided_(sizes, strides);
  else if (format)
    out.unsafeGetTensorImpl()->empty_tensor_restride(*format);
}

std::optional<Tensor> maybe_create_proxy(const Tensor &out, IntArrayRef sizes, IntArrayRef strides,
                                         const TensorOptions &options) {
  if (out.strides() == strides)
    return std::nullopt;
  return at::detail::empty_strided_musa(sizes, strides, options);
}

bool MatContiguous(const Tensor &mat) {
  for (int64_t i = 0; i + 1 < mat.dim(); ++i) {
    if (mat.stride(i) != mat.stride(i + 1) * mat.size(i + 1))
      return false;
  }
  return mat.is_contiguous();
}

bool IsTranspose(const Tensor &mat, bool strict) {
  if (mat.dim() < 2)
    return false;
  const Tensor swapped = mat.transpose(-2, -1);
  return strict ? MatContiguous(swapped) : swapped.is_contiguous() && !mat.is_contiguous();
}

Tensor FormatContiguous(const Tensor &tensor, MemoryFormat format) {
  if (!tensor.is_contiguous(format))
    return tensor.contiguous(format);
  Tensor same = tensor.alias(); // the caller's tensor keeps its strides
  same.unsafeGetTensorImpl()->empty_tensor_restride(format);
  return same;
}

Tensor ContiguousIfZeroInStrides(const Tensor &tensor) {
  for (const int64_t stride : tensor.strides()) {
    if (stride == 0)
      return tensor.contiguous();
  }
  return tensor;
}

} // namespace at::musa
