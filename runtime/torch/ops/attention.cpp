//===- torch/ops/attention.cpp - scaled dot product attention by muDNN ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch asks a device which way its attention goes: fused, for a device of PrivateUse1 by an
// operator of its own, or composed of matrix products and a softmax. muDNN computes what it has;
// the rest (double precision, dropout, a mask with a gradient, nested tensors) is composed, as is
// all if torch.backends.mudnn.enabled is false or torch.nn.attention.sdpa_kernel() asks for it.
//===----------------------------------------------------------------------===//
#include "mudnn.h"

#include <ATen/SDPBackend.h>
#include <ATen/TensorSubclassLikeUtils.h>
#include <ATen/native/DispatchStub.h>
#include <ATen/native/transformers/attention.h>
#include <ATen/native/transformers/sdp_utils_cpp.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/zeros.h>
#include <c10/musa/MUSAGuard.h>
#include <torch/library.h>

#include <optional>
#include <tuple>

namespace torch_musa {
namespace {

using at::Tensor;
using at::musa::muTensor;
using Dnn = ::musa::dnn::ScaledDotProductAttention;

/// Whether the program lets attention be fused: it knows this one by no name of its own.
bool isFusionAllowed() {
  const at::Context &context = at::globalContext();
  return context.userEnabledOverrideableSDP() &&
         (context.userEnabledFlashSDP() || context.userEnabledMemEfficientSDP() ||
          context.userEnabledCuDNNSDP());
}

/// In memory, with elements, and nothing that a transform has wrapped.
bool isPlain(const Tensor &tensor) {
  return !tensor.is_nested() && tensor.layout() == at::kStrided &&
         !at::isTensorSubclassLike(tensor) && !tensor._fw_grad(/*level=*/0).defined() &&
         tensor.numel() > 0;
}

bool isMudnns(const Tensor &query, const Tensor &key, const Tensor &value,
              const std::optional<Tensor> &mask, double dropout, bool sharesHeads) {
  // [batch, heads, sequence, embedding]
  for (const Tensor *tensor : {&query, &key, &value})
    if (tensor->dim() != 4 || !isPlain(*tensor) || tensor->scalar_type() != query.scalar_type() ||
        tensor->device() != query.device() || tensor->size(0) != query.size(0))
      return false;
  const bool fit = key.size(1) == value.size(1) && key.size(2) == value.size(2) &&
                   key.size(3) == query.size(3) &&
                   (sharesHeads ? query.size(1) % key.size(1) == 0 : query.size(1) == key.size(1));
  const bool isMaskOrdinary = !mask || !mask->defined() ||
                              (isPlain(*mask) && !mask->requires_grad() && mask->dim() <= 4 &&
                               mask->device() == query.device());
  return fit && isMaskOrdinary && dropout == 0 && isForMudnn(query);
}

int64_t choice(const Tensor &query, const Tensor &key, const Tensor &value,
               const std::optional<Tensor> &mask, double dropout, bool /*isCausal*/,
               std::optional<double> /*scale*/, bool sharesHeads) {
  if (isFusionAllowed() && isMudnns(query, key, value, mask, dropout, sharesHeads))
    return static_cast<int64_t>(at::SDPBackend::overrideable);
  TORCH_CHECK(at::globalContext().userEnabledMathSDP(),
              "No viable backend for scaled_dot_product_attention was found. muDNN has no such "
              "attention, or fused kernels are turned off; and so is the math kernel.");
  return static_cast<int64_t>(at::SDPBackend::math);
}

/// The mask with the sizes of the scores, repeated.
muTensor describedMask(const std::optional<Tensor> &mask, const Tensor &query, const Tensor &key) {
  if (!mask || !mask->defined())
    return at::musa::CreateEmptyMUTensor();
  return described(mask->expand({query.size(0), query.size(1), query.size(2), key.size(2)}));
}

Dnn descriptionOf(const Tensor &query, bool isCausal, std::optional<double> scale) {
  Dnn description;
  CHECK_MUDNN_STATUS(description.SetCausal(isCausal), "SetCausal");
  CHECK_MUDNN_STATUS(description.SetScale(sdp::calculate_scale(query, scale).expect_float()),
                     "SetScale");
  return description;
}

/// As PyTorch's other fused kernels lay it out: a row of heads for each place of the sequence.
Tensor emptyOutput(const Tensor &query, int64_t embedding) {
  return at::empty({query.size(0), query.size(2), query.size(1), embedding}, query.options())
      .transpose(1, 2);
}

using Forward =
    std::tuple<Tensor, Tensor, Tensor, Tensor, c10::SymInt, c10::SymInt, Tensor, Tensor, Tensor>;

Forward attention(const Tensor &query, const Tensor &key, const Tensor &value,
                  const std::optional<Tensor> &mask, double dropout, bool isCausal,
                  bool /*returnDebugMask*/, std::optional<double> scale) {
  TORCH_CHECK(isMudnns(query, key, value, mask, dropout, /*sharesHeads=*/true),
              "muDNN computes attention of half, bfloat16 or float tensors [batch, heads, "
              "sequence, embedding] without dropout. Call scaled_dot_product_attention(), which "
              "chooses");
  const c10::musa::MUSAGuard guard(query.device());
  Tensor output = emptyOutput(query, value.size(3));
  Tensor logSum =
      at::empty({query.size(0), query.size(1), query.size(2)}, query.options().dtype(at::kFloat));
  muTensor result = described(output), sums = described(logSum);
  muTensor noDropout = at::musa::CreateEmptyMUTensor();
  CHECK_MUDNN_STATUS(descriptionOf(query, isCausal, scale)
                         .RunFlash(at::GetMudnnHandle(), result, sums, described(query),
                                   described(key), described(value),
                                   describedMask(mask, query, key), noDropout,
                                   at::musa::InternalMemAlloc),
                     "RunFlash");
  return {output,      logSum,   Tensor(), Tensor(), query.size(2),
          key.size(2), Tensor(), Tensor(), Tensor()};
}

std::tuple<Tensor, Tensor, Tensor, Tensor>
attentionBackward(const Tensor &gradient, const Tensor &query, const Tensor &key,
                  const Tensor &value, const Tensor &mask, std::array<bool, 4> wanted,
                  const Tensor &output, const Tensor &logSum, const Tensor &, const Tensor &,
                  c10::SymInt, c10::SymInt, double, bool isCausal, const Tensor &, const Tensor &,
                  std::optional<double> scale) {
  const c10::musa::MUSAGuard guard(query.device());
  Tensor ofQuery = at::empty_like(query), ofKey = at::empty_like(key),
         ofValue = at::empty_like(value);
  muTensor dq = described(ofQuery), dk = described(ofKey), dv = described(ofValue);
  CHECK_MUDNN_STATUS(descriptionOf(query, isCausal, scale)
                         .RunFlashBwd(at::GetMudnnHandle(), dq, dk, dv, described(gradient),
                                      described(query), described(key), described(value),
                                      describedMask(mask, query, key), described(output),
                                      described(logSum), at::musa::CreateEmptyMUTensor(),
                                      at::musa::InternalMemAlloc),
                     "RunFlashBwd");
  const auto ifWanted = [&](size_t i, const Tensor &tensor) {
    return wanted[i] ? tensor : Tensor();
  };
  return {ifWanted(0, ofQuery), ifWanted(1, ofKey), ifWanted(2, ofValue), Tensor()};
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, library) {
  library.impl("_scaled_dot_product_fused_attention_overrideable", attention);
  library.impl("_scaled_dot_product_fused_attention_overrideable_backward", attentionBackward);
  library.impl("_fused_sdp_choice", choice);
}

} // namespace
} // namespace torch_musa

namespace at::native {
REGISTER_PRIVATEUSE1_DISPATCH(_fused_sdp_choice_stub, &torch_musa::choice)
} // namespace at::native
