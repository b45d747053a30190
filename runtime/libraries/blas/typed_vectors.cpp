//===- libraries/blas/typed_vectors.cpp - vectors whose types are values --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "conversion.h"
#include "lapack.h"
#include "results.h"
#include "strided.h"

#include <cmath>

namespace musaport::blas {
namespace {

/// Calls `action` with a null pointer to the API's type for elements that are computed with as they
/// are; nothing else is supported.
template <typename Action> mublasStatus_t withType(musaDataType_t type, Action action) {
  switch (type) {
  case MUSA_R_32F:
    return action(static_cast<float *>(nullptr));
  case MUSA_R_64F:
    return action(static_cast<double *>(nullptr));
  case MUSA_C_32F:
    return action(static_cast<muComplex *>(nullptr));
  case MUSA_C_64F:
    return action(static_cast<muDoubleComplex *>(nullptr));
  default:
    return MUBLAS_STATUS_NOT_SUPPORTED;
  }
}

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names
/// The function for each of the API's types.
#define BY_TYPE(name, s, d, c, z)                                                                  \
  template <typename T> constexpr auto name = nullptr;                                             \
  template <> inline constexpr auto name<float> = &s;                                              \
  template <> inline constexpr auto name<double> = &d;                                             \
  template <> inline constexpr auto name<muComplex> = &c;                                          \
  template <> inline constexpr auto name<muDoubleComplex> = &z;
BY_TYPE(axpyOf, mublasSaxpy, mublasDaxpy, mublasCaxpy, mublasZaxpy)
BY_TYPE(scalOf, mublasSscal, mublasDscal, mublasCscal, mublasZscal)
BY_TYPE(nrm2Of, mublasSnrm2, mublasDnrm2, mublasScnrm2, mublasDznrm2)
BY_TYPE(dotOf, mublasSdot, mublasDdot, mublasCdotu, mublasZdotu)
BY_TYPE(dotcOf, mublasSdot, mublasDdot, mublasCdotc, mublasZdotc)
#undef BY_TYPE
// NOLINTEND(bugprone-macro-parentheses)

/// Narrow numbers, and the floats that they are computed as.
bool isComputedAsFloats(musaDataType_t type, musaDataType_t executionType) {
  return isNarrow(type) && executionType == MUSA_R_32F;
}

/// The index in memory of element `index`.
ptrdiff_t at(int index, int n, int increment) {
  return begin(n, increment) + ptrdiff_t{index} * increment;
}

template <bool Conjugated>
mublasStatus_t dotEx(mublasHandle_t handle, int n, const void *x, musaDataType_t xType, int incx,
                     const void *y, musaDataType_t yType, int incy, void *result,
                     musaDataType_t resultType, musaDataType_t executionType) {
  if (xType == yType && xType == resultType && xType == executionType)
    return withType(xType, [=](auto *type) {
      using T = std::remove_pointer_t<decltype(type)>;
      return (Conjugated ? dotcOf<T> : dotOf<T>)(handle, n, static_cast<const T *>(x), incx,
                                                 static_cast<const T *>(y), incy,
                                                 static_cast<T *>(result));
    });
  if (xType != yType || !isComputedAsFloats(xType, executionType) ||
      (resultType != xType && resultType != MUSA_R_32F))
    return MUBLAS_STATUS_NOT_SUPPORTED;
  return submitResult(handle, result, [=] {
    float sum = 0;
    for (int i = 0; i < n; ++i)
      sum += loadFloat(x, xType, at(i, n, incx)) * loadFloat(y, yType, at(i, n, incy));
    storeFloat(result, resultType, 0, sum);
  });
}

} // namespace
} // namespace musaport::blas

using namespace musaport;
using namespace musaport::blas;

