// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's primitives of a block.
// MCC:
// MCC: --offload-arch=mp_21
// MCC: -fno-musa-split-lanes
#include "cub_test.h"

#include <cub/block/block_raking_layout.cuh>
#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

namespace {

constexpr int threads = 96;
constexpr int items = 5;
constexpr int all = threads * items;

struct Running {
  int total;
  __device__ int operator()(int aggregate) {
    const int before = total;
    total += aggregate;
    return before;
  }
};

__global__ void reduceAndScan(const int *in, int *out, int *results) {
  using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_TRANSPOSE>;
  using Reduce = cub::BlockReduce<int, threads>;
  using Scan = cub::BlockScan<int, threads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
  } temp;
  int mine[items], scanned[items], aggregate;
  Load(temp.load).Load(in, mine);
  __syncthreads();
  const int sum = Reduce(temp.reduce).Sum(mine);
  __syncthreads();
  const int valid = Reduce(temp.reduce).Reduce(mine[0], cub::Max(), 10);
  __syncthreads();
  Scan(temp.scan).ExclusiveSum(mine, scanned, aggregate);
  __syncthreads();
  Store(temp.store).Store(out, scanned);
  Scan(temp.scan).InclusiveScan(mine, scanned, cub::Max());
  __syncthreads();
  Store(temp.store).Store(out + all, scanned);
  Running running{1000};
  int one;
  Scan(temp.scan).ExclusiveSum(mine[0], one, running);
  __syncthreads();
  out[2 * all + threadIdx.x] = one;
  Scan(temp.scan).InclusiveSum(mine[0], one, running);
  out[2 * all + threads + threadIdx.x] = one;
  if (threadIdx.x == 0) {
    results[0] = sum;
    results[1] = valid;
    results[2] = running.total;
  }
  if (threadIdx.x == 50)
    results[3] = aggregate;
}

void testReduceAndScan() {
  const std::vector<int> a = numbers(all, 1000);
  Device<int> in(a), out(2 * all + 2 * threads), results(4);
  reduceAndScan<<<1, threads>>>(in, out, results);
  const std::vector<int> o = out.host(), r = results.host();
  std::vector<int> firsts;
  for (int t = 0; t < threads; ++t)
    firsts.push_back(a[static_cast<size_t>(t * items)]);
  const int sum = std::accumulate(a.begin(), a.end(), 0);
  const int sumOfFirsts = std::accumulate(firsts.begin(), firsts.end(), 0);
  CHECK_EQUAL(r[0], sum);
  CHECK_EQUAL(r[1], *std::max_element(firsts.begin(), firsts.begin() + 10));
  CHECK_EQUAL(r[2], 1000 + 2 * sumOfFirsts);
  CHECK_EQUAL(r[3], sum);
  int running = 0, greatest = 0;
  for (size_t i = 0; i < all; ++i) {
    CHECK_EQUAL(o[i], running);
    running += a[i];
    greatest = std::max(greatest, a[i]);
    CHECK_EQUAL(o[all + i], greatest);
  }
  running = 1000;
  for (size_t t = 0; t < threads; ++t) {
    CHECK_EQUAL(o[2 * all + t], running);
    running += firsts[t];
    CHECK_EQUAL(o[2 * all + threads + t], running + sumOfFirsts);
  }
}

__global__ void sort(const int *in, int *keys, short *values) {
  using Radix = cub::BlockRadixSort<int, threads, items, short>;
  using Merge = cub::BlockMergeSort<int, threads, items>;
  __shared__ typename Radix::TempStorage radix;
  __shared__ typename Merge::TempStorage merge;
  int key[items];
  short value[items];
  cub::LoadDirectBlocked(threadIdx.x, in, key);
  for (int i = 0; i < items; ++i)
    value[i] = static_cast<short>(threadIdx.x * items + i);
  Radix(radix).Sort(key, value);
  cub::StoreDirectBlocked(threadIdx.x, keys, key);
  cub::StoreDirectBlocked(threadIdx.x, values, value);
  __syncthreads();
  Radix(radix).SortDescendingBlockedToStriped(key, value);
  cub::StoreDirectStriped<threads>(threadIdx.x, keys + all, key);
  Merge(merge).Sort(key, [](int a, int b) { return a % 100 < b % 100; }, 300, 1 << 30);
  cub::StoreDirectBlocked(threadIdx.x, keys + 2 * all, key, 300);
}

