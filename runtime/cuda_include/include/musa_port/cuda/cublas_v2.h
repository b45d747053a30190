//===- musa_port/cuda/cublas_v2.h - levels 1, 2 and 3 of the BLAS ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_CUBLAS_V2_H
#define MUSA_PORT_CUDA_CUBLAS_V2_H

typedef void (*cublasLogCallback)(const char *message);

extern "C" {

// Arguments have the BLAS's order: vectors as (x, incx), matrices as (A, lda).
#define __CUBLAS(name, ...) cublasStatus_t cublas##name(cublasHandle_t handle, __VA_ARGS__);
#define __CUBLAS_VECTOR(T, x) T *x, int inc##x
#define __CUBLAS_MATRIX(T, A, ld) T *A, int ld
#define __CUBLAS_UPLO cublasFillMode_t uplo
#define __CUBLAS_TRIANGLE cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types

// L: the letter of the elements' type T; R: the real type of the same precision; I, N: letters of
// what gives an index and a norm.
#define __CUBLAS_ALL(L, T, I, N, R)                                                                \
  __CUBLAS(L##axpy, int n, const T *alpha, __CUBLAS_VECTOR(const T, x), __CUBLAS_VECTOR(T, y))     \
  __CUBLAS(L##copy, int n, __CUBLAS_VECTOR(const T, x), __CUBLAS_VECTOR(T, y))                     \
  __CUBLAS(L##swap, int n, __CUBLAS_VECTOR(T, x), __CUBLAS_VECTOR(T, y))                           \
  __CUBLAS(L##scal, int n, const T *alpha, __CUBLAS_VECTOR(T, x))                                  \
  __CUBLAS(I##amax, int n, __CUBLAS_VECTOR(const T, x), int *result)                               \
  __CUBLAS(I##amin, int n, __CUBLAS_VECTOR(const T, x), int *result)                               \
  __CUBLAS(N##asum, int n, __CUBLAS_VECTOR(const T, x), R *result)                                 \
  __CUBLAS(N##nrm2, int n, __CUBLAS_VECTOR(const T, x), R *result)                                 \
  __CUBLAS(L##rot, int n, __CUBLAS_VECTOR(T, x), __CUBLAS_VECTOR(T, y), const R *c, const T *s)    \
  __CUBLAS(L##rotg, T *a, T *b, R *c, T *s)                                                        \
  __CUBLAS(L##gbmv, cublasOperation_t trans, int m, int n, int kl, int ku, const T *alpha,         \
           __CUBLAS_MATRIX(const T, A, lda), __CUBLAS_VECTOR(const T, x), const T *beta,           \
           __CUBLAS_VECTOR(T, y))                                                                  \
  __CUBLAS(L##symv, __CUBLAS_UPLO, int n, const T *alpha, __CUBLAS_MATRIX(const T, A, lda),        \
           __CUBLAS_VECTOR(const T, x), const T *beta, __CUBLAS_VECTOR(T, y))                      \
  __CUBLAS(L##syr, __CUBLAS_UPLO, int n, const T *alpha, __CUBLAS_VECTOR(const T, x),              \
           __CUBLAS_MATRIX(T, A, lda))                                                             \
  __CUBLAS(L##syr2, __CUBLAS_UPLO, int n, const T *alpha, __CUBLAS_VECTOR(const T, x),             \
           __CUBLAS_VECTOR(const T, y), __CUBLAS_MATRIX(T, A, lda))                                \
  __CUBLAS(L##trmv, __CUBLAS_TRIANGLE, int n, __CUBLAS_MATRIX(const T, A, lda),                    \
           __CUBLAS_VECTOR(T, x))                                                                  \
  __CUBLAS(L##trsv, __CUBLAS_TRIANGLE, int n, __CUBLAS_MATRIX(const T, A, lda),                    \
           __CUBLAS_VECTOR(T, x))                                                                  \
  __CUBLAS(L##tbmv, __CUBLAS_TRIANGLE, int n, int k, __CUBLAS_MATRIX(const T, A, lda),             \
           __CUBLAS_VECTOR(T, x))                                                                  \
  __CUBLAS(L##tbsv, __CUBLAS_TRIANGLE, int n, int k, __CUBLAS_MATRIX(const T, A, lda),             \
           __CUBLAS_VECTOR(T, x))                                                                  \
  __CUBLAS(L##tpmv, __CUBLAS_TRIANGLE, int n, const T *AP, __CUBLAS_VECTOR(T, x))                  \
  __CUBLAS(L##tpsv, __CUBLAS_TRIANGLE, int n, const T *AP, __CUBLAS_VECTOR(T, x))                  \
  __CUBLAS(L##symm, cublasSideMode_t side, __CUBLAS_UPLO, int m, int n, const T *alpha,            \
           __CUBLAS_MATRIX(const T, A, lda), __CUBLAS_MATRIX(const T, B, ldb), const T *beta,      \
           __CUBLAS_MATRIX(T, C, ldc))                                                             \
  __CUBLAS(L##syrk, __CUBLAS_UPLO, cublasOperation_t trans, int n, int k, const T *alpha,          \
           __CUBLAS_MATRIX(const T, A, lda), const T *beta, __CUBLAS_MATRIX(T, C, ldc))            \
  __CUBLAS(L##syr2k, __CUBLAS_UPLO, cublasOperation_t trans, int n, int k, const T *alpha,         \
           __CUBLAS_MATRIX(const T, A, lda), __CUBLAS_MATRIX(const T, B, ldb), const T *beta,      \
           __CUBLAS_MATRIX(T, C, ldc))                                                             \
  __CUBLAS(L##syrkx, __CUBLAS_UPLO, cublasOperation_t trans, int n, int k, const T *alpha,         \
           __CUBLAS_MATRIX(const T, A, lda), __CUBLAS_MATRIX(const T, B, ldb), const T *beta,      \
           __CUBLAS_MATRIX(T, C, ldc))                                                             \
  __CUBLAS(L##trmm, cublasSideMode_t side, __CUBLAS_TRIANGLE, int m, int n, const T *alpha,        \
           __CUBLAS_MATRIX(const T, A, lda), __CUBLAS_MATRIX(const T, B, ldb),                     \
           __CUBLAS_MATRIX(T, C, ldc))                                                             \
  __CUBLAS(L##geam, cublasOperation_t transa, cublasOperation_t transb, int m, int n,              \
           const T *alpha, __CUBLAS_MATRIX(const T, A, lda), const T *beta,                        \
           __CUBLAS_MATRIX(const T, B, ldb), __CUBLAS_MATRIX(T, C, ldc))                           \
  __CUBLAS(L##dgmm, cublasSideMode_t side, int m, int n, __CUBLAS_MATRIX(const T, A, lda),         \
           __CUBLAS_VECTOR(const T, x), __CUBLAS_MATRIX(T, C, ldc))                                \
  __CUBLAS(L##getriBatched, int n, const T *const A[], int lda, const int *P, T *const C[],        \
           int ldc, int *info, int batchSize)                                                      \
  __CUBLAS(L##matinvBatched, int n, const T *const A[], int lda, T *const Ainv[], int lda_inv,     \
           int *info, int batchSize)
__CUBLAS_ALL(S, float, Is, S, float)
__CUBLAS_ALL(D, double, Id, D, double)
__CUBLAS_ALL(C, cuComplex, Ic, Sc, float)
__CUBLAS_ALL(Z, cuDoubleComplex, Iz, Dz, double)
#undef __CUBLAS_ALL

#define __CUBLAS_REAL(L, T)                                                                        \
  __CUBLAS(L##rotm, int n, __CUBLAS_VECTOR(T, x), __CUBLAS_VECTOR(T, y), const T *param)           \
  __CUBLAS(L##rotmg, T *d1, T *d2, T *x1, const T *y1, T *param)                                   \
  __CUBLAS(L##ger, int m, int n, const T *alpha, __CUBLAS_VECTOR(const T, x),                      \
           __CUBLAS_VECTOR(const T, y), __CUBLAS_MATRIX(T, A, lda))                                \
  __CUBLAS(L##sbmv, __CUBLAS_UPLO, int n, int k, const T *alpha, __CUBLAS_MATRIX(const T, A, lda), \
           __CUBLAS_VECTOR(const T, x), const T *beta, __CUBLAS_VECTOR(T, y))                      \
  __CUBLAS(L##spmv, __CUBLAS_UPLO, int n, const T *alpha, const T *AP,                             \
           __CUBLAS_VECTOR(const T, x), const T *beta, __CUBLAS_VECTOR(T, y))                      \
  __CUBLAS(L##spr, __CUBLAS_UPLO, int n, const T *alpha, __CUBLAS_VECTOR(const T, x), T *AP)
__CUBLAS_REAL(S, float)
__CUBLAS_REAL(D, double)
#undef __CUBLAS_REAL

// R, RL: the real type and its letter.
#define __CUBLAS_COMPLEX(L, T, R, RL)                                                              \
  __CUBLAS(L##RL##scal, int n, const R *alpha, __CUBLAS_VECTOR(T, x))                              \
  __CUBLAS(L##RL##rot, int n, __CUBLAS_VECTOR(T, x), __CUBLAS_VECTOR(T, y), const R *c,            \
           const R *s)                                                                             \
  __CUBLAS(L##geru, int m, int n, const T *alpha, __CUBLAS_VECTOR(const T, x),                     \
           __CUBLAS_VECTOR(const T, y), __CUBLAS_MATRIX(T, A, lda))                                \
  __CUBLAS(L##gerc, int m, int n, const T *alpha, __CUBLAS_VECTOR(const T, x),                     \
           __CUBLAS_VECTOR(const T, y), __CUBLAS_MATRIX(T, A, lda))                                \
  __CUBLAS(L##hemv, __CUBLAS_UPLO, int n, const T *alpha, __CUBLAS_MATRIX(const T, A, lda),        \
           __CUBLAS_VECTOR(const T, x), const T *beta, __CUBLAS_VECTOR(T, y))                      \
  __CUBLAS(L##hbmv, __CUBLAS_UPLO, int n, int k, const T *alpha, __CUBLAS_MATRIX(const T, A, lda), \
           __CUBLAS_VECTOR(const T, x), const T *beta, __CUBLAS_VECTOR(T, y))                      \
  __CUBLAS(L##her, __CUBLAS_UPLO, int n, const R *alpha, __CUBLAS_VECTOR(const T, x),              \
           __CUBLAS_MATRIX(T, A, lda))                                                             \
  __CUBLAS(L##her2, __CUBLAS_UPLO, int n, const T *alpha, __CUBLAS_VECTOR(const T, x),             \
           __CUBLAS_VECTOR(const T, y), __CUBLAS_MATRIX(T, A, lda))                                \
  __CUBLAS(L##hemm, cublasSideMode_t side, __CUBLAS_UPLO, int m, int n, const T *alpha,            \
           __CUBLAS_MATRIX(const T, A, lda), __CUBLAS_MATRIX(const T, B, ldb), const T *beta,      \
           __CUBLAS_MATRIX(T, C, ldc))                                                             \
  __CUBLAS(L##herk, __CUBLAS_UPLO, cublasOperation_t trans, int n, int k, const R *alpha,          \
           __CUBLAS_MATRIX(const T, A, lda), const R *beta, __CUBLAS_MATRIX(T, C, ldc))            \
  __CUBLAS(L##her2k, __CUBLAS_UPLO, cublasOperation_t trans, int n, int k, const T *alpha,         \
           __CUBLAS_MATRIX(const T, A, lda), __CUBLAS_MATRIX(const T, B, ldb), const R *beta,      \
           __CUBLAS_MATRIX(T, C, ldc))                                                             \
  __CUBLAS(L##gemm3m, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,     \
           const T *alpha, __CUBLAS_MATRIX(const T, A, lda), __CUBLAS_MATRIX(const T, B, ldb),     \
           const T *beta, __CUBLAS_MATRIX(T, C, ldc))
__CUBLAS_COMPLEX(C, cuComplex, float, s)
__CUBLAS_COMPLEX(Z, cuDoubleComplex, double, d)
#undef __CUBLAS_COMPLEX

// NOLINTEND(bugprone-macro-parentheses)

__CUBLAS(AxpyEx, int n, const void *alpha, cudaDataType alphaType, const void *x,
         cudaDataType xType, int incx, void *y, cudaDataType yType, int incy,
         cudaDataType executiontype)
__CUBLAS(ScalEx, int n, const void *alpha, cudaDataType alphaType, void *x, cudaDataType xType,
         int incx, cudaDataType executionType)
__CUBLAS(Nrm2Ex, int n, const void *x, cudaDataType xType, int incx, void *result,
         cudaDataType resultType, cudaDataType executionType)
__CUBLAS(DotcEx, int n, const void *x, cudaDataType xType, int incx, const void *y,
         cudaDataType yType, int incy, void *result, cudaDataType resultType,
         cudaDataType executionType)
__CUBLAS(CgemmEx, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
         const cuComplex *alpha, const void *A, cudaDataType Atype, int lda, const void *B,
         cudaDataType Btype, int ldb, const cuComplex *beta, void *C, cudaDataType Ctype, int ldc)
__CUBLAS(Hgemm, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
         const __half *alpha, __CUBLAS_MATRIX(const __half, A, lda),
         __CUBLAS_MATRIX(const __half, B, ldb), const __half *beta, __CUBLAS_MATRIX(__half, C, ldc))
__CUBLAS(HgemmBatched, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
         const __half *alpha, const __half *const A[], int lda, const __half *const B[], int ldb,
         const __half *beta, __half *const C[], int ldc, int batchCount)
__CUBLAS(HgemmStridedBatched, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
         int k, const __half *alpha, const __half *A, int lda, long long int strideA,
         const __half *B, int ldb, long long int strideB, const __half *beta, __half *C, int ldc,
         long long int strideC, int batchCount)

#undef __CUBLAS_TRIANGLE
#undef __CUBLAS_UPLO
#undef __CUBLAS_MATRIX
#undef __CUBLAS_VECTOR
#undef __CUBLAS

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr,
                                     const char *logFileName);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback);
cublasStatus_t cublasSetVector(int n, int elemSize, const void *x, int incx, void *devicePtr,
                               int incy);
cublasStatus_t cublasGetVector(int n, int elemSize, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int elemSize, const void *A, int lda, void *B,
                               int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int elemSize, const void *A, int lda, void *B,
                               int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void *hostPtr, int incx,
                                    void *devicePtr, int incy, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void *devicePtr, int incx,
                                    void *hostPtr, int incy, cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elemSize, const void *A, int lda,
                                    void *B, int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elemSize, const void *A, int lda,
                                    void *B, int ldb, cudaStream_t stream);

} // extern "C"

#endif // MUSA_PORT_CUDA_CUBLAS_V2_H
