//===- of_thread_test.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "musa_port/host/of_thread.h"

#include "gtest/gtest.h"

#include <atomic>
#include <thread>

namespace musart {
namespace {

std::atomic<int> alive = 0;

struct Counted {
  Counted() { ++alive; }
  ~Counted() { --alive; }
  int value = 0;
};

TEST(OfThread, EachThreadHasItsOwn) {
  ofThread<Counted>().value = 1;
  std::thread([] {
    EXPECT_EQ(ofThread<Counted>().value, 0);
    ofThread<Counted>().value = 2;
    EXPECT_EQ(ofThread<Counted>().value, 2);
    EXPECT_EQ(alive, 2);
  }).join();
  EXPECT_EQ(ofThread<Counted>().value, 1);
  EXPECT_EQ(alive, 1) << "destroyed with its thread";
}

struct AsksAtTheEnd {
  ~AsksAtTheEnd() { EXPECT_EQ(ofThread<Counted>().value, 7); }
};

TEST(OfThread, IsThereAsLongAsTheThreadsOwnObjects) {
  const int before = alive;
  std::thread([] {
    static thread_local AsksAtTheEnd last; // made first, so destroyed last
    (void)last;
    ofThread<Counted>().value = 7;
  }).join();
  EXPECT_EQ(alive, before) << "and not longer";
}

} // namespace
} // namespace musart
