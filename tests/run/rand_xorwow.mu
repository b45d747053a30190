// The generator XORWOW: published numbers, and jumps against steps and against powers of a matrix.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// QUIET:
#include "rand_test.h"

#include <bitset>

using State = murandStateXORWOW_t;

// Marsaglia's own state; the numbers are in the tests of D's standard library, among others.
static void marsaglia() {
  State state{6615241, {123456789, 362436069, 521288629, 88675123, 5783321}, 0, 0, 0, 0};
  for (unsigned expected : {246875399u, 3690007200u, 1264581005u, 3906711041u, 1866187943u,
                            2481925219u, 2464530826u, 1604040631u, 3653403911u, 3578085384u})
    CHECK_EQUAL(murand(&state), expected);
}

// What cuRAND's host API gives for seed 0, as printed in a question in NVIDIA's forum: in its
// default order, the first 4096 numbers are the first of as many subsequences.
static void curand() {
  const unsigned expected[] = {3179217846, 3955638199, 167591721, 4161663997, 3973448494,
                               1917059131, 2866113984, 472148682, 2019573489, 2204150021};
  const auto numbers = onBoth<unsigned>(10, [] __host__ __device__(int i) {
    State state;
    murand_init(0, i, 0, &state);
    return murand(&state);
  });
  for (int i = 0; i < 10; ++i)
    CHECK_EQUAL(numbers[i], expected[i]);
}

static bool same(const State &a, const State &b) {
  return a.d == b.d && std::memcmp(a.v, b.v, sizeof a.v) == 0;
}

static void jumpsAgainstSteps() {
  State stepped, jumped;
  murand_init(1234, 0, 0, &stepped);
  int wrong = 0;
  for (unsigned n = 0; n < 100000; ++n) {
    if (n < 700 || n % 997 == 0) {
      murand_init(1234, 0, n, &jumped);
      wrong += !same(stepped, jumped);
    }
    murand(&stepped);
  }
  CHECK_EQUAL(wrong, 0);

  // Jumps add up, also from the offsets' powers to the subsequences'.
  murand_init(77, 3, 12345678901234567ull, &stepped);
  murand_init(77, 0, 0, &jumped);
  skipahead(12345678900000000ull, &jumped);
  skipahead_sequence(3, &jumped);
  skipahead(1234567, &jumped);
  CHECK(same(stepped, jumped));
  murand_init(77, 1, 0, &stepped);
  murand_init(77, 0, 0, &jumped);
  for (int i = 0; i < 16; ++i)
    skipahead(1ull << 63, &jumped); // 2^67
  CHECK(same(stepped, jumped));
}

// The step as a matrix, column by column, squared 67 times and more: nothing of the polynomials.
using Vector = std::bitset<160>;
using Matrix = std::vector<Vector>;

static Vector toVector(const unsigned (&v)[5]) {
  Vector bits;
  for (int i = 0; i < 160; ++i)
    bits[i] = v[i / 32] >> (i % 32) & 1;
  return bits;
}
static Vector multiply(const Matrix &matrix, const Vector &vector) {
  Vector result;
  for (int i = 0; i < 160; ++i)
    if (vector[i])
      result ^= matrix[i];
  return result;
}
static Matrix square(const Matrix &matrix) {
  Matrix result;
  for (const Vector &column : matrix)
    result.push_back(multiply(matrix, column));
  return result;
}

static void jumpsAgainstMatrix() {
  Matrix matrix;
  for (int i = 0; i < 160; ++i) {
    State state{};
    state.v[i / 32] = 1u << (i % 32);
    murand(&state);
    matrix.push_back(toVector(state.v));
  }
  State start;
  murand_init(0x123456789abcdefull, 0, 0, &start);
  for (int power = 0; power < 67 + 64; ++power, matrix = square(matrix)) {
    State state = start;
    if (power < 64)
      skipahead(1ull << power, &state);
    else if (power >= 67)
      skipahead_sequence(1ull << (power - 67), &state);
    else
      continue;
    CHECK(toVector(state.v) == multiply(matrix, toVector(start.v)));
  }
}

static void conversions() {
  State bits, state;
  murand_init(9, 1, 1, &bits);
  murand_init(9, 1, 1, &state);
  CHECK_EQUAL(murand_uniform(&state), murand(&bits) * 0x1p-32f + 0x1p-33f);
  const unsigned long long x = murand(&bits);
  const unsigned long long y = murand(&bits);
  CHECK_EQUAL(murand_uniform_double(&state), static_cast<double>(x ^ y << 21) * 0x1p-53 + 0x1p-54);
}

// Samples of NVIDIA's: seed 1234 and subsequences 0 to 9.
static void samples() {
  const auto uniforms = onBoth<float>(10, [] __host__ __device__(int i) {
    State state;
    murand_init(1234, i, 0, &state);
    return murand_uniform(&state);
  });
  const auto normals = onBoth<float2>(5, [] __host__ __device__(int i) {
    State state;
    murand_init(1234, i, 0, &state);
    return murand_normal2(&state);
  });
  const auto logNormals = onBoth<float2>(5, [] __host__ __device__(int i) {
    State state;
    murand_init(1234, i, 0, &state);
    const float first = murand_log_normal(&state, 1, 2);
    return float2{first, murand_log_normal(&state, 1, 2)};
  });
  for (int i = 0; i < 10; ++i) {
    const auto of = [i](float2 pair) { return i % 2 == 0 ? pair.x : pair.y; };
    checkPrinted(uniforms[i], publishedXorwow.uniform[i]);
    checkPrinted(of(normals[i / 2]) * 2 + 1, publishedXorwow.normal[i]);
    checkPrinted(of(logNormals[i / 2]), publishedXorwow.logNormal[i]);
  }
}

int main() {
  samples();
  marsaglia();
  curand();
  jumpsAgainstSteps();
  jumpsAgainstMatrix();
  conversions();
  static_assert(sizeof(State) == 48, "as in CUDA");
  return CHECK_RESULT();
}
