//===- unit/mcc/device_passes_test.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "device_passes.h"

#include "ir_test.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Passes/PassBuilder.h"

namespace musaport {
namespace {

class DevicePassesTest : public IrTest {
protected:
  llvm::Function &optimised(llvm::StringRef text) {
    parse(text);
    llvm::PassBuilder builder;
    addDevicePasses(builder);
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager graphs;
    llvm::ModuleAnalysisManager modules;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(graphs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, graphs, modules);
    llvm::FunctionPassManager passes;
    builder.invokeVectorizerStartEPCallbacks(passes, llvm::OptimizationLevel::O2);
    llvm::Function &function = *module->getFunction("f");
    passes.run(function, functions);
    EXPECT_TRUE(isWellFormed());
    return function;
  }

  /// A loop over 256 threads, in which an index that begins at 100 is compared with a bound.
  static std::string loop(const std::string &step, const std::string &comparison) {
    return R"(
define void @f(ptr %to) {
entry:
  br label %loop
loop:
  %thread = phi i32 [ 0, %entry ], [ %next, %latch ]
  %index = )" +
           step + R"( i32 100, %thread
  %inside = icmp )" +
           comparison + R"(
  br i1 %inside, label %store, label %latch
store:
  %wide = sext i32 %index to i64
  %place = getelementptr i32, ptr %to, i64 %wide
  store i32 1, ptr %place
  br label %latch
latch:
  %next = add nuw nsw i32 %thread, 1
  %more = icmp ne i32 %next, 256
  br i1 %more, label %loop, label %exit
exit:
  ret void
})";
  }
  /// Whether the loop still has its check, beside the comparison that ends it.
  static bool isChecked(const llvm::Function &function) {
    return count<llvm::ICmpInst>(function) > 1;
  }
};

TEST_F(DevicePassesTest, ChecksThatAlwaysHoldGo) {
  EXPECT_FALSE(isChecked(optimised(loop("add", "ult i32 %index, 356"))));
  EXPECT_FALSE(isChecked(optimised(loop("add", "slt i32 %index, 356"))));
  EXPECT_TRUE(isChecked(optimised(loop("add", "ult i32 %index, 355"))));
  // Signed numbers below zero are such.
  EXPECT_FALSE(isChecked(optimised(loop("sub", "slt i32 %index, 101"))));
}

TEST_F(DevicePassesTest, AnIndexThatRunsBelowZeroIsNotLess) {
  EXPECT_TRUE(isChecked(optimised(loop("sub", "ult i32 %index, 256"))));
  EXPECT_TRUE(isChecked(optimised(loop("sub", "ugt i32 256, %index"))));
}

/// How many comparisons each innermost loop has.
std::vector<unsigned> comparisonsOfLoops(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  std::vector<unsigned> result;
  for (const llvm::Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    unsigned comparisons = 0;
    for (const llvm::BasicBlock *block : loop->blocks())
      for (const llvm::Instruction &instruction : *block)
        comparisons += llvm::isa<llvm::ICmpInst>(instruction) ? 1 : 0;
    result.push_back(comparisons);
  }
  llvm::sort(result);
  return result;
}

TEST_F(DevicePassesTest, ChecksAgainstOneBoundAreDecidedTogether) {
  llvm::Function &function = optimised(R"(
define void @f(ptr %to, i32 %n) {
entry:
  br label %loop
loop:
  %thread = phi i32 [ 0, %entry ], [ %next, %latch ]
  %first = icmp ult i32 %thread, %n
  br i1 %first, label %store.1, label %second.check
store.1:
  %place.1 = getelementptr i32, ptr %to, i32 %thread
  store i32 1, ptr %place.1
  br label %second.check
second.check:
  %index.2 = add i32 %thread, 256
  %second = icmp ult i32 %index.2, %n
  br i1 %second, label %store.2, label %third.check
store.2:
  %place.2 = getelementptr i32, ptr %to, i32 %index.2
  store i32 2, ptr %place.2
  br label %third.check
third.check:
  %index.3 = add i32 %thread, 512
  %third = icmp ult i32 %index.3, %n
  br i1 %third, label %store.3, label %latch
store.3:
  %place.3 = getelementptr i32, ptr %to, i32 %index.3
  store i32 3, ptr %place.3
  br label %latch
latch:
  %next = add nuw nsw i32 %thread, 1
  %more = icmp ne i32 %next, 256
  br i1 %more, label %loop, label %exit
exit:
  ret void
})");
  // One version of the loop has all three checks, the other none.
  EXPECT_EQ(comparisonsOfLoops(function), (std::vector<unsigned>{1, 4}));
}

