// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB with types of a program's own: sums, specialised operators, pairs of another type, iterators
// with proxies; and names of its insides.
#include "cub_test.h"

#include <cub/cub.cuh>
#include <cub/detail/cpp_compatibility.cuh>
#include <cub/detail/detect_cuda_runtime.cuh>
#include <cub/detail/type_traits.cuh>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/reverse_iterator.h>

#include <algorithm>
#include <numeric>

namespace {

/// Has no constructor from a number.
struct Money {
  int whole;
  int cents;
};
__host__ __device__ Money operator+(const Money &a, const Money &b) {
  return {a.whole + b.whole, a.cents + b.cents};
}
bool operator==(const Money &a, const Money &b) { return a.whole == b.whole && a.cents == b.cents; }

/// Takes its keys as lvalues of one type.
struct Less {
  template <typename T> __device__ bool operator()(T &a, T &b) const { return a < b; }
};

} // namespace

CUB_NAMESPACE_BEGIN
template <> __host__ __device__ Money Min::operator()(Money &a, Money &b) const {
  return b.cents < a.cents ? b : a;
}
CUB_NAMESPACE_END

namespace {

__global__ void scans(const Money *in, Money *block, Money *warp, Money *least) {
  using Block = cub::BlockScan<Money, 64>;
  using Warp = cub::WarpScan<Money>;
  __shared__ Block::TempStorage blockStorage;
  __shared__ Warp::TempStorage warpStorage[2];
  Money mine = in[threadIdx.x], result;
  Block(blockStorage).ExclusiveSum(mine, result);
  block[threadIdx.x] = result;
  Warp(warpStorage[threadIdx.x / 32]).ExclusiveSum(mine, result);
  warp[threadIdx.x] = result;
  Money other{0, 50};
  if (threadIdx.x == 0)
    *least = cub::Min()(mine, other);
}

void sums() {
  std::vector<Money> given;
  for (const int number : numbers(64, 100))
    given.push_back({number, number + 1});
  std::vector<Money> expected(64), inWarps(64);
  std::exclusive_scan(given.begin(), given.end(), expected.begin(), Money{});
  std::exclusive_scan(given.begin(), given.begin() + 32, inWarps.begin(), Money{});
  std::exclusive_scan(given.begin() + 32, given.end(), inWarps.begin() + 32, Money{});
  Device<Money> in(given), block(64), warp(64), least(1);
  scans<<<1, 64>>>(in, block, warp, least);
  CHECK(block.host() == expected);
  CHECK(warp.host() == inWarps);
  CHECK(least.one() == (given[0].cents <= 50 ? given[0] : Money{0, 50}));
}

void pairsOfTheOutput() {
  std::vector<signed char> given;
  for (const int number : numbers(5000, 200))
    given.push_back(static_cast<signed char>(number - 100));
  Device<signed char> in(given);
  Device<cub::KeyValuePair<int, int>> out(2);
  twoPhases([&](void *memory, size_t &bytes) {
    return cub::DeviceReduce::ArgMax(memory, bytes, static_cast<signed char *>(in),
                                     static_cast<cub::KeyValuePair<int, int> *>(out), 5000);
  });
  const auto greatest = std::max_element(given.begin(), given.end());
  CHECK_EQUAL(out.one().key, static_cast<int>(greatest - given.begin()));
  CHECK_EQUAL(out.one().value, *greatest);
  Device<int> offsets(std::vector<int>{0, 2000, 5000});
  twoPhases([&](void *memory, size_t &bytes) {
    return cub::DeviceSegmentedReduce::ArgMin(memory, bytes, static_cast<signed char *>(in),
                                              static_cast<cub::KeyValuePair<int, int> *>(out), 2,
                                              static_cast<int *>(offsets),
                                              static_cast<int *>(offsets) + 1);
  });
  const auto least = std::min_element(given.begin() + 2000, given.end());
  CHECK_EQUAL(out.host()[1].key, static_cast<int>(least - given.begin()) - 2000);
  CHECK_EQUAL(out.host()[1].value, *least);
}

void proxies() {
  for (const int n : {1, 100, 20000}) {
    const std::vector<int> given = numbers(n, 1 << 20);
    thrust::device_vector<int> keys(given.begin(), given.end());
    auto last = thrust::make_reverse_iterator(keys.end());
    twoPhases([&](void *memory, size_t &bytes) {
      return cub::DeviceMergeSort::SortKeys(memory, bytes, last, n, Less());
    });
    CHECK_MUSA(musaDeviceSynchronize());
    std::vector<int> expected = given;
    std::sort(expected.begin(), expected.end(), std::greater<int>());
    const thrust::host_vector<int> got = keys;
    CHECK(std::equal(expected.begin(), expected.end(), got.begin()));
  }
}

/// CUB refuses levels whose range times their number is more than 64 bits.
void refusedLevels() {
  constexpr unsigned long long most = ~0ULL;
  Device<unsigned long long> samples(std::vector<unsigned long long>{0, 5, most / 2 + 1});
  Device<int> counts(2);
  const auto histogram = [&](void *memory, size_t &bytes, int levels, auto lower, auto upper) {
    return cub::DeviceHistogram::HistogramEven(memory, bytes,
                                               static_cast<unsigned long long *>(samples),
                                               static_cast<int *>(counts), levels, lower, upper, 3);
  };
  twoPhases([&](void *memory, size_t &bytes) { return histogram(memory, bytes, 2, 0ULL, most); });
  CHECK_EQUAL(counts.one(), 3);
  twoPhases(
      [&](void *memory, size_t &bytes) { return histogram(memory, bytes, 3, 0ULL, most / 2); });
  CHECK(counts.host() == std::vector<int>({2, 0}));
  size_t bytes = 0;
  CHECK_EQUAL(histogram(nullptr, bytes, 3, 0ULL, most), musaErrorInvalidValue);
  CHECK(bytes > 0);
  CHECK_EQUAL(histogram(samples, bytes, 3, 0ULL, most), musaErrorInvalidValue);

  // Levels in the wrong order count nothing, and are no error.
  Device<unsigned> few(std::vector<unsigned>{1, 2, 3});
  twoPhases([&](void *memory, size_t &size) {
    return cub::DeviceHistogram::HistogramEven(memory, size, static_cast<unsigned *>(few),
                                               static_cast<int *>(counts), 3, 3U, 1U, 3);
  });
  CHECK(counts.host() == std::vector<int>({0, 0}));
}

__global__ void severalItems(const int *in, int *warps, int *keys, int *values) {
  using Warp = cub::WarpReduce<int>;
  __shared__ Warp::TempStorage storage;
  int mine[3], order[3];
  for (int i = 0; i < 3; ++i) {
    mine[i] = in[3 * threadIdx.x + i];
    order[i] = i;
  }
  const int sum = Warp(storage).Sum(mine);
  const int most = Warp(storage).Max(mine);
  const int least = Warp(storage).Reduce(mine, cub::Min());
  if (threadIdx.x == 0) {
    warps[0] = sum;
    warps[1] = most;
    warps[2] = least;
  }
  cub::StableOddEvenSort(mine, order, [](int a, int b) { return a / 10 < b / 10; });
  for (int i = 0; i < 3; ++i) {
    keys[3 * threadIdx.x + i] = mine[i];
    values[3 * threadIdx.x + i] = order[i];
  }
}

void inThreads() {
  const std::vector<int> given = numbers(96, 40);
  Device<int> in(given), warps(3), keys(96), values(96);
  severalItems<<<1, 32>>>(in, warps, keys, values);
  CHECK_EQUAL(warps.host()[0], std::accumulate(given.begin(), given.end(), 0));
  CHECK_EQUAL(warps.host()[1], *std::max_element(given.begin(), given.end()));
  CHECK_EQUAL(warps.host()[2], *std::min_element(given.begin(), given.end()));
  std::vector<int> sorted = given;
  for (auto first = sorted.begin(); first != sorted.end(); first += 3)
    std::stable_sort(first, first + 3, [](int a, int b) { return a / 10 < b / 10; });
  CHECK(keys.host() == sorted);
  for (size_t i = 0; i < 96; ++i)
    CHECK_EQUAL(given[i / 3 * 3 + static_cast<size_t>(values.host()[i])], sorted[i]);
}

void insides() {
  static_assert(std::is_same<cub::detail::conditional_t<true, int, float>, int>::value &&
                std::is_same<cub::detail::invoke_result_t<cub::Sum, int, float>, float>::value &&
                std::is_same<cub::detail::accumulator_t<cub::Max, double, int>, double>::value &&
                std::is_same<cub::detail::value_t<const char *>, char>::value);
  int chosen = 0;
  CUB_IF_CONSTEXPR(sizeof(chosen) == 1) { chosen = 1; }
  CUB_ELSE_IF_CONSTEXPR(sizeof(chosen) == 4) { chosen = 2; }
  CHECK_EQUAL(chosen, 2);
  static_assert(CUB_CPP_DIALECT >= 2017);
#ifdef CUB_RDC_ENABLED
  CHECK(false);
#endif

  musaFuncAttributes attributes;
  CHECK_MUSA(musaFuncGetAttributes(&attributes, cub::EmptyKernel<void>));
  cub::EmptyKernel<void><<<1, 32>>>();
  CHECK_MUSA(musaDeviceSynchronize());
  // A launch of nothing is an error, which CubDebug finds once.
  cub::EmptyKernel<void><<<0, 0>>>();
  CHECK_EQUAL(CubDebug(musaErrorMemoryAllocation), musaErrorMemoryAllocation);
  CHECK_EQUAL(CubDebug(musaSuccess), musaSuccess);
  cub::EmptyKernel<void><<<0, 0>>>();
  CHECK_EQUAL(CubDebug(musaSuccess), musaErrorInvalidConfiguration);
  CHECK_EQUAL(CubDebug(musaSuccess), musaSuccess);
}

} // namespace

int main() {
  sums();
  pairsOfTheOutput();
  proxies();
  refusedLevels();
  inThreads();
  insides();
  return CHECK_RESULT();
}
