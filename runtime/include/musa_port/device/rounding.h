//===- musa_port/device/rounding.h - arithmetic that says how it rounds --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Endings as in casts.h. The compiler fuses none of them with other operations.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_ROUNDING_H
#define MUSA_PORT_DEVICE_ROUNDING_H

#include "musa_port/device/keywords.h"
#include "musa_port/host/math_library.h"

#define __MUSA_ROUND __device__ __forceinline__

#define __MUSA_OPERATION(name, type, library, nearest, parameters, ...)                            \
  __MUSA_ROUND type __##name##_rn parameters { _Pragma("clang fp contract(off)") return nearest; } \
  __MUSA_ROUND type __##name##_rz parameters { return library(__VA_ARGS__, __musa_to_zero); }      \
  __MUSA_ROUND type __##name##_ru parameters { return library(__VA_ARGS__, __musa_upwards); }      \
  __MUSA_ROUND type __##name##_rd parameters { return library(__VA_ARGS__, __musa_downwards); }

__MUSA_OPERATION(fadd, float, __musa_addf, x + y, (float x, float y), x, y)
__MUSA_OPERATION(fsub, float, __musa_addf, x - y, (float x, float y), x, -y)
__MUSA_OPERATION(fmul, float, __musa_mulf, x *y, (float x, float y), x, y)
__MUSA_OPERATION(fdiv, float, __musa_divf, x / y, (float x, float y), x, y)
__MUSA_OPERATION(frcp, float, __musa_divf, 1.0f / x, (float x), 1.0f, x)
__MUSA_OPERATION(fsqrt, float, __musa_sqrtf, __builtin_sqrtf(x), (float x), x)
__MUSA_OPERATION(fmaf, float, __musa_fmaf, __builtin_fmaf(x, y, z), (float x, float y, float z), x,
                 y, z)
__MUSA_OPERATION(dadd, double, __musa_add, x + y, (double x, double y), x, y)
__MUSA_OPERATION(dsub, double, __musa_add, x - y, (double x, double y), x, -y)
__MUSA_OPERATION(dmul, double, __musa_mul, x *y, (double x, double y), x, y)
__MUSA_OPERATION(ddiv, double, __musa_div, x / y, (double x, double y), x, y)
__MUSA_OPERATION(drcp, double, __musa_div, 1.0 / x, (double x), 1.0, x)
__MUSA_OPERATION(dsqrt, double, __musa_sqrt, __builtin_sqrt(x), (double x), x)
__MUSA_OPERATION(fma, double, __musa_fma, __builtin_fma(x, y, z), (double x, double y, double z), x,
                 y, z)
#undef __MUSA_OPERATION

__MUSA_ROUND float __frsqrt_rn(float x) {
  return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x)));
}
// Nothing is flushed to zero here.
__MUSA_ROUND float __fmaf_ieee_rn(float x, float y, float z) { return __fmaf_rn(x, y, z); }
__MUSA_ROUND float __fmaf_ieee_rz(float x, float y, float z) { return __fmaf_rz(x, y, z); }
__MUSA_ROUND float __fmaf_ieee_ru(float x, float y, float z) { return __fmaf_ru(x, y, z); }
__MUSA_ROUND float __fmaf_ieee_rd(float x, float y, float z) { return __fmaf_rd(x, y, z); }

#undef __MUSA_ROUND

#endif // MUSA_PORT_DEVICE_ROUNDING_H