TEST_F(DevicePassesTest, ShortSwitchesOfALoopAreCompared) {
  const auto loop = [](const std::string &cases) {
    return R"(
define void @f(ptr %to, i32 %mode, float %value) {
entry:
  br label %loop
loop:
  %thread = phi i32 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr float, ptr %to, i32 %thread
  %old = load float, ptr %place
  switch i32 %mode, label %other [ )" +
           cases + R"( ]
plus:
  %sum = fadd float %old, %value
  br label %latch
other:
  %product = fmul float %old, %value
  br label %latch
latch:
  %new = phi float [ %sum, %plus ], [ %product, %other ], [ %old, %loop ], [ %old, %loop ]
  store float %new, ptr %place
  %next = add nuw nsw i32 %thread, 1
  %more = icmp ne i32 %next, 256
  br i1 %more, label %loop, label %exit
exit:
  ret void
})";
  };
  const std::string two = "i32 5, label %latch i32 6, label %latch ";
  EXPECT_EQ(count<llvm::SwitchInst>(optimised(loop(two + "i32 1, label %plus"))), 0U);
  EXPECT_EQ(count<llvm::SwitchInst>(
                optimised(loop(two + "i32 1, label %plus i32 2, label %plus i32 3, label %plus"))),
            1U);
}

TEST_F(DevicePassesTest, MathematicsIsThereAsVectors) {
  const auto calls = [](const std::string &attributes) {
    return R"(
declare float @llvm.exp.f32(float)
declare float @powf(float, float)
declare double @sin(double)
declare double @log(double)
define internal float @tanhf(float %x) { ret float %x }
define void @f(ptr %to, float %x, double %y) )" +
           attributes + R"( {
  %a = call contract float @llvm.exp.f32(float %x)
  %b = call float @powf(float %a, float %x)
  store float %b, ptr %to
  %c = call double @sin(double %y)
  %d = call double @log(double %c)
  store double %d, ptr %to
  %e = call float @tanhf(float %x)
  store float %e, ptr %to
  ret void
})";
  };
  const auto called = [](const llvm::Function &function) {
    std::vector<std::string> names;
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        names.push_back(call->getCalledFunction()->getName().str());
    return names;
  };
  const llvm::Function &function = optimised(calls("\"target-features\"=\"+avx,+avx2,+fma\""));
  EXPECT_EQ(called(function),
            (std::vector<std::string>{"__musa_expf", "__musa_powf", "__musa_sin", "log", "tanhf"}));
  const auto &exp = *llvm::cast<llvm::CallInst>(&function.getEntryBlock().front());
  EXPECT_TRUE(exp.hasAllowContract());
  EXPECT_EQ(exp.getFnAttr("vector-function-abi-variant").getValueAsString(),
            "_ZGV_LLVM_N4v___musa_expf(__musa_expf_4),_ZGV_LLVM_N8v___musa_expf(__musa_expf_8)");
  EXPECT_NE(module->getFunction("__musa_powf_8"), nullptr);
  EXPECT_NE(module->getFunction("__musa_sin_2"), nullptr);
  EXPECT_EQ(called(optimised(calls("\"target-features\"=\"+avx\""))),
            (std::vector<std::string>{"llvm.exp.f32", "powf", "sin", "log", "tanhf"}));
}

