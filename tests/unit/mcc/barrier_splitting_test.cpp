//===- unit/mcc/barrier_splitting_test.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "barrier_splitting.h"

#include "ir_test.h"
#include "llvm/IR/Constants.h"

namespace musaport {
namespace {

class BarrierSplittingTest : public IrTest {
protected:
  std::optional<SplitKernel> split(const std::string &text) {
    parse(R"(
@file = constant [2 x i8] c"f\00"
declare void @__musa_wait_block(ptr, ptr, i32)
declare void @__musa_wait_lanes(ptr)
declare void @use(ptr)
)" + text);
    const CallGraph graph(*module);
    std::optional<SplitKernel> result =
        splitAtBarriers(*module->getFunction("kernel"), graph, /*reserved=*/4);
    EXPECT_TRUE(isWellFormed());
    return result;
  }
};

TEST_F(BarrierSplittingTest, ValuesThatCrossABarrierAreInTheFrame) {
  const auto kernel = split(R"(
define void @kernel(ptr %p, ptr %thread) {
  %before = load i64, ptr %p
  call void @__musa_wait_block(ptr %thread, ptr @file, i32 7)
  store i64 %before, ptr %p
  ret void
})");
  ASSERT_TRUE(kernel);
  ASSERT_EQ(kernel->segments.size(), 2U);
  EXPECT_EQ(kernel->segments[0].file, nullptr);
  EXPECT_EQ(kernel->segments[1].file, module->getNamedGlobal("file"));
  EXPECT_EQ(llvm::cast<llvm::ConstantInt>(kernel->segments[1].line)->getZExtValue(), 7U);
  EXPECT_EQ(kernel->frameBytes, 16U); // the number of a segment, and a word
  for (const SplitKernel::Segment &segment : kernel->segments) {
    EXPECT_EQ(segment.function->arg_size(), 5U);
    EXPECT_EQ(countCalls(*segment.function, "__musa_wait_block"), 0U);
  }
}

TEST_F(BarrierSplittingTest, WhatTheParametersGiveIsComputedAgain) {
  const auto kernel = split(R"(
define void @kernel(ptr %p, i64 %i, ptr %thread) {
  %place = getelementptr i64, ptr %p, i64 %i
  store i64 1, ptr %place
  call void @__musa_wait_block(ptr %thread, ptr @file, i32 7)
  store i64 2, ptr %place
  ret void
})");
  ASSERT_TRUE(kernel);
  EXPECT_EQ(kernel->frameBytes, 16U); // the number of a segment
}

TEST_F(BarrierSplittingTest, BarriersOfCalledFunctions) {
  const auto kernel = split(R"(
define internal void @twice(ptr %thread) {
  call void @__musa_wait_block(ptr %thread, ptr @file, i32 1)
  call void @__musa_wait_block(ptr %thread, ptr @file, i32 2)
  ret void
}
define void @kernel(ptr %thread) {
  call void @twice(ptr %thread)
  ret void
})");
  ASSERT_TRUE(kernel);
  EXPECT_EQ(kernel->segments.size(), 3U);
}

TEST_F(BarrierSplittingTest, OtherWaitsAndCallsThroughPointersAreLeft) {
  EXPECT_FALSE(split(R"(
define void @kernel(ptr %thread) {
  call void @__musa_wait_block(ptr %thread, ptr @file, i32 1)
  call void @__musa_wait_lanes(ptr %thread)
  ret void
})"));
  EXPECT_FALSE(split(R"(
define void @kernel(ptr %f, ptr %thread) {
  call void @__musa_wait_block(ptr %thread, ptr @file, i32 1)
  call void %f(ptr %thread)
  ret void
})"));
}

TEST_F(BarrierSplittingTest, VariablesOfUnknownSizeAreLeft) {
  const std::string body = R"( {
  %room = alloca i8, i64 %n
  call void @__musa_wait_block(ptr %thread, ptr @file, i32 1)
  call void @use(ptr %room)
  ret void
})";
  EXPECT_FALSE(split("define void @kernel(i64 %n, ptr %thread)" + body));
  EXPECT_FALSE(split("define internal void @callee(i64 %n, ptr %thread)" + body + R"(
define void @kernel(i64 %n, ptr %thread) {
  call void @callee(i64 %n, ptr %thread)
  ret void
})"));
}

} // namespace
} // namespace musaport
