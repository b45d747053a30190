//===- vector_types.h - char1 to double4, and dim3 ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For C, C++ and device code. Sizes and alignments are CUDA's.
//===----------------------------------------------------------------------===//
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#include "musa_port/device/keywords.h"

#define __MUSA_VECTOR(name, align, ...)                                                            \
  struct name {                                                                                    \
    __VA_ARGS__;                                                                                   \
  } __attribute__((aligned(align)));                                                               \
  typedef struct name name;
#define __MUSA_VECTORS(name, type, align1, align2, align4)                                         \
  __MUSA_VECTOR(name##1, align1, type x)                                                           \
  __MUSA_VECTOR(name##2, align2, type x; type y)                                                   \
  __MUSA_VECTOR(name##3, align1, type x; type y; type z)                                           \
  __MUSA_VECTOR(name##4, align4, type x; type y; type z; type w)

__MUSA_VECTORS(char, signed char, 1, 2, 4)
__MUSA_VECTORS(uchar, unsigned char, 1, 2, 4)
__MUSA_VECTORS(short, short, 2, 4, 8)
__MUSA_VECTORS(ushort, unsigned short, 2, 4, 8)
__MUSA_VECTORS(int, int, 4, 8, 16)
__MUSA_VECTORS(uint, unsigned int, 4, 8, 16)
__MUSA_VECTORS(long, long, 8, 16, 16)
__MUSA_VECTORS(ulong, unsigned long, 8, 16, 16)
__MUSA_VECTORS(longlong, long long, 8, 16, 16)
__MUSA_VECTORS(ulonglong, unsigned long long, 8, 16, 16)
__MUSA_VECTORS(float, float, 4, 8, 16)
__MUSA_VECTORS(double, double, 8, 16, 16)

// The types of 32 bytes, with their alignment in the name.
__MUSA_VECTOR(long4_16a, 16, long x; long y; long z; long w)
__MUSA_VECTOR(long4_32a, 32, long x; long y; long z; long w)
__MUSA_VECTOR(ulong4_16a, 16, unsigned long x; unsigned long y; unsigned long z; unsigned long w)
__MUSA_VECTOR(ulong4_32a, 32, unsigned long x; unsigned long y; unsigned long z; unsigned long w)
__MUSA_VECTOR(longlong4_16a, 16, long long x; long long y; long long z; long long w)
__MUSA_VECTOR(longlong4_32a, 32, long long x; long long y; long long z; long long w)
__MUSA_VECTOR(ulonglong4_16a, 16, unsigned long long x; unsigned long long y; unsigned long long z;
              unsigned long long w)
__MUSA_VECTOR(ulonglong4_32a, 32, unsigned long long x; unsigned long long y; unsigned long long z;
              unsigned long long w)
__MUSA_VECTOR(double4_16a, 16, double x; double y; double z; double w)
__MUSA_VECTOR(double4_32a, 32, double x; double y; double z; double w)

#undef __MUSA_VECTORS
#undef __MUSA_VECTOR

/// The extent of a grid or of a block.
struct dim3 {
  unsigned int x, y, z;
#if defined(__cplusplus)
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;

#endif // __VECTOR_TYPES_H__
