// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's sorts of arrays and of segments.
#include "cub_test.h"

#include <cub/cub.cuh>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace {

static_assert(cub::Traits<int>::LOWEST_KEY == 0x80000000u &&
              cub::Traits<int>::MAX_KEY == 0x7FFFFFFFu);
static_assert(cub::Traits<unsigned char>::LOWEST_KEY == 0 &&
              cub::Traits<unsigned char>::MAX_KEY == 255);
static_assert(cub::Traits<float>::LOWEST_KEY == 0xFFFFFFFFu &&
              cub::Traits<float>::MAX_KEY == 0x7FFFFFFFu);

template <typename Key> std::vector<size_t> order(const std::vector<Key> &keys, bool descending) {
  std::vector<size_t> index(keys.size());
  for (size_t i = 0; i < index.size(); ++i)
    index[i] = i;
  std::stable_sort(index.begin(), index.end(), [&](size_t a, size_t b) {
    return descending ? keys[b] < keys[a] : keys[a] < keys[b];
  });
  return index;
}

/// Keys, pairs and buffers, in both directions; the values tell whether equal keys kept their
/// order.
template <typename Key> void radix(const std::vector<Key> &keys) {
  const int n = static_cast<int>(keys.size());
  std::vector<int> positions(keys.size());
  for (int i = 0; i < n; ++i)
    positions[static_cast<size_t>(i)] = i;
  for (const bool descending : {false, true}) {
    const std::vector<size_t> expected = order(keys, descending);
    Device<Key> kin(keys), kout(keys.size());
    Device<int> vin(positions), vout(keys.size());
    Key *k0 = kin, *k1 = kout;
    int *v0 = vin, *v1 = vout;
    twoPhases([&](void *m, size_t &b) {
      return descending ? cub::DeviceRadixSort::SortPairsDescending(m, b, k0, k1, v0, v1, n)
                        : cub::DeviceRadixSort::SortPairs(m, b, k0, k1, v0, v1, n);
    });
    const std::vector<Key> sorted = kout.host();
    const std::vector<int> moved = vout.host();
    bool same = true;
    for (size_t i = 0; i < keys.size(); ++i)
      same &= sorted[i] == keys[expected[i]] && moved[i] == static_cast<int>(expected[i]);
    CHECK(same);
    CHECK(kin.host() == keys);
    twoPhases([&](void *m, size_t &b) {
      return descending ? cub::DeviceRadixSort::SortKeysDescending(m, b, k0, k1, n)
                        : cub::DeviceRadixSort::SortKeys(m, b, k0, k1, n);
    });
    CHECK(kout.host() == sorted);
    cub::DoubleBuffer<Key> kb(k0, k1);
    cub::DoubleBuffer<int> vb(v0, v1);
    twoPhases([&](void *m, size_t &b) {
      return descending ? cub::DeviceRadixSort::SortPairsDescending(m, b, kb, vb, n)
                        : cub::DeviceRadixSort::SortPairs(m, b, kb, vb, n);
    });
    CHECK((kb.Current() == k0 ? kin : kout).host() == sorted);
    CHECK((vb.Current() == v0 ? vin : vout).host() == moved);
  }
}

/// Keys of 16 bits: all that are no NaN.
template <typename Key> void radixOfHalves() {
  std::vector<Key> keys;
  for (int bits : numbers(20000, 1 << 16, 13)) {
    const auto pattern = static_cast<unsigned short>(bits);
    Key key;
    std::memcpy(static_cast<void *>(&key), &pattern, sizeof(Key));
    if (static_cast<float>(key) == static_cast<float>(key))
      keys.push_back(key);
  }
  radix(keys);
}
template <typename Key> void radixOf128() {
  std::vector<Key> keys;
  const std::vector<int> parts = numbers(40000, 1 << 16, 5);
  for (size_t i = 0; i < parts.size(); i += 8) {
    Key key = 0;
    for (size_t j = 0; j < 8; ++j)
      key = static_cast<Key>(static_cast<unsigned __int128>(key) << 16 |
                             static_cast<unsigned>(parts[i + (i % 3 ? j : 0)]));
    keys.push_back(key);
  }
  radix(keys);
}

template <typename Key> void radixOfSizes(int limit) {
  for (int n : {0, 1, 2, 33, 5001, 100003}) {
    std::vector<Key> keys;
    for (int x : numbers(n, limit, 77))
      keys.push_back(static_cast<Key>(x - limit / 2));
    radix(keys);
  }
}

void bits() {
  const std::vector<int> values = numbers(9001, 1 << 20, 5);
  std::vector<unsigned> keys(values.begin(), values.end());
  Device<unsigned> in(keys), out(keys.size());
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceRadixSort::SortKeys(m, b, static_cast<unsigned *>(in),
                                          static_cast<unsigned *>(out), 9001, 3, 14);
  });
  std::stable_sort(keys.begin(), keys.end(),
                   [](unsigned a, unsigned b) { return (a >> 3 & 2047) < (b >> 3 & 2047); });
  CHECK(out.host() == keys);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceRadixSort::SortKeys(m, b, static_cast<unsigned *>(in),
                                          static_cast<unsigned *>(out), 9001, 5, 5);
  });
  CHECK(out.host() == in.host());
}

