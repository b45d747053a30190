//===- median_time.h - how long something takes ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_BENCH_MEDIAN_TIME_H
#define MUSAPORT_TESTS_BENCH_MEDIAN_TIME_H

#include <algorithm>
#include <chrono>
#include <vector>

/// Runs `work` once unmeasured, then `rounds` times. The median, in `Unit` (std::nano:
/// nanoseconds).
template <typename Unit, typename Work> double medianTime(int rounds, const Work &work) {
  using Clock = std::chrono::steady_clock;
  work();
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    const Clock::time_point start = Clock::now();
    work();
    times.push_back(std::chrono::duration<double, Unit>(Clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  return times[rounds / 2];
}

#endif // MUSAPORT_TESTS_BENCH_MEDIAN_TIME_H
