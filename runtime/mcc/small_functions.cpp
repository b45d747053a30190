//===- mcc/small_functions.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "small_functions.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace musaport {
namespace {

/// As Clang makes it, before any optimization.
constexpr unsigned mostInstructions = 60;
/// A kernel of so many instructions is large.
constexpr size_t largeKernel = 4'000;

bool isSmall(const Function &function, const CallGraph &graph) {
  if (function.isDeclaration() || function.hasFnAttribute(Attribute::NoInline) ||
      function.getInstructionCount() > mostInstructions)
    return false;
  return none_of(instructions(function), [&](const Instruction &instruction) {
    if (const auto *variable = dyn_cast<AllocaInst>(&instruction))
      return variable->getAllocatedType()->isArrayTy() || !variable->isStaticAlloca();
    const auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call != nullptr ? calledFunction(*call) : nullptr;
    return callee != nullptr && graph.reachable(*callee).contains(&function); // it is recursive
  });
}

} // namespace

void inlineSmallFunctions(Function &kernel, const CallGraph &graph) {
  for (bool again = true; again;) {
    again = false;
    SmallVector<CallBase *, 8> calls;
    for (Instruction &instruction : instructions(kernel))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (const Function *callee = calledFunction(*call);
            callee != nullptr && isSmall(*callee, graph))
          calls.push_back(call);
    for (CallBase *call : calls) {
      InlineFunctionInfo info;
      if (kernel.getInstructionCount() < largeKernel)
        again |= InlineFunction(*call, info).isSuccess();
    }
  }
}

} // namespace musaport
