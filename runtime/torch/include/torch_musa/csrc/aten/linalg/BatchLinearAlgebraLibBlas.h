// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ATen/native/musa/linalg/BatchLinearAlgebraLib.h>

namespace at::native {

inline void triangular_solve_mublas(const Tensor &A, const Tensor &B, bool left, bool upper,
                                    TransposeType transpose, bool unitriangular) {
  triangular_solve_cublas(A, B, left, upper, transpose, unitriangular);
}
inline void triangular_solve_batched_mublas(const Tensor &A, const Tensor &B, bool left, bool upper,
                                            TransposeType transpose, bool unitriangular) {
  triangular_solve_batched_cublas(A, B, left, upper, transpose, unitriangular);
}

} // namespace at::native
