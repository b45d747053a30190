// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's device-wide algorithms whose input and output are the same memory, or overlap: they work in
// place where CUB's do, and where nothing is written before it is read, and refuse the rest.
#include "cub_test.h"

#include <cub/cub.cuh>

#include <algorithm>
#include <iterator>
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

/// `call(memory, bytes)` says how much memory it wants, and no when it gets that.
template <typename Call> void refusedToRun(Call call) {
  size_t bytes = 0;
  CHECK_MUSA(call(nullptr, bytes));
  CHECK(bytes > 0);
  Device<char> memory(bytes);
  CHECK_EQUAL(call(static_cast<char *>(memory), bytes), musaErrorInvalidValue);
}

/// `call(memory, bytes, in, out)` says no to arrays that overlap, by one item and by all but one.
template <typename T = int, typename Call>
void refused(Call call, std::initializer_list<int> distances = {1, -1, n - 1, 1 - n}) {
  Device<T> items(2 * n);
  for (const int distance : distances) {
    T *const in = items + (distance < 0 ? -distance : 0);
    refusedToRun([&](void *m, size_t &b) { return call(m, b, in, in + distance); });
  }
}

/// `call(memory, bytes, in, out)`, which writes the first of its items, does so in place and if
/// `out` begins before `in`, but does not if it begins behind the first item.
template <typename Call>
void movesForward(Call call, const std::vector<int> &from, const std::vector<int> &result) {
  for (const int distance : {0, 1, 100, n - 1}) {
    std::vector<int> values(static_cast<size_t>(distance), -1);
    values.insert(values.end(), from.begin(), from.end());
    Device<int> items(values);
    twoPhases([&](void *m, size_t &b) {
      return call(m, b, items + distance, static_cast<int *>(items));
    });
    CHECK(items.host(result.size()) == result);
  }
  refused(call, {1, n - 1});
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
  refused([&](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceSegmentedRadixSort::SortKeys(m, b, in, out, n, segments, offsets,
                                                   offsets + 1);
  });
  CHECK(inPlace([](void *m, size_t &b, int *x) {
          return cub::DeviceRadixSort::SortKeys(m, b, x, x, n);
        }) == sorted);
  CHECK(inPlace([](void *m, size_t &b, int *x) {
          return cub::DeviceMergeSort::SortKeysCopy(m, b, x, x, n, Less());
        }) == sorted);
  refused([](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceRadixSort::SortKeys(m, b, in, out, n);
  });
  refused([](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceMergeSort::SortKeysCopy(m, b, in, out, n, Less());
  });
  refused([](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceMergeSort::StableSortKeysCopy(m, b, in, out, n, Less());
  });
  Device<int> from(n), to(n);
  refused([&](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceMergeSort::SortPairsCopy(m, b, static_cast<int *>(from), in,
                                               static_cast<int *>(to), out, n, Less());
  });
  refused([](void *m, size_t &b, int *in, int *out) {
    cub::DoubleBuffer<int> keys(in, out);
    return cub::DeviceRadixSort::SortKeys(m, b, keys, n);
  });

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

/// An odd number of passes, of which the first would write what it reads.
void radixSortsInPlace() {
  std::vector<unsigned char> bytes(n);
  std::vector<int> places(n);
  for (int i = 0; i < n; ++i) {
    bytes[static_cast<size_t>(i)] = static_cast<unsigned char>(i * 7919LL % 251);
    places[static_cast<size_t>(i)] = i;
  }
  std::vector<int> sorted = places;
  std::stable_sort(sorted.begin(), sorted.end(), [&](int a, int b) {
    return bytes[static_cast<size_t>(a)] < bytes[static_cast<size_t>(b)];
  });
  for (const bool keysInPlace : {true, false}) {
    Device<unsigned char> keys(bytes), otherKeys(n);
    Device<int> values(places), otherValues(n);
    unsigned char *const outKeys = keysInPlace ? keys : otherKeys;
    int *const outValues = keysInPlace ? otherValues : values;
    twoPhases([&](void *m, size_t &b) {
      return cub::DeviceRadixSort::SortPairs(m, b, static_cast<unsigned char *>(keys), outKeys,
                                             static_cast<int *>(values), outValues, n);
    });
    CHECK((keysInPlace ? otherValues : values).host() == sorted);
  }
  std::sort(bytes.begin(), bytes.end());
  Device<unsigned char> keys(bytes);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceRadixSort::SortKeys(m, b, static_cast<unsigned char *>(keys),
                                          static_cast<unsigned char *>(keys), n);
  });
  CHECK(keys.host() == bytes);
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

  // The sums replace the keys. Runs end in the parts, and where they do.
  for (const int length : {1, 3, 1000, 4096, 10'000}) {
    std::vector<int> runs(n), inclusive(n), exclusive(n);
    const std::vector<int> items = input();
    for (size_t i = 0; i < runs.size(); ++i) {
      runs[i] = static_cast<int>(i) / length;
      const bool same = i > 0 && runs[i] == runs[i - 1];
      exclusive[i] = same ? inclusive[i - 1] : 0;
      inclusive[i] = exclusive[i] + items[i];
    }
    Device<int> values(items);
    CHECK(inPlace(
              [&](void *m, size_t &b, int *x) {
                return cub::DeviceScan::InclusiveSumByKey(m, b, x, static_cast<int *>(values), x,
                                                          n);
              },
              runs) == inclusive);
    CHECK(inPlace(
              [&](void *m, size_t &b, int *x) {
                return cub::DeviceScan::ExclusiveSumByKey(m, b, x, static_cast<int *>(values), x,
                                                          n);
              },
              runs) == exclusive);
  }
  Device<int> ones(std::vector<int>(n, 1));
  CHECK(inPlace([](void *m, size_t &b,
                   int *x) { return cub::DeviceScan::InclusiveSumByKey(m, b, x, x, x, n); },
                std::vector<int>(n, 1))
            .back() == n);
  refused([&](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceScan::InclusiveSumByKey(m, b, in, static_cast<int *>(ones), out, n);
  });
}