struct Record {
  double weight;
  int id;
  bool operator==(const Record &o) const { return weight == o.weight && id == o.id; }
};
struct Lighter {
  __host__ __device__ bool operator()(const Record &a, const Record &b) const {
    return a.weight < b.weight;
  }
};

void merge(int n) {
  std::vector<Record> records;
  std::vector<int> values;
  for (int x : numbers(n, n / 4 + 1, 3)) {
    records.push_back({x * 0.5, static_cast<int>(records.size())});
    values.push_back(static_cast<int>(values.size()));
  }
  Device<Record> keys(records), copy(records.size());
  Device<int> items(values);
  Device<Record> input(records);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceMergeSort::StableSortPairs(m, b, static_cast<Record *>(keys),
                                                 static_cast<int *>(items), n, Lighter());
  });
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceMergeSort::SortKeysCopy(m, b, static_cast<Record *>(input),
                                              static_cast<Record *>(copy), n, Lighter());
  });
  Device<Record> sortedKeys(records.size());
  Device<int> inputItems(values), sortedItems(values.size());
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceMergeSort::SortPairsCopy(
        m, b, static_cast<Record *>(input), static_cast<int *>(inputItems),
        static_cast<Record *>(sortedKeys), static_cast<int *>(sortedItems), n, Lighter());
  });
  CHECK(input.host() == records && inputItems.host() == values);
  std::stable_sort(records.begin(), records.end(), Lighter());
  CHECK(sortedKeys.host() == records && sortedItems.host() == items.host());
  CHECK(keys.host() == records);
  CHECK(copy.host() == records);
  const std::vector<int> moved = items.host();
  bool same = true;
  for (size_t i = 0; i < records.size(); ++i)
    same &= moved[i] == records[i].id;
  CHECK(same);
}

void segments() {
  const std::vector<int> values = numbers(8000, 500, 6);
  const std::vector<int> offsets = {0, 0, 1, 3, 3, 2500, 7998, 8000};
  const int count = static_cast<int>(offsets.size()) - 1;
  std::vector<float> keys(values.begin(), values.end());
  std::vector<int> positions(keys.size());
  for (size_t i = 0; i < keys.size(); ++i)
    positions[i] = static_cast<int>(i);
  std::vector<int> sortedPositions = positions;
  for (size_t s = 0; s + 1 < offsets.size(); ++s)
    std::stable_sort(
        sortedPositions.begin() + offsets[s], sortedPositions.begin() + offsets[s + 1],
        [&](int a, int b) { return keys[static_cast<size_t>(b)] < keys[static_cast<size_t>(a)]; });
  Device<float> kin(keys), kout(keys.size());
  Device<int> vin(positions), vout(keys.size()), at(offsets);
  float *k0 = kin, *k1 = kout;
  int *v0 = vin, *v1 = vout, *begin = at;
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSegmentedRadixSort::SortPairsDescending(m, b, k0, k1, v0, v1, 8000, count,
                                                              begin, begin + 1);
  });
  CHECK(vout.host() == sortedPositions);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSegmentedSort::StableSortPairsDescending(m, b, k0, k1, v0, v1, 8000, count,
                                                               begin, begin + 1);
  });
  CHECK(vout.host() == sortedPositions);
  CHECK_EQUAL(kout.host()[3], *std::max_element(keys.begin() + 3, keys.begin() + 2500));
  const std::vector<float> descending = kout.host();
  Device<float> again(keys.size());
  float *k2 = again;
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSegmentedSort::SortKeysDescending(m, b, k0, k2, 8000, count, begin,
                                                        begin + 1);
  });
  CHECK(again.host() == descending);
  cub::DoubleBuffer<float> ascending(k2, k1);
  cub::DoubleBuffer<int> with(v1, v0);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSegmentedSort::StableSortPairs(m, b, ascending, with, 8000, count, begin,
                                                     begin + 1);
  });
  std::vector<float> reversed = descending;
  for (size_t s = 0; s + 1 < offsets.size(); ++s)
    std::reverse(reversed.begin() + offsets[s], reversed.begin() + offsets[s + 1]);
  CHECK((ascending.Current() == k2 ? again : kout).host() == reversed);
  CHECK_MUSA(
      musaMemcpy(v0, positions.data(), positions.size() * sizeof(int), musaMemcpyHostToDevice));
  cub::DoubleBuffer<float> buffer(k0, k1);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSegmentedSort::SortKeys(m, b, buffer, 8000, count, begin, begin + 1);
  });
  const std::vector<float> sorted = (buffer.Current() == k0 ? kin : kout).host();
  CHECK(std::is_sorted(sorted.begin() + 3, sorted.begin() + 2500));
  CHECK(std::is_sorted(sorted.begin() + 2500, sorted.begin() + 7998));
}

} // namespace

int main() {
  radixOfSizes<int>(1 << 20);
  radixOfSizes<unsigned char>(256);
  radixOfSizes<long long>(100);
  radixOfSizes<double>(1000);
  const float infinity = INFINITY;
  radix<float>({3.5f, -0.0f, 1e-40f, -infinity, 2.5f, 0.0f, -1e-40f, infinity, -7.0f, 0.0f, -0.0f});
  radixOfHalves<__half>();
  radixOfHalves<__mt_bfloat16>();
  radixOf128<__int128>();
  radixOf128<unsigned __int128>();
  bits();
  for (int n : {0, 1, 11, 12, 13, 4097, 70001})
    merge(n);
  segments();
  return CHECK_RESULT();
}
