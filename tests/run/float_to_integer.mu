// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of numbers beyond an integer's range, which C++ leaves undefined. The values are what
// an NVIDIA H200 gives (CUDA 13.0).
#include "check.h"

#include <cmath>
#include <limits>

constexpr int count = 12;
constexpr float infinite = std::numeric_limits<float>::infinity();
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();
const float numbers[count] = {infinite, -infinite,    notANumber,   -1.0f,   -16102888.0f, -18.789f,
                              300.5f,   2147483648.f, 4294967296.f, 8.1e16f, 1e30f,        -1e30f};

template <typename Integer, typename Float> __global__ void convert(const Float *in, Integer *out) {
  out[threadIdx.x] = static_cast<Integer>(in[threadIdx.x]);
}
template <typename Float> __global__ void roundNearest(const Float *in, long *out) {
  const Float number = in[threadIdx.x];
  out[threadIdx.x] = lrint(number);
  if (llrint(number) != lrint(number) || llround(number) != lround(number))
    out[threadIdx.x] = -2;
  // All numbers of the table but those between -20 and 400 are integers.
  if (!(number > -20 && number < 400) && lround(number) != lrint(number))
    out[threadIdx.x] = -3;
}

template <typename T> T *device(const T *values) {
  T *result = nullptr;
  CHECK_MUSA(musaMalloc(&result, count * sizeof(T)));
  if (values != nullptr)
    CHECK_MUSA(musaMemcpy(result, values, count * sizeof(T), musaMemcpyHostToDevice));
  return result;
}

template <typename Float, typename Integer, typename Kernel>
void expect(Kernel kernel, const Integer (&wanted)[count], const char *what) {
  Float in[count];
  for (int i = 0; i < count; ++i)
    in[i] = static_cast<Float>(numbers[i]);
  Float *source = device(in);
  Integer *target = device<Integer>(nullptr);
  kernel<<<1, count>>>(source, target);
  Integer got[count];
  CHECK_MUSA(musaMemcpy(got, target, sizeof(got), musaMemcpyDeviceToHost));
  for (int i = 0; i < count; ++i)
    check::equal(got[i], wanted[i], what, __FILE__, i);
  CHECK_MUSA(musaFree(source));
  CHECK_MUSA(musaFree(target));
}
#define EXPECT(Integer, Float, ...)                                                                \
  do {                                                                                             \
    const Integer wanted[count] = __VA_ARGS__;                                                     \
    expect<Float, Integer>(convert<Integer, Float>, wanted, #Float " to " #Integer);               \
  } while (false)

int main() {
  using Byte = unsigned char;
  using Word = unsigned short;
  using Long = unsigned long;
  constexpr int most = 0x7fffffff, least = -most - 1;
  constexpr long mostLong = 0x7fffffffffffffff, leastLong = -mostLong - 1;
  constexpr long wide = 80999999416041472; // 8.1e16f
  // The numbers: inf -inf nan   -1 -16102888 -18.8  300.5  2^31  2^32  8.1e16 1e30
  // -1e30
  EXPECT(int, float, {most, least, 0, -1, -16102888, -18, 300, most, most, most, most, least});
  EXPECT(int, double, {most, least, least, -1, -16102888, -18, 300, most, most, most, most, least});
  EXPECT(unsigned, float, {~0U, 0, 0, 0, 0, 0, 300, 1U << 31, ~0U, ~0U, ~0U, 0});
  EXPECT(unsigned, double, {~0U, 0, 1U << 31, 0, 0, 0, 300, 1U << 31, ~0U, ~0U, ~0U, 0});
  EXPECT(short, float, {-1, 0, 0, -1, 18968, -18, 300, -1, -1, -1, -1, 0});
  EXPECT(short, double, {-1, 0, 0, -1, 18968, -18, 300, -1, -1, -1, -1, 0});
  EXPECT(Word, float, {0xffff, 0, 0, 0, 0, 0, 300, 0, 0xffff, 0xffff, 0xffff, 0});
  EXPECT(char, float, {-1, 0, 0, -1, 24, -18, 44, -1, -1, -1, -1, 0});
  EXPECT(Byte, float, {255, 0, 0, 0, 0, 0, 44, 0, 255, 255, 255, 0});
  EXPECT(Byte, double, {255, 0, 0, 0, 0, 0, 44, 0, 255, 255, 255, 0});
  EXPECT(long, float,
         {mostLong, leastLong, leastLong, -1, -16102888, -18, 300, 1L << 31, 1L << 32, wide,
          mostLong, leastLong});
  EXPECT(Long, float, {~0UL, 0, 1UL << 63, 0, 0, 0, 300, 1UL << 31, 1UL << 32, wide, ~0UL, 0});
  EXPECT(Long, double, {~0UL, 0, 1UL << 63, 0, 0, 0, 300, 1UL << 31, 1UL << 32, wide, ~0UL, 0});
  const long nearest[count] = {mostLong, leastLong, leastLong, -1,   -16102888, -19,
                               300,      1L << 31,  1L << 32,  wide, mostLong,  leastLong};
  expect<float>(roundNearest<float>, nearest, "lrintf");
  expect<double>(roundNearest<double>, nearest, "lrint");
  return CHECK_RESULT();
}
