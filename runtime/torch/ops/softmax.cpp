//===- torch/ops/softmax.cpp - softmax by muDNN -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// muDNN computes what mudnn.h says, if all tensors have one type; ATen's kernels compute the rest.
//===----------------------------------------------------------------------===//
#include "mudnn.h"

#include <ATen/musa/ops/_log_softmax_backward_data_native.h>
#include <ATen/musa/ops/_log_softmax_native.h>
#include <ATen/musa/ops/_softmax_backward_data_native.h>
#include <ATen/musa/ops/_softmax_native.h>
#include <ATen/ops/_log_softmax_backward_data_native.h>
#include <ATen/ops/_log_softmax_native.h>
#include <ATen/ops/_softmax_backward_data_native.h>
#include <ATen/ops/_softmax_native.h>

#include <algorithm>
#include <initializer_list>

namespace at::musa {
namespace {

using torch_musa::described;
using Dnn = ::musa::dnn::Softmax;

/// Of one type.
bool areMudnns(std::initializer_list<const Tensor *> tensors) {
  const ScalarType type = (*tensors.begin())->scalar_type();
  return std::all_of(tensors.begin(), tensors.end(), [=](const Tensor *tensor) {
    return tensor->scalar_type() == type && torch_musa::isForMudnn(*tensor);
  });
}

Dnn descriptionOf(Dnn::Mode mode, const Tensor &tensor, int64_t dim) {
  Dnn description;
  CHECK_MUDNN_STATUS(description.SetMode(mode), "SetMode");
  CHECK_MUDNN_STATUS(description.SetDim(static_cast<int>(maybe_wrap_dim(dim, tensor.dim()))),
                     "SetDim");
  return description;
}

void run(Dnn::Mode mode, const Tensor &input, int64_t dim, const Tensor &output) {
  muTensor result = described(output);
  CHECK_MUDNN_STATUS(
      descriptionOf(mode, input, dim).Run(GetMudnnHandle(), result, described(input)), "Run");
}

void runBackward(Dnn::Mode mode, const Tensor &gradient, const Tensor &output, int64_t dim,
                 const Tensor &inputGradient) {
  muTensor result = described(inputGradient);
  CHECK_MUDNN_STATUS(descriptionOf(mode, output, dim)
                         .RunBwd(GetMudnnHandle(), result, described(output), described(gradient)),
                     "RunBwd");
}

} // namespace

TORCH_IMPL_FUNC(MusaSoftmax)
(const Tensor &self, int64_t dim, bool half_to_float, const Tensor &out) {
  if (areMudnns({&self, &out}))
    run(Dnn::Mode::SOFTMAX, self, dim, out);
  else
    torch_musa::Atens<native::structured_softmax_cuda_out>().impl(self, dim, half_to_float, out);
}

TORCH_IMPL_FUNC(MusaLogSoftmax)
(const Tensor &self, int64_t dim, bool half_to_float, const Tensor &out) {
  if (areMudnns({&self, &out}))
    run(Dnn::Mode::LOGSOFTMAX, self, dim, out);
  else
    torch_musa::Atens<native::structured_log_softmax_cuda_out>().impl(self, dim, half_to_float,
                                                                      out);
}

TORCH_IMPL_FUNC(MusaSoftmaxBackward)
(const Tensor &grad_output, const Tensor &output, int64_t dim, ScalarType input_dtype,
 const Tensor &grad_input) {
  if (areMudnns({&grad_output, &output, &grad_input}))
    runBackward(Dnn::Mode::SOFTMAX, grad_output, output, dim, grad_input);
  else
    torch_musa::Atens<native::structured_softmax_backward_cuda_out>().impl(grad_output, output, dim,
                                                                           input_dtype, grad_input);
}

TORCH_IMPL_FUNC(MusaLogSoftmaxBackward)
(const Tensor &grad_output, const Tensor &output, int64_t dim, ScalarType input_dtype,
 const Tensor &out) {
  if (areMudnns({&grad_output, &output, &out}))
    runBackward(Dnn::Mode::LOGSOFTMAX, grad_output, output, dim, out);
  else
    torch_musa::Atens<native::structured_log_softmax_backward_cuda_out>().impl(
        grad_output, output, dim, input_dtype, out);
}

} // namespace at::musa
