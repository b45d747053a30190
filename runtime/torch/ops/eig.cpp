//===- torch/ops/eig.cpp - eigenvalues of general matrices ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch has these for CUDA in MAGMA, which musa lacks. So libtorch's LAPACK computes on the host,
// as PyTorch does for CUDA with up to 2048 rows. There libtorch also checks types and sizes, in its
// own words. Its function for CUDA, bound to musa, mixes tensors of the CPU in.
//===----------------------------------------------------------------------===//
#include <ATen/musa/ops/_linalg_eigvals_native.h>
#include <ATen/musa/ops/linalg_eig_native.h>
#include <ATen/musa/ops/linalg_eigvals_native.h>
#include <ATen/native/Resize.h>
#include <ATen/ops/_linalg_eigvals.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linalg_eig.h>
#include <ATen/ops/linalg_eigvals.h>

#include <tuple>

namespace at::musa {
namespace {

/// The host's counterpart of a result. It is empty, so that a wrong size is warned of only once.
Tensor onHost(const Tensor &result) { return at::empty({0}, result.options().device(kCPU)); }

void giveBack(const Tensor &host, Tensor &result) {
  native::resize_output(result, host.sizes());
  result.copy_(host);
}

} // namespace

std::tuple<Tensor &, Tensor &> eigOut(const Tensor &self, Tensor &values, Tensor &vectors) {
  Tensor hostValues = onHost(values), hostVectors = onHost(vectors);
  at::linalg_eig_outf(self.cpu(), hostValues, hostVectors);
  giveBack(hostValues, values);
  giveBack(hostVectors, vectors);
  return {values, vectors};
}

Tensor eigenvalues(const Tensor &self) { return at::_linalg_eigvals(self.cpu()).to(self.device()); }

Tensor &eigenvaluesOut(const Tensor &self, Tensor &values) {
  Tensor hostValues = onHost(values);
  at::linalg_eigvals_outf(self.cpu(), hostValues);
  giveBack(hostValues, values);
  return values;
}

} // namespace at::musa
