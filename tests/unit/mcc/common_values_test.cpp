//===- unit/mcc/common_values_test.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "common_values.h"

#include "ir_test.h"

#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "gmock/gmock.h"

#include <set>

namespace musaport {
namespace {

using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

/// The thread is a pointer to its index in x, at 0, and the block's, at 12.
class CommonValuesTest : public IrTest {
protected:
  /// The names of the common values of a kernel with this body.
  std::set<std::string> namesOf(const std::string &body) {
    parse(R"(
declare void @__musa_wait_block(ptr)
declare i32 @anything(i32)
declare i32 @llvm.umin.i32(i32, i32)
define void @kernel(i32 %n, ptr %p, ptr byval(i32) %s, ptr %thread) {
entry:
  %t = load i32, ptr %thread
  %isFirst = icmp eq i32 %t, 0
)" + body +
          "}");
    llvm::Function &kernel = *module->getFunction("kernel");
    llvm::SmallVector<llvm::CallInst *, 4> waits;
    for (llvm::Instruction &instruction : llvm::instructions(kernel))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call != nullptr && call->getCalledFunction()->getName() == "__musa_wait_block")
        waits.push_back(call);
    for (llvm::CallInst *wait : waits)
      llvm::SplitBlock(llvm::SplitBlock(wait->getParent(), wait), wait->getNextNode());
    std::set<std::string> names;
    for (const llvm::Instruction *instruction : commonValues(kernel, waits))
      names.insert(instruction->getName().str());
    EXPECT_TRUE(isWellFormed());
    return names;
  }

  static auto hasNone(const std::string &name) { return Not(testing::Contains(name)); }
};

TEST_F(CommonValuesTest, WhatIsComputedFromWhatAllKnow) {
  const auto names = namesOf(R"(
  %at = getelementptr i8, ptr %thread, i64 12
  %block = load i32, ptr %at
  %parameter = load i32, ptr %s
  %sum = add i32 %block, %parameter
  %least = call i32 @llvm.umin.i32(i32 %sum, i32 %n)
  %own = add i32 %sum, %t
  %read = load i32, ptr %p
  %rank.at = getelementptr i8, ptr %thread, i64 48
  %rank = load i32, ptr %rank.at
  %called = call i32 @anything(i32 %n)
  call void @__musa_wait_block(ptr %thread)
  ret void
)");
  EXPECT_THAT(names, IsSupersetOf({"block", "parameter", "sum", "least"}));
  for (const char *name : {"own", "read", "rank", "called", "t", "isFirst"})
    EXPECT_THAT(names, hasNone(name));
}

TEST_F(CommonValuesTest, WhatALoopWithABarrierCounts) {
  const auto names = namesOf(R"(
  br i1 %isFirst, label %early, label %loop
early:
  ret void
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %joined ]
  call void @__musa_wait_block(ptr %thread)
  br i1 %isFirst, label %alone, label %joined
alone:
  store i32 %i, ptr %p
  br label %joined
joined:
  %either = phi i32 [ %i, %loop ], [ 0, %alone ]
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
)");
  EXPECT_THAT(names, IsSupersetOf({"i", "next", "again"}));
  EXPECT_THAT(names, hasNone("either"));
}

TEST_F(CommonValuesTest, NothingIfAThreadMayPassABarrierBy) {
  EXPECT_THAT(namesOf(R"(
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  br i1 %isFirst, label %wait, label %latch
wait:
  call void @__musa_wait_block(ptr %thread)
  br label %latch
latch:
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
)"),
              IsEmpty());
}

TEST_F(CommonValuesTest, NothingIfThreadsMeetInAnotherRound) {
  // Those that skip the rest of a round come to the barrier of the next one.
  EXPECT_THAT(namesOf(R"(
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %skipping, %skip ], [ %next, %behind ]
  br i1 %isFirst, label %skip, label %wait
skip:
  %skipping = add i32 %i, 1
  br label %loop
wait:
  call void @__musa_wait_block(ptr %thread)
  br label %behind
behind:
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
)"),
              IsEmpty());
}

TEST_F(CommonValuesTest, NothingIfThreadsLeaveALoopForAnotherBarrier) {
  EXPECT_THAT(namesOf(R"(
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @__musa_wait_block(ptr %thread)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %t
  br i1 %again, label %loop, label %end
end:
  call void @__musa_wait_block(ptr %thread)
  ret void
)"),
              IsEmpty());
}

TEST_F(CommonValuesTest, ALoopThatSomeThreadsReturnFrom) {
  const auto names = namesOf(R"(
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %behind ]
  call void @__musa_wait_block(ptr %thread)
  br label %behind
behind:
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %t
  br i1 %again, label %loop, label %end
end:
  ret void
)");
  EXPECT_THAT(names, IsSupersetOf({"i", "next"}));
  EXPECT_THAT(names, hasNone("again"));
}

TEST_F(CommonValuesTest, NotWhatThreadsHaveCountedWhenTheyLeaveALoop) {
  const auto names = namesOf(R"(
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %t
  br i1 %again, label %loop, label %end
end:
  %twice = mul i32 %n, 2
  call void @__musa_wait_block(ptr %thread)
  store i32 %next, ptr %p
  ret void
)");
  EXPECT_THAT(names, testing::Contains("twice"));
  EXPECT_THAT(names, hasNone("next"));
}

TEST_F(CommonValuesTest, NotWhatSomeThreadsHaveNotSet) {
  const auto names = namesOf(R"(
  br i1 %isFirst, label %sets, label %joined
sets:
  %value = add i32 %n, 1
  br label %joined
joined:
  %set = phi i32 [ %value, %sets ], [ undef, %entry ]
  %more = add i32 %set, 1
  call void @__musa_wait_block(ptr %thread)
  ret void
)");
  EXPECT_THAT(names, testing::Contains("value"));
  EXPECT_THAT(names, hasNone("set"));
  EXPECT_THAT(names, hasNone("more"));
}

TEST_F(CommonValuesTest, NothingIfBarriersAreInBranches) {
  EXPECT_THAT(namesOf(R"(
  %twice = mul i32 %n, 2
  br i1 %isFirst, label %one, label %other
one:
  call void @__musa_wait_block(ptr %thread)
  br label %end
other:
  call void @__musa_wait_block(ptr %thread)
  br label %end
end:
  ret void
)"),
              IsEmpty());
}

} // namespace
} // namespace musaport
