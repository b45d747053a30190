// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// musa/cmath: arithmetic on integers, at compile time and on both sides, at the ends of their
// range.
// MCC:
// MCC: -std=c++20
#include "check.h"

#include <musa/cmath>

#include <cmath>
#include <cstdint>
#include <limits>

enum class Size : unsigned char { Small = 3, Large = 250 };

constexpr long longest = std::numeric_limits<long>::max();
constexpr unsigned long widest = std::numeric_limits<unsigned long>::max();

static_assert(musa::ceil_div(7, 2) == 4 && musa::ceil_div(8, 2) == 4 && musa::ceil_div(0, 5) == 0);
static_assert(musa::ceil_div(widest, 2) == widest / 2 + 1);
static_assert(std::is_same_v<decltype(musa::ceil_div(1, 2L)), long>);
static_assert(musa::ceil_div(Size::Large, Size::Small) == 84);
static_assert(musa::round_up(13, 8) == 16 && musa::round_up(16u, 8) == 16 &&
              musa::round_down(13, 8L) == 8);
static_assert(musa::ilog2(1) == 0 && musa::ilog2(longest) == 62 && musa::ilog2(widest) == 63);
static_assert(musa::ceil_ilog2(64) == 6 && musa::ceil_ilog2(65) == 7 && musa::ilog2('a') == 6);
static_assert(musa::ilog10(9) == 0 && musa::ilog10(10) == 1 && musa::ilog10(widest) == 19);
static_assert(musa::is_power_of_two(64) && !musa::is_power_of_two(0) && !musa::is_power_of_two(-4));
static_assert(musa::next_power_of_two(65) == 128 && musa::next_power_of_two(64) == 64 &&
              musa::next_power_of_two(0) == 1 && musa::prev_power_of_two(65u) == 64);
static_assert(musa::ipow(3, 5) == 243 && musa::ipow(-2, 31) == std::numeric_limits<int>::min() &&
              musa::ipow(7, 0) == 1 && musa::ipow(23, -1) == 0);
static_assert(musa::ipow(static_cast<unsigned short>(65535), 2) == 1 &&
              musa::ipow(10, 20) == static_cast<int>(10'000'000'000 * 10'000'000'000UL));
static_assert(musa::isqrt(widest) == 0xffffffff && musa::isqrt(0) == 0 && musa::isqrt(24) == 4);
static_assert(musa::uabs(std::numeric_limits<int>::min()) == 1u << 31 && musa::uabs(-3) == 3);

__host__ __device__ unsigned long all(unsigned long n) {
  return musa::ceil_div(n, 7) + musa::round_up(n, 5) * 3 +
         static_cast<unsigned long>(musa::ilog2(n)) + musa::next_power_of_two(n) +
         musa::isqrt(n) * 11 + musa::ipow(n, 3);
}

__global__ void kernel(unsigned long *out) { out[threadIdx.x] = all(threadIdx.x * 977 + 1); }

int main() {
  constexpr int count = 200;
  unsigned long *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, count * sizeof *out));
  kernel<<<1, count>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < count; ++i) {
    const unsigned long n = static_cast<unsigned long>(i) * 977 + 1;
    CHECK_EQUAL(out[i], all(n));
    CHECK_EQUAL(musa::isqrt(n), static_cast<unsigned long>(std::sqrt(static_cast<double>(n))));
    CHECK_EQUAL(musa::ceil_div(n, 7), (n + 6) / 7);
  }
  musaFree(out);
  return CHECK_RESULT();
}
