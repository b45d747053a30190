//===- libraries/blas/typed_vectors.cpp - vectors whose types are values --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "conversion.h"
#include "results.h"

namespace musaport::blas {
namespace {

/// The first element of a vector that is read backwards is the last in memory.
inline ptrdiff_t begin(int n, int increment) {
  return increment < 0 ? ptrdiff_t{1 - n} * increment : 0;
}

} // namespace
} // namespace musaport::blas

using namespace musaport;
using namespace musaport::blas;

mublasStatus_t mublasDotEx(mublasHandle_t handle, int n, const void *x, musaDataType_t xType,
                           int incx, const void *y, musaDataType_t yType, int incy, void *result,
                           musaDataType_t resultType, musaDataType_t executionType) {
  if (executionType != MUSA_R_32F || xType != yType || !isNarrow(xType) ||
      (resultType != xType && resultType != MUSA_R_32F))
    return MUBLAS_STATUS_NOT_SUPPORTED;
  return submitResult(handle, result, [=] {
    float sum = 0;
    for (int i = 0; i < n; ++i)
      sum += loadFloat(x, xType, begin(n, incx) + ptrdiff_t{i} * incx) *
             loadFloat(y, yType, begin(n, incy) + ptrdiff_t{i} * incy);
    storeFloat(result, resultType, 0, sum);
  });
}
