/*===- mufftXt.h - Fourier transforms of types given by value -------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cuFFT's extended API for one device; programs link with -lmufft. Types are those of float,
 *double, half and bfloat16, real or complex; both of the latter are computed as floats.
 *===----------------------------------------------------------------------===*/
#ifndef MUFFTXT_H
#define MUFFTXT_H

#include "mufft.h"

typedef enum mufftXtWorkAreaPolicy_t {
  MUFFT_WORKAREA_MINIMAL = 0,
  MUFFT_WORKAREA_USER = 1,
  MUFFT_WORKAREA_PERFORMANCE = 2
} mufftXtWorkAreaPolicy;

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

mufftResult mufftXtMakePlanMany(mufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                musaDataType inputtype, long long int *onembed,
                                long long int ostride, long long int odist, musaDataType outputtype,
                                long long int batch, size_t *workSize, musaDataType executiontype);
mufftResult mufftXtGetSizeMany(mufftHandle plan, int rank, long long int *n, long long int *inembed,
                               long long int istride, long long int idist, musaDataType inputtype,
                               long long int *onembed, long long int ostride, long long int odist,
                               musaDataType outputtype, long long int batch, size_t *workSize,
                               musaDataType executiontype);
/* The direction is used for transforms from complex to complex numbers only. */
mufftResult mufftXtExec(mufftHandle plan, void *input, void *output, int direction);

/* Accepted; the host needs no work area. */
mufftResult mufftXtSetWorkArea(mufftHandle plan, void **workArea);
mufftResult mufftXtSetWorkAreaPolicy(mufftHandle plan, mufftXtWorkAreaPolicy policy,
                                     size_t *workSize);

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* MUFFTXT_H */
