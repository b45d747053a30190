//===- torch/ops/convolution.cpp - convolution by muDNN ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch chooses among its kernels for the devices that it knows, and asks a device of PrivateUse1
// to do it itself. It has made two dimensions of one before. muDNN computes the types that it has,
// unless torch.backends.mudnn.enabled is false; ATen's own kernels compute the rest.
//===----------------------------------------------------------------------===//
#include "convolution.h"

#include "mudnn.h"

#include <ATen/native/ConvUtils.h>
#include <ATen/ops/empty.h>
#include <c10/musa/MUSAGuard.h>
#include <torch/library.h>

#include <algorithm>
#include <vector>

namespace torch_musa {
namespace {

using at::musa::muTensor;
using Dnn = ::musa::dnn::Convolution;

void checkDimensions(const Tensor &input) {
  TORCH_CHECK(input.dim() == 4 || input.dim() == 5,
              "convolution on device musa takes one to three dimensions, and the input has ",
              input.dim() - 2);
}

std::vector<int64_t> outputSizes(const Tensor &input, const Tensor &weight,
                                 const Convolution &conv) {
  if (conv.transposed)
    return at::native::conv_input_size(input.sizes(), weight.sizes(), conv.padding,
                                       conv.outputPadding, conv.stride, conv.dilation, conv.groups);
  return at::native::conv_output_size(input.sizes(), weight.sizes(), conv.padding, conv.stride,
                                      conv.dilation);
}

/// Whether the gradient of a transposed convolution's output has windows that its input has not.
bool hasMoreWindows(const Convolution &conv) {
  for (size_t i = 0; conv.transposed && i < conv.stride.size(); ++i)
    if (conv.outputPadding[i] >= conv.stride[i])
      return true;
  return false;
}

/// ATen's kernels say what is wrong with others.
bool isOrdinary(const Tensor &input, const Tensor &weight, const Convolution &conv) {
  for (size_t i = 0; i < conv.stride.size(); ++i)
    if (conv.stride[i] <= 0 || conv.dilation[i] <= 0 || conv.padding[i] < 0)
      return false;
  const std::vector<int64_t> sizes = outputSizes(input, weight, conv);
  return weight.numel() > 0 &&
         std::all_of(sizes.begin() + 1, sizes.end(), [](int64_t n) { return n > 0; });
}

/// `other`: the bias, if there is one, or the gradient of the output.
bool isMudnns(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &other,
              const Convolution &conv) {
  const at::ScalarType type = input.scalar_type();
  const auto fits = [&](const Tensor &tensor) {
    return tensor.scalar_type() == type && tensor.device() == input.device();
  };
  return isForMudnn(type) && fits(weight) && (!other || !other->defined() || fits(*other)) &&
         !hasMoreWindows(conv) && isOrdinary(input, weight, conv);
}

Dnn descriptionOf(const Convolution &conv) {
  const auto numbers = [](IntArrayRef values) {
    return std::vector<int>(values.begin(), values.end());
  };
  const std::vector<int> padding = numbers(conv.padding);
  Dnn description;
  CHECK_MUDNN_STATUS(description.SetNdInfo(static_cast<int>(padding.size()), padding.data(),
                                           numbers(conv.stride).data(),
                                           numbers(conv.dilation).data()),
                     "SetNdInfo");
  CHECK_MUDNN_STATUS(description.SetGroups(static_cast<int>(conv.groups)), "SetGroups");
  return description;
}

/// output = convolution(input) + bias
void run(const Dnn &description, const Tensor &output, const Tensor &input, const Tensor &weight,
         const std::optional<Tensor> &bias) {
  ::musa::dnn::Handle &handle = at::GetMudnnHandle();
  muTensor result = described(output);
  const muTensor x = described(input);
  const muTensor w = described(weight);
  Dnn::Algorithm algorithm{};
  CHECK_MUDNN_STATUS(description.GetRecommendForwardAlgorithm(handle, algorithm, result, x, w),
                     "GetRecommendForwardAlgorithm");
  const ::musa::dnn::MemoryMaintainer workspace = at::musa::InternalMemAlloc;
  if (!bias || !bias->defined()) {
    CHECK_MUDNN_STATUS(description.Run(handle, result, x, w, algorithm, workspace), "Run");
    return;
  }
  CHECK_MUDNN_STATUS(description.RunFusion(handle, result, x, w, described(*bias),
                                           at::musa::CreateEmptyMUTensor(), {}, algorithm,
                                           workspace),
                     "RunFusion");
}

void runBackwardData(const Dnn &description, const Tensor &inputGradient,
                     const Tensor &outputGradient, const Tensor &weight) {
  ::musa::dnn::Handle &handle = at::GetMudnnHandle();
  muTensor result = described(inputGradient);
  const muTensor dy = described(outputGradient);
  const muTensor w = described(weight);
  Dnn::AlgorithmBwdData algorithm{};
  CHECK_MUDNN_STATUS(
      description.GetRecommendBackwardDataAlgorithm(handle, algorithm, result, dy, w),
      "GetRecommendBackwardDataAlgorithm");
  CHECK_MUDNN_STATUS(
      description.RunBwdData(handle, result, dy, w, algorithm, at::musa::InternalMemAlloc),
      "RunBwdData");
}

void runBackwardFilter(const Dnn &description, const Tensor &weightGradient, const Tensor &input,
                       const Tensor &outputGradient) {
  ::musa::dnn::Handle &handle = at::GetMudnnHandle();
  muTensor result = described(weightGradient);
  const muTensor x = described(input);
  const muTensor dy = described(outputGradient);
  Dnn::AlgorithmBwdFilter algorithm{};
  CHECK_MUDNN_STATUS(
      description.GetRecommendBackwardFilterAlgorithm(handle, algorithm, result, x, dy),
      "GetRecommendBackwardFilterAlgorithm");
  CHECK_MUDNN_STATUS(
      description.RunBwdFilter(handle, result, x, dy, algorithm, at::musa::InternalMemAlloc),
      "RunBwdFilter");
}

/// A transposed convolution is the gradient of one: input and output change places.
Tensor mudnnConvolution(const Tensor &input, const Tensor &weight,
                        const std::optional<Tensor> &bias, const Convolution &conv) {
  const c10::musa::MUSAGuard guard(input.device());
  Tensor output = at::empty(outputSizes(input, weight, conv),
                            input.options().memory_format(input.suggest_memory_format()));
  if (!conv.transposed) {
    run(descriptionOf(conv), output, input, weight, bias);
    return output;
  }
  runBackwardData(descriptionOf(conv), output, input, weight);
  if (bias && bias->defined()) {
    std::vector<int64_t> shape(input.dim(), 1);
    shape[1] = bias->numel();
    output.add_(bias->view(shape));
  }
  return output;
}

Gradients mudnnConvolutionBackward(const Tensor &gradient, const Tensor &input,
                                   const Tensor &weight, const Convolution &conv,
                                   GradientMask mask) {
  const c10::musa::MUSAGuard guard(input.device());
  const Dnn description = descriptionOf(conv);
  Tensor ofInput, ofWeight;
  if (mask[0]) {
    ofInput =
        at::empty(input.sizes(), input.options().memory_format(input.suggest_memory_format()));
    if (conv.transposed)
      run(description, ofInput, gradient, weight, std::nullopt);
    else
      runBackwardData(description, ofInput, gradient, weight);
  }
  if (mask[1]) {
    ofWeight =
        at::empty(weight.sizes(), weight.options().memory_format(weight.suggest_memory_format()));
    if (conv.transposed)
      runBackwardFilter(description, ofWeight, gradient, input);
    else
      runBackwardFilter(description, ofWeight, input, gradient);
  }
  return {ofInput, ofWeight, Tensor()};
}

/// Results are in the memory format of what they belong to: torch_musa/_compiler.py tells PyTorch
/// so.
Tensor inFormatOf(const Tensor &other, const Tensor &result) {
  return result.defined() ? result.contiguous(other.suggest_memory_format()) : result;
}

Tensor convolution(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                   IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                   IntArrayRef outputPadding, int64_t groups) {
  checkDimensions(input);
  const Convolution conv{stride, padding, dilation, outputPadding, transposed, groups};
  return isMudnns(input, weight, bias, conv)
             ? mudnnConvolution(input, weight, bias, conv)
             : inFormatOf(input, atenConvolution(input, weight, bias, conv));
}

Gradients convolutionBackward(const Tensor &gradient, const Tensor &input, const Tensor &weight,
                              IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                              bool transposed, IntArrayRef outputPadding, int64_t groups,
                              GradientMask mask) {
  checkDimensions(input);
  const Convolution conv{stride, padding, dilation, outputPadding, transposed, groups};
  Gradients gradients;
  if ((mask[0] || mask[1]) && isMudnns(input, weight, gradient, conv)) {
    gradients = mudnnConvolutionBackward(gradient, input, weight, conv, mask);
  } else if (mask[0] || mask[1]) {
    gradients = atenConvolutionBackward(gradient, input, weight, conv, mask);
    std::get<0>(gradients) = inFormatOf(input, std::get<0>(gradients));
    std::get<1>(gradients) = inFormatOf(weight, std::get<1>(gradients));
  }
  if (mask[2]) {
    std::vector<int64_t> dimensions = {0};
    for (int64_t d = 2; d < gradient.dim(); ++d)
      dimensions.push_back(d);
    std::get<2>(gradients) = gradient.sum(dimensions);
  }
  return gradients;
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, library) {
  library.impl("convolution_overrideable", convolution);
  library.impl("convolution_backward_overrideable", convolutionBackward);
}

} // namespace
} // namespace torch_musa
