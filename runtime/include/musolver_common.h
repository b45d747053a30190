/*===- musolver_common.h - common part of muSOLVER's interfaces ----*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Names and numbers equal cuSOLVER's. docs/reference/libraries.md lists what the host has.
 *===----------------------------------------------------------------------===*/
#ifndef MUSOLVER_COMMON_H_
#define MUSOLVER_COMMON_H_

#include "library_types.h"

#define MUSOLVERAPI

/* The version of cuSOLVER that has this interface. */
#define MUSOLVER_VER_MAJOR 11
#define MUSOLVER_VER_MINOR 4
#define MUSOLVER_VER_PATCH 1
#define MUSOLVER_VERSION (MUSOLVER_VER_MAJOR * 1000 + MUSOLVER_VER_MINOR * 100 + MUSOLVER_VER_PATCH)

typedef int musolver_int_t;

typedef enum musolverStatus_t {
  MUSOLVER_STATUS_SUCCESS = 0,
  MUSOLVER_STATUS_NOT_INITIALIZED = 1,
  MUSOLVER_STATUS_ALLOC_FAILED = 2,
  MUSOLVER_STATUS_INVALID_VALUE = 3,
  MUSOLVER_STATUS_ARCH_MISMATCH = 4,
  MUSOLVER_STATUS_MAPPING_ERROR = 5,
  MUSOLVER_STATUS_EXECUTION_FAILED = 6,
  MUSOLVER_STATUS_INTERNAL_ERROR = 7,
  MUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  MUSOLVER_STATUS_NOT_SUPPORTED = 9,
  MUSOLVER_STATUS_ZERO_PIVOT = 10,
  MUSOLVER_STATUS_INVALID_LICENSE = 11,
  /* Only the interface for iterative refinement with parameters, which is not there, gives these.
   */
  MUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED = 12,
  MUSOLVER_STATUS_IRS_PARAMS_INVALID = 13,
  MUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC = 14,
  MUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE = 15,
  MUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER = 16,
  MUSOLVER_STATUS_IRS_INTERNAL_ERROR = 20,
  MUSOLVER_STATUS_IRS_NOT_SUPPORTED = 21,
  MUSOLVER_STATUS_IRS_OUT_OF_RANGE = 22,
  MUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES = 23,
  MUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED = 25,
  MUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED = 26,
  MUSOLVER_STATUS_IRS_MATRIX_SINGULAR = 30,
  MUSOLVER_STATUS_INVALID_WORKSPACE = 31
} musolverStatus_t;

typedef enum musolverEigMode_t {
  MUSOLVER_EIG_MODE_NOVECTOR = 0,
  MUSOLVER_EIG_MODE_VECTOR = 1
} musolverEigMode_t;

/* What a generalized eigenvalue problem says of A, B, a vector x and a number w. */
typedef enum musolverEigType_t {
  MUSOLVER_EIG_TYPE_1 = 1, /* A x = w B x */
  MUSOLVER_EIG_TYPE_2 = 2, /* A B x = w x */
  MUSOLVER_EIG_TYPE_3 = 3  /* B A x = w x */
} musolverEigType_t;

/* Which eigenvalues: all, those in (vl, vu], or those of the indices il to iu, which start at 1. */
typedef enum musolverEigRange_t {
  MUSOLVER_EIG_RANGE_ALL = 1001,
  MUSOLVER_EIG_RANGE_I = 1002,
  MUSOLVER_EIG_RANGE_V = 1003
} musolverEigRange_t;

/* The host has only one algorithm. */
typedef enum musolverAlgMode_t {
  MUSOLVER_ALG_0 = 0,
  MUSOLVER_ALG_1 = 1,
  MUSOLVER_ALG_2 = 2
} musolverAlgMode_t;

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

musolverStatus_t musolverGetProperty(libraryPropertyType type, int *value);
musolverStatus_t musolverGetVersion(int *version);

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* MUSOLVER_COMMON_H_ */
