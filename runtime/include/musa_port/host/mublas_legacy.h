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
#define __MUBLAS_LEGACY(L, T)                                                                      \
  inline void mublas##L##axpy(int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED, int incx,     \
                              T *y, int incy) {                                                    \
    __mublasSetError(mublas##L##axpy(__mublasCommonHandle(), n, &alpha, x, incx, y, incy));        \
  }                                                                                                \
  inline void mublas##L##scal(int n, T alpha, T *const x __MUBLAS_ONLY_CALLED, int incx) {         \
    __mublasSetError(mublas##L##scal(__mublasCommonHandle(), n, &alpha, x, incx));                 \
  }                                                                                                \
  inline void mublas##L##copy(int n, const T *const x __MUBLAS_ONLY_CALLED, int incx, T *y,        \
                              int incy) {                                                          \
    __mublasSetError(mublas##L##copy(__mublasCommonHandle(), n, x, incx, y, incy));                \
  }                                                                                                \
  inline void mublas##L##swap(int n, T *const x __MUBLAS_ONLY_CALLED, int incx, T *y, int incy) {  \
    __mublasSetError(mublas##L##swap(__mublasCommonHandle(), n, x, incx, y, incy));                \
  }                                                                                                \
  inline void mublas##L##gemv(char trans, int m, int n, T alpha,                                   \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *x,          \
                              int incx, T beta, T *y, int incy) {                                  \
    __mublasSetError(mublas##L##gemv(__mublasCommonHandle(), __mublasOperation(trans), m, n,       \
                                     &alpha, a, lda, x, incx, &beta, y, incy));                    \
  }                                                                                                \
  inline void mublas##L##gbmv(char trans, int m, int n, int kl, int ku, T alpha,                   \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *x,          \
                              int incx, T beta, T *y, int incy) {                                  \
    __mublasSetError(mublas##L##gbmv(__mublasCommonHandle(), __mublasOperation(trans), m, n, kl,   \
                                     ku, &alpha, a, lda, x, incx, &beta, y, incy));                \
  }                                                                                                \
  inline void mublas##L##trmv(char uplo, char trans, char diag, int n,                             \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, T *x, int incx) {    \
    __mublasSetError(mublas##L##trmv(__mublasCommonHandle(), __mublasTriangle(uplo),               \
                                     __mublasOperation(trans), __mublasDiagonal(diag), n, a, lda,  \
                                     x, incx));                                                    \
  }                                                                                                \
  inline void mublas##L##trsv(char uplo, char trans, char diag, int n,                             \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, T *x, int incx) {    \
    __mublasSetError(mublas##L##trsv(__mublasCommonHandle(), __mublasTriangle(uplo),               \
                                     __mublasOperation(trans), __mublasDiagonal(diag), n, a, lda,  \
                                     x, incx));                                                    \
  }                                                                                                \
  inline void mublas##L##tbmv(char uplo, char trans, char diag, int n, int k,                      \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, T *x, int incx) {    \
    __mublasSetError(mublas##L##tbmv(__mublasCommonHandle(), __mublasTriangle(uplo),               \
                                     __mublasOperation(trans), __mublasDiagonal(diag), n, k, a,    \
                                     lda, x, incx));                                               \
  }                                                                                                \
  inline void mublas##L##tbsv(char uplo, char trans, char diag, int n, int k,                      \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, T *x, int incx) {    \
    __mublasSetError(mublas##L##tbsv(__mublasCommonHandle(), __mublasTriangle(uplo),               \
                                     __mublasOperation(trans), __mublasDiagonal(diag), n, k, a,    \
                                     lda, x, incx));                                               \
  }                                                                                                \
  inline void mublas##L##tpmv(char uplo, char trans, char diag, int n,                             \
                              const T *const ap __MUBLAS_ONLY_CALLED, T *x, int incx) {            \
    __mublasSetError(mublas##L##tpmv(__mublasCommonHandle(), __mublasTriangle(uplo),               \
                                     __mublasOperation(trans), __mublasDiagonal(diag), n, ap, x,   \
                                     incx));                                                       \
  }                                                                                                \
  inline void mublas##L##tpsv(char uplo, char trans, char diag, int n,                             \
                              const T *const ap __MUBLAS_ONLY_CALLED, T *x, int incx) {            \
    __mublasSetError(mublas##L##tpsv(__mublasCommonHandle(), __mublasTriangle(uplo),               \
                                     __mublasOperation(trans), __mublasDiagonal(diag), n, ap, x,   \
                                     incx));                                                       \
  }                                                                                                \
  inline void mublas##L##gemm(char transa, char transb, int m, int n, int k, T alpha,              \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *b, int ldb, \
                              T beta, T *c, int ldc) {                                             \
    __mublasSetError(mublas##L##gemm(__mublasCommonHandle(), __mublasOperation(transa),            \
                                     __mublasOperation(transb), m, n, k, &alpha, a, lda, b, ldb,   \
                                     &beta, c, ldc));                                              \
  }                                                                                                \
  inline void mublas##L##symm(char side, char uplo, int m, int n, T alpha,                         \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *b, int ldb, \
                              T beta, T *c, int ldc) {                                             \
    __mublasSetError(mublas##L##symm(__mublasCommonHandle(), __mublasSide(side),                   \
                                     __mublasTriangle(uplo), m, n, &alpha, a, lda, b, ldb, &beta,  \
                                     c, ldc));                                                     \
  }                                                                                                \
  inline void mublas##L##syrk(char uplo, char trans, int n, int k, T alpha,                        \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, T beta, T *c,        \
                              int ldc) {                                                           \
    __mublasSetError(mublas##L##syrk(__mublasCommonHandle(), __mublasTriangle(uplo),               \
                                     __mublasOperation(trans), n, k, &alpha, a, lda, &beta, c,     \
                                     ldc));                                                        \
  }                                                                                                \
  inline void mublas##L##syr2k(char uplo, char trans, int n, int k, T alpha,                       \
                               const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *b,         \
                               int ldb, T beta, T *c, int ldc) {                                   \
    __mublasSetError(mublas##L##syr2k(__mublasCommonHandle(), __mublasTriangle(uplo),              \
                                      __mublasOperation(trans), n, k, &alpha, a, lda, b, ldb,      \
                                      &beta, c, ldc));                                             \
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
  inline T mublas##L##dot(int n, const T *const x __MUBLAS_ONLY_CALLED, int incx, const T *y,      \
                          int incy) {                                                              \
    T result = T();                                                                                \
    __mublasSetError(mublas##L##dot(__mublasCommonHandle(), n, x, incx, y, incy, &result));        \
    return result;                                                                                 \
  }                                                                                                \
  inline void mublas##L##rotm(int n, T *const x __MUBLAS_ONLY_CALLED, int incx, T *y, int incy,    \
                              const T *param) {                                                    \
    __mublasSetError(mublas##L##rotm(__mublasCommonHandle(), n, x, incx, y, incy, param));         \
  }                                                                                                \
  inline void mublas##L##rotmg(T *const d1 __MUBLAS_ONLY_CALLED, T *d2, T *x1, const T *y1,        \
                               T *param) {                                                         \
    __mublasSetError(mublas##L##rotmg(__mublasCommonHandle(), d1, d2, x1, y1, param));             \
  }                                                                                                \
  inline void mublas##L##rotg(T *const a __MUBLAS_ONLY_CALLED, T *b, T *c, T *s) {                 \
    __mublasSetError(mublas##L##rotg(__mublasCommonHandle(), a, b, c, s));                         \
  }                                                                                                \
  inline void mublas##L##ger(int m, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED,         \
                             int incx, const T *y, int incy, T *a, int lda) {                      \
    __mublasSetError(                                                                              \
        mublas##L##ger(__mublasCommonHandle(), m, n, &alpha, x, incx, y, incy, a, lda));           \
  }                                                                                                \
  inline void mublas##L##symv(char uplo, int n, T alpha, const T *const a __MUBLAS_ONLY_CALLED,    \
                              int lda, const T *x, int incx, T beta, T *y, int incy) {             \
    __mublasSetError(mublas##L##symv(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, a, \
                                     lda, x, incx, &beta, y, incy));                               \
  }                                                                                                \
  inline void mublas##L##sbmv(char uplo, int n, int k, T alpha,                                    \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *x,          \
                              int incx, T beta, T *y, int incy) {                                  \
    __mublasSetError(mublas##L##sbmv(__mublasCommonHandle(), __mublasTriangle(uplo), n, k, &alpha, \
                                     a, lda, x, incx, &beta, y, incy));                            \
  }                                                                                                \
  inline void mublas##L##spmv(char uplo, int n, T alpha, const T *const ap __MUBLAS_ONLY_CALLED,   \
                              const T *x, int incx, T beta, T *y, int incy) {                      \
    __mublasSetError(mublas##L##spmv(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha,    \
                                     ap, x, incx, &beta, y, incy));                                \
  }                                                                                                \
  inline void mublas##L##syr(char uplo, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED,     \
                             int incx, T *a, int lda) {                                            \
    __mublasSetError(mublas##L##syr(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x,  \
                                    incx, a, lda));                                                \
  }                                                                                                \
  inline void mublas##L##syr2(char uplo, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED,    \
                              int incx, const T *y, int incy, T *a, int lda) {                     \
    __mublasSetError(mublas##L##syr2(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x, \
                                     incx, y, incy, a, lda));                                      \
  }                                                                                                \
  inline void mublas##L##spr(char uplo, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED,     \
                             int incx, T *ap) {                                                    \
    __mublasSetError(                                                                              \
        mublas##L##spr(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x, incx, ap));   \
  }                                                                                                \
  inline void mublas##L##spr2(char uplo, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED,    \
                              int incx, const T *y, int incy, T *ap) {                             \
    __mublasSetError(mublas##L##spr2(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x, \
                                     incx, y, incy, ap));                                          \
  }