void testSort() {
  std::vector<int> a;
  for (int x : numbers(all, 300))
    a.push_back(x - 150);
  Device<int> in(a), keys(3 * all);
  Device<short> values(all);
  sort<<<1, threads>>>(in, keys, values);
  std::vector<int> order(all);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int x, int y) {
    return a[static_cast<size_t>(x)] < a[static_cast<size_t>(y)];
  });
  const std::vector<int> k = keys.host();
  const std::vector<short> v = values.host();
  std::vector<int> sorted = a;
  std::sort(sorted.begin(), sorted.end());
  CHECK(std::equal(sorted.begin(), sorted.end(), k.begin()));
  CHECK(std::equal(order.begin(), order.end(), v.begin()));
  CHECK(std::equal(sorted.rbegin(), sorted.rend(), k.begin() + all));
  CHECK(std::is_sorted(k.begin() + 2 * all, k.begin() + 2 * all + 300,
                       [](int x, int y) { return x % 100 < y % 100; }));
}

__global__ void rearrange(int *out) {
  using Exchange = cub::BlockExchange<int, threads, items>;
  using Shuffle = cub::BlockShuffle<int, threads>;
  using Difference = cub::BlockAdjacentDifference<int, threads>;
  using Discontinuity = cub::BlockDiscontinuity<int, threads>;
  __shared__ typename Exchange::TempStorage exchange;
  __shared__ typename Shuffle::TempStorage shuffle;
  __shared__ typename Difference::TempStorage difference;
  __shared__ typename Discontinuity::TempStorage discontinuity;
  const int t = static_cast<int>(threadIdx.x);
  int mine[items], other[items], ranks[items], heads[items], tails[items];
  for (int i = 0; i < items; ++i) {
    mine[i] = t * items + i;
    ranks[i] = all - 1 - mine[i];
  }
  Exchange(exchange).BlockedToStriped(mine, other);
  cub::StoreDirectBlocked(t, out, other);
  __syncthreads();
  Exchange(exchange).BlockedToWarpStriped(mine, other);
  cub::StoreDirectWarpStriped(t, out + all, other);
  __syncthreads();
  Exchange(exchange).ScatterToBlocked(mine, other, ranks);
  cub::StoreDirectBlocked(t, out + 2 * all, other);
  int shifted = -1;
  Shuffle(shuffle).Offset(t, shifted, 2);
  out[3 * all + t] = shifted;
  for (int i = 0; i < items; ++i)
    mine[i] = (t * items + i) / 7;
  Difference(difference).SubtractLeft(mine, other, cub::Difference());
  cub::StoreDirectBlocked(t, out + 4 * all, other);
  Discontinuity(discontinuity).FlagHeadsAndTails(heads, tails, mine, cub::Inequality());
  cub::StoreDirectBlocked(t, out + 5 * all, heads);
  cub::StoreDirectBlocked(t, out + 6 * all, tails);
}

void testRearrange() {
  Device<int> out(7 * all);
  rearrange<<<1, threads>>>(out);
  const std::vector<int> o = out.host();
  for (int i = 0; i < all; ++i) {
    const auto at = [&](int part) { return o[static_cast<size_t>(part * all + i)]; };
    CHECK_EQUAL(at(0), i % items * threads + i / items);
    CHECK_EQUAL(at(1), i);
    CHECK_EQUAL(at(2), all - 1 - i);
    CHECK_EQUAL(at(4), i > 0 && i % 7 == 0 ? 1 : 0);
    CHECK_EQUAL(at(5), i % 7 == 0 ? 1 : 0);
    CHECK_EQUAL(at(6), i % 7 == 6 || i == all - 1 ? 1 : 0);
  }
  for (int t = 0; t < threads; ++t)
    CHECK_EQUAL(o[static_cast<size_t>(3 * all + t)], t + 2 < threads ? t + 2 : -1);
}

