// Philox4x32-10: published vectors, torch.rand() and torch.randn() of CUDA, jumps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// QUIET:
#include "rand_test.h"

using State = murandStatePhilox4_32_10_t;

static bool equal(uint4 a, uint4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

// The known answers that come with Random123, the authors' own implementation.
static void knownAnswers() {
  struct Answer {
    uint4 counter;
    uint2 key;
    uint4 result;
  };
  const Answer answers[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}};
  for (const Answer &answer : answers)
    CHECK(equal(murand_Philox4x32_10(answer.counter, answer.key), answer.result));

  // The second vector again, by seed, subsequence and offset: the block 2^64 - 1 is more than an
  // offset of 64 bits can reach, so three quarters of the way are walked.
  State state;
  murand_init(~0ull, ~0ull, ~0ull - 3, &state);
  for (int i = 0; i < 3; ++i)
    skipahead(~0ull - 3, &state); // each 2^62 - 1 blocks
  skipahead(4 * 3, &state);
  CHECK(equal(murand4(&state), answers[1].result));
}

// Small tensors: thread i of PyTorch's kernel is subsequence i and takes the first of four numbers.
static void pytorch() {
  // torch.manual_seed(0); torch.rand(3, 4, device="cuda"), as PyTorch prints it: 4 digits.
  const double uniform[] = {0.3990, 0.5167, 0.0249, 0.9401, 0.9459, 0.7967,
                            0.4150, 0.8203, 0.2290, 0.9096, 0.1183, 0.0752};
  // torch.manual_seed(0); torch.randn(3, 4, device="cuda"), by a published model of it: 8 digits.
  const double normal[] = {-0.92466259, -0.42534415, -2.6438457,  0.14518388,
                           -0.12086647, -0.57972564, -0.62285122, -0.32838709,
                           -1.07454231, -0.36314407, -1.67105067, 2.26550497};
  const auto uniforms = onBoth<float>(12, [] __host__ __device__(int i) {
    State state;
    murand_init(0, i, 0, &state);
    return murand_uniform4(&state).x;
  });
  const auto normals = onBoth<float>(12, [] __host__ __device__(int i) {
    State state;
    murand_init(0, i, 0, &state);
    return murand_normal4(&state).x;
  });
  for (int i = 0; i < 12; ++i) {
    CHECK(std::fabs(uniforms[i] - uniform[i]) <= 0.5e-4 + 1e-9);
    CHECK(std::fabs(normals[i] - normal[i]) < 1e-6);
  }
}

// Samples of NVIDIA's: seed 1234, four numbers of each of the subsequences 0 to 2.
static void samples() {
  const auto uniforms = onBoth<float4>(3, [] __host__ __device__(int i) {
    State state;
    murand_init(1234, i, 0, &state);
    return murand_uniform4(&state);
  });
  const auto normals = onBoth<float4>(3, [] __host__ __device__(int i) {
    State state;
    murand_init(1234, i, 0, &state);
    return murand_normal4(&state);
  });
  const auto logNormals = onBoth<float4>(3, [] __host__ __device__(int i) {
    State state;
    murand_init(1234, i, 0, &state);
    return murand_log_normal4(&state, 1, 2);
  });
  for (int i = 0; i < 10; ++i) {
    const auto of = [i](const std::vector<float4> &all) {
      const float4 x = all[i / 4];
      const float four[] = {x.x, x.y, x.z, x.w};
      return four[i % 4];
    };
    checkPrinted(of(uniforms), publishedPhilox.uniform[i]);
    checkPrinted(of(normals) * 2 + 1, publishedPhilox.normal[i]);
    checkPrinted(of(logNormals), publishedPhilox.logNormal[i]);
  }
}

