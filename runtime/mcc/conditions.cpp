//===- mcc/conditions.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "conditions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace musaport {

SmallSetVector<ICmpInst *, 4> comparisonsOf(Value &condition, const Loop &loop) {
  SmallSetVector<ICmpInst *, 4> result;
  // Conditions may share operands.
  SmallSetVector<Value *, 16> operands;
  operands.insert(&condition);
  for (size_t i = 0; i < operands.size(); ++i) {
    auto *instruction = dyn_cast<Instruction>(operands[i]);
    if (instruction == nullptr || !loop.contains(instruction))
      continue;
    if (auto *comparison = dyn_cast<ICmpInst>(instruction)) {
      if (comparison->getOperand(0)->getType()->isIntegerTy())
        result.insert(comparison);
    } else if (instruction->getOpcode() == Instruction::And ||
               instruction->getOpcode() == Instruction::Or ||
               instruction->getOpcode() == Instruction::Xor || isa<SelectInst>(instruction)) {
      for (Value *operand : instruction->operands())
        if (operand->getType()->isIntegerTy(1))
          operands.insert(operand);
    }
  }
  return result;
}

} // namespace musaport
