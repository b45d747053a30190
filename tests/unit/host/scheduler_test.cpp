//===- unit/host/scheduler_test.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/scheduler.h"

#include "musa_port/host/waiting.h"
#include "test_kernel.h"
#include "gmock/gmock.h"

#include <algorithm>
#include <string>
#include <vector>

namespace musart {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char file[] = "a.mu";

/// What threads did, in the order in which they did it: `1 before`. Fibers all run on one thread.
class SchedulerTest : public ::testing::Test {
protected:
  void say(const __musa_thread *thread, const char *what) {
    log.push_back(std::to_string(thread->rank) + " " + what);
  }
  std::optional<KernelFailure> run(const Launch &launch) {
    return scheduler.run(launch, 0, launch.blocks());
  }

  std::vector<std::string> log;
  Scheduler scheduler{Scheduler::Options{}};
};

TEST_F(SchedulerTest, NobodyPassesABarrierBeforeTheLastHasCome) {
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    say(thread, "before");
    __musa_wait_block(thread, file, 1);
    say(thread, "after");
  });
  EXPECT_FALSE(run(kernel.launch({3, 1, 1})));
  // Who comes last goes on at once, the others as they came.
  EXPECT_THAT(log,
              ElementsAre("0 before", "1 before", "2 before", "2 after", "0 after", "1 after"));
}

TEST_F(SchedulerTest, BlocksRunOneAfterTheOther) {
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    __musa_wait_block(thread, file, 1);
    log.push_back(text(thread->block_idx) + text(thread->thread_idx));
  });
  EXPECT_FALSE(run(kernel.launch({1, 2, 1}, {1, 1, 2})));
  EXPECT_THAT(log, ElementsAre("(0, 0, 0)(0, 1, 0)", "(0, 0, 0)(0, 0, 0)", "(0, 0, 1)(0, 1, 0)",
                               "(0, 0, 1)(0, 0, 0)"));
}

TEST_F(SchedulerTest, WhatBarriersCountBeginsWithNothing) {
  std::vector<unsigned long> counts;
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    unsigned long *count = reinterpret_cast<unsigned long *>(thread->shared) - 1;
    counts.push_back((*count)++);
  });
  EXPECT_FALSE(run(kernel.launch({2, 1, 1})));
  EXPECT_FALSE(run(kernel.launch({2, 1, 1})));
  EXPECT_THAT(counts, ElementsAre(0, 1, 0, 1));
}

TEST_F(SchedulerTest, LanesReadWhatTheOthersHandedOver) {
  std::vector<unsigned long> received;
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    const __musa_lanes *lanes =
        __musa_wait_lanes(thread, 0xf, 32, 10UL * (thread->rank + 1), file, 1);
    received.push_back(lanes->values[thread->rank ^ 1]);
  });
  EXPECT_FALSE(run(kernel.launch({4, 1, 1})));
  EXPECT_THAT(received, ElementsAre(30, 20, 10, 40));
}

TEST_F(SchedulerTest, NobodyWaitsForLanesThatHaveReturned) {
  unsigned arrived = 0;
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    if (thread->rank == 2)
      return;
    arrived = __musa_wait_lanes(thread, 0xf, 32, 0, file, 1)->arrived[0];
  });
  EXPECT_FALSE(run(kernel.launch({4, 1, 1})));
  EXPECT_EQ(arrived, 0b1011U);
}

TEST_F(SchedulerTest, ActiveLanesAreThoseThatCanCome) {
  unsigned active = 0;
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    if (thread->rank != 1)
      active = __musa_wait_lanes(thread, 0, 32, 0, file, 1)->arrived[0];
    __musa_wait_block(thread, file, 2);
  });
  EXPECT_FALSE(run(kernel.launch({4, 1, 1})));
  EXPECT_EQ(active, 0b1101U);
}

