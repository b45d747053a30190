//===- cub/util_debug.cuh - reports of errors --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_DEBUG_CUH
#define CUB_UTIL_DEBUG_CUH

#include "cub/util_type.cuh"
#include <cstdio>

CUB_NAMESPACE_BEGIN

#if !defined(_CubLog)
#define _CubLog(format, ...) printf(format, __VA_ARGS__)
#endif

/// Returns `error`, or else the thread's last error, which it clears. If CUB_STDERR is defined,
/// host code first prints the error and its place.
__host__ __device__ inline musaError_t Debug(musaError_t error, const char *filename, int line) {
  (void)filename;
  (void)line;
#if !defined(__MUSA_ARCH__)
  const musaError_t last = musaGetLastError();
  if (error == musaSuccess)
    error = last;
#endif
#if defined(CUB_STDERR) && !defined(__MUSA_ARCH__)
  if (error != musaSuccess)
    fprintf(stderr, "MUSA error %d [%s, %d]: %s\n", static_cast<int>(error), filename, line,
            musaGetErrorString(error));
#endif
  return error;
}

#define CubDebug(error) CUB_NS_QUALIFIER::Debug((error), __FILE__, __LINE__)
#define CubDebugExit(error)                                                                        \
  if (CUB_NS_QUALIFIER::Debug((error), __FILE__, __LINE__) != musaSuccess)                         \
  exit(1)

CUB_NAMESPACE_END

#endif // CUB_UTIL_DEBUG_CUH
