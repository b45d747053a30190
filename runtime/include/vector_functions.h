//===- vector_functions.h - make_char1 to make_double4 -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define __MUSA_MAKE(name) static __inline__ __host__ __device__ name make_##name
#define __MUSA_MAKE4(name, type)                                                                   \
  __MUSA_MAKE(name)(type x, type y, type z, type w) {                                              \
    name v;                                                                                        \
    v.x = x;                                                                                       \
    v.y = y;                                                                                       \
    v.z = z;                                                                                       \
    v.w = w;                                                                                       \
    return v;                                                                                      \
  }
#define __MUSA_MAKES(name, type)                                                                   \
  __MUSA_MAKE(name##1)(type x) {                                                                   \
    name##1 v;                                                                                     \
    v.x = x;                                                                                       \
    return v;                                                                                      \
  }                                                                                                \
  __MUSA_MAKE(name##2)(type x, type y) {                                                           \
    name##2 v;                                                                                     \
    v.x = x;                                                                                       \
    v.y = y;                                                                                       \
    return v;                                                                                      \
  }                                                                                                \
  __MUSA_MAKE(name##3)(type x, type y, type z) {                                                   \
    name##3 v;                                                                                     \
    v.x = x;                                                                                       \
    v.y = y;                                                                                       \
    v.z = z;                                                                                       \
    return v;                                                                                      \
  }                                                                                                \
  __MUSA_MAKE4(name##4, type)

__MUSA_MAKES(char, signed char)
__MUSA_MAKES(uchar, unsigned char)
__MUSA_MAKES(short, short)
__MUSA_MAKES(ushort, unsigned short)
__MUSA_MAKES(int, int)
__MUSA_MAKES(uint, unsigned int)
__MUSA_MAKES(long, long)
__MUSA_MAKES(ulong, unsigned long)
__MUSA_MAKES(longlong, long long)
__MUSA_MAKES(ulonglong, unsigned long long)
__MUSA_MAKES(float, float)
__MUSA_MAKES(double, double)

__MUSA_MAKE4(long4_16a, long)
__MUSA_MAKE4(long4_32a, long)
__MUSA_MAKE4(ulong4_16a, unsigned long)
__MUSA_MAKE4(ulong4_32a, unsigned long)
__MUSA_MAKE4(longlong4_16a, long long)
__MUSA_MAKE4(longlong4_32a, long long)
__MUSA_MAKE4(ulonglong4_16a, unsigned long long)
__MUSA_MAKE4(ulonglong4_32a, unsigned long long)
__MUSA_MAKE4(double4_16a, double)
__MUSA_MAKE4(double4_32a, double)

#undef __MUSA_MAKES
#undef __MUSA_MAKE4
#undef __MUSA_MAKE

#endif // __VECTOR_FUNCTIONS_H__
