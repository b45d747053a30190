//===- musa_port/device/keywords.h - the words that MUSA adds to C++ --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_DEVICE_KEYWORDS_H
#define MUSA_PORT_DEVICE_KEYWORDS_H

#if defined(__MUSACC__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// Clang has no managed variables in this mode. Host and device share one memory here, so mcc lets
// both sides use the same variable.
#ifdef __MUSACC_RDC__ /* the host's side only names it, and has no red zone to put behind it */
#define __managed__ __attribute__((device, annotate("musa_managed"), no_sanitize("address")))
#else
#define __managed__ __attribute__((device, annotate("musa_managed")))
#endif
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__
// Clang 19 has no such attribute. mcc reads this one (mcc/retarget.cpp).
#define __cluster_dims__(...)                                                                      \
  __attribute__((annotate("musa_cluster_dims" __VA_OPT__(, ) __VA_ARGS__)))
#define __maxnreg__(...)
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __grid_constant__
#define __cluster_dims__(...)
#define __maxnreg__(...)
#endif

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __device_builtin__
#define MUSARTAPI

// __noinline__ cannot be a macro: libstdc++ says __attribute__((__noinline__)). Clang knows it
// as a keyword, but only in CUDA mode.

#endif // MUSA_PORT_DEVICE_KEYWORDS_H
