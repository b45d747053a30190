//===- parallel_test.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace musaport {
namespace {

TEST(Parallel, EachIndexOnce) {
  for (unsigned threads : {0U, 1U, 2U, 3U, 8U})
    for (size_t count : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<unsigned>> calls(count);
      std::atomic<unsigned> highest = 0;
      forEachInParallel(count, threads, [&](unsigned thread, size_t index) {
        ++calls[index];
        for (unsigned seen = highest;
             seen < thread && !highest.compare_exchange_weak(seen, thread);)
          continue;
      });
      for (size_t index = 0; index < count; ++index)
        EXPECT_EQ(calls[index], 1U) << threads << " threads: " << index << " of " << count;
      EXPECT_LT(highest, std::max(1U, threads));
    }
}

TEST(Parallel, OneThreadIsTheCaller) {
  const std::thread::id caller = std::this_thread::get_id();
  std::vector<size_t> order;
  forEachInParallel(4, 1, [&](unsigned thread, size_t index) {
    EXPECT_EQ(thread, 0U);
    EXPECT_EQ(std::this_thread::get_id(), caller);
    order.push_back(index);
  });
  EXPECT_EQ(order, (std::vector<size_t>{0, 1, 2, 3}));
}

/// The caller stays with its first index until all others are done.
TEST(Parallel, WhoIsDoneEarlyHelps) {
  constexpr size_t count = 10;
  std::mutex mutex;
  std::condition_variable changed;
  size_t done = 0;
  forEachInParallel(count, 2, [&](unsigned thread, size_t) {
    std::unique_lock<std::mutex> lock(mutex);
    ++done;
    changed.notify_all();
    if (thread == 0)
      EXPECT_TRUE(changed.wait_for(lock, std::chrono::minutes(1), [&] { return done == count; }));
  });
  EXPECT_EQ(done, count);
}

} // namespace
} // namespace musaport
