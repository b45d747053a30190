// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functors that only device code can call, templates among them, in what reduces and scans.
#include "cub_test.h"

#include <algorithm>

#include <cub/cub.cuh>
#include <cub/device/device_segmented_reduce.cuh>

struct Larger {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
struct Together {
  template <typename A, typename B> __device__ auto operator()(const A &a, const B &b) const {
    return a + b;
  }
};
struct Squared {
  __device__ long long operator()(int a) const { return 1LL * a * a; }
};
struct Wide {
  long long value;
};
struct OfWides {
  __device__ __forceinline__ Wide operator()(const Wide &a, const Wide &b) const {
    return {a.value + b.value};
  }
};
struct Odd {
  __device__ bool operator()(int a) const { return a % 2 != 0; }
};

int main() {
  const std::vector<int> values = numbers(5000, 1000);
  Device<int> in(values), out(values.size());
  int largest = 0;
  long long sum = 0, squares = 0;
  for (int value : values) {
    largest = std::max(largest, value);
    sum += value;
    squares += 1LL * value * value;
  }
  const int n = static_cast<int>(values.size());
  twoPhases([&](void *memory, size_t &bytes) {
    return cub::DeviceReduce::Reduce(memory, bytes, +in, +out, n, Larger(), 0);
  });
  CHECK_EQUAL(out.one(), largest);
  twoPhases([&](void *memory, size_t &bytes) {
    return cub::DeviceReduce::Reduce(memory, bytes, +in, +out, n, Together(), 0);
  });
  CHECK_EQUAL(out.one(), sum);
  Device<long long> wide(1);
  twoPhases([&](void *memory, size_t &bytes) {
    return cub::DeviceReduce::TransformReduce(memory, bytes, +in, +wide, n, Together(), Squared(),
                                              0LL);
  });
  CHECK_EQUAL(wide.one(), squares);

  Device<int> offsets(std::vector<int>{0, 1000, 1000, n});
  twoPhases([&](void *memory, size_t &bytes) {
    return cub::DeviceSegmentedReduce::Reduce(memory, bytes, +in, +out, 3, +offsets, offsets + 1,
                                              Larger(), -1);
  });
  const std::vector<int> ofSegments = out.host(3);
  CHECK_EQUAL(ofSegments[0], *std::max_element(values.begin(), values.begin() + 1000));
  CHECK_EQUAL(ofSegments[1], -1);
  CHECK_EQUAL(ofSegments[2], *std::max_element(values.begin() + 1000, values.end()));

  twoPhases([&](void *memory, size_t &bytes) {
    return cub::DeviceScan::InclusiveScan(memory, bytes, +in, +out, Together(), n);
  });
  CHECK_EQUAL(out.host().back(), sum);
  twoPhases([&](void *memory, size_t &bytes) {
    return cub::DeviceScan::ExclusiveScan(memory, bytes, +in, +out, Larger(), -5, n);
  });
  CHECK_EQUAL(out.one(), -5);

  Device<Wide> wides(std::vector<Wide>{{1}, {20}, {300}}), total(1);
  twoPhases([&](void *memory, size_t &bytes) {
    return cub::DeviceReduce::Reduce(memory, bytes, +wides, +total, 3, OfWides(), Wide{4000});
  });
  CHECK_EQUAL(total.one().value, 4321);

  Device<int> count(1);
  twoPhases([&](void *memory, size_t &bytes) {
    return cub::DeviceSelect::If(memory, bytes, +in, +out, +count, n, Odd());
  });
  CHECK_EQUAL(count.one(),
              std::count_if(values.begin(), values.end(), [](int a) { return a % 2; }));
  return CHECK_RESULT();
}
