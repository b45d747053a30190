/*===- musa_port/host/mublas_legacy.h - the functions of cublas.h -*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * mublas.h includes it. cuBLAS has the interface without a handle, of cublas.h, beside the one of
 * cublas_v2.h, and a program includes either. Both are mublas.h here, so that the typed functions
 * without a handle are overloads: for C++, and of a compiler that does not count them when a
 * program takes a function's address.
 *===----------------------------------------------------------------------===*/
#ifndef MUSA_PORT_HOST_MUBLAS_LEGACY_H
#define MUSA_PORT_HOST_MUBLAS_LEGACY_H

#include "musa_port/host/mublas_level1.h"
#include "musa_port/host/mublas_level2.h"
#include "musa_port/host/mublas_level3.h"

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

mublasStatus_t mublasInit(void);
mublasStatus_t mublasShutdown(void);
/* The last error of a function without a status, once. */
mublasStatus_t mublasGetError(void);
mublasStatus_t mublasSetKernelStream(musaStream_t stream);
/* Device memory for `n` elements of `size` bytes. */
mublasStatus_t mublasAlloc(int n, int size, void **device);
mublasStatus_t mublasFree(void *device);

/* The handle that mublasInit made, or null. */
mublasHandle_t __mublasCommonHandle(void);
void __mublasSetError(mublasStatus_t status);

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#if defined(__cplusplus) && defined(__has_attribute)
#if __has_attribute(pass_object_size)

/* What Clang passes costs nothing, since these are inlined. Nobody can take the address of a
 * function with such an argument, so `&mublasSgemm` remains the one with a handle. */
#define __MUBLAS_ONLY_CALLED __attribute__((pass_object_size(0)))

/* BLAS's letters. Another one becomes a value that the functions refuse. */
inline mublasOperation_t __mublasOperation(char letter) {
  switch (letter) {
  case 'N':
  case 'n':
    return MUBLAS_OP_N;
  case 'T':
  case 't':
    return MUBLAS_OP_T;
  case 'C':
  case 'c':
    return MUBLAS_OP_C;
  default:
    return static_cast<mublasOperation_t>(3);
  }
}
inline mublasFillMode_t __mublasTriangle(char letter) {
  switch (letter) {
  case 'L':
  case 'l':
    return MUBLAS_FILL_MODE_LOWER;
  case 'U':
  case 'u':
    return MUBLAS_FILL_MODE_UPPER;
  default:
    return static_cast<mublasFillMode_t>(3);
  }
}
inline mublasSideMode_t __mublasSide(char letter) {
  switch (letter) {
  case 'L':
  case 'l':
    return MUBLAS_SIDE_LEFT;
  case 'R':
  case 'r':
    return MUBLAS_SIDE_RIGHT;
  default:
    return static_cast<mublasSideMode_t>(2);
  }
}
inline mublasDiagType_t __mublasDiagonal(char letter) {
  switch (letter) {
  case 'N':
  case 'n':
    return MUBLAS_DIAG_NON_UNIT;
  case 'U':
  case 'u':
    return MUBLAS_DIAG_UNIT;
  default:
    return static_cast<mublasDiagType_t>(2);
  }
}

/* NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types */
/* One for each list of parameters; A and B are the types of real factors. */
#define __MUBLAS_LEGACY_AXPY(name, T)                                                              \
  inline void name(int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED, int incx, T *y,          \
                   int incy) {                                                                     \
    __mublasSetError(name(__mublasCommonHandle(), n, &alpha, x, incx, y, incy));                   \
  }
#define __MUBLAS_LEGACY_SCAL(name, T, A)                                                           \
  inline void name(int n, A alpha, T *const x __MUBLAS_ONLY_CALLED, int incx) {                    \
    __mublasSetError(name(__mublasCommonHandle(), n, &alpha, x, incx));                            \
  }
#define __MUBLAS_LEGACY_COPY(name, T)                                                              \
  inline void name(int n, const T *const x __MUBLAS_ONLY_CALLED, int incx, T *y, int incy) {       \
    __mublasSetError(name(__mublasCommonHandle(), n, x, incx, y, incy));                           \
  }
#define __MUBLAS_LEGACY_SWAP(name, T)                                                              \
  inline void name(int n, T *const x __MUBLAS_ONLY_CALLED, int incx, T *y, int incy) {             \
    __mublasSetError(name(__mublasCommonHandle(), n, x, incx, y, incy));                           \
  }
