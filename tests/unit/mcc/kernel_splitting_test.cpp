//===- unit/mcc/kernel_splitting_test.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "kernel_splitting.h"

#include "ir_test.h"

#include "llvm/IR/Constants.h"
#include "gmock/gmock.h"

namespace musaport {
namespace {

class KernelSplittingTest : public IrTest {
protected:
  std::optional<SplitKernel> split(const std::string &text, Cuts cuts = Cuts::Barriers,
                                   bool optimizes = false) {
    parse(R"(
@file = constant [2 x i8] c"f\00"
declare void @__musa_wait_block(ptr, ptr, i32)
declare ptr @__musa_wait_lanes(ptr, i32, i32, i64, ptr, i32)
declare void @__musa_wait_grid(ptr, ptr, i32)
declare void @__musa_give_value(ptr, ptr, i32, i64)
declare void @__musa_give_mask(ptr, ptr, i32, i32)
declare ptr @__musa_take_values(ptr, ptr, i32)
declare void @use(ptr)
)" + text);
    const CallGraph graph(*module);
    llvm::Expected<SplitKernel> result = splitKernel(*module->getFunction("kernel"), graph, cuts,
                                                     /*reserved=*/4, optimizes);
    EXPECT_TRUE(isWellFormed());
    if (result)
      return std::move(*result);
    whyWhole = llvm::toString(result.takeError());
    return std::nullopt;
  }

  std::string whyWhole;
};

TEST_F(KernelSplittingTest, ValuesThatCrossABarrierAreInTheFrame) {
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
    EXPECT_EQ(segment.function->arg_size(), 6U);
    EXPECT_EQ(countCalls(*segment.function, "__musa_wait_block"), 0U);
  }
}

TEST_F(KernelSplittingTest, SmallFunctionsAreAPartOfIt) {
  const std::string text = R"(
define i64 @index(ptr %thread) {
  %local = alloca i64
  %x = load i32, ptr %thread
  %wide = zext i32 %x to i64
  store i64 %wide, ptr %local
  %result = load i64, ptr %local
  ret i64 %result
}
define i64 @recursive(i64 %n) {
  %result = call i64 @recursive(i64 %n)
  ret i64 %result
}
define i64 @again(i64 %n) alwaysinline {
  %result = call i64 @again(i64 %n)
  ret i64 %result
}
define i64 @withRecursive(i64 %n) {
  %result = call i64 @again(i64 %n)
  ret i64 %result
}
define i64 @withStructure(i64 %n) {
  %local = alloca { [8 x i64], i64 }
  call void @use(ptr %local)
  %result = load i64, ptr %local
  ret i64 %result
}
define i64 @withCopy(ptr byval({ i64, i64 }) %copy) {
  %result = load i64, ptr %copy
  ret i64 %result
}
define i64 @large(i64 %n) alwaysinline {
)" + [] {
    std::string body;
    for (int i = 0; i < 60; ++i)
      body += "  %v" + std::to_string(i) + " = mul i64 %n, " + std::to_string(i + 3) + "\n";
    return body;
  }() + R"(
  ret i64 %v59
}
define i64 @withLarge(i64 %n) {
  %result = call i64 @large(i64 %n)
  ret i64 %result
}
define void @kernel(ptr %p, ptr %thread) {
  %i = call i64 @index(ptr %thread)
  call void @__musa_wait_block(ptr %thread, ptr @file, i32 7)
  %a = call i64 @recursive(i64 %i)
  %b = call i64 @withStructure(i64 %a)
  %c = call i64 @withLarge(i64 %b)
  %d = call i64 @withCopy(ptr byval({ i64, i64 }) %p)
  %e = call i64 @withRecursive(i64 %d)
  %sum = add i64 %c, %e
  store i64 %sum, ptr %p
  ret void
})";
  const auto kernel = split(text, Cuts::Barriers, /*optimizes=*/true);
  ASSERT_TRUE(kernel);
  ASSERT_EQ(kernel->segments.size(), 2U);
  llvm::Function &behind = *kernel->segments[1].function;
  for (const char *name : {"recursive", "withRecursive", "withStructure", "withLarge", "withCopy"})
    EXPECT_EQ(countCalls(behind, name), 1U) << name;
  for (const SplitKernel::Segment &segment : kernel->segments)
    EXPECT_EQ(countCalls(*segment.function, "index"), 0U);
  EXPECT_EQ(kernel->frameBytes, 16U); // the index is computed again
}

