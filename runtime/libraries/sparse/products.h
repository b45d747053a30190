//===- libraries/sparse/products.h - of sparse and dense matrices --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_SPARSE_PRODUCTS_H
#define MUSAPORT_LIBRARIES_SPARSE_PRODUCTS_H

#include "handle.h"
#include "matrices.h"

namespace musaport::sparse {

/// C = alpha op(A) op(B) + beta C
struct Product {
  SparseMatrix a;
  musparseOperation_t opA = MUSPARSE_OPERATION_NON_TRANSPOSE;
  DenseMatrix b;
  musparseOperation_t opB = MUSPARSE_OPERATION_NON_TRANSPOSE;
  DenseMatrix c;
};

/// Puts it into the stream. The scalars are of the type `compute`.
musparseStatus_t multiply(musparseHandle_t handle, const Product &product, const void *alpha,
                          const void *beta, musaDataType_t compute);

/// Whether products of elements of this type are computed as `compute`, and scalars are of it.
bool computesAs(musaDataType_t elements, musaDataType_t compute);

} // namespace musaport::sparse

#endif // MUSAPORT_LIBRARIES_SPARSE_PRODUCTS_H