__MUBLAS_REAL_TYPES(__MUBLAS_LEGACY)
#undef __MUBLAS_LEGACY

#define __MUBLAS_LEGACY(L, T, R)                                                                   \
  inline T mublas##L##dotu(int n, const T *const x __MUBLAS_ONLY_CALLED, int incx, const T *y,     \
                           int incy) {                                                             \
    T result = T();                                                                                \
    __mublasSetError(mublas##L##dotu(__mublasCommonHandle(), n, x, incx, y, incy, &result));       \
    return result;                                                                                 \
  }                                                                                                \
  inline T mublas##L##dotc(int n, const T *const x __MUBLAS_ONLY_CALLED, int incx, const T *y,     \
                           int incy) {                                                             \
    T result = T();                                                                                \
    __mublasSetError(mublas##L##dotc(__mublasCommonHandle(), n, x, incx, y, incy, &result));       \
    return result;                                                                                 \
  }                                                                                                \
  inline void mublas##L##rotg(T *const a __MUBLAS_ONLY_CALLED, T b, R *c, T *s) {                  \
    __mublasSetError(mublas##L##rotg(__mublasCommonHandle(), a, &b, c, s));                        \
  }                                                                                                \
  inline void mublas##L##geru(int m, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED,        \
                              int incx, const T *y, int incy, T *a, int lda) {                     \
    __mublasSetError(                                                                              \
        mublas##L##geru(__mublasCommonHandle(), m, n, &alpha, x, incx, y, incy, a, lda));          \
  }                                                                                                \
  inline void mublas##L##gerc(int m, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED,        \
                              int incx, const T *y, int incy, T *a, int lda) {                     \
    __mublasSetError(                                                                              \
        mublas##L##gerc(__mublasCommonHandle(), m, n, &alpha, x, incx, y, incy, a, lda));          \
  }                                                                                                \
  inline void mublas##L##symv(char uplo, int n, T alpha, const T *const a __MUBLAS_ONLY_CALLED,    \
                              int lda, const T *x, int incx, T beta, T *y, int incy) {             \
    __mublasSetError(mublas##L##symv(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, a, \
                                     lda, x, incx, &beta, y, incy));                               \
  }                                                                                                \
  inline void mublas##L##hemv(char uplo, int n, T alpha, const T *const a __MUBLAS_ONLY_CALLED,    \
                              int lda, const T *x, int incx, T beta, T *y, int incy) {             \
    __mublasSetError(mublas##L##hemv(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, a, \
                                     lda, x, incx, &beta, y, incy));                               \
  }                                                                                                \
  inline void mublas##L##hbmv(char uplo, int n, int k, T alpha,                                    \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *x,          \
                              int incx, T beta, T *y, int incy) {                                  \
    __mublasSetError(mublas##L##hbmv(__mublasCommonHandle(), __mublasTriangle(uplo), n, k, &alpha, \
                                     a, lda, x, incx, &beta, y, incy));                            \
  }                                                                                                \
  inline void mublas##L##hpmv(char uplo, int n, T alpha, const T *const ap __MUBLAS_ONLY_CALLED,   \
                              const T *x, int incx, T beta, T *y, int incy) {                      \
    __mublasSetError(mublas##L##hpmv(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha,    \
                                     ap, x, incx, &beta, y, incy));                                \
  }                                                                                                \
  inline void mublas##L##syr(char uplo, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED,     \
                             int incx, T *a, int lda) {                                            \
    __mublasSetError(mublas##L##syr(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x,  \
                                    incx, a, lda));                                                \
  }                                                                                                \
  inline void mublas##L##syr2(char uplo, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED,    \
                              int incx, const T *y, int incy, T *a, int lda) {                     \
    __mublasSetError(mublas##L##syr2(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x, \
                                     incx, y, incy, a, lda));                                      \
  }                                                                                                \
  inline void mublas##L##her(char uplo, int n, R alpha, const T *const x __MUBLAS_ONLY_CALLED,     \
                             int incx, T *a, int lda) {                                            \
    __mublasSetError(mublas##L##her(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x,  \
                                    incx, a, lda));                                                \
  }                                                                                                \
  inline void mublas##L##her2(char uplo, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED,    \
                              int incx, const T *y, int incy, T *a, int lda) {                     \
    __mublasSetError(mublas##L##her2(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x, \
                                     incx, y, incy, a, lda));                                      \
  }                                                                                                \
  inline void mublas##L##hpr(char uplo, int n, R alpha, const T *const x __MUBLAS_ONLY_CALLED,     \
                             int incx, T *ap) {                                                    \
    __mublasSetError(                                                                              \
        mublas##L##hpr(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x, incx, ap));   \
  }                                                                                                \
  inline void mublas##L##hpr2(char uplo, int n, T alpha, const T *const x __MUBLAS_ONLY_CALLED,    \
                              int incx, const T *y, int incy, T *ap) {                             \
    __mublasSetError(mublas##L##hpr2(__mublasCommonHandle(), __mublasTriangle(uplo), n, &alpha, x, \
                                     incx, y, incy, ap));                                          \
  }                                                                                                \
  inline void mublas##L##hemm(char side, char uplo, int m, int n, T alpha,                         \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *b, int ldb, \
                              T beta, T *c, int ldc) {                                             \
    __mublasSetError(mublas##L##hemm(__mublasCommonHandle(), __mublasSide(side),                   \
                                     __mublasTriangle(uplo), m, n, &alpha, a, lda, b, ldb, &beta,  \
                                     c, ldc));                                                     \
  }                                                                                                \
  inline void mublas##L##herk(char uplo, char trans, int n, int k, R alpha,                        \
                              const T *const a __MUBLAS_ONLY_CALLED, int lda, R beta, T *c,        \
                              int ldc) {                                                           \
    __mublasSetError(mublas##L##herk(__mublasCommonHandle(), __mublasTriangle(uplo),               \
                                     __mublasOperation(trans), n, k, &alpha, a, lda, &beta, c,     \
                                     ldc));                                                        \
  }                                                                                                \
  inline void mublas##L##her2k(char uplo, char trans, int n, int k, T alpha,                       \
                               const T *const a __MUBLAS_ONLY_CALLED, int lda, const T *b,         \
                               int ldb, R beta, T *c, int ldc) {                                   \
    __mublasSetError(mublas##L##her2k(__mublasCommonHandle(), __mublasTriangle(uplo),              \
                                      __mublasOperation(trans), n, k, &alpha, a, lda, b, ldb,      \
                                      &beta, c, ldc));                                             \
  }