TEST_F(KernelSplittingTest, WhatTheParametersGiveIsComputedAgain) {
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

TEST_F(KernelSplittingTest, ComputedAgainForSeveralEdgesFromOneBlock) {
  const auto kernel = split(R"(
define void @kernel(ptr %p, i64 %i, i64 %way, ptr %thread) {
  %next = add i64 %i, 1
  call void @__musa_wait_block(ptr %thread, ptr @file, i32 7)
  switch i64 %way, label %other [ i64 1, label %end i64 5, label %end ]
other:
  br label %end
end:
  %value = phi i64 [ %next, %0 ], [ %next, %0 ], [ 0, %other ]
  store i64 %value, ptr %p
  ret void
})");
  ASSERT_TRUE(kernel.has_value());
  EXPECT_TRUE(isWellFormed());
}

TEST_F(KernelSplittingTest, BarriersOfCalledFunctions) {
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

TEST_F(KernelSplittingTest, OtherWaitsAndCallsThroughPointersAreLeft) {
  EXPECT_FALSE(split(R"(
define void @kernel(ptr %thread) {
  call void @__musa_wait_block(ptr %thread, ptr @file, i32 1)
  call void @__musa_wait_grid(ptr %thread, ptr @file, i32 2)
  ret void
})"));
  EXPECT_FALSE(split(R"(
define void @kernel(ptr %f, ptr %thread) {
  call void @__musa_wait_block(ptr %thread, ptr @file, i32 1)
  call void %f(ptr %thread)
  ret void
})"));
}

const char *const exchanging = R"(
define void @kernel(ptr %p, i32 %mask, ptr %thread) {
  %before = load i64, ptr %p
  %all = call ptr @__musa_wait_lanes(ptr %thread, i32 -1, i32 32, i64 %before, ptr @file, i32 7)
  %other = load i64, ptr %all
  %some = call ptr @__musa_wait_lanes(ptr %thread, i32 %mask, i32 32, i64 %other, ptr @file, i32 8)
  %last = load i64, ptr %some
  %sum = add i64 %last, %before
  store i64 %sum, ptr %p
  ret void
})";

TEST_F(KernelSplittingTest, ExchangesHandOverWhatLanesGive) {
  const auto kernel = split(exchanging, Cuts::BarriersAndLanes);
  ASSERT_TRUE(kernel);
  EXPECT_TRUE(kernel->exchanges);
  ASSERT_EQ(kernel->segments.size(), 3U);
  const auto &[first, second, third] =
      std::tie(kernel->segments[0], kernel->segments[1], kernel->segments[2]);
  EXPECT_FALSE(first.isExchange);
  EXPECT_TRUE(second.isExchange);
  EXPECT_EQ(llvm::cast<llvm::ConstantInt>(second.width)->getZExtValue(), 32U);
  EXPECT_TRUE(llvm::cast<llvm::ConstantInt>(second.mask)->isMinusOne());
  EXPECT_TRUE(third.isExchange);
  EXPECT_EQ(third.mask, nullptr);     // the kernel's parameter
  EXPECT_EQ(kernel->frameBytes, 16U); // the number of a segment, and a word
  // Each gives a value before it waits and takes the others' behind; only an unknown mask is given.
  const auto expectCalls = [](const SplitKernel::Segment &segment, unsigned values, unsigned masks,
                              unsigned taken) {
    EXPECT_EQ(segment.function->arg_size(), 3U + 6U);
    EXPECT_EQ(countCalls(*segment.function, "__musa_wait_lanes"), 0U);
    EXPECT_EQ(countCalls(*segment.function, "__musa_give_value"), values);
    EXPECT_EQ(countCalls(*segment.function, "__musa_give_mask"), masks);
    EXPECT_EQ(countCalls(*segment.function, "__musa_take_values"), taken);
  };
  expectCalls(first, 1, 0, 0);
  expectCalls(second, 1, 1, 1);
  expectCalls(third, 0, 0, 1);
}

TEST_F(KernelSplittingTest, ExchangesAreLeftIfNobodyAsks) {
  EXPECT_FALSE(split(exchanging, Cuts::Barriers));
}

TEST_F(KernelSplittingTest, VariablesOfUnknownSizeAreLeft) {
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

/// A loop that ends when another thread has written to memory, with `wait` in each round.
std::string loopUntilWritten(const std::string &wait) {
  return R"(
define void @kernel(ptr %p, ptr %thread) {
  br label %loop
loop:
  %lanes = call ptr @__musa_wait_lanes(ptr %thread, i32 -1, i32 32, i64 1, ptr @file, i32 3)
  )" + wait +
         R"(
  %value = load i32, ptr %p
  %again = icmp eq i32 %value, 0
  br i1 %again, label %loop, label %done
done:
  ret void
})";
}

TEST_F(KernelSplittingTest, AWarpMustNotWaitAloneForOthers) {
  EXPECT_FALSE(split(loopUntilWritten(""), Cuts::BarriersAndLanes));
  EXPECT_THAT(whyWhole, testing::HasSubstr("may end only when other threads write"));
  EXPECT_TRUE(split(loopUntilWritten("call void @__musa_wait_block(ptr %thread, ptr @file, i32 7)"),
                    Cuts::BarriersAndLanes))
      << whyWhole;
}

/// A kernel with a parameter of 64 bytes, whose address `body` uses in front of a barrier.
std::string withParameter(const std::string &body, const std::string &functions = "") {
  return functions + R"(
%s = type { [16 x i32] }
define void @kernel(ptr byval(%s) align 16 %p, ptr %thread) {
)" + body +
         R"(
  call void @__musa_wait_block(ptr %thread, ptr @file, i32 7)
  %value = load i32, ptr %p
  store i32 %value, ptr %thread
  ret void
})";
}

