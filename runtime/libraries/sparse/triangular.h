//===- libraries/sparse/triangular.h - triangular systems ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_SPARSE_TRIANGULAR_H
#define MUSAPORT_LIBRARIES_SPARSE_TRIANGULAR_H

#include "handle.h"
#include "matrices.h"

#include <memory>

namespace musaport::sparse {

/// op(A) op(X) = alpha op(B), with the triangle of A that it names; X may be B.
struct TriangularSystem {
  SparseMatrix a;
  musparseOperation_t opA = MUSPARSE_OPERATION_NON_TRANSPOSE;
  DenseMatrix b;
  musparseOperation_t opB = MUSPARSE_OPERATION_NON_TRANSPOSE;
  DenseMatrix x;
  musparseOperation_t opX = MUSPARSE_OPERATION_NON_TRANSPOSE;
};

/// Puts it into the stream. alpha is of the type `compute`.
musparseStatus_t solve(musparseHandle_t handle, const TriangularSystem &system, const void *alpha,
                       musaDataType_t compute);

} // namespace musaport::sparse

#endif // MUSAPORT_LIBRARIES_SPARSE_TRIANGULAR_H
