//===- cub/config.cuh - CUB's namespace and macros ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUB for the host target: CUB's interface with an implementation for the CPU.
// docs/reference/thrust-cub.md lists the parts of CUB that it has.
//===----------------------------------------------------------------------===//
#ifndef CUB_CONFIG_CUH
#define CUB_CONFIG_CUH

#include "cub/version.cuh"
#include "musa_runtime.h"

#include "musa_port/device/standard.h"
#include "musa_port/device/warp.h"

#ifdef THRUST_CUB_WRAPPED_NAMESPACE
#define CUB_WRAPPED_NAMESPACE THRUST_CUB_WRAPPED_NAMESPACE
#endif
#ifdef CUB_WRAPPED_NAMESPACE
#define CUB_NS_PREFIX namespace CUB_WRAPPED_NAMESPACE {
#define CUB_NS_POSTFIX }
#define CUB_NS_QUALIFIER ::CUB_WRAPPED_NAMESPACE::cub
#endif
// A namespace of the program's without the qualifier, as CUB took it before 1.13.
#if defined(CUB_NS_PREFIX) && !defined(CUB_NS_QUALIFIER)
#define CUB_NS_QUALIFIER cub
#endif
#ifndef CUB_NS_PREFIX
#define CUB_NS_PREFIX
#endif
#ifndef CUB_NS_POSTFIX
#define CUB_NS_POSTFIX
#endif
#ifndef CUB_NS_QUALIFIER
#define CUB_NS_QUALIFIER ::cub
#endif
#define CUB_NAMESPACE_BEGIN CUB_NS_PREFIX namespace cub {
#define CUB_NAMESPACE_END                                                                          \
  }                                                                                                \
  CUB_NS_POSTFIX

#if __cplusplus >= 202002L
#define CUB_CPP_DIALECT 2020
#else
#define CUB_CPP_DIALECT 2017
#endif
#define CUB_STATIC_ASSERT(condition, message) static_assert(condition, message)
#define CUB_RUNTIME_FUNCTION __host__
#define CUB_CDP_FUNCTION __host__
#define CUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#define CUB_MAX(a, b) (((b) > (a)) ? (b) : (a))
#define CUB_ROUND_UP_NEAREST(x, y) ((((x) + (y) - 1) / (y)) * (y))
#define CUB_ROUND_DOWN_NEAREST(x, y) (((x) / (y)) * (y))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define CUB_IF_CONSTEXPR if constexpr
#define CUB_ELSE_IF_CONSTEXPR else if constexpr
#define CUB_IS_DEVICE_CODE (defined(__MUSA_ARCH__))

// CUB_PTX_ARCH is the architecture's number, the one that muAlg uses. It is 0 in host code.
#if defined(__MUSA_ARCH__)
#define CUB_PTX_ARCH __MUSA_ARCH__
#else
#define CUB_PTX_ARCH 0
#endif

// A logical warp has 32 threads on every architecture, because the ported CUDA code assumes so.
#define CUB_LOG_WARP_THREADS(arch) (5)
#define CUB_WARP_THREADS(arch) (32)
#define CUB_PTX_LOG_WARP_THREADS 5
#define CUB_PTX_WARP_THREADS 32

CUB_NAMESPACE_BEGIN
namespace detail {

/// The caller's linear thread number in a block of X x Y x Z threads.
template <int X, int Y, int Z> __device__ inline int linear_tid() {
  if constexpr (Y == 1 && Z == 1)
    return static_cast<int>(threadIdx.x);
  else
    return static_cast<int>(threadIdx.x + X * (threadIdx.y + Y * threadIdx.z));
}

/// Memory for a T that is not constructed. Unlike T itself, it may lie in a union or shared memory.
template <typename T> struct raw_storage {
  alignas(T) unsigned char bytes[sizeof(T)];
  __host__ __device__ T &alias() { return *reinterpret_cast<T *>(bytes); }
};
template <typename T, int N> struct raw_array {
  alignas(T) unsigned char bytes[sizeof(T) * (N > 0 ? N : 1)];
  __host__ __device__ T *data() { return reinterpret_cast<T *>(bytes); }
  __host__ __device__ T &operator[](int i) { return data()[i]; }
  template <typename U> __host__ __device__ void put(int i, const U &value) {
    ::new (static_cast<void *>(data() + i)) T(value);
  }
};

} // namespace detail
CUB_NAMESPACE_END

#endif // CUB_CONFIG_CUH
