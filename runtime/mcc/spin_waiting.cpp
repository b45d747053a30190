//===- mcc/spin_waiting.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "spin_waiting.h"

#include "shared_reads.h"
#include "simplify.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace musaport {
namespace {

constexpr StringLiteral yieldName = "__musa_wait_yield";
constexpr StringLiteral lookName = "__musa_wait_look"; ///< in a loop with a barrier
constexpr StringLiteral barriers[] = {"__musa_wait_block", "__musa_wait_cluster"};
/// Larger functions are left as they are.
constexpr size_t maxInstructions = 20'000;
/// Up to this size, a function that reads what others may change is part of the loops that call it:
/// `while (!isReady(flag));`.
constexpr size_t maxOfReader = 50;

/// The function that a loop's condition may call: Clang inlines it always, or probably.
const Function *inlinedCallee(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call != nullptr ? call->getCalledFunction() : nullptr;
  if (callee == nullptr || callee->isDeclaration())
    return nullptr;
  if (callee->hasFnAttribute(Attribute::AlwaysInline))
    return callee;
  // Without optimization Clang says NoInline of all functions.
  const bool isApart = callee->hasFnAttribute(Attribute::NoInline) && !callee->hasOptNone();
  return !isApart && !callee->isInterposable() && callee->getInstructionCount() <= maxOfReader
             ? callee
             : nullptr;
}

bool readsClock(const Instruction &instruction) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic != nullptr && intrinsic->getIntrinsicID() == Intrinsic::readcyclecounter;
}

bool isBarrier(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr && is_contained(barriers, callee->getName());
}

/// Whether a function reads such things, in what is inlined too.
class Readers {
public:
  bool contains(const Function &function) {
    auto [entry, isNew] = known.try_emplace(&function, false);
    if (!isNew)
      return entry->second;
    bool result = false;
    for (const Instruction &instruction : instructions(function)) {
      const Function *callee = inlinedCallee(instruction);
      if (sharedPlace(instruction) != nullptr || mayChangeNothing(instruction) ||
          isa<FenceInst>(instruction) || readsClock(instruction) ||
          (callee != nullptr && contains(*callee))) {
        result = true;
        break;
      }
    }
    known[&function] = result;
    return result;
  }

private:
  DenseMap<const Function *, bool> known;
};

class SpinLoop {
public:
  explicit SpinLoop(const Loop &loop)
      : hasBarrier(contains(loop, isBarrier)), loop(loop),
        isFenced(contains(loop, [](const Instruction &i) { return isa<FenceInst>(i); })) {}

  bool onlyWaits(const LoopInfo &loops) {
    LoopBlocksDFS order(const_cast<Loop *>(&loop));
    order.perform(&loops);
    // In this order an instruction comes after those that it computes with, unless it is a phi.
    for (const BasicBlock *block : make_range(order.beginRPO(), order.endRPO()))
      for (const Instruction &instruction : *block) {
        const Value *place = sharedPlace(instruction, isFenced);
        if (place != nullptr && isa<AllocaInst>(getUnderlyingObject(place)))
          return false;
        // The same try again and again; with values that change, it is an update without a lock.
        const bool repeats = place != nullptr && hasInvariantOperands(instruction);
        const auto *store = dyn_cast<StoreInst>(&instruction);
        if (readsClock(instruction) || repeats)
          reads.insert(&instruction);
        else if (store != nullptr && hasBarrier && isInvariant(store->getPointerOperand()))
          stores.push_back(store);
        else if ((place == nullptr || takes(instruction)) && instruction.mayHaveSideEffects() &&
                 !isa<FenceInst>(instruction) && !isHint(instruction) && !isBarrier(instruction))
          return false;
        addComputed(instruction);
      }
    return !reads.empty() && all_of(stores, [&](const StoreInst *store) {
      return isRead(store->getValueOperand());
    }) && endDependsOnReads();
  }

  const bool hasBarrier;

private:
  static bool isHint(const Instruction &instruction) {
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic();
  }

  /// To be called for the loop's instructions in order: what is known of each is kept, as to ask
  /// its operands again and again takes exponential time.
  void addComputed(const Instruction &instruction) {
    if (!isa<PHINode>(instruction) && sharedPlace(instruction) == nullptr &&
        !readsClock(instruction) && hasInvariantOperands(instruction))
      invariants.insert(&instruction);
    else if (isa<CastInst, CmpInst, BinaryOperator, SelectInst>(instruction) &&
             all_of(instruction.operands(),
                    [&](const Use &operand) { return isRead(operand.get()); }))
      ofReads.insert(&instruction);
  }

  bool hasInvariantOperands(const Instruction &instruction) const {
    return all_of(instruction.operands(),
                  [&](const Use &operand) { return isInvariant(operand.get()); });
  }

