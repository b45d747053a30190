// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's radix sorts of keys that a decomposer takes apart.
#include "cub_test.h"

#include <cub/cub.cuh>

#include <algorithm>
#include <tuple>

namespace {

struct Key {
  float major;
  int unused;
  short minor;
};
struct Decomposer {
  __host__ __device__ musa::std::tuple<float &, short &> operator()(Key &key) const {
    return {key.major, key.minor};
  }
};
struct Wide {
  unsigned long long high;
  unsigned long long low;
};
struct WideDecomposer {
  __host__ __device__ musa::std::tuple<unsigned long long &, unsigned long long &>
  operator()(Wide &key) const {
    return {key.high, key.low};
  }
};

std::vector<Key> keysOf(int n) {
  std::vector<Key> keys;
  const std::vector<int> majors = numbers(n, 9, 3), minors = numbers(n, 7, 4);
  for (size_t i = 0; i < static_cast<size_t>(n); ++i)
    keys.push_back({static_cast<float>(majors[i] - 4) * 0.5F, static_cast<int>(i),
                    static_cast<short>(minors[i] - 3)});
  if (n > 1)
    keys[1].major = -0.0F; // equal to 0
  return keys;
}
bool less(const Key &a, const Key &b) {
  return std::tie(a.major, a.minor) < std::tie(b.major, b.minor);
}
std::vector<int> tags(const std::vector<Key> &keys) {
  std::vector<int> result;
  for (const Key &key : keys)
    result.push_back(key.unused);
  return result;
}

void wholeArrays() {
  for (const int n : {0, 1, 2, 257, 10007}) {
    const std::vector<Key> keys = keysOf(n);
    Device<int> values(tags(keys)), sortedValues(keys.size());
    for (const bool descending : {false, true}) {
      std::vector<Key> expected = keys;
      std::stable_sort(expected.begin(), expected.end(), [=](const Key &a, const Key &b) {
        return descending ? less(b, a) : less(a, b);
      });
      Device<Key> in(keys), out(keys.size());
      twoPhases([&](void *memory, size_t &bytes) {
        return descending
                   ? cub::DeviceRadixSort::SortKeysDescending(memory, bytes, static_cast<Key *>(in),
                                                              static_cast<Key *>(out), n,
                                                              Decomposer())
                   : cub::DeviceRadixSort::SortKeys(memory, bytes, static_cast<Key *>(in),
                                                    static_cast<Key *>(out), n, Decomposer());
      });
      CHECK(tags(out.host()) == tags(expected));
      twoPhases([&](void *memory, size_t &bytes) {
        return descending ? cub::DeviceRadixSort::SortPairsDescending(
                                memory, bytes, static_cast<Key *>(in), static_cast<Key *>(out),
                                static_cast<int *>(values), static_cast<int *>(sortedValues), n,
                                Decomposer(), 0, 48)
                          : cub::DeviceRadixSort::SortPairs(
                                memory, bytes, static_cast<Key *>(in), static_cast<Key *>(out),
                                static_cast<int *>(values), static_cast<int *>(sortedValues), n,
                                Decomposer(), 0, 48);
      });
      CHECK(tags(out.host()) == tags(expected));
      CHECK(sortedValues.host() == tags(expected));

      Device<int> otherValues(tags(keys));
      cub::DoubleBuffer<Key> keyBuffer(in, out);
      cub::DoubleBuffer<int> valueBuffer(otherValues, sortedValues);
      twoPhases([&](void *memory, size_t &bytes) {
        return descending ? cub::DeviceRadixSort::SortPairsDescending(memory, bytes, keyBuffer,
                                                                      valueBuffer, n, Decomposer())
                          : cub::DeviceRadixSort::SortPairs(memory, bytes, keyBuffer, valueBuffer,
                                                            n, Decomposer());
      });
      std::vector<int> got(keys.size());
      CHECK_MUSA(musaMemcpy(got.data(), valueBuffer.Current(), got.size() * sizeof(int),
                            musaMemcpyDeviceToHost));
      CHECK(got == tags(expected));
      CHECK(keyBuffer.selector == valueBuffer.selector);
    }
  }
}

/// Sorts by the lowest bits of the high number and the highest of the low one.
void ranges() {
  std::vector<Wide> keys;
  const std::vector<int> high = numbers(5000, 1 << 20, 5), low = numbers(5000, 1 << 20, 6);
  for (size_t i = 0; i < high.size(); ++i)
    keys.push_back({static_cast<unsigned long long>(high[i]) << 7,
                    static_cast<unsigned long long>(low[i]) << 44});
  for (const auto &[first, last] : {std::pair<int, int>(57, 75), {0, 64}, {64, 128}, {3, 127}}) {
    const auto bits = [first = first, last = last](const Wide &key) {
      unsigned __int128 whole = static_cast<unsigned __int128>(key.high) << 64 | key.low;
      whole <<= 128 - last;
      return whole >> (128 - last) >> first;
    };
    std::vector<Wide> expected = keys;
    std::stable_sort(expected.begin(), expected.end(),
                     [&](const Wide &a, const Wide &b) { return bits(a) < bits(b); });
    Device<Wide> in(keys), out(keys.size());
    twoPhases([&, first = first, last = last](void *memory, size_t &bytes) {
      return cub::DeviceRadixSort::SortKeys(memory, bytes, static_cast<Wide *>(in),
                                            static_cast<Wide *>(out), 5000, WideDecomposer(), first,
                                            last);
    });
    const std::vector<Wide> got = out.host();
    CHECK(std::equal(got.begin(), got.end(), expected.begin(), [](const Wide &a, const Wide &b) {
      return a.high == b.high && a.low == b.low;
    }));
  }
}

constexpr int threads = 64, items = 3;
template <bool Descending, bool Striped> __global__ void sortBlock(Key *keys, int *values) {
  using Sort = cub::BlockRadixSort<Key, threads, items, int>;
  __shared__ typename Sort::TempStorage storage;
  Key mine[items];
  int tagged[items];
  cub::LoadDirectBlocked(static_cast<int>(threadIdx.x), keys, mine);
  cub::LoadDirectBlocked(static_cast<int>(threadIdx.x), values, tagged);
  if constexpr (Striped) {
    if constexpr (Descending)
      Sort(storage).SortDescendingBlockedToStriped(mine, tagged, Decomposer());
    else
      Sort(storage).SortBlockedToStriped(mine, tagged, Decomposer(), 0, 48);
    cub::StoreDirectStriped<threads>(static_cast<int>(threadIdx.x), keys, mine);
    cub::StoreDirectStriped<threads>(static_cast<int>(threadIdx.x), values, tagged);
  } else {
    if constexpr (Descending)
      Sort(storage).SortDescending(mine, tagged, Decomposer());
    else
      Sort(storage).Sort(mine, tagged, Decomposer());
    cub::StoreDirectBlocked(static_cast<int>(threadIdx.x), keys, mine);
    cub::StoreDirectBlocked(static_cast<int>(threadIdx.x), values, tagged);
  }
}

template <bool Descending, bool Striped> void block() {
  const std::vector<Key> keys = keysOf(threads * items);
  std::vector<Key> expected = keys;
  std::stable_sort(expected.begin(), expected.end(),
                   [](const Key &a, const Key &b) { return Descending ? less(b, a) : less(a, b); });
  Device<Key> sorted(keys);
  Device<int> values(tags(keys));
  sortBlock<Descending, Striped><<<1, threads>>>(sorted, values);
  CHECK(tags(sorted.host()) == tags(expected));
  CHECK(values.host() == tags(expected));
}

} // namespace

int main() {
  wholeArrays();
  ranges();
  block<false, false>();
  block<true, false>();
  block<false, true>();
  block<true, true>();
  return CHECK_RESULT();
}