__global__ void countAndDecode(const unsigned char *in, int *histogram, int *decoded) {
  using Histogram = cub::BlockHistogram<unsigned char, threads, items, 256>;
  using Decode = cub::BlockRunLengthDecode<int, threads, 1, 4>;
  __shared__ typename Histogram::TempStorage unused;
  __shared__ typename Decode::TempStorage decode;
  __shared__ int counts[256];
  unsigned char mine[items];
  cub::LoadDirectStriped<threads>(threadIdx.x, in, mine);
  Histogram(unused).Histogram(mine, counts);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 256; i += threads)
    histogram[i] = counts[i];
  int value[1] = {static_cast<int>(threadIdx.x)}, length[1] = {static_cast<int>(threadIdx.x % 4)};
  unsigned total;
  Decode runs(decode, value, length, total);
  int part[4];
  for (unsigned from = 0; from < total; from += threads * 4) {
    runs.RunLengthDecode(part, from);
    cub::StoreDirectBlocked(threadIdx.x, decoded + from, part, static_cast<int>(total - from));
  }
}

void testCountAndDecode() {
  const std::vector<int> a = numbers(all, 256);
  Device<unsigned char> in(std::vector<unsigned char>(a.begin(), a.end()));
  Device<int> histogram(256), decoded(threads * 4);
  countAndDecode<<<1, threads>>>(in, histogram, decoded);
  std::vector<int> counts(256), runs;
  for (int x : a)
    ++counts[static_cast<size_t>(x)];
  for (int t = 0; t < threads; ++t)
    runs.insert(runs.end(), static_cast<size_t>(t % 4), t);
  CHECK(histogram.host() == counts);
  CHECK(decoded.host(runs.size()) == runs);
}

// Of two and three dimensions, a custom type, and one that is bigger than a register.
struct Big {
  double v[5];
};
struct AddBig {
  __host__ __device__ Big operator()(const Big &a, const Big &b) const {
    Big result;
    for (int i = 0; i < 5; ++i)
      result.v[i] = a.v[i] + b.v[i];
    return result;
  }
};
__global__ void dimensions(double *out) {
  using Reduce = cub::BlockReduce<Big, 4, cub::BLOCK_REDUCE_RAKING, 3, 2>;
  __shared__ typename Reduce::TempStorage temp;
  const int rank = static_cast<int>(threadIdx.x + 4 * (threadIdx.y + 3 * threadIdx.z));
  Big mine;
  for (int i = 0; i < 5; ++i)
    mine.v[i] = rank + i;
  const Big sum = Reduce(temp).Reduce(mine, AddBig());
  if (rank == 0)
    for (int i = 0; i < 5; ++i)
      out[i] = sum.v[i];
}

/// One warp adds the numbers of all threads; the last segment may be shorter.
template <int Count> __global__ void rake(int *sum) {
  using Layout = cub::BlockRakingLayout<int, Count>;
  __shared__ typename Layout::TempStorage temp;
  *Layout::PlacementPtr(temp, threadIdx.x) = static_cast<int>(threadIdx.x);
  __syncthreads();
  if (threadIdx.x >= Layout::RAKING_THREADS)
    return;
  const int *segment = Layout::RakingPtr(temp, threadIdx.x);
  const int left = Count - static_cast<int>(threadIdx.x) * Layout::SEGMENT_LENGTH;
  for (int i = 0; i < Layout::SEGMENT_LENGTH && (Layout::UNGUARDED || i < left); ++i)
    atomicAdd(sum, segment[i]);
}

template <int Count> void testRake() {
  Device<int> sum(std::vector<int>{0});
  rake<Count><<<1, Count>>>(sum);
  CHECK(sum.host() == std::vector<int>{Count * (Count - 1) / 2});
}

} // namespace

int main() {
  testReduceAndScan();
  testSort();
  testRearrange();
  testCountAndDecode();
  testRake<7>();
  testRake<96>();
  testRake<100>();
  Device<double> out(5);
  dimensions<<<1, dim3(4, 3, 2)>>>(out);
  CHECK(out.host() == (std::vector<double>{276, 300, 324, 348, 372}));
  return CHECK_RESULT();
}
