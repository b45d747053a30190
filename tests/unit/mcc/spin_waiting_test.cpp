//===- unit/mcc/spin_waiting_test.cpp ----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "spin_waiting.h"

#include "ir_test.h"

namespace musaport {
namespace {

class SpinWaitingTest : public IrTest {
protected:
  /// Whether a loop of these instructions, up to the definition of %done, waits.
  bool waits(const std::string &loop) {
    parse(R"(
declare void @__musa_wait_block()
define void @f(ptr %p, ptr %to, i32 %n) {
entry:
  br label %loop
loop:
  )" + loop +
          R"(
  br i1 %done, label %exit, label %loop
exit:
  ret void
})");
    const std::string before = print(*module->getFunction("f"));
    yieldInSpinLoops(*module);
    EXPECT_TRUE(isWellFormed());
    const llvm::Function &function = *module->getFunction("f");
    const size_t calls =
        countCalls(function, "__musa_wait_yield") + countCalls(function, "__musa_wait_look");
    EXPECT_LE(calls, 1U);
    if (calls == 0)
      EXPECT_EQ(print(function), before); // as Clang made it
    return calls == 1;
  }
};

TEST_F(SpinWaitingTest, Reads) {
  EXPECT_TRUE(waits("%v = load volatile i32, ptr %p\n  %done = icmp eq i32 %v, %n"));
  EXPECT_TRUE(waits("%v = load atomic i32, ptr %p acquire, align 4\n  %done = icmp eq i32 %v, %n"));
  EXPECT_FALSE(waits("%v = load i32, ptr %p\n  %done = icmp eq i32 %v, %n"));
  EXPECT_TRUE(waits("%v = call i64 @llvm.readcyclecounter()\n  %done = icmp ugt i64 %v, 9"));
}

TEST_F(SpinWaitingTest, UpdatesThatChangeNothing) {
  for (const char *update :
       {"add ptr %p, i32 0", "sub ptr %p, i32 0", "or ptr %p, i32 0", "xor ptr %p, i32 0",
        "and ptr %p, i32 -1", "umax ptr %p, i32 0", "umin ptr %p, i32 -1",
        "max ptr %p, i32 -2147483648", "min ptr %p, i32 2147483647"})
    EXPECT_TRUE(
        waits(std::string("%v = atomicrmw ") + update + " monotonic\n  %done = icmp eq i32 %v, %n"))
        << update;
  for (const char *update : {"add ptr %p, i32 1", "and ptr %p, i32 0", "max ptr %p, i32 0"})
    EXPECT_FALSE(
        waits(std::string("%v = atomicrmw ") + update + " monotonic\n  %done = icmp eq i32 %v, %n"))
        << update;
}

TEST_F(SpinWaitingTest, Locks) {
  EXPECT_TRUE(waits("%r = cmpxchg ptr %p, i32 1, i32 0 monotonic monotonic\n"
                    "  %done = extractvalue { i32, i1 } %r, 1"));
  EXPECT_TRUE(waits("%v = atomicrmw xchg ptr %p, i32 %n monotonic\n  %done = icmp eq i32 %v, 0"));
}

TEST_F(SpinWaitingTest, UpdatesWithoutALockDoNotWait) {
  EXPECT_FALSE(waits("%old = phi i32 [ 0, %entry ], [ %v, %loop ]\n"
                     "  %new = add i32 %old, %n\n"
                     "  %r = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic\n"
                     "  %v = extractvalue { i32, i1 } %r, 0\n"
                     "  %done = icmp eq i32 %v, %old"));
  EXPECT_FALSE(waits("%i = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
                     "  %next = add i32 %i, 1\n"
                     "  %v = atomicrmw xchg ptr %p, i32 %i monotonic\n"
                     "  %done = icmp eq i32 %v, %n"));
}

TEST_F(SpinWaitingTest, LoopsThatDoMoreDoNotWait) {
  EXPECT_FALSE(waits("%v = load volatile i32, ptr %p\n  store i32 %v, ptr %to\n"
                     "  %done = icmp eq i32 %v, %n"));
}

/// Each step takes the last twice: there are 2^60 ways to the first.
TEST_F(SpinWaitingTest, LongComputationsTakeNoTime) {
  const auto steps = [](const std::string &first, const std::string &name) {
    std::string text;
    std::string last = first;
    for (int i = 0; i < 60; ++i) {
      const std::string next = "%" + name + std::to_string(i);
      text.append("  ").append(next).append(" = mul i32 ");
      text.append(last).append(", ").append(last).append("\n");
      last = next;
    }
    return text;
  };
  EXPECT_TRUE(waits(steps("%n", "a") +
                    "  %place = getelementptr i32, ptr %p, i32 %a59\n"
                    "  %v = load volatile i32, ptr %place\n  %done = icmp eq i32 %v, %n"));
  EXPECT_TRUE(waits("call void @__musa_wait_block()\n"
                    "  %v = load volatile i32, ptr %p\n" +
                    steps("%v", "a") + "  store i32 %a59, ptr %to\n  %done = icmp eq i32 %v, %n"));
  EXPECT_FALSE(waits("%i = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
                     "  %next = add i32 %i, 1\n"
                     "  call void @__musa_wait_block()\n"
                     "  %v = load volatile i32, ptr %p\n" +
                     steps("%i", "a") + "  store i32 %a59, ptr %to\n  %done = icmp eq i32 %v, %n"));
}

} // namespace
} // namespace musaport
