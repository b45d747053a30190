//===- musa_port/device/math.h - what CUDA's mathematics adds to C's --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For host and device code. standard.h provides the functions of C and C++. Newer C libraries also
// declare some of the functions below; even then, the definition below is used.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_MATH_H
#define MUSA_PORT_DEVICE_MATH_H

#include "musa_port/device/fast_math.h"
#include "musa_port/device/standard.h"
#include "musa_port/host/math_library.h"

#define __MUSA_MATH __host__ __device__ __forceinline__

// ---- NAME(double) and NAMEf(float). Most of the float forms compute in double.

extern "C" {

#define __MUSA_ONE(name, expression)                                                               \
  __MUSA_MATH double name(double x) noexcept { return expression; }                                \
  __MUSA_MATH float name##f(float arg) noexcept {                                                  \
    const double x = static_cast<double>(arg);                                                     \
    return static_cast<float>(expression);                                                         \
  }
__MUSA_ONE(sinpi, __musa_sinpi(x))
__MUSA_ONE(cospi, __musa_cospi(x))
__MUSA_ONE(rcbrt, __musa_rcbrt(x))
__MUSA_ONE(erfinv, __musa_erfinv(x))
__MUSA_ONE(erfcinv, __musa_erfcinv(x))
__MUSA_ONE(erfcx, __musa_erfcx(x))
__MUSA_ONE(normcdf, __musa_normcdf(x))
__MUSA_ONE(normcdfinv, __musa_normcdfinv(x))
__MUSA_ONE(cyl_bessel_i0, __musa_cyl_bessel_i0(x))
__MUSA_ONE(cyl_bessel_i1, __musa_cyl_bessel_i1(x))
#undef __MUSA_ONE

__MUSA_MATH double rsqrt(double x) noexcept {
  const double y = 1 / __builtin_sqrt(x);
  // One Newton step corrects what the two roundings lost.
  const double better = __builtin_fma(0.5 * y, __builtin_fma(-x * y, y, 1.0), y);
  return better - better == 0 ? better : y;
}
__MUSA_MATH float rsqrtf(float x) noexcept { return 1 / __builtin_sqrtf(x); }

__MUSA_MATH void sincospi(double x, double *sine, double *cosine) noexcept {
  *sine = __musa_sinpi(x);
  *cosine = __musa_cospi(x);
}
__MUSA_MATH void sincospif(float x, float *sine, float *cosine) noexcept {
  *sine = sinpif(x);
  *cosine = cospif(x);
}

__MUSA_MATH double rhypot(double x, double y) noexcept { return __musa_rnorm4d(x, y, 0, 0); }
__MUSA_MATH double norm3d(double x, double y, double z) noexcept {
  return __musa_norm4d(x, y, z, 0);
}
__MUSA_MATH double rnorm3d(double x, double y, double z) noexcept {
  return __musa_rnorm4d(x, y, z, 0);
}
__MUSA_MATH double norm4d(double x, double y, double z, double w) noexcept {
  return __musa_norm4d(x, y, z, w);
}
__MUSA_MATH double rnorm4d(double x, double y, double z, double w) noexcept {
  return __musa_rnorm4d(x, y, z, w);
}
__MUSA_MATH double norm(int dimensions, const double *x) noexcept {
  return __musa_norm(dimensions, x);
}
__MUSA_MATH double rnorm(int dimensions, const double *x) noexcept {
  return __musa_rnorm(dimensions, x);
}
__MUSA_MATH float rhypotf(float x, float y) noexcept {
  return static_cast<float>(__musa_rnorm4d(x, y, 0, 0));
}
__MUSA_MATH float norm3df(float x, float y, float z) noexcept {
  return static_cast<float>(__musa_norm4d(x, y, z, 0));
}
__MUSA_MATH float rnorm3df(float x, float y, float z) noexcept {
  return static_cast<float>(__musa_rnorm4d(x, y, z, 0));
}
__MUSA_MATH float norm4df(float x, float y, float z, float w) noexcept {
  return static_cast<float>(__musa_norm4d(x, y, z, w));
}
__MUSA_MATH float rnorm4df(float x, float y, float z, float w) noexcept {
  return static_cast<float>(__musa_rnorm4d(x, y, z, w));
}
__MUSA_MATH float normf(int dimensions, const float *x) noexcept {
  return __musa_normf(dimensions, x);
}
__MUSA_MATH float rnormf(int dimensions, const float *x) noexcept {
  return __musa_rnormf(dimensions, x);
}

} // extern "C"

__MUSA_MATH float fdividef(float x, float y) { return x / y; }
__MUSA_MATH double fdivide(double x, double y) { return x / y; }
__MUSA_MATH float fdivide(float x, float y) { return x / y; }

// ---- overloads for float