  bool isInvariant(const Value *value) const {
    const auto *instruction = dyn_cast<Instruction>(value);
    return instruction == nullptr || !loop.contains(instruction) ||
           invariants.contains(instruction);
  }

  /// Whether it is computed from what was read.
  bool isRead(const Value *value) const {
    const auto *instruction = dyn_cast<Instruction>(value);
    return isInvariant(value) || reads.contains(instruction) || ofReads.contains(instruction);
  }

  bool endDependsOnReads() const {
    SmallVector<BasicBlock *, 4> exiting;
    loop.getExitingBlocks(exiting);
    SmallVector<const Instruction *, 16> list;
    for (const BasicBlock *block : exiting)
      list.push_back(block->getTerminator());
    SmallPtrSet<const Instruction *, 16> seen;
    while (!list.empty()) {
      const Instruction *instruction = list.pop_back_val();
      if (!loop.contains(instruction) || !seen.insert(instruction).second)
        continue;
      if (reads.contains(instruction))
        return true;
      for (const Use &operand : instruction->operands())
        if (const auto *from = dyn_cast<Instruction>(operand.get()))
          list.push_back(from);
      if (const auto *load = dyn_cast<LoadInst>(instruction))
        for (const StoreInst *store : stores)
          if (const auto *from = dyn_cast<Instruction>(store->getValueOperand());
              from != nullptr && store->getPointerOperand() == load->getPointerOperand())
            list.push_back(from);
    }
    return false;
  }

  static bool contains(const Loop &loop, bool (*isOne)(const Instruction &)) {
    return any_of(loop.blocks(), [&](const BasicBlock *block) { return any_of(*block, isOne); });
  }

  const Loop &loop;
  const bool isFenced;
  SmallPtrSet<const Instruction *, 4> reads;
  SmallPtrSet<const Instruction *, 16> invariants; ///< the same each time
  SmallPtrSet<const Instruction *, 16> ofReads;    ///< computed from `reads` and `invariants`
  SmallVector<const StoreInst *, 2> stores; ///< what was read, handed over to the other threads
};

/// False if it could not be done.
bool inlineAll(Function &function, Readers &readers) {
  for (bool again = true; again;) {
    again = false;
    const bool isFenced =
        any_of(instructions(function), [](const Instruction &i) { return isa<FenceInst>(i); });
    SmallVector<CallBase *, 8> calls;
    for (Instruction &instruction : instructions(function))
      if (const Function *callee = inlinedCallee(instruction);
          callee != nullptr && callee != &function &&
          (isFenced || callee->hasFnAttribute(Attribute::AlwaysInline) ||
           readers.contains(*callee)))
        calls.push_back(cast<CallBase>(&instruction));
    for (CallBase *call : calls) {
      InlineFunctionInfo info;
      if (!InlineFunction(*call, info).isSuccess())
        return false;
      again = true;
    }
    if (function.getInstructionCount() > maxInstructions)
      return false;
  }
  return true;
}

/// True if there was a loop to put them in.
bool addYields(Function &function) {
  bool found = false;
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    SpinLoop waiting(*loop);
    if (!waiting.onlyWaits(loops))
      continue;
    found = true;
    Module &module = *function.getParent();
    Type *pointer = PointerType::getUnqual(module.getContext());
    FunctionCallee self = module.getOrInsertFunction("__musa_self", pointer);
    FunctionCallee yield = module.getOrInsertFunction(
        waiting.hasBarrier ? lookName : yieldName, Type::getVoidTy(module.getContext()), pointer);
    SmallVector<BasicBlock *, 2> latches;
    loop->getLoopLatches(latches);
    for (BasicBlock *latch : latches) {
      IRBuilder<> builder(latch->getTerminator());
      builder.CreateCall(yield, {builder.CreateCall(self)});
    }
  }
  return found;
}

bool yieldInLoopsOf(Function &function, Readers &readers) {
  if (!inlineAll(function, readers))
    return false;
  simplify(function);
  return addYields(function);
}

} // namespace

void yieldInSpinLoops(Module &module) {
  Readers readers;
  SmallVector<Function *, 8> functions;
  for (Function &function : module)
    if (!function.isDeclaration() && readers.contains(function))
      functions.push_back(&function);
  for (Function *function : functions) {
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> backEdges;
    FindFunctionBackedges(*function, backEdges);
    if (backEdges.empty() && !function->hasFnAttribute(Attribute::AlwaysInline) &&
        none_of(instructions(*function), [](const Instruction &instruction) {
          return inlinedCallee(instruction) != nullptr;
        }))
      continue;
    // Loops show only in simplified code. Tried on a copy: what does not wait stays as Clang made
    // it.
    ValueToValueMapTy map;
    Function *copy = CloneFunction(function, map);
    const bool found = yieldInLoopsOf(*copy, readers);
    copy->eraseFromParent();
    if (found)
      yieldInLoopsOf(*function, readers);
  }
}

} // namespace musaport
