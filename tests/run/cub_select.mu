// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's selections, partitions, runs, histograms and loops over arrays.
#include "cub_test.h"

#include <cub/cub.cuh>

#include <algorithm>

namespace {

struct Below {
  int limit;
  __host__ __device__ bool operator()(int x) const { return x < limit; }
};

std::vector<int> runs(int n) {
  std::vector<int> result;
  for (int x : numbers(n, 4))
    result.insert(result.end(), static_cast<size_t>(x % 3 + 1), x);
  result.resize(static_cast<size_t>(n));
  std::fill(result.begin() + n / 3, result.begin() + n / 2, 42);
  return result;
}

void select(int n) {
  const std::vector<int> values = numbers(n, 100), flags = numbers(n, 2, 7);
  std::vector<int> below, flagged;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] < 40)
      below.push_back(values[i]);
    if (flags[i] != 0)
      flagged.push_back(values[i]);
  }
  Device<int> in(values), marks(flags), out(values.size()), count(1);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSelect::If(m, b, static_cast<int *>(in), static_cast<int *>(out),
                                 static_cast<int *>(count), n, Below{40});
  });
  CHECK_EQUAL(static_cast<size_t>(count.one()), below.size());
  CHECK(out.host(below.size()) == below);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSelect::Flagged(m, b, static_cast<int *>(in), static_cast<int *>(marks),
                                      static_cast<int *>(out), static_cast<int *>(count), n);
  });
  CHECK(out.host(flagged.size()) == flagged);
  std::vector<int> flaggedParts = flagged;
  for (size_t i = values.size(); i-- > 0;)
    if (flags[i] == 0)
      flaggedParts.push_back(values[i]);
  twoPhases([&](void *m, size_t &b) {
    return cub::DevicePartition::Flagged(m, b, static_cast<int *>(in), static_cast<int *>(marks),
                                         static_cast<int *>(out), static_cast<int *>(count), n);
  });
  CHECK_EQUAL(static_cast<size_t>(count.one()), flagged.size());
  CHECK(out.host() == flaggedParts);
  // By what another array has there.
  const std::vector<int> others = numbers(n, 100, 11);
  std::vector<int> byOthers;
  for (size_t i = 0; i < values.size(); ++i)
    if (others[i] < 40)
      byOthers.push_back(values[i]);
  Device<int> conditions(others), data(values);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSelect::FlaggedIf(m, b, static_cast<int *>(in),
                                        static_cast<int *>(conditions), static_cast<int *>(out),
                                        static_cast<int *>(count), n, Below{40});
  });
  CHECK(out.host(static_cast<size_t>(count.one())) == byOthers);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSelect::FlaggedIf(m, b, static_cast<int *>(data),
                                        static_cast<int *>(conditions), static_cast<int *>(count),
                                        n, Below{40});
  });
  CHECK(data.host(static_cast<size_t>(count.one())) == byOthers);

  twoPhases([&](void *m, size_t &b) {
    return cub::DevicePartition::If(m, b, static_cast<int *>(in), static_cast<int *>(out),
                                    static_cast<int *>(count), n, Below{40});
  });
  std::vector<int> parts = below;
  for (size_t i = values.size(); i-- > 0;)
    if (values[i] >= 40)
      parts.push_back(values[i]);
  CHECK(out.host() == parts);

  Device<int> small(values.size()), large(values.size()), rest(values.size()), counts(2);
  twoPhases([&](void *m, size_t &b) {
    return cub::DevicePartition::If(m, b, static_cast<int *>(in), static_cast<int *>(small),
                                    static_cast<int *>(large), static_cast<int *>(rest),
                                    static_cast<int *>(counts), n, Below{40},
                                    [] __device__(int x) { return x >= 90; });
  });
  const auto sizes = counts.host();
  CHECK(small.host(below.size()) == below);
  CHECK_EQUAL(static_cast<size_t>(sizes[0]), below.size());
  CHECK_EQUAL(sizes[1], std::count_if(values.begin(), values.end(), [](int x) { return x >= 90; }));
  if (n > 0) {
    const auto middle = rest.host(values.size() - static_cast<size_t>(sizes[0] + sizes[1]));
    CHECK(std::all_of(middle.begin(), middle.end(), [](int x) { return x >= 40 && x < 90; }));
  }

  // In place.
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSelect::If(m, b, static_cast<int *>(in), static_cast<int *>(count), n,
                                 Below{40});
  });
  CHECK(in.host(below.size()) == below);
}

