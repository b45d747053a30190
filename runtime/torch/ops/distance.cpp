//===- torch/ops/distance.cpp - distances between vectors ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's own functions compute on the devices that they name, so these call the kernels.
//===----------------------------------------------------------------------===//
#include <ATen/ExpandUtils.h>
#include <ATen/NamedTensorUtils.h>
#include <ATen/musa/ops/_cdist_backward_native.h>
#include <ATen/musa/ops/_cdist_forward_native.h>
#include <ATen/musa/ops/_pdist_backward_native.h>
#include <ATen/musa/ops/_pdist_forward_native.h>
#include <ATen/native/Distance.h>
#include <ATen/ops/_euclidean_dist.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include <vector>

namespace at::musa {
namespace {

/// The sizes of the batch that two batches of matrices broadcast to.
std::vector<int64_t> commonBatch(const Tensor &x1, const Tensor &x2) {
  return infer_size(x1.sizes().slice(0, x1.dim() - 2), x2.sizes().slice(0, x2.dim() - 2));
}

std::vector<int64_t> joined(std::vector<int64_t> sizes, int64_t rows, int64_t columns) {
  sizes.insert(sizes.end(), {rows, columns});
  return sizes;
}

/// The matrices of a batch, contiguous, with the one batch dimension that the kernels know.
Tensor matrices(const Tensor &x, const std::vector<int64_t> &batch) {
  const int64_t rows = x.size(-2), columns = x.size(-1);
  return x.expand(joined(batch, rows, columns))
      .contiguous()
      .view({c10::multiply_integers(batch), rows, columns});
}

void checkCdist(const Tensor &x1, const Tensor &x2, double p, int64_t mode) {
  for (const Tensor &x : {x1, x2}) {
    TORCH_CHECK(x.dim() >= 2, "cdist only supports at least 2D tensors, got: ", x.dim(), "D");
    TORCH_CHECK(isFloatingType(x.scalar_type()),
                "cdist only supports floating-point dtypes, got: ", x.scalar_type());
  }
  TORCH_CHECK(x1.size(-1) == x2.size(-1),
              "X1 and X2 must have the same number of columns. X1: ", x1.size(-1),
              " X2: ", x2.size(-1));
  TORCH_CHECK(p >= 0, "cdist only supports non-negative p values");
  TORCH_CHECK(mode >= 0 && mode <= 2, "possible modes: 0, 1, 2, but was: ", mode);
}

/// Whether PyTorch computes distances by a product of matrices. Its derivatives expect that choice.
bool byProduct(double p, int64_t mode, int64_t rows1, int64_t rows2) {
  return p == 2 && (mode == 1 || (mode == 0 && (rows1 > 25 || rows2 > 25)));
}

Tensor cdist(const Tensor &x1, const Tensor &x2, double p, int64_t mode) {
  checkCdist(x1, x2, p, mode);
  const std::vector<int64_t> batch = commonBatch(x1, x2);
  const int64_t rows1 = x1.size(-2), rows2 = x2.size(-2);
  const std::vector<int64_t> sizes = joined(batch, rows1, rows2);
  if (x1.size(-1) == 0 || c10::multiply_integers(sizes) == 0)
    return at::zeros(sizes, x1.options());
  const Tensor left = matrices(x1, batch), right = matrices(x2, batch);
  if (byProduct(p, mode, rows1, rows2))
    return at::_euclidean_dist(left, right).view(sizes);
  Tensor result = at::empty(sizes, x1.options());
  native::cdist_stub(kPrivateUse1, result, left, right, p);
  return result;
}

} // namespace

Tensor cdistForward(const Tensor &x1, const Tensor &x2, double p,
                    std::optional<int64_t> compute_mode) {
  const auto names = namedinference::compute_cdist_outnames(x1, x2);
  Tensor result;
  {
    const NoNamesGuard guard;
    result = cdist(x1, x2, p, compute_mode.value_or(0));
  }
  namedinference::propagate_names_if_nonempty(result, names);
  return result;
}

Tensor cdistBackward(const Tensor &grad, const Tensor &x1, const Tensor &x2, double p,
                     const Tensor &cdist) {
  const std::vector<int64_t> batch = commonBatch(x1, x2);
  if (x1.numel() == 0 || x2.numel() == 0 || c10::multiply_integers(batch) == 0)
    return at::zeros_like(x1);
  const Tensor left = matrices(x1, batch);
  Tensor result = at::empty_like(left);
  native::cdist_backward_stub(kPrivateUse1, result, grad.contiguous(), left, matrices(x2, batch), p,
                              cdist.contiguous());
  // What x1 was expanded to: its sum is the caller's.
  return result.view(joined(batch, x1.size(-2), x1.size(-1)));
}

Tensor pdistForward(const Tensor &self, double p) {
  TORCH_CHECK(self.is_contiguous(), "_pdist_forward requires contiguous input");
  const int64_t rows = self.size(0), pairs = rows * (rows - 1) / 2;
  if (pairs == 0 || self.size(1) == 0)
    return at::zeros({pairs}, self.options());
  Tensor result = at::empty({pairs}, self.options());
  native::pdist_forward_stub(kPrivateUse1, result, self, p);
  return result;
}

Tensor pdistBackward(const Tensor &grad, const Tensor &self, double p, const Tensor &pdist) {
  TORCH_CHECK(self.is_contiguous(), "_pdist_backward requires self to be contiguous");
  TORCH_CHECK(pdist.is_contiguous(), "_pdist_backward requires pdist to be contiguous");
  Tensor result = at::empty_like(self, MemoryFormat::Contiguous);
  native::pdist_backward_stub(kPrivateUse1, result, grad, self, p, pdist);
  return result;
}

} // namespace at::musa