#define __MUSA_OVERLOAD(name)                                                                      \
  __MUSA_MATH float name(float x) noexcept { return name##f(x); }
__MUSA_OVERLOAD(sinpi)
__MUSA_OVERLOAD(cospi)
__MUSA_OVERLOAD(rsqrt)
__MUSA_OVERLOAD(rcbrt)
__MUSA_OVERLOAD(erfinv)
__MUSA_OVERLOAD(erfcinv)
__MUSA_OVERLOAD(erfcx)
__MUSA_OVERLOAD(normcdf)
__MUSA_OVERLOAD(normcdfinv)
__MUSA_OVERLOAD(cyl_bessel_i0)
__MUSA_OVERLOAD(cyl_bessel_i1)
__MUSA_OVERLOAD(exp10)
__MUSA_OVERLOAD(j0)
__MUSA_OVERLOAD(j1)
__MUSA_OVERLOAD(y0)
__MUSA_OVERLOAD(y1)
#undef __MUSA_OVERLOAD
__MUSA_MATH float jn(int n, float x) noexcept { return jnf(n, x); }
__MUSA_MATH float yn(int n, float x) noexcept { return ynf(n, x); }
__MUSA_MATH void sincos(float x, float *sine, float *cosine) noexcept { sincosf(x, sine, cosine); }
__MUSA_MATH void sincospi(float x, float *sine, float *cosine) noexcept {
  sincospif(x, sine, cosine);
}
__MUSA_MATH float rhypot(float x, float y) noexcept { return rhypotf(x, y); }
__MUSA_MATH float norm3d(float x, float y, float z) noexcept { return norm3df(x, y, z); }
__MUSA_MATH float rnorm3d(float x, float y, float z) noexcept { return rnorm3df(x, y, z); }
__MUSA_MATH float norm4d(float x, float y, float z, float w) noexcept {
  return norm4df(x, y, z, w);
}
__MUSA_MATH float rnorm4d(float x, float y, float z, float w) noexcept {
  return rnorm4df(x, y, z, w);
}
__MUSA_MATH float norm(int dimensions, const float *x) noexcept { return normf(dimensions, x); }
__MUSA_MATH float rnorm(int dimensions, const float *x) noexcept { return rnormf(dimensions, x); }

// ---- minima and maxima

#define __MUSA_MIN_MAX(result, a, b)                                                               \
  __MUSA_MATH result min(a x, b y) {                                                               \
    return static_cast<result>(x) < static_cast<result>(y) ? static_cast<result>(x)                \
                                                           : static_cast<result>(y);               \
  }                                                                                                \
  __MUSA_MATH result max(a x, b y) {                                                               \
    return static_cast<result>(x) > static_cast<result>(y) ? static_cast<result>(x)                \
                                                           : static_cast<result>(y);               \
  }
#define __MUSA_MIN_MAX_BOTH(type)                                                                  \
  __MUSA_MIN_MAX(type, type, type)                                                                 \
  __MUSA_MIN_MAX(unsigned type, unsigned type, unsigned type)                                      \
  __MUSA_MIN_MAX(unsigned type, type, unsigned type)                                               \
  __MUSA_MIN_MAX(unsigned type, unsigned type, type)
__MUSA_MIN_MAX_BOTH(int)
__MUSA_MIN_MAX_BOTH(long)
__MUSA_MIN_MAX_BOTH(long long)
#undef __MUSA_MIN_MAX_BOTH
#undef __MUSA_MIN_MAX
__MUSA_MATH float min(float x, float y) { return __builtin_fminf(x, y); }
__MUSA_MATH float max(float x, float y) { return __builtin_fmaxf(x, y); }
__MUSA_MATH double min(double x, double y) { return __builtin_fmin(x, y); }
__MUSA_MATH double max(double x, double y) { return __builtin_fmax(x, y); }
__MUSA_MATH double min(float x, double y) { return __builtin_fmin(static_cast<double>(x), y); }
__MUSA_MATH double max(float x, double y) { return __builtin_fmax(static_cast<double>(x), y); }
__MUSA_MATH double min(double x, float y) { return __builtin_fmin(x, static_cast<double>(y)); }
__MUSA_MATH double max(double x, float y) { return __builtin_fmax(x, static_cast<double>(y)); }
__MUSA_MATH unsigned umin(unsigned x, unsigned y) { return min(x, y); }
__MUSA_MATH unsigned umax(unsigned x, unsigned y) { return max(x, y); }
__MUSA_MATH long long llmin(long long x, long long y) { return min(x, y); }
__MUSA_MATH long long llmax(long long x, long long y) { return max(x, y); }
__MUSA_MATH unsigned long long ullmin(unsigned long long x, unsigned long long y) {
  return min(x, y);
}
__MUSA_MATH unsigned long long ullmax(unsigned long long x, unsigned long long y) {
  return max(x, y);
}

// ---- fast and less exact on a GPU. Here they are the plain functions; fast_math.h has the rest.

extern "C" { // glibc uses some of these names too, for the same functions
__MUSA_MATH float __sinf(float x) noexcept { return sinf(x); }
__MUSA_MATH float __cosf(float x) noexcept { return cosf(x); }
__MUSA_MATH float __tanf(float x) noexcept { return tanf(x); }
__MUSA_MATH float __tanhf(float x) noexcept { return tanhf(x); }
__MUSA_MATH void __sincosf(float x, float *sine, float *cosine) noexcept {
  sincosf(x, sine, cosine);
}
__MUSA_MATH float __exp2f(float x) noexcept { return exp2f(x); }
__MUSA_MATH float __exp10f(float x) noexcept { return exp10f(x); }
__MUSA_MATH float __log2f(float x) noexcept { return log2f(x); }
__MUSA_MATH float __log10f(float x) noexcept { return log10f(x); }
__MUSA_MATH float __powf(float x, float y) noexcept { return powf(x, y); }
__MUSA_MATH float __fdividef(float x, float y) noexcept { return x / y; }
} // extern "C"
/// Clamps x to [0, 1]. A NaN becomes 0.
__device__ __forceinline__ float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }
__device__ __forceinline__ float saturate(float x) { return __saturatef(x); }

#undef __MUSA_MATH

#endif // MUSA_PORT_DEVICE_MATH_H
