//===- unit/host/grid_test.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/grid.h"

#include "musa_port/host/failing.h"
#include "musa_port/host/waiting.h"
#include "test_kernel.h"
#include "gmock/gmock.h"

#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace musart {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

TEST(GridTest, EachBlockRunsOnce) {
  WorkerPool &workers = *new WorkerPool(3);
  std::vector<int> runs(1000);
  const LoopKernel kernel("k", [&](const __musa_grid &, uint64_t block) { ++runs[block]; });
  EXPECT_FALSE(runGrid(kernel.launch({1, 1, 1}, {10, 10, 10}), {}, workers));
  EXPECT_THAT(runs, Each(1));
}

TEST(GridTest, EachBlockOfAClusterRunsOnce) {
  WorkerPool &workers = *new WorkerPool(3);
  std::vector<int> runs(240);
  std::mutex mutex;
  std::map<char *, int> blocksAt;
  const LoopKernel kernel("k", [&](const __musa_grid &grid, uint64_t block) {
    const std::lock_guard lock(mutex);
    ++runs[block];
    ++blocksAt[grid.shared];
  });
  Launch launch = kernel.launch({1, 1, 1}, {10, 6, 4});
  launch.cluster = {2, 3, 1};
  EXPECT_FALSE(runGrid(launch, {}, workers));
  EXPECT_THAT(runs, Each(1));
  // The blocks of a cluster have memory of their own: up to three CPU threads ran six at a time.
  EXPECT_EQ(blocksAt.size() % 6, 0U);
}

TEST(GridTest, ThreadsWaitForTheirClusterAndForNoOther) {
  WorkerPool &workers = *new WorkerPool(2);
  constexpr unsigned clusters = 12;
  std::vector<std::atomic<int>> arrived(clusters);
  std::atomic<int> early = 0;
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    const unsigned cluster = thread->block_idx.x / 3;
    for (int round = 1; round <= 4; ++round) {
      ++arrived[cluster];
      __musa_arrive_at_cluster(thread, "a.mu", 1);
      if (thread->rank == 1 && round == 2)
        return;
      __musa_wait_cluster(thread, "a.mu", 2);
      const int atLeast = round <= 2 ? 6 * round : 12 + 3 * (round - 2);
      if (arrived[cluster] < atLeast)
        ++early;
    }
  });
  Launch launch = kernel.launch({2, 1, 1}, {clusters * 3, 1, 1});
  launch.cluster = {3, 1, 1};
  EXPECT_FALSE(runGrid(launch, {}, workers));
  EXPECT_EQ(early, 0);
  for (const std::atomic<int> &count : arrived)
    EXPECT_EQ(count.load(), 18);
}

TEST(GridTest, WhereTheBlocksOfAClusterAre) {
  Launch launch;
  launch.grid = {4, 6, 2};
  launch.cluster = {2, 3, 2};
  const auto at = [&](uint64_t cluster, unsigned rank) {
    return text(blockOfCluster(launch, cluster, rank));
  };
  EXPECT_EQ(at(0, 0), "(0, 0, 0)");
  EXPECT_EQ(at(0, 11), "(1, 2, 1)");
  EXPECT_EQ(at(1, 0), "(2, 0, 0)");
  EXPECT_EQ(at(2, 3), "(1, 4, 0)");
  EXPECT_EQ(launch.clusters(), 4U);
  EXPECT_TRUE(clusterFits(launch, 12));
  EXPECT_FALSE(clusterFits(launch, 11));
  launch.cluster = {2, 4, 1};
  EXPECT_FALSE(clusterFits(launch, 16));
}

TEST(GridTest, ABlockMayWaitForOneWithASmallerNumber) {
  WorkerPool &workers = *new WorkerPool(4);
  std::atomic<uint64_t> next = 0;
  const LoopKernel kernel("k", [&](const __musa_grid &, uint64_t block) {
    while (next != block)
      std::this_thread::yield();
    ++next;
  });
  EXPECT_FALSE(runGrid(kernel.launch({1, 1, 1}, {200, 1, 1}), {}, workers));
  EXPECT_EQ(next, 200U);
}

TEST(GridTest, AFailureIsReturnedAndTheNextLaunchRuns) {
  WorkerPool &workers = *new WorkerPool(1);
  uint64_t fails = 5;
  uint64_t ran = 0;
  const LoopKernel kernel("k", [&](const __musa_grid &grid, uint64_t block) {
    if (block == fails) {
      __musa_thread thread = {};
      thread.block_idx = {static_cast<unsigned>(block), 0, 0};
      thread.grid_dim = grid.grid_dim;
      __musa_trap(&thread, "a.mu", 9);
    }
    ++ran;
  });
  const Launch launch = kernel.launch({1, 1, 1}, {10, 1, 1});
  const std::optional<KernelFailure> failure = runGrid(launch, {}, workers);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, KernelFailure::Kind::Trap);
  EXPECT_EQ(failure->message, "kernel 'k', block (5, 0, 0), thread (0, 0, 0): trap at a.mu:9");
  EXPECT_EQ(ran, 5U);
  fails = 10;
  EXPECT_FALSE(runGrid(launch, {}, workers));
  EXPECT_EQ(ran, 15U);
}

