// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random numbers in a program in C++11 (but for check.h): a jump comes to where as many steps do.
// MCC: -std=c++11 -Wno-c++17-extensions
// MCC: -std=c++11 -O2 -Wno-c++17-extensions
#include "check.h"

#include <murand_kernel.h>
#include <musa_runtime.h>

template <typename State> struct Jumped {
  static __host__ __device__ bool comesToTheSame(unsigned long long seed, unsigned distance) {
    State stepped, jumped, skipped;
    murand_init(seed, 3, 0, &stepped);
    for (unsigned i = 0; i < distance; ++i)
      murand(&stepped);
    murand_init(seed, 3, distance, &jumped);
    murand_init(seed, 3, 0, &skipped);
    skipahead(distance, &skipped);
    const unsigned expected = murand(&stepped);
    return murand(&jumped) == expected && murand(&skipped) == expected;
  }
};

template <typename State> __global__ void jump(int *results) {
  const unsigned i = threadIdx.x;
  results[i] = Jumped<State>::comesToTheSame(i + 1, i * i) ? 1 : 0;
}

template <typename State> void compare() {
  constexpr int count = 48;
  int *results = nullptr;
  CHECK_MUSA(musaMallocManaged(&results, count * sizeof(int)));
  jump<State><<<1, count>>>(results);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < count; ++i)
    CHECK_EQUAL(results[i], 1);
  CHECK(Jumped<State>::comesToTheSame(99, 1000));
  CHECK_MUSA(musaFree(results));
}

int main() {
  compare<murandStateXORWOW_t>();
  compare<murandStateMRG32k3a_t>();
  compare<murandStatePhilox4_32_10_t>();
  return CHECK_RESULT();
}
