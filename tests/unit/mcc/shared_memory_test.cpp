//===- unit/mcc/shared_memory_test.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "shared_memory.h"

#include "ir_test.h"
#include "llvm/IR/Constants.h"

namespace musaport {
namespace {

class SharedMemoryTest : public IrTest {
protected:
  std::vector<KernelSharedMemory> lower(std::initializer_list<const char *> kernels) {
    llvm::SmallVector<llvm::Function *, 4> functions;
    for (const char *name : kernels)
      functions.push_back(module->getFunction(name));
    std::vector<KernelSharedMemory> result = lowerSharedMemory(*module, functions);
    EXPECT_TRUE(isWellFormed());
    return result;
  }

  /// Of the variable that `kernel` uses by this name.
  uint64_t offset(const char *kernel, llvm::StringRef variable) {
    for (const llvm::Instruction &instruction : llvm::instructions(module->getFunction(kernel)))
      if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call != nullptr && call->getName() == variable)
        return llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue();
    ADD_FAILURE() << kernel << " does not use " << variable.str();
    return 0;
  }
};

TEST_F(SharedMemoryTest, WhatKernelsShareIsPlacedFirst) {
  parse(R"(
@own = internal addrspace(3) global [1000 x i8] undef, align 4
@both = internal addrspace(3) global [64 x i32] undef, align 4
declare ptr @__musa_shared(i64)
declare ptr @__musa_dynamic_shared()
define internal void @useBoth() {
  store i32 1, ptr addrspace(3) @both
  ret void
}
define void @large() {
  call void @useBoth()
  store i32 1, ptr addrspace(3) @own
  ret void
}
define void @small() {
  call void @useBoth()
  ret void
})");
  const auto memory = lower({"large", "small"});
  EXPECT_EQ(offset("useBoth", "both"), 0U);
  EXPECT_EQ(offset("large", "own"), 256U);
  EXPECT_EQ(memory[0].bytes, 1256U);
  EXPECT_EQ(memory[0].end, 1256U);
  EXPECT_EQ(memory[1].bytes, 256U);
  EXPECT_EQ(memory[1].end, 256U);
  EXPECT_EQ(module->getNamedGlobal("both"), nullptr);
}

TEST_F(SharedMemoryTest, GapsAreNotCounted) {
  parse(R"(
@ab = internal addrspace(3) global [16 x i8] undef, align 16
@bc = internal addrspace(3) global [16 x i8] undef, align 16
@ca = internal addrspace(3) global [16 x i8] undef, align 16
declare ptr @__musa_shared(i64)
declare ptr @__musa_dynamic_shared()
define void @a() {
  store i8 1, ptr addrspace(3) @ab
  store i8 1, ptr addrspace(3) @ca
  ret void
}
define void @b() {
  store i8 1, ptr addrspace(3) @ab
  store i8 1, ptr addrspace(3) @bc
  ret void
}
define void @c() {
  store i8 1, ptr addrspace(3) @bc
  store i8 1, ptr addrspace(3) @ca
  ret void
})");
  const auto memory = lower({"a", "b", "c"});
  EXPECT_EQ(offset("a", "ab"), 0U);
  EXPECT_EQ(offset("b", "bc"), 16U);
  EXPECT_EQ(offset("c", "ca"), 32U); // behind bc, though a has nothing there
  for (const KernelSharedMemory &kernel : memory)
    EXPECT_EQ(kernel.bytes, 32U);
  EXPECT_EQ(memory[0].end, 48U);
  EXPECT_EQ(memory[1].end, 32U);
  EXPECT_EQ(memory[2].end, 48U);
}

TEST_F(SharedMemoryTest, DynamicVariablesHaveNoOffset) {
  parse(R"(
@sized = external addrspace(3) global [0 x i32], align 4
declare ptr @__musa_shared(i64)
declare ptr @__musa_dynamic_shared()
define void @kernel() {
  store i32 1, ptr addrspace(3) @sized
  ret void
})");
  const auto memory = lower({"kernel"});
  EXPECT_EQ(memory[0].bytes, 0U);
  EXPECT_EQ(countCalls(*module->getFunction("kernel"), "__musa_dynamic_shared"), 1U);
}

} // namespace
} // namespace musaport
