//===- libraries/blas/cblas_types.h - CBLAS by element type ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_BLAS_CBLAS_TYPES_H
#define MUSAPORT_LIBRARIES_BLAS_CBLAS_TYPES_H

#include "mublas.h"

#include <complex>
#define lapack_complex_float std::complex<float>
#define lapack_complex_double std::complex<double>
#include <cblas.h>
#include <lapacke.h>

namespace musaport::blas {

/// How the host computes with an element of the API.
template <typename T> struct Element;
template <> struct Element<float> {
  using Type = float;
};
template <> struct Element<double> {
  using Type = double;
};
template <> struct Element<muComplex> {
  using Type = std::complex<float>;
};
template <> struct Element<muDoubleComplex> {
  using Type = std::complex<double>;
};
template <typename T> using ElementType = typename Element<T>::Type;

template <typename T> const ElementType<T> *in(const T *pointer) {
  return reinterpret_cast<const ElementType<T> *>(pointer);
}
template <typename T> ElementType<T> *out(T *pointer) {
  return reinterpret_cast<ElementType<T> *>(pointer);
}

inline bool isValid(mublasOperation_t operation) {
  return operation >= MUBLAS_OP_N && operation <= MUBLAS_OP_C;
}

inline bool isValid(mublasSideMode_t side) {
  return side == MUBLAS_SIDE_LEFT || side == MUBLAS_SIDE_RIGHT;
}
inline bool isValid(mublasDiagType_t type) {
  return type == MUBLAS_DIAG_NON_UNIT || type == MUBLAS_DIAG_UNIT;
}
inline bool isTriangle(mublasFillMode_t mode) {
  return mode == MUBLAS_FILL_MODE_LOWER || mode == MUBLAS_FILL_MODE_UPPER;
}
/// Whether columns that are `ld` elements apart have room for `rows`.
inline bool fits(int ld, int rows) { return ld >= (rows > 1 ? rows : 1); }

inline CBLAS_TRANSPOSE transposition(mublasOperation_t operation) {
  if (operation == MUBLAS_OP_N)
    return CblasNoTrans;
  return operation == MUBLAS_OP_C ? CblasConjTrans : CblasTrans;
}
inline CBLAS_SIDE sideOf(mublasSideMode_t side) {
  return side == MUBLAS_SIDE_LEFT ? CblasLeft : CblasRight;
}
inline CBLAS_UPLO triangle(mublasFillMode_t mode) {
  return mode == MUBLAS_FILL_MODE_LOWER ? CblasLower : CblasUpper;
}
inline CBLAS_DIAG diagonal(mublasDiagType_t type) {
  return type == MUBLAS_DIAG_UNIT ? CblasUnit : CblasNonUnit;
}
/// LAPACK's letters.
inline char letter(mublasOperation_t operation) { return "NTC"[operation]; }
inline char letter(mublasFillMode_t mode) { return "LU"[mode]; }
inline char letter(mublasSideMode_t side) { return "LR"[side]; }

/// Complex scalars are passed by address.
inline float scalar(const float &value) { return value; }
inline double scalar(const double &value) { return value; }
inline const void *scalar(const std::complex<float> &value) { return &value; }
inline const void *scalar(const std::complex<double> &value) { return &value; }

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
/// A function as a constant for each type of element.
#define MUSAPORT_BY_TYPE(name, s, d, c, z)                                                         \
  template <typename T> constexpr auto name = nullptr;                                             \
  template <> inline constexpr auto name<float> = &s;                                              \
  template <> inline constexpr auto name<double> = &d;                                             \
  template <> inline constexpr auto name<std::complex<float>> = &c;                                \
  template <> inline constexpr auto name<std::complex<double>> = &z;
MUSAPORT_BY_TYPE(gemmOf, cblas_sgemm, cblas_dgemm, cblas_cgemm, cblas_zgemm)
MUSAPORT_BY_TYPE(gemvOf, cblas_sgemv, cblas_dgemv, cblas_cgemv, cblas_zgemv)
MUSAPORT_BY_TYPE(trsmOf, cblas_strsm, cblas_dtrsm, cblas_ctrsm, cblas_ztrsm)
MUSAPORT_BY_TYPE(trmmOf, cblas_strmm, cblas_dtrmm, cblas_ctrmm, cblas_ztrmm)

/// Expands X(letter, CBLAS's letter, element type).
#define MUSAPORT_REAL_TYPES(X) X(S, s, float) X(D, d, double)
#define MUSAPORT_TYPES(X) MUSAPORT_REAL_TYPES(X) X(C, c, muComplex) X(Z, z, muDoubleComplex)
/// Expands X(letter, CBLAS's letter, element type, type of its parts).
#define MUSAPORT_COMPLEX_TYPES(X) X(C, c, muComplex, float) X(Z, z, muDoubleComplex, double)
// NOLINTEND(bugprone-macro-parentheses)

} // namespace musaport::blas

#endif // MUSAPORT_LIBRARIES_BLAS_CBLAS_TYPES_H