TEST_F(SchedulerTest, AWarpOf128CompletesWithThe32ThatCame) {
  Scheduler::Options options;
  options.warpSize = 128;
  Scheduler wide(options);
  unsigned arrived[4] = {};
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    if (thread->rank / 32 == 2)
      std::copy_n(__musa_wait_lanes(thread, ~0U, 128, 0, file, 1)->arrived, 4, arrived);
    __musa_wait_block(thread, file, 2);
  });
  EXPECT_FALSE(wide.run(kernel.launch({128, 1, 1}), 0, 1));
  EXPECT_THAT(arrived, ElementsAre(0, 0, ~0U, 0));
}

TEST_F(SchedulerTest, TilesWaitForThemselvesAlone) {
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    if (thread->rank >= 64) {
      __musa_wait_tile(thread, 64, file, 1);
      if (thread->rank == 64)
        say(thread, "passed");
    }
    if (thread->rank == 0)
      say(thread, "came");
  });
  // The last tile is cut short: 6 threads.
  EXPECT_FALSE(run(kernel.launch({70, 1, 1})));
  EXPECT_THAT(log, ElementsAre("0 came", "64 passed"));
}

TEST_F(SchedulerTest, AGridWaitsForAllItsBlocks) {
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    log.push_back("before " + std::to_string(thread->block_idx.x));
    __musa_wait_grid(thread, file, 1);
    log.push_back("after " + std::to_string(thread->block_idx.x));
  });
  EXPECT_FALSE(run(kernel.cooperativeLaunch({1, 1, 1}, {2, 1, 1})));
  EXPECT_THAT(log, ElementsAre("before 0", "before 1", "after 1", "after 0"));
}

TEST_F(SchedulerTest, BlocksAtOnceHaveSharedMemoryOfTheirOwn) {
  std::vector<int> seen;
  FiberKernel kernel("k", [&](__musa_thread *thread) {
    int *shared = reinterpret_cast<int *>(thread->shared);
    *shared = static_cast<int>(thread->block_idx.x) + 1;
    __musa_wait_grid(thread, file, 1);
    seen.push_back(*shared);
  });
  kernel.setSharedBytes(sizeof(int));
  EXPECT_FALSE(run(kernel.cooperativeLaunch({1, 1, 1}, {3, 1, 1})));
  EXPECT_THAT(seen, ElementsAre(3, 1, 2));
}

TEST_F(SchedulerTest, ALoopThatYieldsLetsOthersChangeWhatItWaitsFor) {
  bool isSet = false;
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    if (thread->rank == 1)
      isSet = true;
    while (!isSet)
      __musa_wait_yield(thread);
    say(thread, "done");
  });
  EXPECT_FALSE(run(kernel.launch({2, 1, 1})));
  EXPECT_THAT(log, ElementsAre("1 done", "0 done"));
}

TEST_F(SchedulerTest, ADeadlockIsReportedWithWhoWaitsWhere) {
  const FiberKernel kernel("stuck", [&](__musa_thread *thread) {
    if (thread->rank == 3)
      return;
    if (thread->rank < 2)
      __musa_wait_lanes(thread, 0b0111, 32, 0, file, 10);
    else
      __musa_wait_block(thread, file, 20);
    say(thread, "passed");
  });
  const std::optional<KernelFailure> failure = run(kernel.launch({4, 1, 1}));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, KernelFailure::Kind::Deadlock);
  EXPECT_EQ(failure->message,
            "kernel 'stuck': no thread can run:\n"
            "  block (0, 0, 0), thread (2, 0, 0) waits for the block at a.mu:20\n"
            "  block (0, 0, 0), thread (0, 0, 0) waits for lanes of the warp at a.mu:10\n"
            "  3 threads wait in all");
  EXPECT_THAT(log, ElementsAre());
}

TEST_F(SchedulerTest, WaitingForTheGridTakesACooperativeLaunch) {
  const FiberKernel kernel("k", [](__musa_thread *thread) { __musa_wait_grid(thread, file, 7); });
  const std::optional<KernelFailure> failure = run(kernel.launch({1, 1, 1}));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, KernelFailure::Kind::Deadlock);
  EXPECT_THAT(failure->message, HasSubstr("waits for its grid at a.mu:7, which needs"));
}