TEST_F(KernelSplittingTest, AParameterThatIsReadNeedsNoRoom) {
  const std::string functions = R"(
define internal i32 @read(ptr %self) {
  %self.addr = alloca ptr
  store ptr %self, ptr %self.addr
  %this = load ptr, ptr %self.addr
  %at = getelementptr i8, ptr %this, i64 4
  %value = load i32, ptr %at
  %again = icmp eq i32 %value, 0
  br i1 %again, label %more, label %done
more:
  %next = call i32 @read(ptr %at)
  br label %done
done:
  ret i32 %value
}
define internal ptr @itself(ptr %self) {
  ret ptr %self
}
define internal i32 @reads(ptr %self) {
  %q = call ptr @itself(ptr %self)
  %s = select i1 undef, ptr %q, ptr null
  %x = load i32, ptr %s
  ret i32 %x
}
%closure = type { ptr, i32 }
define internal i32 @called(ptr %self) {
  %c = alloca %closure
  store ptr %self, ptr %c
  %x = call i32 @call(ptr byval(%closure) %c, ptr %c)
  ret i32 %x
}
define internal i32 @call(ptr byval(%closure) %lambda, ptr %other) {
  %self = load ptr, ptr %lambda
  %x = call i32 @read(ptr %self)
  %number.at = getelementptr i8, ptr %other, i64 8
  %number = load i32, ptr %number.at
  store i32 %x, ptr %number.at
  ret i32 %number
})";
  for (const char *body :
       {"%x = call i32 @read(ptr %p)", "%x = call i32 @reads(ptr %p)",
        "%x = call i32 @called(ptr %p)",
        "%at = getelementptr i8, ptr %p, i64 8\n%x = load i32, ptr %at\n%y = load i32, ptr %at"}) {
    const auto kernel = split(withParameter(body, functions));
    ASSERT_TRUE(kernel) << body << whyWhole;
    EXPECT_EQ(kernel->frameBytes, 16U) << body; // nothing of it
  }
}

TEST_F(KernelSplittingTest, AParameterThatMayBeWrittenToIsKept) {
  const std::string functions = R"(
define internal void @write(ptr %self) {
  %self.addr = alloca ptr
  store ptr %self, ptr %self.addr
  %this = load ptr, ptr %self.addr
  store i32 1, ptr %this
  ret void
}
define internal ptr @itself(ptr %self) {
  ret ptr %self
})";
  for (const char *body :
       {"store i32 1, ptr %p", "call void @write(ptr %p)", "call void @use(ptr %p)",
        "%q = call ptr @itself(ptr %p)\nstore i32 1, ptr %q", "store ptr %p, ptr %thread",
        "%n = ptrtoint ptr %p to i64\nstore i64 %n, ptr %thread",
        "%c = alloca ptr\nstore ptr %p, ptr %c\n%n = load i64, ptr %c\nstore i64 %n, ptr %thread",
        "%c = alloca ptr\nstore ptr %p, ptr %c\ncall void @use(ptr %c)",
        "%c = alloca ptr\nstore ptr %p, ptr %c\n%q = load ptr, ptr %c\nstore i32 1, ptr %q"}) {
    const auto kernel = split(withParameter(body, functions));
    ASSERT_TRUE(kernel) << body << whyWhole;
    EXPECT_GT(kernel->frameBytes, 4U) << body; // more than the number of a segment
  }
}

} // namespace
} // namespace musaport
