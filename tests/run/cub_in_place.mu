// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's device-wide algorithms whose input and output are the same memory, or overlap: they work in
// place where CUB's do, and refuse the rest.
#include "cub_test.h"

#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

namespace {

constexpr int n = 30'000;
constexpr int segments = 3;

struct Even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Less {
  __host__ __device__ bool operator()(int x, int y) const { return x < y; }
};

std::vector<int> input() {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i)
    values[static_cast<size_t>(i)] = static_cast<int>(i * 7919LL % 1009);
  return values;
}

/// What `call(memory, bytes, items)` makes of the input.
template <typename Call> std::vector<int> inPlace(Call call, std::vector<int> values = input()) {
  Device<int> items(values);
  twoPhases([&](void *m, size_t &b) { return call(m, b, static_cast<int *>(items)); });
  return items.host();
}

/// `call(memory, bytes, in, out)` says no to arrays that overlap, by one item and by all but one.
template <typename Call> void refused(Call call) {
  Device<int> items(2 * n);
  for (const int distance : {1, -1, n - 1}) {
    size_t bytes = 0;
    int *const in = items + (distance < 0 ? -distance : 0);
    CHECK_EQUAL(call(nullptr, bytes, in, in + distance), musaErrorInvalidValue);
  }
}

void sorts(int *offsets) {
  std::vector<int> sorted = input(), bySegments = input();
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < segments; ++i)
    std::sort(bySegments.begin() + i * n / segments, bySegments.begin() + (i + 1) * n / segments);
  const auto segmented = [&](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceSegmentedSort::SortKeys(m, b, in, out, n, segments, offsets, offsets + 1);
  };
  CHECK(inPlace([&](void *m, size_t &b, int *x) { return segmented(m, b, x, x); }) == bySegments);
  CHECK(inPlace([&](void *m, size_t &b, int *x) {
          return cub::DeviceSegmentedRadixSort::SortKeys(m, b, x, x, n, segments, offsets,
                                                         offsets + 1);
        }) == bySegments);
  refused(segmented);
  CHECK(inPlace([](void *m, size_t &b, int *x) {
          return cub::DeviceRadixSort::SortKeys(m, b, x, x, n);
        }) == sorted);
  CHECK(inPlace([](void *m, size_t &b, int *x) {
          return cub::DeviceMergeSort::SortKeysCopy(m, b, x, x, n, Less());
        }) == sorted);

  // Keys in place and values not, and the other way round.
  const std::vector<int> keys = input();
  std::vector<int> negative(keys);
  for (int &value : negative)
    value = -value;
  for (const bool keysInPlace : {true, false}) {
    Device<int> k(keys), v(negative), other(n);
    twoPhases([&](void *m, size_t &b) {
      int *const to = other;
      return cub::DeviceSegmentedSort::SortPairs(
          m, b, static_cast<int *>(k), keysInPlace ? static_cast<int *>(k) : to,
          static_cast<int *>(v), keysInPlace ? to : static_cast<int *>(v), n, segments, offsets,
          offsets + 1);
    });
    const std::vector<int> outKeys = keysInPlace ? k.host() : other.host();
    const std::vector<int> outValues = keysInPlace ? other.host() : v.host();
    CHECK(outKeys == bySegments);
    for (size_t i = 0; i < outKeys.size(); ++i)
      CHECK_EQUAL(outValues[i], -outKeys[i]);
  }
}

void scans() {
  std::vector<int> sums = input();
  std::partial_sum(sums.begin(), sums.end(), sums.begin());
  CHECK(inPlace([](void *m, size_t &b, int *x) {
          return cub::DeviceScan::InclusiveSum(m, b, x, x, n);
        }) == sums);
  sums.insert(sums.begin(), 0);
  sums.pop_back();
  CHECK(inPlace([](void *m, size_t &b, int *x) {
          return cub::DeviceScan::ExclusiveSum(m, b, x, x, n);
        }) == sums);
  refused([](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceScan::InclusiveSum(m, b, in, out, n);
  });
  Device<int> keys(std::vector<int>(n, 5));
  CHECK(inPlace([&](void *m, size_t &b, int *x) {
          return cub::DeviceScan::ExclusiveSumByKey(m, b, static_cast<int *>(keys), x, x, n);
        }) == sums);
  refused([&](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceScan::InclusiveSumByKey(m, b, static_cast<int *>(keys), in, out, n);
  });
}

void selections() {
  Device<int> count(2);
  int *const counted = count;
  std::vector<int> even;
  for (int x : input())
    if (Even()(x))
      even.push_back(x);
  const auto startsWith = [](const std::vector<int> &all, const std::vector<int> &first) {
    return std::equal(first.begin(), first.end(), all.begin());
  };
  const auto select = [&](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceSelect::If(m, b, in, out, counted, n, Even());
  };
  CHECK(startsWith(inPlace([&](void *m, size_t &b, int *x) { return select(m, b, x, x); }), even));
  refused(select);
  std::vector<int> sorted = input();
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> unique(sorted);
  unique.erase(std::unique(unique.begin(), unique.end()), unique.end());
  CHECK(
      startsWith(inPlace([&](void *m, size_t &b,
                             int *x) { return cub::DeviceSelect::Unique(m, b, x, x, counted, n); },
                         sorted),
                 unique));
  Device<int> lengths(n);
  CHECK(startsWith(inPlace(
                       [&](void *m, size_t &b, int *x) {
                         return cub::DeviceRunLengthEncode::Encode(
                             m, b, x, x, static_cast<int *>(lengths), counted, n);
                       },
                       sorted),
                   unique));

  // A partition has no room for the unselected items.
  const auto partition = [&](void *m, size_t &b, int *in, int *out) {
    return cub::DevicePartition::If(m, b, in, out, counted, n, Even());
  };
  refused(partition);
  refused([&](void *m, size_t &b, int *in, int *out) {
    return cub::DevicePartition::If(m, b, in, out, static_cast<int *>(lengths), out, counted, n,
                                    Even(), Even());
  });
  Device<int> items(n);
  size_t bytes = 0;
  CHECK_EQUAL(partition(nullptr, bytes, items, items), musaErrorInvalidValue);
}

} // namespace

int main() {
  std::vector<int> begins;
  for (int i = 0; i <= segments; ++i)
    begins.push_back(i * n / segments);
  Device<int> offsets(begins);
  sorts(offsets);
  scans();
  selections();
  return CHECK_RESULT();
}
