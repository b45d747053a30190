//===- mcc/shared_reads.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "shared_reads.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace musaport {
namespace {

/// `atomicAdd(&x, 0)` and the like.
bool changesNothing(const AtomicRMWInst &update) {
  const auto *operand = dyn_cast<ConstantInt>(update.getValOperand());
  if (operand == nullptr)
    return false;
  switch (update.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::UMax:
    return operand->isZero();
  case AtomicRMWInst::And:
  case AtomicRMWInst::UMin:
    return operand->isMinusOne();
  case AtomicRMWInst::Max:
    return operand->isMinValue(/*IsSigned=*/true);
  case AtomicRMWInst::Min:
    return operand->isMaxValue(/*IsSigned=*/true);
  default:
    return false;
  }
}

} // namespace

bool takes(const Instruction &instruction) {
  const auto *update = dyn_cast<AtomicRMWInst>(&instruction);
  return isa<AtomicCmpXchgInst>(instruction) ||
         (update != nullptr && update->getOperation() == AtomicRMWInst::Xchg);
}

bool mayChangeNothing(const Instruction &instruction) {
  const auto *update = dyn_cast<AtomicRMWInst>(&instruction);
  return update != nullptr && !isa<Constant>(update->getValOperand());
}

const Value *sharedPlace(const Instruction &instruction, bool isFenced) {
  if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
    const Value *place = load->getPointerOperand();
    if (!load->isUnordered() || load->isAtomic())
      return place;
    // Not the thread's own, such as blockIdx.
    return isFenced && !isa<AllocaInst, CallBase>(getUnderlyingObject(place)) ? place : nullptr;
  }
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerOperand();
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return takes(*update) || changesNothing(*update) ? update->getPointerOperand() : nullptr;
  return nullptr;
}

} // namespace musaport
