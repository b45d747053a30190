// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// musa::std and musa::atomic on both sides: libcu++ by the names that ported code has for it.
// MCC:
// MCC: -std=c++20
#include "check.h"

#include <musa/atomic>
#include <musa/std/array>
#include <musa/std/bit>
#include <musa/std/cassert>
#include <musa/std/cfloat>
#include <musa/std/chrono>
#include <musa/std/climits>
#include <musa/std/cmath>
#include <musa/std/complex>
#include <musa/std/concepts>
#include <musa/std/cstddef>
#include <musa/std/cstdint>
#include <musa/std/ctime>
#include <musa/std/expected>
#include <musa/std/functional>
#include <musa/std/initializer_list>
#include <musa/std/iterator>
#include <musa/std/limits>
#include <musa/std/mdspan>
#include <musa/std/optional>
#include <musa/std/ratio>
#include <musa/std/span>
#include <musa/std/tuple>
#include <musa/std/type_traits>
#include <musa/std/utility>
#include <musa/std/version>

constexpr int count = 9;

/// One number for each facility; the host computes the same.
__host__ __device__ void compute(double *out) {
  const musa::std::array<int, 3> array{1, 2, 3};
  out[0] = array[1] + static_cast<int>(array.size());
  const auto tuple = musa::std::make_tuple(4, 0.5f);
  out[1] = musa::std::get<0>(tuple) * musa::std::get<1>(tuple);
  musa::std::complex<float> z(1, 2);
  z *= z;
  out[2] = z.real() + 10 * z.imag();
  musa::std::optional<int> maybe;
  out[3] = maybe.value_or(7);
  maybe = 3;
  out[3] += *maybe;
  out[4] = musa::std::plus<int>{}(20, musa::std::identity{}(3));
  out[5] = musa::std::sqrt(16.0) + musa::std::numeric_limits<short>::max();
  const musa::std::span<const int> span(array.data(), array.size());
  out[6] = 0;
  for (const int value : span.subspan(1))
    out[6] += value;
  musa::std::expected<int, char> expected = musa::std::unexpected<char>('x');
  out[7] = expected.has_value() ? 1 : expected.error();
  int a = 1, b = 5;
  musa::std::swap(a, b);
  out[8] = 10 * a + b + (musa::std::is_same_v<musa::std::uint32_t, unsigned> ? 100 : 0);
}

__global__ void onDevice(double *out) { compute(out); }

__device__ musa::atomic<int, musa::thread_scope_device> total{0};

__global__ void add(int *last) {
  total.fetch_add(static_cast<int>(threadIdx.x), musa::std::memory_order_relaxed);
  musa::atomic_ref<int, musa::thread_scope_system> most(*last);
  most.fetch_max(static_cast<int>(threadIdx.x + blockIdx.x), musa::memory_order_relaxed);
}

__global__ void read(int *sum) { *sum = total.load(); }

int main() {
  double *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, count * sizeof(double)));
  onDevice<<<1, 1>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  double host[count];
  compute(host);
  const double expected[count] = {5, 2, 37, 10, 23, 32771, 5, 'x', 151};
  for (int i = 0; i < count; ++i) {
    CHECK_EQUAL(out[i], expected[i]);
    CHECK_EQUAL(host[i], expected[i]);
  }

  int *numbers = nullptr;
  CHECK_MUSA(musaMallocManaged(&numbers, 2 * sizeof(int)));
  numbers[0] = 0;
  add<<<10, 64>>>(numbers);
  read<<<1, 1>>>(numbers + 1);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(numbers[0], 63 + 9);
  CHECK_EQUAL(numbers[1], 10 * 63 * 64 / 2);
  return CHECK_RESULT();
}
