//===- musa_port/host/math_library.h - mathematics of libmusart ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that CUDA has and C lacks, if they take more than a line. For host and device code.
// Programs use the names in musa_port/device/math.h and rounding.h.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_MATH_LIBRARY_H
#define MUSA_PORT_HOST_MATH_LIBRARY_H

#if !defined(__MUSACC__)
#define __MUSA_MATH_API __attribute__((visibility("default"), const))
#define __MUSA_MATH_API_READS __attribute__((visibility("default")))
#else
#define __MUSA_MATH_API __attribute__((host, device, const))
#define __MUSA_MATH_API_READS __attribute__((host, device))
#endif

extern "C" {

__MUSA_MATH_API double __musa_sinpi(double x) noexcept;
__MUSA_MATH_API double __musa_cospi(double x) noexcept;
__MUSA_MATH_API double __musa_rcbrt(double x) noexcept;
__MUSA_MATH_API double __musa_erfinv(double x) noexcept;
__MUSA_MATH_API double __musa_erfcinv(double x) noexcept;
__MUSA_MATH_API double __musa_erfcx(double x) noexcept;
__MUSA_MATH_API double __musa_normcdf(double x) noexcept;
__MUSA_MATH_API double __musa_normcdfinv(double x) noexcept;
__MUSA_MATH_API double __musa_cyl_bessel_i0(double x) noexcept;
__MUSA_MATH_API double __musa_cyl_bessel_i1(double x) noexcept;
/// Lengths of vectors and their reciprocals. Intermediate results neither overflow nor underflow.
__MUSA_MATH_API double __musa_norm4d(double x, double y, double z, double w) noexcept;
__MUSA_MATH_API double __musa_rnorm4d(double x, double y, double z, double w) noexcept;
__MUSA_MATH_API_READS double __musa_norm(int dimensions, const double *x) noexcept;
__MUSA_MATH_API_READS double __musa_rnorm(int dimensions, const double *x) noexcept;
__MUSA_MATH_API_READS float __musa_normf(int dimensions, const float *x) noexcept;
__MUSA_MATH_API_READS float __musa_rnormf(int dimensions, const float *x) noexcept;

/// What device code computes in place of expf() and its like (vector_functions.def), for code that
/// has to agree with it on the host's side.
__MUSA_MATH_API float __musa_expf(float x) noexcept;
__MUSA_MATH_API float __musa_logf(float x) noexcept;
__MUSA_MATH_API float __musa_sinf(float x) noexcept;
__MUSA_MATH_API float __musa_cosf(float x) noexcept;
__MUSA_MATH_API double __musa_exp(double x) noexcept;
__MUSA_MATH_API double __musa_sin(double x) noexcept;
__MUSA_MATH_API double __musa_cos(double x) noexcept;

/// How the result is rounded.
enum __musa_direction { __musa_to_nearest, __musa_downwards, __musa_upwards, __musa_to_zero };
__MUSA_MATH_API float __musa_addf(float x, float y, __musa_direction direction) noexcept;
__MUSA_MATH_API float __musa_mulf(float x, float y, __musa_direction direction) noexcept;
__MUSA_MATH_API float __musa_divf(float x, float y, __musa_direction direction) noexcept;
__MUSA_MATH_API float __musa_fmaf(float x, float y, float z, __musa_direction direction) noexcept;
__MUSA_MATH_API float __musa_sqrtf(float x, __musa_direction direction) noexcept;
__MUSA_MATH_API double __musa_add(double x, double y, __musa_direction direction) noexcept;
__MUSA_MATH_API double __musa_mul(double x, double y, __musa_direction direction) noexcept;
__MUSA_MATH_API double __musa_div(double x, double y, __musa_direction direction) noexcept;
__MUSA_MATH_API double __musa_fma(double x, double y, double z,
                                  __musa_direction direction) noexcept;
__MUSA_MATH_API double __musa_sqrt(double x, __musa_direction direction) noexcept;

} // extern "C"

#endif // MUSA_PORT_HOST_MATH_LIBRARY_H