#define __MUBLAS_LEGACY_DOT(name, T)                                                               \
  inline T name(int n, const T *const x __MUBLAS_ONLY_CALLED, int incx, const T *y, int incy) {    \
    T result = T();                                                                                \
    __mublasSetError(name(__mublasCommonHandle(), n, x, incx, y, incy, &result));                  \
    return result;                                                                                 \
  }
#define __MUBLAS_LEGACY_MAGNITUDE(name, T, R)                                                      \
  inline R name(int n, const T *const x __MUBLAS_ONLY_CALLED, int incx) {                          \
    R result = R();                                                                                \
    __mublasSetError(name(__mublasCommonHandle(), n, x, incx, &result));                           \
    return result;                                                                                 \
  }
#define __MUBLAS_LEGACY_ROT(name, T, C, S)                                                         \
  inline void name(int n, T *const x __MUBLAS_ONLY_CALLED, int incx, T *y, int incy, C c, S s) {   \
    __mublasSetError(name(__mublasCommonHandle(), n, x, incx, y, incy, &c, &s));                   \
  }
#define __MUBLAS_LEGACY_GEMV(name, T)                                                              \
  inline void name(char trans, int m, int n, T alpha, const T *const a __MUBLAS_ONLY_CALLED,       \
                   int lda, const T *x, int incx, T beta, T *y, int incy) {                        \
    __mublasSetError(name(__mublasCommonHandle(), __mublasOperation(trans), m, n, &alpha, a, lda,  \
                          x, incx, &beta, y, incy));                                               \
  }
#define __MUBLAS_LEGACY_GBMV(name, T)                                                              \
  inline void name(char trans, int m, int n, int kl, int ku, T alpha,                              \
                   const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *x, int incx, T beta,   \
                   T *y, int incy) {                                                               \
    __mublasSetError(name(__mublasCommonHandle(), __mublasOperation(trans), m, n, kl, ku, &alpha,  \
                          a, lda, x, incx, &beta, y, incy));                                       \
  }
#define __MUBLAS_LEGACY_SYMV(name, T)                                                              \
  inline void name(char uplo, int n, T alpha, const T *const a __MUBLAS_ONLY_CALLED, int lda,      \
                   const T *x, int incx, T beta, T *y, int incy) {                                 \
    __mublasSetError(name(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, a, lda, x,    \
                          incx, &beta, y, incy));                                                  \
  }
#define __MUBLAS_LEGACY_SBMV(name, T)                                                              \
  inline void name(char uplo, int n, int k, T alpha, const T *const a __MUBLAS_ONLY_CALLED,        \
                   int lda, const T *x, int incx, T beta, T *y, int incy) {                        \
    __mublasSetError(name(__mublasCommonHandle(), __mublasTriangle(uplo), n, k, &alpha, a, lda, x, \
                          incx, &beta, y, incy));                                                  \
  }
#define __MUBLAS_LEGACY_SPMV(name, T)                                                              \
  inline void name(char uplo, int n, T alpha, const T *const ap __MUBLAS_ONLY_CALLED, const T *x,  \
                   int incx, T beta, T *y, int incy) {                                             \
    __mublasSetError(name(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, ap, x, incx,  \
                          &beta, y, incy));                                                        \
  }
#define __MUBLAS_LEGACY_TRMV(name, T)                                                              \
  inline void name(char uplo, char trans, char diag, int n, const T *const a __MUBLAS_ONLY_CALLED, \
                   int lda, T *x, int incx) {                                                      \
    __mublasSetError(name(__mublasCommonHandle(), __mublasTriangle(uplo),                          \
                          __mublasOperation(trans), __mublasDiagonal(diag), n, a, lda, x, incx));  \
  }
#define __MUBLAS_LEGACY_TBMV(name, T)                                                              \
  inline void name(char uplo, char trans, char diag, int n, int k,                                 \
                   const T *const a __MUBLAS_ONLY_CALLED, int lda, T *x, int incx) {               \
    __mublasSetError(name(__mublasCommonHandle(), __mublasTriangle(uplo),                          \
                          __mublasOperation(trans), __mublasDiagonal(diag), n, k, a, lda, x,       \
                          incx));                                                                  \
  }
