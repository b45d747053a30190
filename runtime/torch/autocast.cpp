//===- torch/autocast.cpp - which operators autocast casts -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lists are PyTorch's, which has them for all devices.
//===----------------------------------------------------------------------===//
#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>
#include <torch/library.h>

// PyTorch's lists name types as its own code does.
namespace at::autocast {
namespace {

at::Tensor refuseBinaryCrossEntropy(const at::Tensor &, const at::Tensor &,
                                    const std::optional<at::Tensor> &, int64_t) {
  TORCH_CHECK(
      false,
      "torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to autocast: "
      "use binary_cross_entropy_with_logits or BCEWithLogitsLoss, which are safe, and take the "
      "values before the sigmoid.");
}

TORCH_LIBRARY_IMPL(_, AutocastPrivateUse1, m) { m.fallback(torch::CppFunction::makeFallthrough()); }

// The lists name operators; each list has one policy. `m` is a name that the macros use.
#define LOWER_PRECISION_FP(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, lower_precision_fp)
#define FP32(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32)
#define FP32_SET_OPT_DTYPE(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32_set_opt_dtype)
#define PROMOTE(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, promote)

TORCH_LIBRARY_IMPL(aten, AutocastPrivateUse1, m) {
  AT_FORALL_LOWER_PRECISION_FP(LOWER_PRECISION_FP)
  AT_FORALL_FP32(FP32)
  AT_FORALL_FP32_SET_OPT_DTYPE(FP32_SET_OPT_DTYPE)
  AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE(KERNEL_DIFFERENT_REDISPATCH_SIGNATURE_PRIVATEUSEONE)
  AT_FORALL_PROMOTE(PROMOTE)
  m.impl("binary_cross_entropy", refuseBinaryCrossEntropy);
}

} // namespace
} // namespace at::autocast
