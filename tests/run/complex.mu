// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// muComplex.h on both sides.
#include "check.h"

#include <muComplex.h>

#include <complex>

struct Results {
  muFloatComplex sum, difference, product, quotient, fused, conjugate;
  float absolute;
  muDoubleComplex product2, quotient2, fused2;
  double absolute2;
};

__host__ __device__ void compute(Results *r, muComplex a, muFloatComplex b) {
  r->sum = muCaddf(a, b);
  r->difference = muCsubf(a, b);
  r->product = muCmulf(a, b);
  r->quotient = muCdivf(a, b);
  r->fused = muCfmaf(a, b, make_muComplex(1, 2));
  r->conjugate = muConjf(a);
  r->absolute = muCabsf(a);
  const muDoubleComplex c = muComplexFloatToDouble(a);
  const muDoubleComplex d = muConj(muComplexFloatToDouble(b));
  r->product2 = muCmul(c, d);
  r->quotient2 = muCdiv(muCadd(c, d), d);
  r->fused2 = muCfma(c, d, muCsub(c, make_muDoubleComplex(1, 1)));
  r->absolute2 = muCabs(c);
}

__global__ void onDevice(Results *r, muComplex a, muFloatComplex b) { compute(r, a, b); }

template <class Pair> bool isNear(Pair pair, std::complex<double> expected, double tolerance) {
  return std::abs(std::complex<double>(pair.x, pair.y) - expected) <=
         tolerance * std::abs(expected);
}

void verify(const Results &r, std::complex<double> a, std::complex<double> b) {
  constexpr double single = 1e-6, twice = 1e-14;
  CHECK(isNear(r.sum, a + b, single));
  CHECK(isNear(r.difference, a - b, single));
  CHECK(isNear(r.product, a * b, single));
  CHECK(isNear(r.quotient, a / b, single));
  CHECK(isNear(r.fused, a * b + std::complex<double>(1, 2), single));
  CHECK(isNear(r.conjugate, std::conj(a), 0));
  CHECK(std::abs(r.absolute - std::abs(a)) <= single * std::abs(a));
  const std::complex<double> d = std::conj(b);
  CHECK(isNear(r.product2, a * d, twice));
  CHECK(isNear(r.quotient2, (a + d) / d, twice));
  CHECK(isNear(r.fused2, a * d + (a - std::complex<double>(1, 1)), twice));
  CHECK(std::abs(r.absolute2 - std::abs(a)) <= twice * std::abs(a));
}

int main() {
  const muComplex a = make_muComplex(3, -4), b = make_muFloatComplex(0.5f, 2);
  CHECK(muCrealf(a) == 3 && muCimagf(a) == -4);
  CHECK(muCreal(make_muDoubleComplex(5, 6)) == 5 && muCimag(make_muDoubleComplex(5, 6)) == 6);
  const muFloatComplex back = muComplexDoubleToFloat(make_muDoubleComplex(0.25, 8));
  CHECK(back.x == 0.25f && back.y == 8);
  Results host, *device = nullptr;
  compute(&host, a, b);
  verify(host, {3, -4}, {0.5, 2});
  CHECK_MUSA(musaMallocManaged(&device, sizeof *device));
  onDevice<<<1, 1>>>(device, a, b);
  CHECK_MUSA(musaDeviceSynchronize());
  verify(*device, {3, -4}, {0.5, 2});
  // A divisor whose square a float cannot hold.
  const muFloatComplex one = muCdivf(make_muComplex(1e30f, 1e30f), make_muComplex(1e30f, 1e30f));
  CHECK(isNear(one, 1, 1e-6));
  return CHECK_RESULT();
}
