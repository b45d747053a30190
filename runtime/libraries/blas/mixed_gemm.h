//===- libraries/blas/mixed_gemm.h - products whose types are values --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_BLAS_MIXED_GEMM_H
#define MUSAPORT_LIBRARIES_BLAS_MIXED_GEMM_H

#include "gemm.h"

#include <cstddef>
#include <functional>
#include <optional>

namespace musaport::blas {

struct MixedTypes {
  musaDataType_t a = MUSA_R_32F;
  musaDataType_t b = MUSA_R_32F;
  musaDataType_t c = MUSA_R_32F;
  musaDataType_t d = MUSA_R_32F; ///< of the result
  mublasComputeType_t compute = MUBLAS_COMPUTE_32F;
};

/// The type of alpha and beta; nullopt for a combination that there is no product of.
std::optional<musaDataType_t> scalarType(const MixedTypes &types);

/// What is done with each column of the result, `m` floats, before they are rounded to D's type.
using Epilogue = std::function<void(int column, float *values, int m)>;

/// D = alpha op(A) op(B) + beta C, now; shape.ldc is D's. `epilogue` may be empty, and is only for
/// results that are computed as floats.
void mixedGemm(const GemmShape &shape, const MixedTypes &types, const void *alpha, const void *a,
               const void *b, const void *beta, const void *c, int ldc, void *d,
               const Epilogue &epilogue);

} // namespace musaport::blas

#endif // MUSAPORT_LIBRARIES_BLAS_MIXED_GEMM_H
