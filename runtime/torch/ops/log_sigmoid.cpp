//===- torch/ops/log_sigmoid.cpp - derivative of log_sigmoid ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's own function for CUDA asks for CUDA's kernel by name, so this one calls the kernel.
//===----------------------------------------------------------------------===//
#include <ATen/musa/ops/log_sigmoid_backward_native.h>
#include <ATen/native/Activation.h>
#include <ATen/native/TensorIterator.h>
#include <ATen/ops/empty_like.h>

namespace at::musa {

// The buffer is the CPU's.
Tensor &logSigmoidBackwardOut(const Tensor &grad_output, const Tensor &self,
                              const Tensor & /*buffer*/, Tensor &grad_input) {
  TensorIterator iterator = TensorIteratorConfig()
                                .add_output(grad_input)
                                .add_const_input(self)
                                .add_const_input(grad_output)
                                .build();
  native::log_sigmoid_backward_stub(kPrivateUse1, iterator);
  return grad_input;
}

Tensor logSigmoidBackward(const Tensor &grad_output, const Tensor &self, const Tensor &buffer) {
  Tensor result = at::empty_like(grad_output);
  logSigmoidBackwardOut(grad_output, self, buffer, result);
  return result;
}

} // namespace at::musa
