//===- host/device/rounding.cpp - arithmetic with a rounding direction -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "musa_port/host/math_library.h"

#include <cmath>
#include <immintrin.h>

namespace {

/// The processor rounds so while this lives.
class Rounding {
public:
  explicit Rounding(__musa_direction direction) : saved(_mm_getcsr()) {
    constexpr unsigned field = 13; // __musa_direction numbers them as the processor does
    _mm_setcsr((saved & ~(3U << field)) | static_cast<unsigned>(direction) << field);
  }
  ~Rounding() { _mm_setcsr(saved); }
  Rounding(const Rounding &) = delete;
  Rounding &operator=(const Rounding &) = delete;

private:
  unsigned saved;
};

/// Makes the compiler believe that x comes from elsewhere, so that it computes with it here.
template <typename T> T opaque(T x) {
  asm volatile("" : "+x"(x) : : "memory");
  return x;
}

template <typename T, typename Compute> T rounded(__musa_direction direction, Compute compute) {
  const Rounding rounding(direction);
  return opaque(compute());
}

} // namespace

float __musa_addf(float x, float y, __musa_direction direction) noexcept {
  return rounded<float>(direction, [&] { return opaque(x) + opaque(y); });
}
float __musa_mulf(float x, float y, __musa_direction direction) noexcept {
  return rounded<float>(direction, [&] { return opaque(x) * opaque(y); });
}
float __musa_divf(float x, float y, __musa_direction direction) noexcept {
  return rounded<float>(direction, [&] { return opaque(x) / opaque(y); });
}
float __musa_fmaf(float x, float y, float z, __musa_direction direction) noexcept {
  return rounded<float>(direction, [&] { return std::fma(opaque(x), opaque(y), opaque(z)); });
}
float __musa_sqrtf(float x, __musa_direction direction) noexcept {
  return rounded<float>(direction, [&] { return std::sqrt(opaque(x)); });
}
double __musa_add(double x, double y, __musa_direction direction) noexcept {
  return rounded<double>(direction, [&] { return opaque(x) + opaque(y); });
}
double __musa_mul(double x, double y, __musa_direction direction) noexcept {
  return rounded<double>(direction, [&] { return opaque(x) * opaque(y); });
}
double __musa_div(double x, double y, __musa_direction direction) noexcept {
  return rounded<double>(direction, [&] { return opaque(x) / opaque(y); });
}
double __musa_fma(double x, double y, double z, __musa_direction direction) noexcept {
  return rounded<double>(direction, [&] { return std::fma(opaque(x), opaque(y), opaque(z)); });
}
double __musa_sqrt(double x, __musa_direction direction) noexcept {
  return rounded<double>(direction, [&] { return std::sqrt(opaque(x)); });
}
