//===- torch/ops/svd.cpp - singular values with muSOLVER ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libtorch lays Vh out by rows, as cuSOLVER's kernels want it, for the device CUDA alone.
//===----------------------------------------------------------------------===//
#include <ATen/core/Tensor.h>
#include <ATen/native/BatchLinearAlgebra.h>
#include <ATen/native/LinearAlgebraUtils.h>
#include <ATen/native/Resize.h>
#include <ATen/ops/_linalg_check_errors.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>
#include <ATen/ops/zeros.h>
#include <torch/library.h>

#include <algorithm>
#include <tuple>
#include <vector>

namespace torch_musa {
namespace {

using at::Tensor;
using Factors = std::tuple<Tensor, Tensor, Tensor>; // U, S, Vh

/// An empty one of A's batch, laid out by columns or by rows.
Tensor matrices(const Tensor &like, int64_t rows, int64_t columns, bool byColumns) {
  std::vector<int64_t> sizes = like.sizes().slice(0, like.dim() - 2).vec();
  sizes.insert(sizes.end(), {rows, columns});
  return at::empty_strided(sizes, at::native::batched_matrix_contiguous_strides(sizes, byColumns),
                           like.options());
}

void setIdentity(Tensor matrix) {
  if (matrix.numel() == 0)
    return;
  matrix.zero_();
  matrix.diagonal(0, -2, -1).fill_(1.);
}

Factors linalgSvd(const Tensor &A, bool fullMatrices, bool computeUv,
                  std::optional<c10::string_view> driver) {
  at::native::checkIsMatrix(A, "linalg.svd");
  at::native::checkFloatingOrComplex(A, "linalg.svd");
  const int64_t m = A.size(-2), n = A.size(-1), k = std::min(m, n);
  Tensor U = computeUv ? matrices(A, m, fullMatrices ? m : k, true) : at::empty({0}, A.options());
  Tensor Vh = computeUv ? matrices(A, fullMatrices ? n : k, n, false) : at::empty({0}, A.options());
  std::vector<int64_t> batch = A.sizes().slice(0, A.dim() - 2).vec();
  const Tensor info = at::zeros(batch, A.options().dtype(at::kInt));
  batch.push_back(k);
  Tensor S = at::empty(batch, A.options().dtype(c10::toRealValueType(A.scalar_type())));
  if (A.numel() == 0) {
    if (computeUv && fullMatrices) {
      setIdentity(U);
      setIdentity(Vh);
    }
    return {U, S, Vh};
  }
  at::native::svd_stub(at::kPrivateUse1, A, fullMatrices, computeUv, driver, U, S, Vh, info);
  at::_linalg_check_errors(info, "linalg.svd", A.dim() == 2);
  return {U, S, Vh};
}

std::tuple<Tensor &, Tensor &, Tensor &> linalgSvdOut(const Tensor &A, bool fullMatrices,
                                                      bool computeUv,
                                                      std::optional<c10::string_view> driver,
                                                      Tensor &U, Tensor &S, Tensor &Vh) {
  const auto [u, s, vh] = linalgSvd(A, fullMatrices, computeUv, driver);
  for (const auto &[from, to] : {std::pair(u, U), std::pair(s, S), std::pair(vh, Vh)}) {
    at::native::resize_output(to, from.sizes());
    to.copy_(from);
  }
  return {U, S, Vh};
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, library) {
  library.impl("_linalg_svd", linalgSvd);
  library.impl("_linalg_svd.U", linalgSvdOut);
}

} // namespace
} // namespace torch_musa