void unique(int n) {
  const std::vector<int> values = runs(n), items = numbers(n, 1000, 3);
  std::vector<int> uniques, lengths, firsts, longStarts, longLengths;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i == 0 || values[i] != values[i - 1]) {
      uniques.push_back(values[i]);
      firsts.push_back(items[i]);
      lengths.push_back(0);
    }
    if (++lengths.back() == 2) {
      longStarts.push_back(static_cast<int>(i) - 1);
      longLengths.push_back(1);
    }
    if (lengths.back() >= 2)
      ++longLengths.back();
  }
  Device<int> in(values), with(items), out(values.size()), more(values.size()), count(1);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSelect::Unique(m, b, static_cast<int *>(in), static_cast<int *>(out),
                                     static_cast<int *>(count), n);
  });
  CHECK(out.host(static_cast<size_t>(count.one())) == uniques);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSelect::UniqueByKey(m, b, static_cast<int *>(in), static_cast<int *>(with),
                                          static_cast<int *>(out), static_cast<int *>(more),
                                          static_cast<int *>(count), n);
  });
  CHECK(out.host(static_cast<size_t>(count.one())) == uniques);
  CHECK(more.host(firsts.size()) == firsts);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceRunLengthEncode::Encode(m, b, static_cast<int *>(in), static_cast<int *>(out),
                                              static_cast<int *>(more), static_cast<int *>(count),
                                              n);
  });
  CHECK(out.host(static_cast<size_t>(count.one())) == uniques);
  CHECK(more.host(lengths.size()) == lengths);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceRunLengthEncode::NonTrivialRuns(
        m, b, static_cast<int *>(in), static_cast<int *>(out), static_cast<int *>(more),
        static_cast<int *>(count), n);
  });
  CHECK(out.host(static_cast<size_t>(count.one())) == longStarts);
  CHECK(more.host(longLengths.size()) == longLengths);
}

void histogram(int n) {
  const std::vector<int> values = numbers(n, 300);
  std::vector<int> even(8), range(3);
  for (int x : values) {
    if (x >= 10 && x < 250)
      ++even[static_cast<size_t>((x - 10) * 8 / 240)];
    if (x >= 5 && x < 200)
      ++range[x < 17 ? 0U : x < 100 ? 1U : 2U];
  }
  Device<int> in(values), out(8), levels(std::vector<int>{5, 17, 100, 200});
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceHistogram::HistogramEven(m, b, static_cast<int *>(in),
                                               static_cast<int *>(out), 9, 10, 250, n);
  });
  CHECK(out.host() == even);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceHistogram::HistogramRange(m, b, static_cast<int *>(in),
                                                static_cast<int *>(out), 4,
                                                static_cast<const int *>(levels), n);
  });
  CHECK(out.host(3) == range);
  // Four channels of which three count, in rows with a gap behind each.
  const int width = 5, rows = n / 24;
  std::vector<unsigned char> pixels(values.begin(), values.end());
  Device<unsigned char> image(pixels);
  Device<unsigned> red(256), green(256), blue(256);
  unsigned *histograms[3] = {red, green, blue};
  int counts[3] = {257, 257, 257}, lower[3] = {0, 0, 0}, upper[3] = {256, 256, 256};
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceHistogram::MultiHistogramEven<4, 3>(m, b, static_cast<unsigned char *>(image),
                                                          histograms, counts, lower, upper, width,
                                                          rows, size_t{24});
  });
  std::vector<unsigned> expected(256);
  for (int row = 0; row < rows; ++row)
    for (int x = 0; x < width; ++x)
      ++expected[pixels[static_cast<size_t>(row * 24 + x * 4 + 1)]];
  CHECK(green.host() == expected);
}

void floatHistogram() {
  std::vector<float> values = {-0.1f, 0.0f, 0.24f, 0.25f, 0.5f, 0.99f, 1.0f, 0.75f};
  Device<float> in(values);
  Device<int> out(4);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceHistogram::HistogramEven(m, b, static_cast<float *>(in),
                                               static_cast<int *>(out), 5, 0.0f, 1.0f, 8);
  });
  CHECK(out.host() == (std::vector<int>{2, 1, 1, 2}));
}

void neighbours(int n) {
  const std::vector<int> values = numbers(n, 1000);
  std::vector<int> left = values, right = values;
  for (size_t i = 1; i < values.size(); ++i) {
    left[i] = values[i] - values[i - 1];
    right[i - 1] = values[i - 1] - values[i];
  }
  Device<int> in(values), out(values.size());
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceAdjacentDifference::SubtractLeftCopy(m, b, static_cast<int *>(in),
                                                           static_cast<int *>(out), n);
  });
  CHECK(out.host() == left);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceAdjacentDifference::SubtractRightCopy(m, b, static_cast<int *>(in),
                                                            static_cast<int *>(out), n);
  });
  CHECK(out.host() == right);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceAdjacentDifference::SubtractRight(m, b, static_cast<int *>(in), n);
  });
  CHECK(in.host() == right);

  int *p = out;
  CHECK_MUSA(cub::DeviceFor::Bulk(n, [=] __device__(int i) { p[i] = 3 * i; }));
  CHECK_MUSA(cub::DeviceFor::ForEachN(p, n, [] __device__(int &x) { x += 1; }));
  const std::vector<int> counted = out.host();
  bool same = true;
  for (int i = 0; i < n; ++i)
    same &= counted[static_cast<size_t>(i)] == 3 * i + 1;
  CHECK(same);
}