/// Nothing is there, and nothing is a stack.
AddressFacts factsOf(const void *address) {
  AddressFacts result;
  result.isMemory = true;
  result.text = address == nullptr ? "nowhere" : "somewhere";
  return result;
}

TEST(GridTest, AFaultIsDescribedByWhoKnowsTheMemory) {
  WorkerPool &workers = *new WorkerPool(1);
  int *volatile target = nullptr;
  const LoopKernel kernel("k", [&](const __musa_grid &, uint64_t) { *target = 1; });
  ExecutionOptions options;
  options.factsOf = &factsOf;
  const std::optional<KernelFailure> failure =
      runGrid(kernel.launch({1, 1, 1}, {4, 1, 1}), options, workers);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, KernelFailure::Kind::Memory);
  EXPECT_EQ(failure->message, "kernel 'k', one of blocks 0 to 3 of 4: writes to nowhere");
}

TEST(GridTest, AFaultInAFiberNamesItsThread) {
  WorkerPool &workers = *new WorkerPool(1);
  int *volatile target = nullptr;
  int read = 0;
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    if (thread->rank == 2)
      read = *target;
  });
  ExecutionOptions options;
  options.factsOf = &factsOf;
  const std::optional<KernelFailure> failure =
      runGrid(kernel.launch({4, 1, 1}, {2, 1, 1}), options, workers);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, KernelFailure::Kind::Memory);
  EXPECT_EQ(failure->message, "kernel 'k', block (0, 0, 0), thread (2, 0, 0): reads from nowhere");
}

TEST(GridTest, BlocksMayWaitForOnesWithGreaterNumbers) {
  for (const unsigned size : {1U, 3U}) {
    WorkerPool &workers = *new WorkerPool(size);
    constexpr unsigned blocks = 50;
    std::atomic<unsigned> left = blocks;
    const FiberKernel kernel("k", [&](__musa_thread *thread) {
      while (left > thread->block_idx.x + 1)
        __musa_wait_yield(thread);
      if (thread->rank == 0)
        --left;
    });
    EXPECT_FALSE(runGrid(kernel.launch({2, 1, 1}, {blocks, 1, 1}), {}, workers));
    EXPECT_EQ(left, 0U);
  }
}

TEST(GridTest, BlocksMayWaitInALoopWithABarrier) {
  WorkerPool &workers = *new WorkerPool(1);
  constexpr unsigned blocks = 20;
  std::atomic<unsigned> left = blocks;
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    while (left > thread->block_idx.x + 1) {
      __musa_wait_block(thread, "a.mu", 3);
      __musa_wait_look(thread);
    }
    --left;
  });
  EXPECT_FALSE(runGrid(kernel.launch({1, 1, 1}, {blocks, 1, 1}), {}, workers));
  EXPECT_EQ(left, 0U);
}

TEST(GridTest, BlocksThatWaitForMoreThanThereIsRoomForAreStopped) {
  WorkerPool &workers = *new WorkerPool(2);
  const FiberKernel kernel("k", [](__musa_thread *thread) {
    for (;;)
      __musa_wait_yield(thread);
  });
  ExecutionOptions options;
  options.patience = std::chrono::milliseconds(20);
  const std::optional<KernelFailure> failure =
      runGrid(kernel.launch({1024, 1, 1}, {17, 1, 1}), options, workers);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, KernelFailure::Kind::Deadlock);
  EXPECT_THAT(failure->message, HasSubstr("there is no room for the threads of more blocks"));
}

TEST(GridTest, BlocksThatWaitForAFailedOneEnd) {
  WorkerPool &workers = *new WorkerPool(2);
  std::atomic<unsigned> waiting = 0;
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    ++waiting;
    if (thread->block_idx.x == 3)
      __musa_trap(thread, "a.mu", 9);
    for (;;)
      __musa_wait_yield(thread);
  });
  const std::optional<KernelFailure> failure =
      runGrid(kernel.launch({1, 1, 1}, {8, 1, 1}), {}, workers);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, KernelFailure::Kind::Trap);
  EXPECT_GE(waiting, 4U);
}

} // namespace
} // namespace musart