#define __MUBLAS_LEGACY_TPMV(name, T)                                                              \
  inline void name(char uplo, char trans, char diag, int n,                                        \
                   const T *const ap __MUBLAS_ONLY_CALLED, T *x, int incx) {                       \
    __mublasSetError(name(__mublasCommonHandle(), __mublasTriangle(uplo),                          \
                          __mublasOperation(trans), __mublasDiagonal(diag), n, ap, x, incx));      \
  }
#define __MUBLAS_LEGACY_GER(name, T)                                                               \
  inline void name(int m, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED, int incx,         \
                   const T *y, int incy, T *a, int lda) {                                          \
    __mublasSetError(name(__mublasCommonHandle(), m, n, &alpha, x, incx, y, incy, a, lda));        \
  }
#define __MUBLAS_LEGACY_SYR(name, T, A)                                                            \
  inline void name(char uplo, int n, A alpha, const T *const x __MUBLAS_ONLY_CALLED, int incx,     \
                   T *a, int lda) {                                                                \
    __mublasSetError(                                                                              \
        name(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x, incx, a, lda));         \
  }
#define __MUBLAS_LEGACY_SYR2(name, T)                                                              \
  inline void name(char uplo, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED, int incx,     \
                   const T *y, int incy, T *a, int lda) {                                          \
    __mublasSetError(name(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x, incx, y,   \
                          incy, a, lda));                                                          \
  }
#define __MUBLAS_LEGACY_SPR(name, T, A)                                                            \
  inline void name(char uplo, int n, A alpha, const T *const x __MUBLAS_ONLY_CALLED, int incx,     \
                   T *ap) {                                                                        \
    __mublasSetError(                                                                              \
        name(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x, incx, ap));             \
  }
#define __MUBLAS_LEGACY_SPR2(name, T)                                                              \
  inline void name(char uplo, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED, int incx,     \
                   const T *y, int incy, T *ap) {                                                  \
    __mublasSetError(                                                                              \
        name(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x, incx, y, incy, ap));    \
  }
#define __MUBLAS_LEGACY_SYMM(name, T)                                                              \
  inline void name(char side, char uplo, int m, int n, T alpha,                                    \
                   const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *b, int ldb, T beta,    \
                   T *c, int ldc) {                                                                \
    __mublasSetError(name(__mublasCommonHandle(), __mublasSide(side), __mublasTriangle(uplo), m,   \
                          n, &alpha, a, lda, b, ldb, &beta, c, ldc));                              \
  }
#define __MUBLAS_LEGACY_SYRK(name, T, A)                                                           \
  inline void name(char uplo, char trans, int n, int k, A alpha,                                   \
                   const T *const a __MUBLAS_ONLY_CALLED, int lda, A beta, T *c, int ldc) {        \
    __mublasSetError(name(__mublasCommonHandle(), __mublasTriangle(uplo),                          \
                          __mublasOperation(trans), n, k, &alpha, a, lda, &beta, c, ldc));         \
  }
#define __MUBLAS_LEGACY_SYR2K(name, T, B)                                                          \
  inline void name(char uplo, char trans, int n, int k, T alpha,                                   \
                   const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *b, int ldb, B beta,    \
                   T *c, int ldc) {                                                                \
    __mublasSetError(name(__mublasCommonHandle(), __mublasTriangle(uplo),                          \
                          __mublasOperation(trans), n, k, &alpha, a, lda, b, ldb, &beta, c, ldc)); \
  }

