//===- unit/mcc/warp_meetings_test.cpp --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "warp_meetings.h"

#include "ir_test.h"

namespace musaport {
namespace {

class WarpMeetingsTest : public IrTest {
protected:
  /// How often lanes meet in a kernel of these instructions. It has shared memory at %s, other
  /// memory at %p, and a number %n.
  size_t meetings(const std::string &body, const std::string &more = "") {
    parse(R"(
@shared = internal addrspace(3) global [64 x i32] undef
declare void @__musa_wait_block(ptr, ptr, i32)
define void @barrier() {
  call void @__musa_wait_block(ptr null, ptr null, i32 1)
  ret void
}
)" + more +
          R"(
define void @f(ptr %p, i64 %n) {
entry:
  %s = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @shared to ptr), i64 %n
  )" + body +
          R"(
  ret void
})");
    meetAtSharedMemory(*module);
    EXPECT_TRUE(isWellFormed());
    return countCalls(*module->getFunction("f"), "__musa_wait_lanes");
  }
};

TEST_F(WarpMeetingsTest, BetweenAccessesOfWhichOneWrites) {
  EXPECT_EQ(meetings("store volatile i32 1, ptr %s"), 0U);
  EXPECT_EQ(meetings("store volatile i32 1, ptr %s\n  %v = load volatile i32, ptr %s"), 1U);
  EXPECT_EQ(meetings("%v = load volatile i32, ptr %s\n  store volatile i32 1, ptr %s"), 1U);
  EXPECT_EQ(meetings("store volatile i32 1, ptr %s\n  store volatile i32 2, ptr %s"), 1U);
  EXPECT_EQ(meetings("%v = load volatile i32, ptr %s\n  %w = load volatile i32, ptr %s"), 0U);
}

TEST_F(WarpMeetingsTest, NotForOtherAccesses) {
  EXPECT_EQ(meetings("store i32 1, ptr %s\n  %v = load i32, ptr %s"), 0U);
  EXPECT_EQ(meetings("store volatile i32 1, ptr %p\n  %v = load volatile i32, ptr %p"), 0U);
}

TEST_F(WarpMeetingsTest, NotBehindABarrier) {
  EXPECT_EQ(meetings("store volatile i32 1, ptr %s\n  call void @barrier()\n"
                     "  %v = load volatile i32, ptr %s"),
            0U);
}

TEST_F(WarpMeetingsTest, PointersInVariablesAndArguments) {
  EXPECT_EQ(meetings("%a = alloca ptr\n  store ptr %s, ptr %a\n  %q = load ptr, ptr %a\n"
                     "  store volatile i32 1, ptr %q\n  %v = load volatile i32, ptr %q"),
            1U);
  meetings("call void @g(ptr %s)", R"(
define void @g(ptr %q) {
  store volatile i32 1, ptr %q
  %v = load volatile i32, ptr %q
  ret void
})");
  // Its caller may have written.
  EXPECT_EQ(countCalls(*module->getFunction("g"), "__musa_wait_lanes"), 2U);
}

TEST_F(WarpMeetingsTest, AtTheEndOfEachRound) {
  const std::string loop = R"(
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %v = load volatile i32, ptr %s
  store volatile i32 %v, ptr %s
  BARRIER
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:)";
  std::string with = loop;
  std::string without = loop;
  with.replace(with.find("BARRIER"), 7, "call void @barrier()");
  without.replace(without.find("BARRIER"), 7, "");
  EXPECT_EQ(meetings(without), 3U); // before the read, the write, and the next round
  // Between the write and the next read is the barrier.
  EXPECT_EQ(meetings(with), 2U);
}

} // namespace
} // namespace musaport
