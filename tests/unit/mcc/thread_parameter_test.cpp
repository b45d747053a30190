//===- unit/mcc/thread_parameter_test.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "thread_parameter.h"

#include "ir_test.h"
#include "llvm/IR/Constants.h"

namespace musaport {
namespace {

class ThreadParameterTest : public IrTest {
protected:
  void add() {
    addThreadParameter(
        *module, [](const llvm::Function &function) { return function.getName() == "exempt"; });
    EXPECT_TRUE(isWellFormed());
  }
  const llvm::CallInst &onlyCall(const char *function) {
    const llvm::CallInst *result = nullptr;
    for (const llvm::Instruction &instruction : llvm::instructions(module->getFunction(function)))
      if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        result = call;
    EXPECT_NE(result, nullptr);
    return *result;
  }
};

TEST_F(ThreadParameterTest, CallsPassTheCallersThread) {
  parse(R"(
declare ptr @__musa_self()
declare i32 @library(i32)
define i32 @leaf(i32 %x) {
  %self = call ptr @__musa_self()
  %rank = load i32, ptr %self
  ret i32 %rank
}
define i32 @caller(i32 %x) {
  %result = call i32 @leaf(i32 %x)
  ret i32 %result
}
define i32 @pointer(ptr %f) {
  %result = call i32 %f(i32 1)
  ret i32 %result
}
define i32 @plain(i32 %x) {
  %result = call i32 @library(i32 %x)
  ret i32 %result
}
define i32 @exempt(i32 %x) {
  %result = call i32 @leaf(i32 %x)
  ret i32 %result
})");
  add();
  const llvm::Function &leaf = *module->getFunction("leaf");
  EXPECT_EQ(leaf.arg_size(), 2U);
  EXPECT_EQ(countCalls(leaf, "__musa_self"), 0U);
  EXPECT_EQ(leaf.getArg(1)->getNumUses(), 1U);
  EXPECT_EQ(onlyCall("caller").getArgOperand(1), module->getFunction("caller")->getArg(1));
  EXPECT_EQ(onlyCall("pointer").getArgOperand(1), module->getFunction("pointer")->getArg(1));
  EXPECT_EQ(onlyCall("plain").arg_size(), 1U);
  EXPECT_EQ(module->getFunction("exempt")->arg_size(), 1U);
  EXPECT_TRUE(llvm::isa<llvm::ConstantPointerNull>(onlyCall("exempt").getArgOperand(1)));
}

TEST_F(ThreadParameterTest, ConstFunctionsMayReadTheThread) {
  parse(R"(
declare ptr @__musa_self()
define i32 @rank() memory(none) {
  %self = call ptr @__musa_self()
  %rank = load i32, ptr %self
  ret i32 %rank
}
define i32 @caller() {
  %result = call i32 @rank() memory(none)
  ret i32 %result
})");
  add();
  EXPECT_EQ(module->getFunction("rank")->getMemoryEffects(),
            llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Ref));
  EXPECT_EQ(onlyCall("caller").getMemoryEffects(),
            llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Ref));
}

} // namespace
} // namespace musaport