__MUBLAS_COMPLEX_TYPES(__MUBLAS_LEGACY)
#undef __MUBLAS_LEGACY

#define __MUBLAS_LEGACY(L, l, T, R)                                                                \
  inline R mublas##L##asum(int n, const T *const x __MUBLAS_ONLY_CALLED, int incx) {               \
    R result = R();                                                                                \
    __mublasSetError(mublas##L##asum(__mublasCommonHandle(), n, x, incx, &result));                \
    return result;                                                                                 \
  }                                                                                                \
  inline R mublas##L##nrm2(int n, const T *const x __MUBLAS_ONLY_CALLED, int incx) {               \
    R result = R();                                                                                \
    __mublasSetError(mublas##L##nrm2(__mublasCommonHandle(), n, x, incx, &result));                \
    return result;                                                                                 \
  }                                                                                                \
  inline int mublasI##l##amax(int n, const T *const x __MUBLAS_ONLY_CALLED, int incx) {            \
    int result = int();                                                                            \
    __mublasSetError(mublasI##l##amax(__mublasCommonHandle(), n, x, incx, &result));               \
    return result;                                                                                 \
  }                                                                                                \
  inline int mublasI##l##amin(int n, const T *const x __MUBLAS_ONLY_CALLED, int incx) {            \
    int result = int();                                                                            \
    __mublasSetError(mublasI##l##amin(__mublasCommonHandle(), n, x, incx, &result));               \
    return result;                                                                                 \
  }
