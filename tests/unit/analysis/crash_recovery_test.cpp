// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/crash_recovery.h"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace musaport {
namespace {

/// How deep it is; never, if there is no bottom.
int depth(int levels, volatile char *above = nullptr) { // NOLINT(misc-no-recursion)
  volatile char frame[1024];
  frame[0] = above != nullptr ? above[0] : 0;
  return levels == 0 ? frame[0] : depth(levels - 1, frame) + 1 + frame[0];
}

TEST(CrashRecovery, WhatDoesNotCrashIsDone) {
  int result = 0;
  EXPECT_TRUE(runRecovering([&] { result = depth(3); }));
  EXPECT_EQ(result, 3);
}

TEST(CrashRecovery, SurvivesInEveryThread) {
  auto crashTwice = [] {
    for (int i = 0; i < 2; ++i) {
      EXPECT_FALSE(runRecovering([] { depth(-1); }));
      EXPECT_FALSE(runRecovering([] { std::raise(SIGSEGV); }));
      EXPECT_TRUE(runRecovering([] {}));
    }
  };
  std::thread other(crashTwice);
  crashTwice();
  other.join();
}

} // namespace
} // namespace musaport
