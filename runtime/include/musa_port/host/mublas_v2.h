/*===- musa_port/host/mublas_v2.h - the names that end in _v2 -*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For C and C++; mublas.h includes it. In cuBLAS, cublas_v2.h makes a macro of each name that the
 * older cublas.h has too. Here each is one function with two names.
 *===----------------------------------------------------------------------===*/
#ifndef MUSA_PORT_HOST_MUBLAS_V2_H
#define MUSA_PORT_HOST_MUBLAS_V2_H

#include "musa_port/host/mublas_level1.h"
#include "musa_port/host/mublas_level2.h"
#include "musa_port/host/mublas_level3.h"

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

#define __MUBLAS_V2(name) __typeof__(name) name##_v2 __asm__(#name);

__MUBLAS_V2(mublasCreate)
__MUBLAS_V2(mublasDestroy)
__MUBLAS_V2(mublasGetVersion)
__MUBLAS_V2(mublasSetStream)
__MUBLAS_V2(mublasGetStream)
__MUBLAS_V2(mublasSetWorkspace)
__MUBLAS_V2(mublasSetPointerMode)
__MUBLAS_V2(mublasGetPointerMode)

/* NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names */
#define __MUBLAS_NAMES(L, T)                                                                       \
  __MUBLAS_V2(mublas##L##axpy)                                                                     \
  __MUBLAS_V2(mublas##L##scal)                                                                     \
  __MUBLAS_V2(mublas##L##copy)                                                                     \
  __MUBLAS_V2(mublas##L##swap)                                                                     \
  __MUBLAS_V2(mublas##L##rotg)                                                                     \
  __MUBLAS_V2(mublas##L##gemv)                                                                     \
  __MUBLAS_V2(mublas##L##gbmv)                                                                     \
  __MUBLAS_V2(mublas##L##symv)                                                                     \
  __MUBLAS_V2(mublas##L##syr)                                                                      \
  __MUBLAS_V2(mublas##L##syr2)                                                                     \
  __MUBLAS_V2(mublas##L##trmv)                                                                     \
  __MUBLAS_V2(mublas##L##trsv)                                                                     \
  __MUBLAS_V2(mublas##L##tbmv)                                                                     \
  __MUBLAS_V2(mublas##L##tbsv)                                                                     \
  __MUBLAS_V2(mublas##L##tpmv)                                                                     \
  __MUBLAS_V2(mublas##L##tpsv)                                                                     \
  __MUBLAS_V2(mublas##L##gemm)                                                                     \
  __MUBLAS_V2(mublas##L##symm)                                                                     \
  __MUBLAS_V2(mublas##L##syrk)                                                                     \
  __MUBLAS_V2(mublas##L##syr2k)                                                                    \
  __MUBLAS_V2(mublas##L##trmm)                                                                     \
  __MUBLAS_V2(mublas##L##trsm)
__MUBLAS_TYPES(__MUBLAS_NAMES)
#undef __MUBLAS_NAMES

#define __MUBLAS_NAMES(L, T)                                                                       \
  __MUBLAS_V2(mublas##L##dot)                                                                      \
  __MUBLAS_V2(mublas##L##rotm)                                                                     \
  __MUBLAS_V2(mublas##L##rotmg)                                                                    \
  __MUBLAS_V2(mublas##L##ger)                                                                      \
  __MUBLAS_V2(mublas##L##sbmv)                                                                     \
  __MUBLAS_V2(mublas##L##spmv)                                                                     \
  __MUBLAS_V2(mublas##L##spr)                                                                      \
  __MUBLAS_V2(mublas##L##spr2)
__MUBLAS_REAL_TYPES(__MUBLAS_NAMES)
#undef __MUBLAS_NAMES

#define __MUBLAS_NAMES(L, T, R)                                                                    \
  __MUBLAS_V2(mublas##L##dotu)                                                                     \
  __MUBLAS_V2(mublas##L##dotc)                                                                     \
  __MUBLAS_V2(mublas##L##geru)                                                                     \
  __MUBLAS_V2(mublas##L##gerc)                                                                     \
  __MUBLAS_V2(mublas##L##hemv)                                                                     \
  __MUBLAS_V2(mublas##L##hbmv)                                                                     \
  __MUBLAS_V2(mublas##L##hpmv)                                                                     \
  __MUBLAS_V2(mublas##L##her)                                                                      \
  __MUBLAS_V2(mublas##L##her2)                                                                     \
  __MUBLAS_V2(mublas##L##hpr)                                                                      \
  __MUBLAS_V2(mublas##L##hpr2)                                                                     \
  __MUBLAS_V2(mublas##L##hemm)                                                                     \
  __MUBLAS_V2(mublas##L##herk)                                                                     \
  __MUBLAS_V2(mublas##L##her2k)
__MUBLAS_COMPLEX_TYPES(__MUBLAS_NAMES)
#undef __MUBLAS_NAMES

#define __MUBLAS_NAMES(L, l, T, R)                                                                 \
  __MUBLAS_V2(mublas##L##asum)                                                                     \
  __MUBLAS_V2(mublas##L##nrm2)                                                                     \
  __MUBLAS_V2(mublasI##l##amax)                                                                    \
  __MUBLAS_V2(mublasI##l##amin)
__MUBLAS_MAGNITUDES(__MUBLAS_NAMES)
#undef __MUBLAS_NAMES

#define __MUBLAS_NAMES(L, T, C, S) __MUBLAS_V2(mublas##L##rot)
__MUBLAS_ROTATIONS(__MUBLAS_NAMES)
#undef __MUBLAS_NAMES
/* NOLINTEND(bugprone-macro-parentheses) */

__MUBLAS_V2(mublasCsscal)
__MUBLAS_V2(mublasZdscal)
#undef __MUBLAS_V2

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* MUSA_PORT_HOST_MUBLAS_V2_H */
