//===- torch/ops/matrix_exp.cpp - the matrix exponential ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's own function mixes tensors of the CPU in on devices other than CUDA. This one scales,
// takes the diagonal Padé approximant of order 13, and squares (N. J. Higham, "The Scaling and
// Squaring Method for the Matrix Exponential Revisited", SIAM J. Matrix Anal. Appl. 26, 2005).
//===----------------------------------------------------------------------===//
#include <ATen/TensorOperators.h>
#include <ATen/musa/ops/linalg_matrix_exp_native.h>
#include <ATen/native/LinearAlgebraUtils.h>
#include <ATen/ops/eye.h>
#include <ATen/ops/linalg_solve_ex.h>
#include <ATen/ops/where.h>

#include <array>
#include <tuple>

namespace at::musa {
namespace {

/// The numerator's coefficients; the denominator's are the same with signs that alternate.
constexpr std::array<double, 14> pade = {64764752532480000.,
                                         32382376266240000.,
                                         7771770303897600.,
                                         1187353796428800.,
                                         129060195264000.,
                                         10559470521600.,
                                         670442572800.,
                                         33522128640.,
                                         1323241920.,
                                         40840800.,
                                         960960.,
                                         16380.,
                                         182.,
                                         1.};
/// Up to this 1-norm the approximant is exact to double precision: theta_13 of the paper.
constexpr double largestNorm = 5.371920351148152;

/// The exponential of matrices whose 1-norms are at most `largestNorm`.
Tensor approximant(const Tensor &a) {
  const Tensor one = at::eye(a.size(-1), a.options());
  const Tensor a2 = a.matmul(a);
  const Tensor a4 = a2.matmul(a2);
  const Tensor a6 = a4.matmul(a2);
  // Of the sums with odd powers and with even ones.
  const auto sum = [&](size_t first) {
    const Tensor high = a6 * pade[first + 12] + a4 * pade[first + 10] + a2 * pade[first + 8];
    return a6.matmul(high) + a6 * pade[first + 6] + a4 * pade[first + 4] + a2 * pade[first + 2] +
           one * pade[first];
  };
  const Tensor odd = a.matmul(sum(1));
  const Tensor even = sum(0);
  // Without a look at the pivots: what is not a number stays so, and is no error.
  return std::get<0>(at::linalg_solve_ex(even - odd, even + odd));
}

Tensor exponential(const Tensor &a) {
  // How often each matrix is halved. One that is not finite gives no finite result, however often.
  const Tensor norm = a.abs().sum(-2).amax(-1);
  const Tensor halvings = (norm / largestNorm)
                              .log2()
                              .ceil()
                              .nan_to_num(0, 0, 0)
                              .clamp_min(0)
                              .unsqueeze(-1)
                              .unsqueeze(-1);
  Tensor result = approximant(a * halvings.neg().exp2());
  const double most = halvings.max().item<double>();
  for (double done = 0; done < most; ++done)
    result = at::where(halvings > done, result.matmul(result), result);
  return result;
}

} // namespace

Tensor matrixExponential(const Tensor &self) {
  native::squareCheckInputs(self, "linalg.matrix_exp");
  native::checkFloatingOrComplex(self, "linalg.matrix_exp", /*allow_low_precision_dtypes=*/true);
  if (self.numel() == 0)
    return self.clone();
  if (self.size(-1) == 1)
    return self.exp();
  const bool narrow = self.scalar_type() == kHalf || self.scalar_type() == kBFloat16;
  return exponential(narrow ? self.to(kFloat) : self).to(self.scalar_type()).contiguous();
}

} // namespace at::musa