TEST_F(DevicePassesTest, AtomicsOnSharedMemoryArePlain) {
  const llvm::Function &function = optimised(R"(
define i32 @f(ptr %thread) {
  %base = load ptr, ptr %thread, !musa.shared !0
  %place = getelementptr i8, ptr %base, i64 32
  %old = atomicrmw add ptr %place, i32 1 monotonic
  %pair = cmpxchg ptr %place, i32 1, i32 2 monotonic monotonic
  ret i32 %old
}
!0 = !{})");
  EXPECT_EQ(count<llvm::AtomicRMWInst>(function), 0U);
  EXPECT_EQ(count<llvm::AtomicCmpXchgInst>(function), 0U);
  EXPECT_EQ(count<llvm::AtomicRMWInst>(optimised(R"(
define i32 @f(ptr %thread) {
  %base = load ptr, ptr %thread
  %old = atomicrmw add ptr %base, i32 1 monotonic
  ret i32 %old
})")),
            1U);
}

/// How a loop over 256 threads ends.
const std::string endOfThreads = R"(
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp ne i64 %t.next, 256
  br i1 %more, label %thread, label %exit, !llvm.loop !0
exit:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"musa.threads", i32 1}
)";

/// 256 threads, each of which runs 50 rounds of an inner loop.
std::string threadsWithRounds(const std::string &place, const std::string &work,
                              const std::string &end = "icmp eq i64 %round.next, 50") {
  return R"(
define void @f(ptr %from, ptr %to) {
entry:
  br label %thread
thread:
  %t = phi i64 [ 0, %entry ], [ %t.next, %thread.latch ]
  %column = getelementptr float, ptr %from, i64 %t
  %row.at = mul i64 %t, 50
  %row = getelementptr float, ptr %from, i64 %row.at
  br label %round
round:
  %r = phi i64 [ 0, %thread ], [ %round.next, %round ]
  %sum = phi float [ 0.0, %thread ], [ %sum.next, %round ]
  %down = mul i64 %r, 256
  %place = getelementptr float, ptr )" +
         place + R"(
  )" + work +
         R"(
  %sum.next = fadd float %sum, %value
  %round.next = add nuw nsw i64 %r, 1
  %over = )" +
         end + R"(
  br i1 %over, label %thread.latch, label %round
thread.latch:
  %result = getelementptr float, ptr %to, i64 %t
  store float %sum.next, ptr %result)" +
         endOfThreads;
}

/// Whether there are loops over a group of threads, and all of these may be taken at once.
bool areGrouped(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  bool result = false;
  for (const llvm::Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost() && llvm::findOptionMDForLoop(loop, threadLoopMark) != nullptr) {
      EXPECT_TRUE(loop->isAnnotatedParallel());
      result = true;
    }
  return result;
}

bool areParallel(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  return llvm::all_of(loops, [](const llvm::Loop *loop) { return loop->isAnnotatedParallel(); });
}

TEST_F(DevicePassesTest, ThreadsThatReadNeighborsGoThroughALoopTogether) {
  const std::string load = "%value = load float, ptr %place";
  EXPECT_TRUE(areGrouped(optimised(threadsWithRounds("%column, i64 %down", load))));
  // All read the same, and the sums keep their order.
  EXPECT_TRUE(areGrouped(optimised(threadsWithRounds("%from, i64 %down", load))));
  // A round's neighbor is the next round.
  EXPECT_FALSE(areGrouped(optimised(threadsWithRounds("%row, i64 %r", load))));
}