void selections() {
  Device<int> count(2);
  int *const counted = count;
  std::vector<int> even;
  for (int x : input())
    if (Even()(x))
      even.push_back(x);
  const auto select = [&](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceSelect::If(m, b, in, out, counted, n, Even());
  };
  movesForward(select, input(), even);
  Device<int> flags(input());
  const std::vector<int> values = input();
  std::vector<int> flagged;
  std::copy_if(values.begin(), values.end(), std::back_inserter(flagged), [](int x) { return x; });
  movesForward(
      [&](void *m, size_t &b, int *in, int *out) {
        return cub::DeviceSelect::Flagged(m, b, in, static_cast<int *>(flags), out, counted, n);
      },
      values, flagged);
  const auto flagsOver = [&](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceSelect::Flagged(m, b, static_cast<int *>(flags), in, out, counted, n);
  };
  movesForward(flagsOver, values, flagged);
  movesForward([&](void *m, size_t &b, int *in,
                   int *out) { return cub::DeviceSelect::Flagged(m, b, in, in, out, counted, n); },
               values, flagged);
  // The flags are the data, and both are replaced.
  const auto flaggedItems = [&](std::vector<int> items) {
    items.resize(flagged.size());
    return items == flagged;
  };
  CHECK(flaggedItems(inPlace([&](void *m, size_t &b, int *x) {
    return cub::DeviceSelect::Flagged(m, b, x, x, counted, n);
  })));
  CHECK_EQUAL(count.one(), static_cast<int>(flagged.size()));
  CHECK(flaggedItems(inPlace([&](void *m, size_t &b, int *x) {
    return cub::DeviceSelect::FlaggedIf(m, b, x, x, counted, n,
                                        [] __device__(int flag) { return flag != 0; });
  })));
  // The items are smaller than the flags in whose place they go, then larger.
  std::vector<short> shorts(n), flaggedShorts;
  for (int i = 0; i < n; ++i) {
    shorts[static_cast<size_t>(i)] = static_cast<short>(i);
    if (values[static_cast<size_t>(i)] != 0)
      flaggedShorts.push_back(static_cast<short>(i));
  }
  Device<short> from(shorts);
  Device<int> replaced(values);
  int *const large = replaced;
  auto *const small = reinterpret_cast<short *>(large);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSelect::Flagged(m, b, static_cast<short *>(from), large, small, counted, n);
  });
  std::vector<int> packed = replaced.host();
  CHECK(std::equal(flaggedShorts.begin(), flaggedShorts.end(),
                   reinterpret_cast<short *>(packed.data())));
  refusedToRun([&](void *m, size_t &b) {
    return cub::DeviceSelect::Flagged(m, b, static_cast<int *>(flags), small, large, counted, n);
  });

  std::vector<int> sorted = input();
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> unique(sorted);
  unique.erase(std::unique(unique.begin(), unique.end()), unique.end());
  std::vector<int> counts;
  for (int x : unique)
    counts.push_back(static_cast<int>(std::count(sorted.begin(), sorted.end(), x)));
  movesForward([&](void *m, size_t &b, int *in,
                   int *out) { return cub::DeviceSelect::Unique(m, b, in, out, counted, n); },
               sorted, unique);
  Device<int> lengths(n), ones(std::vector<int>(n, 1)), other(n);
  const auto encode = [&](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceRunLengthEncode::Encode(m, b, in, out, static_cast<int *>(lengths), counted,
                                              n);
  };
  movesForward(encode, sorted, unique);
  CHECK(lengths.host(unique.size()) == counts);
  const auto lengthsOver = [&](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceRunLengthEncode::Encode(m, b, in, static_cast<int *>(other), out, counted, n);
  };
  refused(lengthsOver, {0, 1, n - 1});
  refused(
      [&](void *m, size_t &b, int *in, int *out) {
        return cub::DeviceRunLengthEncode::NonTrivialRuns(m, b, in, out,
                                                          static_cast<int *>(lengths), counted, n);
      },
      {0, 1, n - 1});
  const auto keysBy = [&](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceReduce::ReduceByKey(m, b, in, out, static_cast<int *>(ones),
                                          static_cast<int *>(lengths), counted, cub::Sum(), n);
  };
  movesForward(keysBy, sorted, unique);
  CHECK(lengths.host(unique.size()) == counts);
  refused(
      [&](void *m, size_t &b, int *in, int *out) {
        return cub::DeviceReduce::ReduceByKey(m, b, in, static_cast<int *>(other),
                                              static_cast<int *>(ones), out, counted, cub::Sum(),
                                              n);
      },
      {0, 1, n - 1});
  movesForward(
      [&](void *m, size_t &b, int *in, int *out) {
        return cub::DeviceSelect::UniqueByKey(m, b, in, static_cast<int *>(ones), out,
                                              static_cast<int *>(lengths), counted, n);
      },
      sorted, unique);

  // A partition has no room for the unselected items.
  const auto partition = [&](void *m, size_t &b, int *in, int *out) {
    return cub::DevicePartition::If(m, b, in, out, counted, n, Even());
  };
  refused(partition);
  refused([&](void *m, size_t &b, int *in, int *out) {
    return cub::DevicePartition::If(m, b, in, out, static_cast<int *>(lengths), out, counted, n,
                                    Even(), Even());
  });
  refused(partition, {0});
  for (int output = 0; output < 3; ++output)
    refused(
        [&](void *m, size_t &b, int *in, int *out) {
          int *const to[] = {lengths, other, ones};
          return cub::DevicePartition::If(m, b, in, output == 0 ? out : to[0],
                                          output == 1 ? out : to[1], output == 2 ? out : to[2],
                                          counted, n, Even(), Even());
        },
        {0, 1, n - 1});
  // One array for all, whose outputs are as short as they must be.
  const auto odd = static_cast<int>(n - even.size());
  std::vector<int> arena(static_cast<size_t>(n));
  arena.insert(arena.end(), values.begin(), values.end());
  Device<int> all(arena);
  int *const begin = all;
  twoPhases([&](void *m, size_t &b) {
    return cub::DevicePartition::If(m, b, begin + n, begin + odd, static_cast<int *>(other), begin,
                                    counted, n, Even(), Even());
  });
  arena.clear();
  std::copy_if(values.begin(), values.end(), std::back_inserter(arena),
               [](int x) { return x % 2 != 0; });
  arena.insert(arena.end(), even.begin(), even.end());
  arena.insert(arena.end(), values.begin(), values.end());
  CHECK(all.host() == arena);
  CHECK(count.host() == (std::vector<int>{n - odd, 0}));
  Device<int> items(2 * n);
  int *const first = items;
  refusedToRun([&](void *m, size_t &b) {
    return cub::DevicePartition::If(m, b, first, first + n, first + n - 1, n, Even());
  });
}