// Jumps against steps, and the forms of drawing against each other.
static void jumps() {
  for (unsigned long long offset = 0; offset < 40; ++offset) {
    State stepped, jumped, offsetAtInit;
    murand_init(42, 7, 0, &stepped);
    for (unsigned long long i = 0; i < offset; ++i)
      murand(&stepped);
    murand_init(42, 7, 0, &jumped);
    skipahead(offset / 3, &jumped);
    skipahead(offset - offset / 3, &jumped);
    murand_init(42, 7, offset, &offsetAtInit);
    State by4 = offsetAtInit;
    for (int i = 0; i < 12; i += 4) {
      const uint4 four = murand4(&by4);
      for (unsigned number : {four.x, four.y, four.z, four.w}) {
        CHECK_EQUAL(murand(&stepped), number);
        CHECK_EQUAL(murand(&jumped), number);
        CHECK_EQUAL(murand(&offsetAtInit), number);
      }
    }
  }

  // Subsequences are 2^66 numbers apart: 2^64 four times, a block more than 4 * (2^64 - 4) + 12.
  State sequence, walked;
  murand_init(1, 5, 0, &sequence);
  murand_init(1, 3, 0, &walked);
  for (int subsequence = 0; subsequence < 2; ++subsequence) {
    for (int i = 0; i < 4; ++i)
      skipahead(~0ull - 3, &walked);
    skipahead(16, &walked);
  }
  CHECK(equal(murand4(&sequence), murand4(&walked)));
  murand_init(1, 0xffffffff, 0, &walked);
  skipahead_sequence(6 + (1ull << 32), &walked); // with a carry
  murand_init(1, 5 + (2ull << 32), 0, &sequence);
  CHECK(equal(murand4(&sequence), murand4(&walked)));
}

// Of seed 0, from number 5 on, by cuRAND of CUDA 13.0 on an NVIDIA H200.
static void doubles() {
  State state;
  murand_init(0, 0, 5, &state);
  for (double wanted : {0.3620911156758666, 0.69393091928213835, 0.037094080820679665})
    CHECK_EQUAL(murand_uniform_double(&state), wanted);
}

// The conversions of cuRAND, written once more.
static void conversions() {
  State bits, state;
  murand_init(9, 0, 1, &bits);
  const auto draw = [&] { return murand(&bits); };
  const auto uniform = [](unsigned x) { return x * 0x1p-32f + 0x1p-33f; };
  const auto uniformDouble = [](unsigned x, unsigned y) {
    return static_cast<double>(x ^ static_cast<unsigned long long>(y) << 21) * 0x1p-53 + 0x1p-54;
  };

  murand_init(9, 0, 1, &state);
  for (int i = 0; i < 5; ++i)
    CHECK_EQUAL(murand_uniform(&state), uniform(draw()));
  const float4 four = murand_uniform4(&state);
  for (float x : {four.x, four.y, four.z, four.w})
    CHECK_EQUAL(x, uniform(draw()));

  const auto next = [&] {
    const unsigned x = draw();
    return uniformDouble(x, draw());
  };
  CHECK_EQUAL(murand_uniform_double(&state), draw() * 0x1p-32 + 0x1p-32); // of one number
  const double2 pair = murand_uniform2_double(&state);
  for (double x : {pair.x, pair.y})
    CHECK_EQUAL(x, next());
  const double4 doubles = murand_uniform4_double(&state);
  for (double x : {doubles.x, doubles.y, doubles.z, doubles.w})
    CHECK_EQUAL(x, next());

  // The ends of (0, 1].
  CHECK_EQUAL(__murand::to_uniform(0u), 0x1p-33f);
  CHECK_EQUAL(__murand::to_uniform(~0u), 1.0f);
  CHECK_EQUAL(__murand::to_uniform_double(0u, 0u), 0x1p-54);
  CHECK_EQUAL(__murand::to_uniform_double(~0u, ~0u << 11), 1.0); // bits 21 to 31 are of both
}

int main() {
  knownAnswers();
  pytorch();
  samples();
  jumps();
  doubles();
  conversions();
  static_assert(sizeof(State) == 64, "as in CUDA");
  return CHECK_RESULT();
}