TEST_F(SchedulerTest, TwoPlacesAreNotOneBarrier) {
  const FiberKernel kernel("parted", [](__musa_thread *thread) {
    __musa_wait_block(thread, file, thread->rank == 1 ? 2 : 1);
  });
  const std::optional<KernelFailure> failure = run(kernel.launch({3, 1, 1}));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, KernelFailure::Kind::Divergence);
  EXPECT_EQ(failure->message,
            "kernel 'parted', block (0, 0, 0), thread (1, 0, 0): waits for its block at a.mu:2, "
            "while other threads of the block wait at a.mu:1");
}

TEST_F(SchedulerTest, ALaneMustBeOneOfThoseItNames) {
  const FiberKernel kernel(
      "k", [](__musa_thread *thread) { __musa_wait_lanes(thread, 0b01, 32, 0, file, 5); });
  const std::optional<KernelFailure> failure = run(kernel.launch({2, 1, 1}));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, KernelFailure::Kind::Divergence);
  EXPECT_THAT(failure->message, HasSubstr("thread (1, 0, 0): exchanges values between lanes at "
                                          "a.mu:5, but its mask lacks its own lane, 1"));
}

/// A thread returns, the others wait for their block.
void returnEarly(__musa_thread *thread) {
  if (thread->rank != 0)
    __musa_wait_block(thread, file, 4);
}

TEST_F(SchedulerTest, ABarrierThatSomeHaveReturnedBeforeIsPassedWithAWarning) {
  // Kept: what has been said of a kernel is remembered by its address.
  const FiberKernel &kernel = *new FiberKernel("early", [&](__musa_thread *thread) {
    returnEarly(thread);
    say(thread, "done");
  });
  testing::internal::CaptureStderr();
  EXPECT_FALSE(run(kernel.launch({3, 1, 1}, {2, 1, 1})));
  // Once, though it happens in both blocks.
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "musa: warning: kernel 'early': a thread waits for its block at a.mu:4, but 1 of the "
            "block's 3 threads have returned\n");
  EXPECT_THAT(log, ElementsAre("0 done", "2 done", "1 done", "0 done", "2 done", "1 done"));
}

TEST_F(SchedulerTest, StrictlyThatIsAFailure) {
  Scheduler::Options options;
  options.strict = true;
  Scheduler strict(options);
  const FiberKernel kernel("early", returnEarly);
  const std::optional<KernelFailure> failure = strict.run(kernel.launch({3, 1, 1}), 0, 1);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, KernelFailure::Kind::Divergence);
  EXPECT_EQ(failure->message, "kernel 'early': a thread waits for its block at a.mu:4, but 1 of "
                              "the block's 3 threads have returned");
}

TEST_F(SchedulerTest, AFailureEndsAllThreadsAndTheNextLaunchIsWhole) {
  bool fails = true;
  const FiberKernel kernel("k", [&](__musa_thread *thread) {
    if (fails && thread->rank == 1)
      scheduler.fail(KernelFailure::Kind::Assert, "says no", reinterpret_cast<Fiber *>(thread));
    __musa_wait_block(thread, file, 1);
    say(thread, "after");
  });
  const std::optional<KernelFailure> failure = run(kernel.launch({3, 1, 1}, {5, 1, 1}));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, KernelFailure::Kind::Assert);
  EXPECT_EQ(failure->message, "kernel 'k', block (0, 0, 0), thread (1, 0, 0): says no");
  EXPECT_THAT(log, ElementsAre());
  fails = false;
  EXPECT_FALSE(run(kernel.launch({3, 1, 1})));
  EXPECT_THAT(log, ElementsAre("2 after", "0 after", "1 after"));
}

} // namespace
} // namespace musart