TEST_F(DevicePassesTest, ThreadsThatMustNotChangeTheirOrderDoNot) {
  const std::string down = "%column, i64 %down";
  EXPECT_FALSE(
      areGrouped(optimised(threadsWithRounds(down, "%value = load volatile float, ptr %place"))));
  EXPECT_FALSE(areGrouped(
      optimised(threadsWithRounds(down, "%value = load float, ptr %place\nfence seq_cst"))));
  // The rounds of each thread are as many as data say.
  EXPECT_FALSE(areGrouped(optimised(
      threadsWithRounds(down, "%value = load float, ptr %place", "fcmp olt float %value, 1.0"))));
}

TEST_F(DevicePassesTest, AStepInEachBranchIsOneStep) {
  llvm::Function &function = optimised(R"(
define void @f(ptr %to, i32 %n) {
entry:
  br label %thread
thread:
  %t = phi i32 [ 0, %entry ], [ %t.next, %latch ]
  %inside = icmp ult i32 %t, %n
  br i1 %inside, label %store, label %others
store:
  %next.1 = add nuw nsw i32 %t, 1
  %place = getelementptr i32, ptr %to, i32 %next.1
  store i32 1, ptr %place
  br label %latch
others:
  %next.2 = add nuw i32 %t, 1
  br label %latch
latch:
  %t.next = phi i32 [ %next.1, %store ], [ %next.2, %others ]
  %more = icmp ne i32 %t.next, 256
  br i1 %more, label %thread, label %exit
exit:
  ret void
})");
  EXPECT_EQ(comparisonsOfLoops(function), (std::vector<unsigned>{1, 2}));
}

TEST_F(DevicePassesTest, WhatOneThreadDoesAloneIsAPieceOfItsOwn) {
  const auto loop = [](const std::string &condition) {
    return R"(
define void @f(ptr %to, i64 %k) {
entry:
  br label %thread
thread:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  %place = getelementptr float, ptr %to, i64 %t
  store float 1.0, ptr %place
)" + condition +
           R"(
  br i1 %alone, label %store, label %latch
store:
  store float 2.0, ptr %to
  br label %latch
latch:
)" + endOfThreads;
  };
  const auto pieces = [&](const std::string &condition) {
    return comparisonsOfLoops(optimised(loop(condition)));
  };
  const std::vector<unsigned> split = {1, 2}; // one of the two asks
  EXPECT_EQ(pieces("%alone = icmp eq i64 %t, %k"), split);
  EXPECT_EQ(pieces("%first = icmp eq i64 %t, 0\n%last = icmp eq i64 %t, 255\n"
                   "%alone = or i1 %first, %last"),
            (std::vector<unsigned>{1, 3}));
  EXPECT_EQ(pieces("%back = sub i64 255, %t\n%alone = icmp eq i64 %back, %k"), split);
  // Another number in each round, and one that comes back.
  const std::vector<unsigned> whole = {2};
  EXPECT_EQ(pieces("%read = load i64, ptr %place\n%alone = icmp eq i64 %t, %read"), whole);
  EXPECT_EQ(pieces("%short = trunc i64 %t to i4\n%alone = icmp eq i4 %short, 3"), whole);
}

TEST_F(DevicePassesTest, LoopsOverThreadsMayBeTakenAtOnce) {
  const auto loop = [](const std::string &work) {
    return R"(
define void @f(ptr %from, ptr %to) {
entry:
  %own = alloca [4 x float]
  br label %thread
thread:
  %t = phi i64 [ 0, %entry ], [ %t.next, %thread ]
  %place = getelementptr float, ptr %from, i64 %t
  %value = load float, ptr %place
  %result = getelementptr float, ptr %to, i64 %t
  store float %value, ptr %result
  )" + work +
           endOfThreads;
  };
  EXPECT_TRUE(areParallel(optimised(loop(""))));
  EXPECT_FALSE(areParallel(optimised(loop("store float %value, ptr %to"))));
  EXPECT_FALSE(areParallel(optimised(loop("store float %value, ptr %own"))));
  EXPECT_FALSE(areParallel(optimised(loop("%old = atomicrmw add ptr %to, i32 1 monotonic"))));
}

} // namespace
} // namespace musaport
