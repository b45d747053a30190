// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums, differences and products that say how they round, against the processor's own directions:
// numbers of all sizes, neighbours, zeros, infinities and NaNs.
// MCC:
// MCC: -ffast-math
#include "check.h"

#include "musa_port/host/math_library.h"

__device__ unsigned long long next(unsigned long long &state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

__device__ float number(unsigned long long random, float) {
  constexpr unsigned special[] = {0,          0x80000000, 1,          0x7f800000,
                                  0xff800000, 0x7fc00000, 0x7f7fffff, 0x00800000,
                                  0x3f800000, 0xbf800000, 0x3f800001, 0x807fffff};
  const unsigned which = random >> 40 & 15;
  if (which < 12 && (random >> 50 & 3) == 0)
    return __builtin_bit_cast(float, special[which]);
  const auto bits = static_cast<unsigned>(random);
  // A half of them with exponents that are close together.
  return __builtin_bit_cast(float, random >> 60 & 1 ? (bits & 0x83ffffff) | 0x3c000000 : bits);
}
__device__ double number(unsigned long long random, double) {
  constexpr unsigned long long special[] = {0,
                                            1ULL << 63,
                                            1,
                                            0x7ff0000000000000,
                                            0xfff0000000000000,
                                            0x7ff8000000000000,
                                            0x7fefffffffffffff,
                                            0x0010000000000000,
                                            0x3ff0000000000000,
                                            0xbff0000000000000,
                                            0x3ff0000000000001,
                                            0x800fffffffffffff};
  const unsigned which = random >> 40 & 15;
  if (which < 12 && (random >> 50 & 3) == 0)
    return __builtin_bit_cast(double, special[which]);
  return __builtin_bit_cast(
      double, random >> 31 & 1 ? (random & 0x803fffffffffffff) | 0x3fc0000000000000 : random);
}

__device__ bool same(float a, float b) {
  const auto x = __builtin_bit_cast(unsigned, a), y = __builtin_bit_cast(unsigned, b);
  return x == y || ((x & 0x7fffffff) > 0x7f800000 && (y & 0x7fffffff) > 0x7f800000);
}
__device__ bool same(double a, double b) {
  const auto x = __builtin_bit_cast(unsigned long long, a);
  const auto y = __builtin_bit_cast(unsigned long long, b);
  return x == y || ((x << 1) > 0xffe0000000000000 && (y << 1) > 0xffe0000000000000);
}

#define EXPECT_SAME(a, b)                                                                          \
  do {                                                                                             \
    if (!same(a, b) && atomicCAS(wrong, 0, __LINE__) == 0)                                         \
      printf("line %d: %a and %a: %a is not %a\n", __LINE__, double(x), double(y), double(a),      \
             double(b));                                                                           \
  } while (false)
#define EXPECT_ALL(letter, ending, direction, add, mul)                                            \
  EXPECT_SAME(__##letter##add_##ending(x, y), add(x, y, direction));                               \
  EXPECT_SAME(__##letter##sub_##ending(x, y), add(x, -y, direction));                              \
  EXPECT_SAME(__##letter##mul_##ending(x, y), mul(x, y, direction));

__global__ void compare(int *wrong, int count) {
  unsigned long long state = (blockIdx.x * blockDim.x + threadIdx.x) * 0x9e3779b97f4a7c15 + 1;
  for (int i = 0; i < count; ++i) {
    const unsigned long long first = next(state), second = next(state);
    {
      const float x = number(first, 0.0f), y = number(second, 0.0f);
      EXPECT_ALL(f, rd, __musa_downwards, __musa_addf, __musa_mulf)
      EXPECT_ALL(f, ru, __musa_upwards, __musa_addf, __musa_mulf)
      EXPECT_ALL(f, rz, __musa_to_zero, __musa_addf, __musa_mulf)
    }
    {
      const double x = number(first, 0.0), y = number(second, 0.0);
      EXPECT_ALL(d, rd, __musa_downwards, __musa_add, __musa_mul)
      EXPECT_ALL(d, ru, __musa_upwards, __musa_add, __musa_mul)
      EXPECT_ALL(d, rz, __musa_to_zero, __musa_add, __musa_mul)
    }
  }
}

int main() {
  int *wrong;
  CHECK_MUSA(musaMallocManaged(&wrong, sizeof(int)));
  *wrong = 0;
  compare<<<64, 64>>>(wrong, 200);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*wrong, 0);
  return CHECK_RESULT();
}
