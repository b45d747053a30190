//===- torch/ops/batch_norm.cpp - batch normalization by muDNN --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// muDNN trains: the batch's statistics, and the backward pass through them. ATen's kernels use
// given statistics, and compute what is not for muDNN.
//===----------------------------------------------------------------------===//
#include "mudnn.h"

#include <ATen/musa/ops/native_batch_norm_backward_native.h>
#include <ATen/musa/ops/native_batch_norm_native.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/native_batch_norm_backward_native.h>
#include <ATen/ops/native_batch_norm_native.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <tuple>

namespace at::musa {
namespace {

using torch_musa::described;
using torch_musa::describedIfThere;
using MaybeTensor = std::optional<Tensor>;

bool isThere(const MaybeTensor &tensor) { return tensor && tensor->defined(); }

/// [N, C, places...] with several values of each channel and no more dimensions than muDNN, with a
/// number for each of the C channels in the others, if they are there.
bool areMudnns(const Tensor &input, std::initializer_list<const MaybeTensor *> ofChannels) {
  constexpr int64_t mostDimensions = 5;
  return torch_musa::isForMudnn(input) && input.dim() >= 2 && input.dim() <= mostDimensions &&
         input.numel() > input.size(1) &&
         std::all_of(ofChannels.begin(), ofChannels.end(), [&](const MaybeTensor *tensor) {
           return !isThere(*tensor) ||
                  (torch_musa::isForMudnn(**tensor) && (*tensor)->numel() == input.size(1));
         });
}

::musa::dnn::BatchNorm descriptionOf(double epsilon) {
  ::musa::dnn::BatchNorm description;
  CHECK_MUDNN_STATUS(description.SetEpsilon(epsilon), "SetEpsilon");
  CHECK_MUDNN_STATUS(description.SetTraining(true), "SetTraining");
  return description;
}

} // namespace

std::tuple<Tensor, Tensor, Tensor> batchNorm(const Tensor &input, const MaybeTensor &weight,
                                             const MaybeTensor &bias,
                                             const MaybeTensor &running_mean,
                                             const MaybeTensor &running_var, bool training,
                                             double momentum, double eps) {
  // PyTorch takes an epsilon below 0, muDNN does not.
  if (!training || eps < 0 || !areMudnns(input, {&weight, &bias, &running_mean, &running_var}))
    return native::batch_norm_cuda(input, weight, bias, running_mean, running_var, training,
                                   momentum, eps);
  Tensor output = at::empty_like(input);
  const TensorOptions options = input.options().dtype(kFloat);
  Tensor mean = at::empty({input.size(1)}, options);
  Tensor inverse = at::empty({input.size(1)}, options);
  muTensor y = described(output);
  muTensor m = described(mean);
  muTensor r = described(inverse);
  muTensor runningMean = describedIfThere(running_mean);
  muTensor runningVariance = describedIfThere(running_var);
  CHECK_MUDNN_STATUS(
      descriptionOf(eps).RunComposite(GetMudnnHandle(), y, described(input), runningMean,
                                      runningVariance, m, r, describedIfThere(weight),
                                      describedIfThere(bias), momentum, InternalMemAlloc),
      "RunComposite");
  return {output, mean, inverse};
}

std::tuple<Tensor, Tensor, Tensor>
batchNormBackward(const Tensor &grad_out, const Tensor &input, const MaybeTensor &weight,
                  const MaybeTensor &running_mean, const MaybeTensor &running_var,
                  const MaybeTensor &save_mean, const MaybeTensor &save_invstd, bool train,
                  double eps, std::array<bool, 3> output_mask) {
  if (!train || eps < 0 || !torch_musa::isForMudnn(grad_out) || !isThere(save_mean) ||
      !isThere(save_invstd) || !areMudnns(input, {&weight, &save_mean, &save_invstd}))
    return native::batch_norm_backward_cuda(grad_out, input, weight, running_mean, running_var,
                                            save_mean, save_invstd, train, eps, output_mask);
  const auto made = [&](bool isWanted) {
    return isWanted ? at::empty({input.size(1)}, (isThere(weight) ? *weight : *save_mean).options())
                    : Tensor();
  };
  Tensor gradient = at::empty_like(input);
  Tensor gamma = made(output_mask[1]);
  Tensor beta = made(output_mask[2]);
  muTensor dx = described(gradient);
  muTensor dGamma = describedIfThere(gamma);
  muTensor dBeta = describedIfThere(beta);
  muTensor none = CreateEmptyMUTensor();
  muTensor alsoNone = CreateEmptyMUTensor();
  CHECK_MUDNN_STATUS(descriptionOf(eps).RunBwd(GetMudnnHandle(), dx, none, alsoNone, dGamma, dBeta,
                                               described(input), described(grad_out),
                                               described(*save_mean), described(*save_invstd),
                                               describedIfThere(weight), InternalMemAlloc),
                     "RunBwd");
  return {output_mask[0] ? gradient : Tensor(), gamma, beta};
}

} // namespace at::musa
