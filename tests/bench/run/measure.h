//===- measure.h - sizes and timing that the benchmarks share ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_BENCH_RUN_MEASURE_H
#define MUSAPORT_TESTS_BENCH_RUN_MEASURE_H

#include "../median_time.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace measure {

// A unit: an element; of the matrix multiply, a multiplication; of the barrier, a thread.
constexpr int axpyElements = 100'000'000 / 256 * 256;
constexpr int cachedElements = 64 * 1024; ///< 512 KiB in all
constexpr int cachedRepeats = 200;
constexpr int reductionElements = 1 << 22;
constexpr int matrixSize = 512;
constexpr int histogramElements = 1 << 24;
constexpr int histogramBlocks = 64;
constexpr int barrierCount = 20'000;
constexpr int rounds = 5;

inline std::vector<unsigned char> histogramInput() {
  std::vector<unsigned char> result(histogramElements);
  for (int i = 0; i < histogramElements; ++i)
    result[i] = static_cast<unsigned char>(static_cast<unsigned>(i) * 2654435761U >> 24);
  return result;
}

/// How often print() runs what it measures.
constexpr int runs = rounds + 1;

/// How often `bin` is in it.
inline unsigned histogramCount(unsigned char bin) {
  const std::vector<unsigned char> input = histogramInput();
  return static_cast<unsigned>(std::count(input.begin(), input.end(), bin));
}

/// Runs `work` once unmeasured, then some rounds; prints the median as nanoseconds a unit.
template <typename Work> void print(const char *name, size_t units, Work work) {
  const double time = medianTime<std::nano>(rounds, work);
  std::printf("%s\t%.4f\n", name, time / static_cast<double>(units));
  std::fflush(stdout);
}

inline void check(const char *name, bool good) {
  if (good)
    return;
  std::fprintf(stderr, "%s: wrong result\n", name);
  std::exit(EXIT_FAILURE);
}

} // namespace measure

#endif // MUSAPORT_TESTS_BENCH_RUN_MEASURE_H