/// Ranges of different lengths, some of none.
void copies() {
  const std::vector<int> values = numbers(5000, 1000, 21);
  const std::vector<int> sizes = {7, 0, 1, 4000, 300, 0, 2};
  std::vector<int *> from, to;
  std::vector<int> bytes, expected(values.size());
  Device<int> in(values), copied(values.size());
  size_t at = 0, target = values.size();
  for (int size : sizes) {
    target -= static_cast<size_t>(size);
    from.push_back(in + at);
    to.push_back(copied + target);
    bytes.push_back(size * 4);
    std::copy_n(values.begin() + static_cast<long>(at), size,
                expected.begin() + static_cast<long>(target));
    at += static_cast<size_t>(size);
  }
  const int count = static_cast<int>(sizes.size());
  Device<int *> sources(from), targets(to);
  Device<int> lengths(sizes), byteLengths(bytes);
  CHECK_MUSA(musaMemset(copied, 0, values.size() * 4));
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceCopy::Batched(m, b, static_cast<int **>(sources),
                                    static_cast<int **>(targets), static_cast<int *>(lengths),
                                    count);
  });
  CHECK(copied.host() == expected);
  CHECK_MUSA(musaMemset(copied, 0, values.size() * 4));
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceMemcpy::Batched(m, b, static_cast<int **>(sources),
                                      static_cast<int **>(targets), static_cast<int *>(byteLengths),
                                      count);
  });
  CHECK(copied.host() == expected);
}

__global__ void drain(cub::GridQueue<int> queue, int *taken, int items) {
  for (int item = queue.Drain(1); item < items; item = queue.Drain(1))
    atomicAdd(&taken[item], 1);
  if (threadIdx.x == 0)
    queue.Fill(5);
}
void queue() {
  Device<char> memory(cub::GridQueue<int>::AllocationSize());
  cub::GridQueue<int> queue(static_cast<char *>(memory));
  Device<int> taken(std::vector<int>(1000));
  CHECK_MUSA(queue.FillAndResetDrain(7));
  for (int round = 1; round <= 2; ++round) {
    drain<<<4, 64>>>(queue, taken, 1000);
    CHECK(taken.host() == std::vector<int>(1000, round));
    int filled = 0;
    CHECK_MUSA(queue.FillSize(filled));
    CHECK_MUSA(musaDeviceSynchronize());
    CHECK_EQUAL(filled, 7 + 20 * round);
    CHECK_MUSA(queue.ResetDrain());
  }
  int filled = -1;
  CHECK_MUSA(queue.ResetFill());
  CHECK_MUSA(queue.FillSize(filled));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(filled, 0);
}

void aliases() {
  void *parts[3] = {};
  const size_t sizes[3] = {100, 1, 5000};
  size_t bytes = 0;
  CHECK_MUSA(cub::AliasTemporaries(nullptr, bytes, parts, sizes));
  CHECK(bytes >= 5101 && parts[0] == nullptr);
  Device<char> memory(bytes);
  char *begin = memory;
  CHECK_MUSA(cub::AliasTemporaries(begin, bytes, parts, sizes));
  for (int i = 0; i < 3; ++i) {
    const char *end = i < 2 ? static_cast<char *>(parts[i + 1]) : begin + bytes;
    CHECK(static_cast<char *>(parts[i]) >= begin &&
          static_cast<char *>(parts[i]) + sizes[i] <= end);
    CHECK(reinterpret_cast<size_t>(parts[i]) % 256 == 0);
  }
  size_t less = bytes - 1;
  CHECK(cub::AliasTemporaries(begin, less, parts, sizes) == musaErrorInvalidValue);
}

void allocator() {
  cub::CachingDeviceAllocator cache;
  void *first = nullptr, *second = nullptr, *third = nullptr;
  CHECK_MUSA(cache.DeviceAllocate(&first, 1000));
  CHECK_MUSA(cache.DeviceAllocate(&second, 1000));
  CHECK(first != second);
  CHECK_MUSA(cache.DeviceFree(first));
  CHECK_MUSA(cache.DeviceAllocate(&third, 900));
  CHECK(third == first);
  CHECK_MUSA(cache.DeviceFree(second));
  CHECK_MUSA(cache.DeviceFree(third));
  CHECK(cache.DeviceFree(third) == musaErrorInvalidValue);
  CHECK_EQUAL(cache.cached_bytes[0].free, 8192U);
  CHECK_MUSA(cache.FreeAllCached());
}

} // namespace

int main() {
  for (int n : testSizes()) {
    select(n);
    unique(n);
    histogram(n);
    neighbours(n);
  }
  floatHistogram();
  copies();
  queue();
  aliases();
  allocator();
  return CHECK_RESULT();
}
