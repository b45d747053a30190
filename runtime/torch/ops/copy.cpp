//===- torch/ops/copy.cpp - the copy operators that libtorch calls ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor.copy_ knows CUDA by name; for a device of PrivateUse1 it calls _copy_from, and the
// fallback to the CPU writes results back with _copy_from_and_resize. Both are the ported copy
// kernel.
//===----------------------------------------------------------------------===//
#include <ATen/TensorIterator.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/Copy.h>
#include <ATen/quantized/Quantizer.h>
#include <torch/library.h>

namespace torch_musa {
namespace {

at::Tensor copyFrom(const at::Tensor &from, const at::Tensor &to, bool nonBlocking) {
  auto iterator = at::TensorIteratorConfig()
                      .add_output(to)
                      .add_const_input(from)
                      .resize_outputs(false)
                      .check_all_same_dtype(false)
                      .check_all_same_device(false)
                      .build();
  if (iterator.numel() == 0)
    return to;
  if (from.is_complex() && !to.is_complex() && to.scalar_type() != at::kBool) {
    TORCH_WARN_ONCE("Casting complex values to real discards the imaginary part");
  }
  at::native::copy_stub(at::kPrivateUse1, iterator, nonBlocking);
  return to;
}

at::Tensor copyFromQuantized(const at::Tensor &from, const at::Tensor &to, bool nonBlocking) {
  TORCH_CHECK(to.is_quantized(),
              "Copying from quantized Tensor to non-quantized Tensor is not allowed, please use "
              "dequantize to get a float Tensor from a quantized Tensor");
  TORCH_CHECK(from.is_quantized(), "Copying from a float Tensor to a quantized Tensor on musa is "
                                   "not supported, please use quantize_per_tensor");
  TORCH_CHECK(to.qscheme() == from.qscheme(), "Quantized Copy only works with same qscheme");
  TORCH_CHECK(to.scalar_type() == from.scalar_type(), "Quantized Copy only works with same type");
  at::set_quantizer_(to, from.quantizer());
  return copyFrom(from, to, nonBlocking);
}

at::Tensor copyFromAndResize(const at::Tensor &from, const at::Tensor &to) {
  to.resize_(from.sizes());
  return to.copy_(from);
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, library) {
  library.impl("_copy_from", copyFrom);
  library.impl("_copy_from_and_resize", copyFromAndResize);
}

TORCH_LIBRARY_IMPL(aten, QuantizedPrivateUse1, library) {
  library.impl("_copy_from", copyFromQuantized);
}

// The kernel reads and writes conjugate and negative views as such.
TORCH_LIBRARY_IMPL(aten, Conjugate, library) {
  library.impl("_copy_from", torch::CppFunction::makeFallthrough());
}
TORCH_LIBRARY_IMPL(aten, Negative, library) {
  library.impl("_copy_from", torch::CppFunction::makeFallthrough());
}

} // namespace
} // namespace torch_musa
