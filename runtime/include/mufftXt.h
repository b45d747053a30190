/*===- mufftXt.h - Fourier transforms with types as arguments -------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cuFFT's extended API for one device; programs link with -lmufft. The types are float,
 * double, half and bfloat16, real or complex. It computes half and bfloat16 as float.
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
/* Only transforms from complex to complex numbers use the direction. */
mufftResult mufftXtExec(mufftHandle plan, void *input, void *output, int direction);

/* Accepts any work area, because the host needs none. */
mufftResult mufftXtSetWorkArea(mufftHandle plan, void **workArea);
mufftResult mufftXtSetWorkAreaPolicy(mufftHandle plan, mufftXtWorkAreaPolicy policy,
                                     size_t *workSize);

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* MUFFTXT_H */
