// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics of all types and scopes: what they return, what they leave, and that none is lost.
#include "check.h"

#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition))                                                                              \
      atomicCAS(wrong, 0, __LINE__);                                                               \
  } while (false)

/// One call: `name(&x, operand)` on a variable that holds `before` returns that and leaves `after`.
#define ONE(type, name, before, operand, after)                                                    \
  do {                                                                                             \
    type x = before;                                                                               \
    EXPECT(name(&x, static_cast<type>(operand)) == static_cast<type>(before) &&                    \
           x == static_cast<type>(after));                                                         \
  } while (false)
#define EACH_SCOPE(type, name, before, operand, after)                                             \
  ONE(type, name, before, operand, after);                                                         \
  ONE(type, name##_block, before, operand, after);                                                 \
  ONE(type, name##_system, before, operand, after)

/// A variable that holds `before` becomes `after` if `before` is what is expected.
#define ONE_CAS(type, name, before, after)                                                         \
  do {                                                                                             \
    type x = before;                                                                               \
    EXPECT(name(&x, static_cast<type>(after), static_cast<type>(1)) == static_cast<type>(before)); \
    EXPECT(x == static_cast<type>(before));                                                        \
    EXPECT(name(&x, static_cast<type>(before), static_cast<type>(after)) ==                        \
           static_cast<type>(before));                                                             \
    EXPECT(x == static_cast<type>(after));                                                         \
  } while (false)
#define EACH_CAS(type, before, after)                                                              \
  ONE_CAS(type, atomicCAS, before, after);                                                         \
  ONE_CAS(type, atomicCAS_block, before, after);                                                   \
  ONE_CAS(type, atomicCAS_system, before, after)

using ull = unsigned long long;

__global__ void single(int *wrong) {
  EACH_SCOPE(int, atomicAdd, 0x7fffffff, 1, -0x7fffffff - 1);
  EACH_SCOPE(unsigned, atomicAdd, 5, 0xffffffffu, 4);
  EACH_SCOPE(ull, atomicAdd, 1, 1ULL << 40, (1ULL << 40) + 1);
  EACH_SCOPE(float, atomicAdd, 1.5f, -2.0f, -0.5f);
  EACH_SCOPE(double, atomicAdd, 1e300, 1e300, 2e300);
  EACH_SCOPE(int, atomicSub, -5, 7, -12);
  EACH_SCOPE(unsigned, atomicSub, 1, 2, 0xffffffffu);
  EACH_SCOPE(int, atomicExch, 1, -2, -2);
  EACH_SCOPE(unsigned, atomicExch, 1, 2, 2);
  EACH_SCOPE(ull, atomicExch, 1, ~0ULL, ~0ULL);
  EACH_SCOPE(float, atomicExch, 1, 2.5f, 2.5f);
  EACH_SCOPE(int, atomicMin, 3, -4, -4);
  EACH_SCOPE(unsigned, atomicMin, 3, 0xfffffffcu, 3);
  EACH_SCOPE(long long, atomicMin, 3, -(1LL << 40), -(1LL << 40));
  EACH_SCOPE(ull, atomicMin, 3, ~0ULL, 3);
  EACH_SCOPE(int, atomicMax, 3, -4, 3);
  EACH_SCOPE(unsigned, atomicMax, 3, 0xfffffffcu, 0xfffffffcu);
  EACH_SCOPE(long long, atomicMax, 3, -(1LL << 40), 3);
  EACH_SCOPE(ull, atomicMax, 3, ~0ULL, ~0ULL);
  EACH_SCOPE(int, atomicAnd, -4, 10, 8);
  EACH_SCOPE(unsigned, atomicAnd, 12, 10, 8);
  EACH_SCOPE(long long, atomicAnd, -(1LL << 40), 3LL << 39, 1LL << 40);
  EACH_SCOPE(ull, atomicAnd, 3ULL << 62, 1ULL << 63, 1ULL << 63);
  EACH_SCOPE(int, atomicOr, 12, -16, -4);
  EACH_SCOPE(unsigned, atomicOr, 12, 10, 14);
  EACH_SCOPE(long long, atomicOr, 1, 1LL << 40, (1LL << 40) + 1);
  EACH_SCOPE(ull, atomicOr, 12, 1ULL << 63, 12 | 1ULL << 63);
  EACH_SCOPE(int, atomicXor, 12, -1, -13);
  EACH_SCOPE(unsigned, atomicXor, 12, 10, 6);
  EACH_SCOPE(long long, atomicXor, 1LL << 40, -1, -(1LL << 40) - 1);
  EACH_SCOPE(ull, atomicXor, 12, 10 | 1ULL << 63, 6 | 1ULL << 63);
  EACH_SCOPE(unsigned, atomicInc, 4, 5, 5);
  EACH_SCOPE(unsigned, atomicInc, 5, 5, 0);
  EACH_SCOPE(unsigned, atomicInc, 9, 5, 0);
  EACH_SCOPE(unsigned, atomicDec, 4, 5, 3);
  EACH_SCOPE(unsigned, atomicDec, 0, 5, 5);
  EACH_SCOPE(unsigned, atomicDec, 9, 5, 5);

  EACH_CAS(int, -1, 5);
  EACH_CAS(unsigned, 0xffffffff, 5);
  EACH_CAS(ull, 1ULL << 50, 2ULL << 50);
  EACH_CAS(unsigned short, 0xffff, 7);
  unsigned short pair[2] = {7, 9};
  EXPECT(atomicCAS(&pair[1], static_cast<unsigned short>(9), static_cast<unsigned short>(1)) == 9);
  EXPECT(pair[0] == 7 && pair[1] == 1);
}

struct Totals {
  int sum;
  float real;
  double wide;
  unsigned ring;
  unsigned maximum;
  double product; ///< by a loop around atomicCAS
};

__global__ void together(Totals *totals, unsigned *histogram) {
  __shared__ unsigned bins[16];
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 16)
    bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[thread % 16], 1U);
  atomicAdd(&totals->sum, 1);
  atomicAdd(&totals->real, 0.5f);
  atomicAdd(&totals->wide, 0.25);
  atomicInc(&totals->ring, 6);
  atomicMax(&totals->maximum, thread * 7 % 1021);
  auto *bits = reinterpret_cast<ull *>(&totals->product);
  ull old = atomicAdd(bits, 0);
  ull expected;
  do {
    expected = old;
    const double next = __longlong_as_double(static_cast<long long>(expected)) + 2;
    old = atomicCAS(bits, expected, static_cast<ull>(__double_as_longlong(next)));
  } while (old != expected);
  __syncthreads();
  if (threadIdx.x < 16)
    atomicAdd(&histogram[threadIdx.x], bins[threadIdx.x]);
}

int main() {
  static int wrong;
  single<<<1, 1>>>(&wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong, 0);

  static Totals totals;
  static unsigned histogram[16];
  const unsigned blocks = 64;
  const unsigned threads = 256;
  together<<<blocks, threads>>>(&totals, histogram);
  CHECK_MUSA(musaDeviceSynchronize());
  const unsigned all = blocks * threads;
  CHECK_EQUAL(totals.sum, static_cast<int>(all));
  CHECK_EQUAL(totals.real, 0.5f * all);
  CHECK_EQUAL(totals.wide, 0.25 * all);
  CHECK_EQUAL(totals.ring, all % 7);
  CHECK_EQUAL(totals.maximum, 1020U);
  CHECK_EQUAL(totals.product, 2.0 * all);
  for (unsigned bin : histogram)
    CHECK_EQUAL(bin, all / 16);
  return CHECK_RESULT();
}
