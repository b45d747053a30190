//===- unit/mcc/device_passes_test.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "device_passes.h"

#include "ir_test.h"
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

} // namespace
} // namespace musaport
