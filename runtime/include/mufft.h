/*===- mufft.h - Fourier transforms ---------------------------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The part of cuFFT's API that docs/reference/libraries.md lists; programs link with -lmufft. The
 * transforms are not normalized. Calls queue them in the plan's stream.
 *===----------------------------------------------------------------------===*/
#ifndef _MUFFT_H_
#define _MUFFT_H_

#include "library_types.h"
#include "muComplex.h"
#include "musa_runtime_api.h"
#include <stddef.h>

#define MUFFTAPI

/* The version of cuFFT that has this interface. */
#define MUFFT_VER_MAJOR 10
#define MUFFT_VER_MINOR 9
#define MUFFT_VER_PATCH 0
#define MUFFT_VER_BUILD 0
#define MUFFT_VERSION (MUFFT_VER_MAJOR * 1000 + MUFFT_VER_MINOR * 100 + MUFFT_VER_PATCH)

typedef enum mufftResult_t {
  MUFFT_SUCCESS = 0x0,
  MUFFT_INVALID_PLAN = 0x1,
  MUFFT_ALLOC_FAILED = 0x2,
  MUFFT_INVALID_TYPE = 0x3,
  MUFFT_INVALID_VALUE = 0x4,
  MUFFT_INTERNAL_ERROR = 0x5,
  MUFFT_EXEC_FAILED = 0x6,
  MUFFT_SETUP_FAILED = 0x7,
  MUFFT_INVALID_SIZE = 0x8,
  MUFFT_UNALIGNED_DATA = 0x9,
  MUFFT_INCOMPLETE_PARAMETER_LIST = 0xA,
  MUFFT_INVALID_DEVICE = 0xB,
  MUFFT_PARSE_ERROR = 0xC,
  MUFFT_NO_WORKSPACE = 0xD,
  MUFFT_NOT_IMPLEMENTED = 0xE,
  MUFFT_LICENSE_ERROR = 0xF,
  MUFFT_NOT_SUPPORTED = 0x10
} mufftResult;
#define MAX_MUFFT_ERROR 0x11

typedef float mufftReal;
typedef double mufftDoubleReal;
typedef muComplex mufftComplex;
typedef muDoubleComplex mufftDoubleComplex;

#define MUFFT_FORWARD (-1)
#define MUFFT_INVERSE 1

typedef enum mufftType_t {
  MUFFT_R2C = 0x2a,
  MUFFT_C2R = 0x2c,
  MUFFT_C2C = 0x29,
  MUFFT_D2Z = 0x6a,
  MUFFT_Z2D = 0x6c,
  MUFFT_Z2Z = 0x69
} mufftType;

typedef int mufftHandle;
#define MUFFT_PLAN_NULL ((mufftHandle) - 1)

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

/* mufftPlan* create a plan in one step. mufftCreate gives a handle, which mufftMakePlan* turn into
 * a plan. A batch has cuFFT's layout: element (x, y, z) of signal b is at
 * b * dist + ((x * embed[1] + y) * embed[2] + z) * stride. Without embed, all is contiguous. Then
 * a transform in place between real and complex numbers has rows of 2 * (n / 2 + 1) reals. */
mufftResult mufftPlan1d(mufftHandle *plan, int nx, mufftType type, int batch);
mufftResult mufftPlan2d(mufftHandle *plan, int nx, int ny, mufftType type);
mufftResult mufftPlan3d(mufftHandle *plan, int nx, int ny, int nz, mufftType type);
mufftResult mufftPlanMany(mufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, mufftType type, int batch);

mufftResult mufftCreate(mufftHandle *plan);
mufftResult mufftMakePlan1d(mufftHandle plan, int nx, mufftType type, int batch, size_t *workSize);
mufftResult mufftMakePlan2d(mufftHandle plan, int nx, int ny, mufftType type, size_t *workSize);
mufftResult mufftMakePlan3d(mufftHandle plan, int nx, int ny, int nz, mufftType type,
                            size_t *workSize);
mufftResult mufftMakePlanMany(mufftHandle plan, int rank, int *n, int *inembed, int istride,
                              int idist, int *onembed, int ostride, int odist, mufftType type,
                              int batch, size_t *workSize);
mufftResult mufftMakePlanMany64(mufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                long long int *onembed, long long int ostride, long long int odist,
                                mufftType type, long long int batch, size_t *workSize);
mufftResult mufftDestroy(mufftHandle plan);

/* The host needs no work area: all sizes are 0, and any area is accepted. */
mufftResult mufftEstimate1d(int nx, mufftType type, int batch, size_t *workSize);
mufftResult mufftEstimate2d(int nx, int ny, mufftType type, size_t *workSize);
mufftResult mufftEstimate3d(int nx, int ny, int nz, mufftType type, size_t *workSize);
mufftResult mufftEstimateMany(int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                              int ostride, int odist, mufftType type, int batch, size_t *workSize);
mufftResult mufftGetSize1d(mufftHandle plan, int nx, mufftType type, int batch, size_t *workSize);
mufftResult mufftGetSize2d(mufftHandle plan, int nx, int ny, mufftType type, size_t *workSize);
mufftResult mufftGetSize3d(mufftHandle plan, int nx, int ny, int nz, mufftType type,
                           size_t *workSize);
mufftResult mufftGetSizeMany(mufftHandle plan, int rank, int *n, int *inembed, int istride,
                             int idist, int *onembed, int ostride, int odist, mufftType type,
                             int batch, size_t *workSize);
mufftResult mufftGetSizeMany64(mufftHandle plan, int rank, long long int *n, long long int *inembed,
                               long long int istride, long long int idist, long long int *onembed,
                               long long int ostride, long long int odist, mufftType type,
                               long long int batch, size_t *workSize);
mufftResult mufftGetSize(mufftHandle plan, size_t *workSize);
mufftResult mufftSetAutoAllocation(mufftHandle plan, int autoAllocate);
mufftResult mufftSetWorkArea(mufftHandle plan, void *workArea);

mufftResult mufftSetStream(mufftHandle plan, musaStream_t stream);

/* If both pointers are the same, the transform is in place. A transform from complex to real
 * numbers in more than one dimension overwrites its input. */
mufftResult mufftExecC2C(mufftHandle plan, mufftComplex *idata, mufftComplex *odata, int direction);
mufftResult mufftExecR2C(mufftHandle plan, mufftReal *idata, mufftComplex *odata);
mufftResult mufftExecC2R(mufftHandle plan, mufftComplex *idata, mufftReal *odata);
mufftResult mufftExecZ2Z(mufftHandle plan, mufftDoubleComplex *idata, mufftDoubleComplex *odata,
                         int direction);
mufftResult mufftExecD2Z(mufftHandle plan, mufftDoubleReal *idata, mufftDoubleComplex *odata);
mufftResult mufftExecZ2D(mufftHandle plan, mufftDoubleComplex *idata, mufftDoubleReal *odata);

mufftResult mufftGetVersion(int *version);
mufftResult mufftGetProperty(libraryPropertyType type, int *value);

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* _MUFFT_H_ */