/// The items have other sizes, so they are not in place.
void otherSizes() {
  Device<int> items(n);
  int *const ints = items;
  auto *const shorts = reinterpret_cast<short *>(ints);
  refusedToRun(
      [&](void *m, size_t &b) { return cub::DeviceScan::InclusiveSum(m, b, shorts, ints, n); });
  refusedToRun(
      [&](void *m, size_t &b) { return cub::DeviceScan::InclusiveSum(m, b, ints, shorts, n); });
  refusedToRun([&](void *m, size_t &b) {
    return cub::DeviceScan::InclusiveSumByKey(m, b, ints, shorts, ints, n);
  });
  refusedToRun([&](void *m, size_t &b) {
    return cub::DeviceHistogram::HistogramEven(m, b, ints, ints + n - 2, 8, 0, 7, n);
  });
  refused([](void *m, size_t &b, int *in, int *out) {
    return cub::DeviceAdjacentDifference::SubtractLeftCopy(m, b, in, out, n);
  });
}

/// The call for the size may pass one pointer for all arrays, whatever they are when it runs.
void sizes() {
  Device<int> arrays(std::vector<int>(8 * n, 1)), offsets(std::vector<int>{0, n});
  int *const real = arrays;
  // `call(memory, bytes, array)` gets array k from `array(k)`.
  const auto asks = [&](auto call) {
    for (int *const placeholder : {real, static_cast<int *>(nullptr)}) {
      size_t bytes = 0;
      CHECK_MUSA(call(nullptr, bytes, [&](int) { return placeholder; }));
      CHECK(bytes > 0);
      Device<char> memory(bytes);
      CHECK_MUSA(
          call(static_cast<char *>(memory), bytes, [&](int k) { return real + size_t(k) * n; }));
      CHECK_MUSA(musaDeviceSynchronize());
    }
  };
  int *const begins = offsets;
  asks([](void *m, size_t &b, auto x) {
    return cub::DeviceRadixSort::SortPairs(m, b, x(0), x(1), x(2), x(3), n);
  });
  asks([](void *m, size_t &b, auto x) {
    cub::DoubleBuffer<int> keys(x(0), x(1)), values(x(2), x(3));
    return cub::DeviceRadixSort::SortPairs(m, b, keys, values, n);
  });
  asks([&](void *m, size_t &b, auto x) {
    return cub::DeviceSegmentedSort::SortPairs(m, b, x(0), x(1), x(2), x(3), n, 1, begins,
                                               begins + 1);
  });
  asks([&](void *m, size_t &b, auto x) {
    cub::DoubleBuffer<int> keys(x(0), x(1)), values(x(2), x(3));
    return cub::DeviceSegmentedSort::SortPairs(m, b, keys, values, n, 1, begins, begins + 1);
  });
  asks([](void *m, size_t &b, auto x) {
    return cub::DeviceMergeSort::SortKeysCopy(m, b, x(0), x(1), n, Less());
  });
  asks([](void *m, size_t &b, auto x) {
    return cub::DeviceMergeSort::SortPairsCopy(m, b, x(0), x(1), x(2), x(3), n, Less());
  });
  asks([](void *m, size_t &b, auto x) {
    return cub::DeviceSelect::Flagged(m, b, x(0), x(1), x(2), x(3), n);
  });
  asks([](void *m, size_t &b, auto x) {
    return cub::DeviceSelect::UniqueByKey(m, b, x(0), x(1), x(2), x(3), x(4), n);
  });
  asks([](void *m, size_t &b, auto x) {
    return cub::DevicePartition::Flagged(m, b, x(0), x(1), x(2), x(3), n);
  });
  asks([](void *m, size_t &b, auto x) {
    return cub::DevicePartition::If(m, b, x(0), x(1), x(2), x(3), x(4), n, Even(), Even());
  });
  asks([](void *m, size_t &b, auto x) {
    return cub::DeviceReduce::ReduceByKey(m, b, x(0), x(1), x(2), x(3), x(4), cub::Sum(), n);
  });
  asks([](void *m, size_t &b, auto x) {
    return cub::DeviceRunLengthEncode::Encode(m, b, x(0), x(1), x(2), x(3), n);
  });
  asks([](void *m, size_t &b, auto x) {
    return cub::DeviceHistogram::HistogramEven(m, b, x(0), x(1), 8, 0, 7, n);
  });
  asks([](void *m, size_t &b, auto x) {
    return cub::DeviceScan::InclusiveSum(m, b, x(0), x(1), n);
  });
  asks([](void *m, size_t &b, auto x) {
    return cub::DeviceScan::InclusiveSumByKey(m, b, x(0), x(1), x(2), n);
  });
  asks([](void *m, size_t &b, auto x) {
    return cub::DeviceAdjacentDifference::SubtractLeftCopy(m, b, x(0), x(1), n);
  });
  // So many that one thread needs less memory than all.
  Device<int> to(7 * n), count(1);
  size_t bytes = 0;
  CHECK_MUSA(cub::DeviceSelect::If(nullptr, bytes, real, real, begins, 7 * n, Even()));
  Device<char> memory(bytes);
  CHECK_MUSA(cub::DeviceSelect::If(static_cast<char *>(memory), bytes, real, static_cast<int *>(to),
                                   static_cast<int *>(count), 7 * n, Even()));
}

