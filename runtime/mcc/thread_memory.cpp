//===- mcc/thread_memory.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "thread_memory.h"

#include "device_passes.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace musaport {

/// Whether a parameter points to what one thread computes for others.
static bool isCommonValue(const Argument &parameter) {
  return parameter.getParent()->getAttributes().hasParamAttr(parameter.getArgNo(), commonValueMark);
}

ThreadMemory::ThreadMemory(const Function &function) {
  hasCapturedVariable = any_of(instructions(function), [](const Instruction &instruction) {
    const auto *variable = dyn_cast<AllocaInst>(&instruction);
    return variable != nullptr && !variable->hasMetadata(laneSlotMark) &&
           PointerMayBeCaptured(variable, /*ReturnCaptures=*/false, /*StoreCaptures=*/true);
  });
}

bool ThreadMemory::isOfAll(const StoreInst &store) const {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(store.getPointerOperand(), objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return all_of(objects, [this](const Value *object) {
    if (const auto *variable = dyn_cast<AllocaInst>(object))
      return variable->hasMetadata(laneSlotMark);
    if (const auto *parameter = dyn_cast<Argument>(object))
      return !isCommonValue(*parameter);
    return isa<GlobalValue>(object) || isNoAliasCall(object) ||
           (isa<LoadInst>(object) && !hasCapturedVariable);
  });
}

} // namespace musaport