#define __MUBLAS_LEGACY(L, T)                                                                      \
  __MUBLAS_LEGACY_AXPY(mublas##L##axpy, T)                                                         \
  __MUBLAS_LEGACY_SCAL(mublas##L##scal, T, T)                                                      \
  __MUBLAS_LEGACY_COPY(mublas##L##copy, T)                                                         \
  __MUBLAS_LEGACY_SWAP(mublas##L##swap, T)                                                         \
  __MUBLAS_LEGACY_GEMV(mublas##L##gemv, T)                                                         \
  __MUBLAS_LEGACY_GBMV(mublas##L##gbmv, T)                                                         \
  __MUBLAS_LEGACY_SYMV(mublas##L##symv, T)                                                         \
  __MUBLAS_LEGACY_TRMV(mublas##L##trmv, T)                                                         \
  __MUBLAS_LEGACY_TRMV(mublas##L##trsv, T)                                                         \
  __MUBLAS_LEGACY_TBMV(mublas##L##tbmv, T)                                                         \
  __MUBLAS_LEGACY_TBMV(mublas##L##tbsv, T)                                                         \
  __MUBLAS_LEGACY_TPMV(mublas##L##tpmv, T)                                                         \
  __MUBLAS_LEGACY_TPMV(mublas##L##tpsv, T)                                                         \
  __MUBLAS_LEGACY_SYR(mublas##L##syr, T, T)                                                        \
  __MUBLAS_LEGACY_SYR2(mublas##L##syr2, T)                                                         \
  __MUBLAS_LEGACY_SYMM(mublas##L##symm, T)                                                         \
  __MUBLAS_LEGACY_SYRK(mublas##L##syrk, T, T)                                                      \
  __MUBLAS_LEGACY_SYR2K(mublas##L##syr2k, T, T)                                                    \
  inline void mublas##L##gemm(char transa, char transb, int m, int n, int k, T alpha,              \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *b, int ldb, \
                              T beta, T *c, int ldc) {                                             \
    __mublasSetError(mublas##L##gemm(__mublasCommonHandle(), __mublasOperation(transa),            \
                                     __mublasOperation(transb), m, n, k, &alpha, a, lda, b, ldb,   \
                                     &beta, c, ldc));                                              \
  }                                                                                                \
  /* In place: C is B. */                                                                          \
  inline void mublas##L##trmm(char side, char uplo, char trans, char diag, int m, int n, T alpha,  \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, T *b, int ldb) {     \
    __mublasSetError(mublas##L##trmm(                                                              \
        __mublasCommonHandle(), __mublasSide(side), __mublasTriangle(uplo),                        \
        __mublasOperation(trans), __mublasDiagonal(diag), m, n, &alpha, a, lda, b, ldb, b, ldb));  \
  }                                                                                                \
  inline void mublas##L##trsm(char side, char uplo, char trans, char diag, int m, int n, T alpha,  \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, T *b, int ldb) {     \
    __mublasSetError(mublas##L##trsm(__mublasCommonHandle(), __mublasSide(side),                   \
                                     __mublasTriangle(uplo), __mublasOperation(trans),             \
                                     __mublasDiagonal(diag), m, n, &alpha, a, lda, b, ldb));       \
  }
__MUBLAS_TYPES(__MUBLAS_LEGACY)
#undef __MUBLAS_LEGACY

#define __MUBLAS_LEGACY(L, T)                                                                      \
  __MUBLAS_LEGACY_DOT(mublas##L##dot, T)                                                           \
  __MUBLAS_LEGACY_GER(mublas##L##ger, T)                                                           \
  __MUBLAS_LEGACY_SBMV(mublas##L##sbmv, T)                                                         \
  __MUBLAS_LEGACY_SPMV(mublas##L##spmv, T)                                                         \
  __MUBLAS_LEGACY_SPR(mublas##L##spr, T, T)                                                        \
  __MUBLAS_LEGACY_SPR2(mublas##L##spr2, T)                                                         \
  inline void mublas##L##rotg(T *const a __MUBLAS_ONLY_CALLED, T *b, T *c, T *s) {                 \
    __mublasSetError(mublas##L##rotg(__mublasCommonHandle(), a, b, c, s));                         \
  }                                                                                                \
  inline void mublas##L##rotm(int n, T *const x __MUBLAS_ONLY_CALLED, int incx, T *y, int incy,    \
                              const T *param) {                                                    \
    __mublasSetError(mublas##L##rotm(__mublasCommonHandle(), n, x, incx, y, incy, param));         \
  }                                                                                                \
  inline void mublas##L##rotmg(T *const d1 __MUBLAS_ONLY_CALLED, T *d2, T *x1, const T *y1,        \
                               T *param) {                                                         \
    __mublasSetError(mublas##L##rotmg(__mublasCommonHandle(), d1, d2, x1, y1, param));             \
  }
__MUBLAS_REAL_TYPES(__MUBLAS_LEGACY)
#undef __MUBLAS_LEGACY

#define __MUBLAS_LEGACY(L, T, R)                                                                   \
  __MUBLAS_LEGACY_DOT(mublas##L##dotu, T)                                                          \
  __MUBLAS_LEGACY_DOT(mublas##L##dotc, T)                                                          \
  __MUBLAS_LEGACY_GER(mublas##L##geru, T)                                                          \
  __MUBLAS_LEGACY_GER(mublas##L##gerc, T)                                                          \
  __MUBLAS_LEGACY_SYMV(mublas##L##hemv, T)                                                         \
  __MUBLAS_LEGACY_SBMV(mublas##L##hbmv, T)                                                         \
  __MUBLAS_LEGACY_SPMV(mublas##L##hpmv, T)                                                         \
  __MUBLAS_LEGACY_SYR(mublas##L##her, T, R)                                                        \
  __MUBLAS_LEGACY_SYR2(mublas##L##her2, T)                                                         \
  __MUBLAS_LEGACY_SPR(mublas##L##hpr, T, R)                                                        \
  __MUBLAS_LEGACY_SPR2(mublas##L##hpr2, T)                                                         \
  __MUBLAS_LEGACY_SYMM(mublas##L##hemm, T)                                                         \
  __MUBLAS_LEGACY_SYRK(mublas##L##herk, T, R)                                                      \
  __MUBLAS_LEGACY_SYR2K(mublas##L##her2k, T, R)                                                    \
  inline void mublas##L##rotg(T *const a __MUBLAS_ONLY_CALLED, T b, R *c, T *s) {                  \
    __mublasSetError(mublas##L##rotg(__mublasCommonHandle(), a, &b, c, s));                        \
  }
__MUBLAS_COMPLEX_TYPES(__MUBLAS_LEGACY)
#undef __MUBLAS_LEGACY

#define __MUBLAS_LEGACY(L, l, T, R)                                                                \
  __MUBLAS_LEGACY_MAGNITUDE(mublas##L##asum, T, R)                                                 \
  __MUBLAS_LEGACY_MAGNITUDE(mublas##L##nrm2, T, R)                                                 \
  __MUBLAS_LEGACY_MAGNITUDE(mublasI##l##amax, T, int)                                              \
  __MUBLAS_LEGACY_MAGNITUDE(mublasI##l##amin, T, int)
__MUBLAS_MAGNITUDES(__MUBLAS_LEGACY)
#undef __MUBLAS_LEGACY

#define __MUBLAS_LEGACY(L, T, C, S) __MUBLAS_LEGACY_ROT(mublas##L##rot, T, C, S)
__MUBLAS_ROTATIONS(__MUBLAS_LEGACY)
#undef __MUBLAS_LEGACY

__MUBLAS_LEGACY_SCAL(mublasCsscal, muComplex, float)
__MUBLAS_LEGACY_SCAL(mublasZdscal, muDoubleComplex, double)

#undef __MUBLAS_LEGACY_AXPY
#undef __MUBLAS_LEGACY_SCAL
#undef __MUBLAS_LEGACY_COPY
#undef __MUBLAS_LEGACY_SWAP
#undef __MUBLAS_LEGACY_DOT
#undef __MUBLAS_LEGACY_MAGNITUDE
#undef __MUBLAS_LEGACY_ROT
#undef __MUBLAS_LEGACY_GEMV
#undef __MUBLAS_LEGACY_GBMV
#undef __MUBLAS_LEGACY_SYMV
#undef __MUBLAS_LEGACY_SBMV
#undef __MUBLAS_LEGACY_SPMV
#undef __MUBLAS_LEGACY_TRMV
#undef __MUBLAS_LEGACY_TBMV
#undef __MUBLAS_LEGACY_TPMV
#undef __MUBLAS_LEGACY_GER
#undef __MUBLAS_LEGACY_SYR
#undef __MUBLAS_LEGACY_SYR2
#undef __MUBLAS_LEGACY_SPR
#undef __MUBLAS_LEGACY_SPR2
#undef __MUBLAS_LEGACY_SYMM
#undef __MUBLAS_LEGACY_SYRK
#undef __MUBLAS_LEGACY_SYR2K
/* NOLINTEND(bugprone-macro-parentheses) */

#undef __MUBLAS_ONLY_CALLED
#endif
#endif

#endif /* MUSA_PORT_HOST_MUBLAS_LEGACY_H */