/// One histogram for all channels has the sums of all.
void histograms() {
  std::vector<unsigned char> image(4 * n);
  std::vector<int> counts(8);
  for (size_t i = 0; i < image.size(); ++i) {
    image[i] = static_cast<unsigned char>(i * 7919 % 256);
    if (i % 4 < 3)
      ++counts[image[i] / 32];
  }
  Device<unsigned char> samples(image);
  Device<int> histogram(8);
  int *to[] = {histogram, histogram, histogram}, levels[] = {9, 9, 9};
  int lower[] = {0, 0, 0}, upper[] = {256, 256, 256};
  const auto call = [&](void *m, size_t &b) {
    return cub::DeviceHistogram::MultiHistogramEven<4, 3>(
        m, b, static_cast<unsigned char *>(samples), to, levels, lower, upper, n);
  };
  twoPhases(call);
  CHECK(histogram.host() == counts);
  to[2] = reinterpret_cast<int *>(static_cast<unsigned char *>(samples) + 4 * n - 4);
  refusedToRun(call);
}

} // namespace

int main() {
  std::vector<int> begins;
  for (int i = 0; i <= segments; ++i)
    begins.push_back(i * n / segments);
  Device<int> offsets(begins);
  sorts(offsets);
  radixSortsInPlace();
  scans();
  selections();
  otherSizes();
  histograms();
  sizes();
  return CHECK_RESULT();
}