mublasStatus_t mublasAxpyEx(mublasHandle_t handle, int n, const void *alpha,
                            musaDataType_t alphaType, const void *x, musaDataType_t xType, int incx,
                            void *y, musaDataType_t yType, int incy, musaDataType_t executionType) {
  if (xType == yType && xType == alphaType && xType == executionType)
    return withType(xType, [=](auto *type) {
      using T = std::remove_pointer_t<decltype(type)>;
      return axpyOf<T>(handle, n, static_cast<const T *>(alpha), static_cast<const T *>(x), incx,
                       static_cast<T *>(y), incy);
    });
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (xType != yType || alphaType != MUSA_R_32F || !isComputedAsFloats(xType, executionType))
    return MUBLAS_STATUS_NOT_SUPPORTED;
  if (alpha == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  return submit(*handle, [=, alpha = Scalar(*handle, static_cast<const float *>(alpha))] {
    const float by = alpha.get();
    for (int i = 0; i < n; ++i) {
      const ptrdiff_t to = at(i, n, incy);
      storeFloat(y, yType, to, by * loadFloat(x, xType, at(i, n, incx)) + loadFloat(y, yType, to));
    }
  });
}

mublasStatus_t mublasScalEx(mublasHandle_t handle, int n, const void *alpha,
                            musaDataType_t alphaType, void *x, musaDataType_t xType, int incx,
                            musaDataType_t executionType) {
  if (xType == alphaType && xType == executionType)
    return withType(xType, [=](auto *type) {
      using T = std::remove_pointer_t<decltype(type)>;
      return scalOf<T>(handle, n, static_cast<const T *>(alpha), static_cast<T *>(x), incx);
    });
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (alphaType != MUSA_R_32F || !isComputedAsFloats(xType, executionType))
    return MUBLAS_STATUS_NOT_SUPPORTED;
  if (alpha == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  return submit(*handle, [=, alpha = Scalar(*handle, static_cast<const float *>(alpha))] {
    const float by = alpha.get();
    for (int i = 0; incx > 0 && i < n; ++i)
      storeFloat(x, xType, ptrdiff_t{i} * incx, by * loadFloat(x, xType, ptrdiff_t{i} * incx));
  });
}

mublasStatus_t mublasNrm2Ex(mublasHandle_t handle, int n, const void *x, musaDataType_t xType,
                            int incx, void *result, musaDataType_t resultType,
                            musaDataType_t executionType) {
  if (resultType == magnitudeType(xType) && executionType == resultType && !isNarrow(xType))
    return withType(xType, [=](auto *type) {
      using T = std::remove_pointer_t<decltype(type)>;
      using R = Magnitude<ElementType<T>>;
      return nrm2Of<T>(handle, n, static_cast<const T *>(x), incx, static_cast<R *>(result));
    });
  if (resultType != xType || !isComputedAsFloats(xType, executionType))
    return MUBLAS_STATUS_NOT_SUPPORTED;
  return submitResult(handle, result, [=] {
    double sum = 0; // halfs' squares go beyond what a float adds exactly
    for (int i = 0; incx > 0 && i < n; ++i) {
      const double value = loadFloat(x, xType, ptrdiff_t{i} * incx);
      sum += value * value;
    }
    storeFloat(result, resultType, 0, static_cast<float>(std::sqrt(sum)));
  });
}

mublasStatus_t mublasDotEx(mublasHandle_t handle, int n, const void *x, musaDataType_t xType,
                           int incx, const void *y, musaDataType_t yType, int incy, void *result,
                           musaDataType_t resultType, musaDataType_t executionType) {
  return dotEx<false>(handle, n, x, xType, incx, y, yType, incy, result, resultType, executionType);
}

mublasStatus_t mublasDotcEx(mublasHandle_t handle, int n, const void *x, musaDataType_t xType,
                            int incx, const void *y, musaDataType_t yType, int incy, void *result,
                            musaDataType_t resultType, musaDataType_t executionType) {
  return dotEx<true>(handle, n, x, xType, incx, y, yType, incy, result, resultType, executionType);
}
