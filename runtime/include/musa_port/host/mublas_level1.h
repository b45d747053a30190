/*===- musa_port/host/mublas_level1.h - vectors -*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For C and C++; mublas.h includes it.
 *===----------------------------------------------------------------------===*/
#ifndef MUSA_PORT_HOST_MUBLAS_LEVEL1_H
#define MUSA_PORT_HOST_MUBLAS_LEVEL1_H

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

/* NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types */
#define __MUBLAS_DECLARE(L, T)                                                                     \
  mublasStatus_t mublas##L##axpy(mublasHandle_t handle, int n, const T *alpha, const T *x,         \
                                 int incx, T *y, int incy);                                        \
  mublasStatus_t mublas##L##scal(mublasHandle_t handle, int n, const T *alpha, T *x, int incx);    \
  mublasStatus_t mublas##L##copy(mublasHandle_t handle, int n, const T *x, int incx, T *y,         \
                                 int incy);                                                        \
  mublasStatus_t mublas##L##swap(mublasHandle_t handle, int n, T *x, int incx, T *y, int incy);
__MUBLAS_TYPES(__MUBLAS_DECLARE)
#undef __MUBLAS_DECLARE

mublasStatus_t mublasCsscal(mublasHandle_t handle, int n, const float *alpha, muComplex *x,
                            int incx);
mublasStatus_t mublasZdscal(mublasHandle_t handle, int n, const double *alpha, muDoubleComplex *x,
                            int incx);

/* Expands X(letters of a sum, letter of an index, element type, type of a magnitude). */
#define __MUBLAS_MAGNITUDES(X)                                                                     \
  X(S, s, float, float)                                                                            \
  X(D, d, double, double) X(Sc, c, muComplex, float) X(Dz, z, muDoubleComplex, double)
/* amax and amin count from 1. */
#define __MUBLAS_DECLARE(L, l, T, R)                                                               \
  mublasStatus_t mublas##L##asum(mublasHandle_t handle, int n, const T *x, int incx, R *result);   \
  mublasStatus_t mublas##L##nrm2(mublasHandle_t handle, int n, const T *x, int incx, R *result);   \
  mublasStatus_t mublasI##l##amax(mublasHandle_t handle, int n, const T *x, int incx,              \
                                  int *result);                                                    \
  mublasStatus_t mublasI##l##amin(mublasHandle_t handle, int n, const T *x, int incx, int *result);
__MUBLAS_MAGNITUDES(__MUBLAS_DECLARE)
#undef __MUBLAS_DECLARE

/* Expands X(letters, element type, type of the cosine, type of the sine). */
#define __MUBLAS_ROTATIONS(X)                                                                      \
  X(S, float, float, float)                                                                        \
  X(D, double, double, double)                                                                     \
  X(C, muComplex, float, muComplex)                                                                \
  X(Cs, muComplex, float, float)                                                                   \
  X(Z, muDoubleComplex, double, muDoubleComplex) X(Zd, muDoubleComplex, double, double)
#define __MUBLAS_DECLARE(L, T, C, S)                                                               \
  mublasStatus_t mublas##L##rot(mublasHandle_t handle, int n, T *x, int incx, T *y, int incy,      \
                                const C *c, const S *s);
__MUBLAS_ROTATIONS(__MUBLAS_DECLARE)
#undef __MUBLAS_DECLARE

mublasStatus_t mublasSrotg(mublasHandle_t handle, float *a, float *b, float *c, float *s);
mublasStatus_t mublasDrotg(mublasHandle_t handle, double *a, double *b, double *c, double *s);
mublasStatus_t mublasCrotg(mublasHandle_t handle, muComplex *a, muComplex *b, float *c,
                           muComplex *s);
mublasStatus_t mublasZrotg(mublasHandle_t handle, muDoubleComplex *a, muDoubleComplex *b, double *c,
                           muDoubleComplex *s);

#define __MUBLAS_DECLARE(L, T)                                                                     \
  mublasStatus_t mublas##L##rotm(mublasHandle_t handle, int n, T *x, int incx, T *y, int incy,     \
                                 const T *param);                                                  \
  mublasStatus_t mublas##L##rotmg(mublasHandle_t handle, T *d1, T *d2, T *x1, const T *y1,         \
                                  T *param);
__MUBLAS_REAL_TYPES(__MUBLAS_DECLARE)
#undef __MUBLAS_DECLARE
/* NOLINTEND(bugprone-macro-parentheses) */

/* These take the element types as arguments. */
mublasStatus_t mublasAxpyEx(mublasHandle_t handle, int n, const void *alpha,
                            musaDataType_t alphaType, const void *x, musaDataType_t xType, int incx,
                            void *y, musaDataType_t yType, int incy, musaDataType_t executionType);
mublasStatus_t mublasScalEx(mublasHandle_t handle, int n, const void *alpha,
                            musaDataType_t alphaType, void *x, musaDataType_t xType, int incx,
                            musaDataType_t executionType);
mublasStatus_t mublasNrm2Ex(mublasHandle_t handle, int n, const void *x, musaDataType_t xType,
                            int incx, void *result, musaDataType_t resultType,
                            musaDataType_t executionType);
mublasStatus_t mublasDotEx(mublasHandle_t handle, int n, const void *x, musaDataType_t xType,
                           int incx, const void *y, musaDataType_t yType, int incy, void *result,
                           musaDataType_t resultType, musaDataType_t executionType);
mublasStatus_t mublasDotcEx(mublasHandle_t handle, int n, const void *x, musaDataType_t xType,
                            int incx, const void *y, musaDataType_t yType, int incy, void *result,
                            musaDataType_t resultType, musaDataType_t executionType);

/* Copies between the host and the device; an element has `size` bytes. */
mublasStatus_t mublasSetVector(int n, int size, const void *x, int incx, void *device, int incy);
mublasStatus_t mublasGetVector(int n, int size, const void *device, int incx, void *y, int incy);
mublasStatus_t mublasSetMatrix(int rows, int columns, int size, const void *a, int lda,
                               void *device, int ldb);
mublasStatus_t mublasGetMatrix(int rows, int columns, int size, const void *device, int lda,
                               void *b, int ldb);
mublasStatus_t mublasSetVectorAsync(int n, int size, const void *x, int incx, void *device,
                                    int incy, musaStream_t stream);
mublasStatus_t mublasGetVectorAsync(int n, int size, const void *device, int incx, void *y,
                                    int incy, musaStream_t stream);
mublasStatus_t mublasSetMatrixAsync(int rows, int columns, int size, const void *a, int lda,
                                    void *device, int ldb, musaStream_t stream);
mublasStatus_t mublasGetMatrixAsync(int rows, int columns, int size, const void *device, int lda,
                                    void *b, int ldb, musaStream_t stream);

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* MUSA_PORT_HOST_MUBLAS_LEVEL1_H */
