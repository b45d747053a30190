//===- muComplex.h - complex numbers as pairs --------------------*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A complex number is a float2 or a double2: x is the real part, y the imaginary part.
//===----------------------------------------------------------------------===//
#ifndef MU_COMPLEX_H
#define MU_COMPLEX_H

#include "musa_port/device/keywords.h"
#include "vector_types.h"

#include <math.h>

#if defined(__cplusplus)
#define __MU_COMPLEX static __inline__ __host__ __device__
#else
#define __MU_COMPLEX static __inline__
#endif

typedef float2 muFloatComplex;
typedef double2 muDoubleComplex;
typedef muFloatComplex muComplex;

/* ------------------------------------------------------------------ float */

__MU_COMPLEX muFloatComplex make_muFloatComplex(float r, float i) {
  muFloatComplex z;
  z.x = r;
  z.y = i;
  return z;
}
__MU_COMPLEX muComplex make_muComplex(float x, float y) { return make_muFloatComplex(x, y); }
__MU_COMPLEX float muCrealf(muFloatComplex x) { return x.x; }
__MU_COMPLEX float muCimagf(muFloatComplex x) { return x.y; }
__MU_COMPLEX muFloatComplex muConjf(muFloatComplex x) { return make_muFloatComplex(x.x, -x.y); }
__MU_COMPLEX muFloatComplex muCaddf(muFloatComplex x, muFloatComplex y) {
  return make_muFloatComplex(x.x + y.x, x.y + y.y);
}
__MU_COMPLEX muFloatComplex muCsubf(muFloatComplex x, muFloatComplex y) {
  return make_muFloatComplex(x.x - y.x, x.y - y.y);
}
__MU_COMPLEX muFloatComplex muCmulf(muFloatComplex x, muFloatComplex y) {
  return make_muFloatComplex(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
/* Scales the divisor, so that its square neither overflows nor underflows. */
__MU_COMPLEX muFloatComplex muCdivf(muFloatComplex x, muFloatComplex y) {
  const float scale = 1.0f / (fabsf(y.x) + fabsf(y.y));
  const float ars = x.x * scale, ais = x.y * scale, brs = y.x * scale, bis = y.y * scale;
  const float inverse = 1.0f / (brs * brs + bis * bis);
  return make_muFloatComplex((ars * brs + ais * bis) * inverse, (ais * brs - ars * bis) * inverse);
}
__MU_COMPLEX float muCabsf(muFloatComplex x) { return hypotf(x.x, x.y); }
__MU_COMPLEX muFloatComplex muCfmaf(muFloatComplex x, muFloatComplex y, muFloatComplex d) {
  return make_muFloatComplex(x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x);
}

/* ------------------------------------------------------------------ double */

__MU_COMPLEX muDoubleComplex make_muDoubleComplex(double r, double i) {
  muDoubleComplex z;
  z.x = r;
  z.y = i;
  return z;
}
__MU_COMPLEX double muCreal(muDoubleComplex x) { return x.x; }
__MU_COMPLEX double muCimag(muDoubleComplex x) { return x.y; }
__MU_COMPLEX muDoubleComplex muConj(muDoubleComplex x) { return make_muDoubleComplex(x.x, -x.y); }
__MU_COMPLEX muDoubleComplex muCadd(muDoubleComplex x, muDoubleComplex y) {
  return make_muDoubleComplex(x.x + y.x, x.y + y.y);
}
__MU_COMPLEX muDoubleComplex muCsub(muDoubleComplex x, muDoubleComplex y) {
  return make_muDoubleComplex(x.x - y.x, x.y - y.y);
}
__MU_COMPLEX muDoubleComplex muCmul(muDoubleComplex x, muDoubleComplex y) {
  return make_muDoubleComplex(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
__MU_COMPLEX muDoubleComplex muCdiv(muDoubleComplex x, muDoubleComplex y) {
  const double scale = 1.0 / (fabs(y.x) + fabs(y.y));
  const double ars = x.x * scale, ais = x.y * scale, brs = y.x * scale, bis = y.y * scale;
  const double inverse = 1.0 / (brs * brs + bis * bis);
  return make_muDoubleComplex((ars * brs + ais * bis) * inverse, (ais * brs - ars * bis) * inverse);
}
__MU_COMPLEX double muCabs(muDoubleComplex x) { return hypot(x.x, x.y); }
__MU_COMPLEX muDoubleComplex muCfma(muDoubleComplex x, muDoubleComplex y, muDoubleComplex d) {
  return make_muDoubleComplex(x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x);
}

/* ------------------------------------------------------------------ conversions */

__MU_COMPLEX muDoubleComplex muComplexFloatToDouble(muFloatComplex c) {
  return make_muDoubleComplex(c.x, c.y);
}
__MU_COMPLEX muFloatComplex muComplexDoubleToFloat(muDoubleComplex c) {
  return make_muFloatComplex((float)c.x, (float)c.y);
}

#undef __MU_COMPLEX

#endif /* MU_COMPLEX_H */