__MUBLAS_MAGNITUDES(__MUBLAS_LEGACY)
#undef __MUBLAS_LEGACY

#define __MUBLAS_LEGACY(L, T, C, S)                                                                \
  inline void mublas##L##rot(int n, T *const x __MUBLAS_ONLY_CALLED, int incx, T *y, int incy,     \
                             C c, S s) {                                                           \
    __mublasSetError(mublas##L##rot(__mublasCommonHandle(), n, x, incx, y, incy, &c, &s));         \
  }
__MUBLAS_ROTATIONS(__MUBLAS_LEGACY)
#undef __MUBLAS_LEGACY

inline void mublasCsscal(int n, float alpha, muComplex *const x __MUBLAS_ONLY_CALLED, int incx) {
  __mublasSetError(mublasCsscal(__mublasCommonHandle(), n, &alpha, x, incx));
}
inline void mublasZdscal(int n, double alpha, muDoubleComplex *const x __MUBLAS_ONLY_CALLED,
                         int incx) {
  __mublasSetError(mublasZdscal(__mublasCommonHandle(), n, &alpha, x, incx));
}
/* NOLINTEND(bugprone-macro-parentheses) */

#undef __MUBLAS_ONLY_CALLED
#endif
#endif

#endif /* MUSA_PORT_HOST_MUBLAS_LEGACY_H */
