// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's primitives of a logical warp: of 32 threads on each architecture, and of fewer.
// MCC:
// MCC: --offload-arch=mp_21
// MCC: -fno-musa-split-lanes
#include "cub_test.h"

#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

namespace {

constexpr int threads = 96;

struct Wide {
  long long a, b, c;
};
struct AddWide {
  __host__ __device__ Wide operator()(const Wide &x, const Wide &y) const {
    return {x.a + y.a, x.b + y.b, x.c + y.c};
  }
};

template <int Size> __global__ void collective(const int *in, int *out) {
  using Reduce = cub::WarpReduce<int, Size>;
  using Scan = cub::WarpScan<int, Size>;
  using ReduceWide = cub::WarpReduce<Wide, Size>;
  __shared__ typename Reduce::TempStorage reduce[threads / Size];
  __shared__ typename Scan::TempStorage scan[threads / Size];
  __shared__ typename ReduceWide::TempStorage wide[threads / Size];
  const int t = static_cast<int>(threadIdx.x), warp = t / Size, lane = t % Size;
  const int sum = Reduce(reduce[warp]).Sum(in[t]);
  const int greatest = Reduce(reduce[warp]).Reduce(in[t], cub::Max(), 3);
  int inclusive, exclusive, aggregate;
  Scan(scan[warp]).InclusiveSum(in[t], inclusive);
  Scan(scan[warp]).ExclusiveScan(in[t], exclusive, 100, cub::Sum(), aggregate);
  const Wide total = ReduceWide(wide[warp]).Reduce(Wide{in[t], 1, -in[t]}, AddWide());
  const int segment = Reduce(reduce[warp]).HeadSegmentedSum(in[t], lane % 3 == 0);
  if (lane == 0) {
    out[t] = sum;
    out[threads + t] = greatest;
    out[2 * threads + t] = total.c == -total.a && total.b == Size ? static_cast<int>(total.a) : -1;
  }
  out[3 * threads + t] = inclusive;
  out[4 * threads + t] = exclusive;
  out[5 * threads + t] = aggregate;
  out[6 * threads + t] = lane % 3 == 0 ? segment : 0;
}

template <int Size> void testCollective() {
  const std::vector<int> a = numbers(threads, 1000);
  Device<int> in(a), out(7 * threads);
  collective<Size><<<1, threads>>>(in, out);
  const std::vector<int> o = out.host();
  const auto at = [&](int part, int t) { return o[static_cast<size_t>(part * threads + t)]; };
  for (int first = 0; first < threads; first += Size) {
    const auto begin = a.begin() + first;
    const int sum = std::accumulate(begin, begin + Size, 0);
    CHECK_EQUAL(at(0, first), sum);
    CHECK_EQUAL(at(1, first), *std::max_element(begin, begin + std::min(3, Size)));
    CHECK_EQUAL(at(2, first), sum);
    for (int lane = 0; lane < Size; ++lane) {
      CHECK_EQUAL(at(3, first + lane), std::accumulate(begin, begin + lane + 1, 0));
      CHECK_EQUAL(at(4, first + lane), std::accumulate(begin, begin + lane, 100));
      CHECK_EQUAL(at(5, first + lane), sum);
      if (lane % 3 == 0)
        CHECK_EQUAL(at(6, first + lane),
                    std::accumulate(begin + lane, begin + std::min(lane + 3, Size), 0));
    }
  }
}

__global__ void move(const int *in, int *out) {
  constexpr int size = 16, items = 3;
  using Load = cub::WarpLoad<int, items, cub::WARP_LOAD_TRANSPOSE, size>;
  using Exchange = cub::WarpExchange<int, items, size>;
  using Sort = cub::WarpMergeSort<int, items, size>;
  using Store = cub::WarpStore<int, items, cub::WARP_STORE_STRIPED, size>;
  const int warp = static_cast<int>(threadIdx.x) / size;
  __shared__ typename Load::TempStorage load[threads / size];
  __shared__ typename Exchange::TempStorage exchange[threads / size];
  __shared__ typename Sort::TempStorage sort[threads / size];
  __shared__ typename Store::TempStorage store[threads / size];
  int mine[items];
  Load(load[warp]).Load(in + warp * size * items, mine);
  Sort(sort[warp]).Sort(mine, [](int a, int b) { return a < b; });
  Exchange(exchange[warp]).BlockedToStriped(mine, mine);
  Store(store[warp]).Store(out + warp * size * items, mine);
}

__global__ void shuffles(double *out) {
  const double mine = threadIdx.x;
  out[threadIdx.x] = cub::ShuffleUp<32>(mine, 1, 0, 0xffffffff);
  out[32 + threadIdx.x] = cub::ShuffleDown<8>(mine, 2, 7, 0xffffffff);
  out[64 + threadIdx.x] = cub::ShuffleIndex<32>(mine, 5, 0xffffffff);
}

/// A warp that has 20 of its 32 threads: the others' values are not there to be read.
__global__ void cutShort(Wide *out) {
  using Scan = cub::WarpScan<Wide>;
  __shared__ typename Scan::TempStorage scan;
  const Wide mine{threadIdx.x, 1, -2};
  Wide *at = out + threadIdx.x;
  at[0] = cub::ShuffleUp<32>(mine, 3, 0, 0xffffffff);
  at[20] = cub::ShuffleDown<32>(mine, 3, 31, 0xffffffff);
  at[40] = cub::ShuffleIndex<32>(mine, 25, 0xffffffff);
  at[60] = Scan(scan).Broadcast(mine, 7);
  at[80] = Scan(scan).Broadcast(mine, 30);
}

__global__ void segmentsAndMatches(const int *in, int *out) {
  using Reduce = cub::WarpReduce<int, 8>;
  __shared__ typename Reduce::TempStorage reduce[4];
  const int t = static_cast<int>(threadIdx.x), warp = t / 8;
  out[t] = Reduce(reduce[warp]).TailSegmentedSum(in[t], t % 3 == 0);
  out[32 + t] = Reduce(reduce[warp]).TailSegmentedReduce(in[t], t % 3 == 0, cub::Max());
  out[64 + t] = static_cast<int>(cub::MatchAny<2>(static_cast<unsigned>(t + 4 * (t % 5))));
}

__global__ void countLanes(int *lanes) { *lanes = warpSize; }
#if !defined(__MUSA_ARCH__) || __MUSA_ARCH__ < 310
/// Logical warps that only the architectures with 128 lanes have.
__global__ void large(int *out) {
  using Reduce = cub::WarpReduce<int, 64>;
  using Scan = cub::WarpScan<int, 128>;
  __shared__ typename Reduce::TempStorage reduce[2];
  __shared__ typename Scan::TempStorage scan;
  const int t = static_cast<int>(threadIdx.x);
  // Each in a branch of its own.
  out[t] = t < 64 ? Reduce(reduce[0]).Sum(t) : Reduce(reduce[1]).Sum(t);
  Scan(scan).InclusiveSum(t, out[128 + t]);
  out[256 + t] = cub::ShuffleUp<64>(t, 40, 0, 0xffffffff);
}
#else
__global__ void large(int *) {}
#endif

void testLarge() {
  Device<int> lanes(1), out(384);
  countLanes<<<1, 1>>>(lanes);
  if (lanes.one() < 128)
    return;
  large<<<1, 128>>>(out);
  const std::vector<int> o = out.host();
  CHECK_EQUAL(o[0], 63 * 64 / 2);
  CHECK_EQUAL(o[64], (64 + 127) * 32);
  for (int t = 0; t < 128; ++t) {
    CHECK_EQUAL(o[static_cast<size_t>(128 + t)], t * (t + 1) / 2);
    CHECK_EQUAL(o[static_cast<size_t>(256 + t)], t % 64 < 40 ? t : t - 40);
  }
}

void testCutShort() {
  Device<Wide> out(100);
  cutShort<<<1, 20>>>(out);
  const std::vector<Wide> o = out.host();
  for (int t = 0; t < 20; ++t) {
    const auto at = [&](int part) { return o[static_cast<size_t>(20 * part + t)]; };
    CHECK_EQUAL(at(0).a, t < 3 ? t : t - 3);
    CHECK_EQUAL(at(1).a, t + 3 < 20 ? t + 3 : t);
    CHECK_EQUAL(at(2).a, t);
    CHECK_EQUAL(at(3).a, 7);
    CHECK_EQUAL(at(4).a, t);
    CHECK_EQUAL(at(4).c, -2);
  }
}

void testSegmentsAndMatches() {
  const std::vector<int> a = numbers(32, 1000);
  Device<int> in(a), out(96);
  segmentsAndMatches<<<1, 32>>>(in, out);
  const std::vector<int> o = out.host();
  for (int t = 0; t < 32; ++t) {
    int sum = 0, most = 0;
    for (int i = t; i < t / 8 * 8 + 8; ++i) {
      sum += a[static_cast<size_t>(i)];
      most = std::max(most, a[static_cast<size_t>(i)]);
      if (i % 3 == 0)
        break;
    }
    // The results of a segment are those of its first thread.
    if (t % 8 == 0 || (t - 1) % 3 == 0) {
      CHECK_EQUAL(o[static_cast<size_t>(t)], sum);
      CHECK_EQUAL(o[static_cast<size_t>(32 + t)], most);
    }
    CHECK_EQUAL(static_cast<unsigned>(o[static_cast<size_t>(64 + t)]), 0x11111111U << t % 4);
  }
}

} // namespace

int main() {
  testCutShort();
  testSegmentsAndMatches();
  testLarge();
  testCollective<32>();
  testCollective<8>();
  testCollective<1>();
  std::vector<int> a = numbers(threads * 3, 1000);
  Device<int> in(a), out(a.size());
  move<<<1, threads>>>(in, out);
  for (size_t i = 0; i < a.size(); i += 48)
    std::sort(a.begin() + static_cast<long>(i), a.begin() + static_cast<long>(i) + 48);
  CHECK(out.host() == a);
  Device<double> shuffled(96);
  shuffles<<<1, 32>>>(shuffled);
  const std::vector<double> s = shuffled.host();
  for (int i = 0; i < 32; ++i) {
    CHECK_EQUAL(s[static_cast<size_t>(i)], i == 0 ? 0 : i - 1);
    CHECK_EQUAL(s[static_cast<size_t>(32 + i)], i % 8 + 2 > 7 ? i : i + 2);
    CHECK_EQUAL(s[static_cast<size_t>(64 + i)], 5);
  }
  return CHECK_RESULT();
}
