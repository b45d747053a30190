//===- mcc/common_values.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "common_values.h"

#include "musa_port/host/thread.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"

#include <cstddef>

using namespace llvm;

namespace musaport {
namespace {

/// What LLVM's analysis asks of a target: here a thread is one of a block.
class ThreadsOfBlock : public TargetTransformInfoImplCRTPBase<ThreadsOfBlock> {
public:
  explicit ThreadsOfBlock(const Function &kernel)
      : TargetTransformInfoImplCRTPBase(kernel.getParent()->getDataLayout()),
        thread(&*std::prev(kernel.arg_end())) {}

  static bool hasBranchDivergence(const Function * /*function*/) { return true; }
  bool isSourceOfDivergence(const Value *value) const {
    if (isa<AllocaInst>(value) || isa<AtomicRMWInst>(value) || isa<AtomicCmpXchgInst>(value))
      return true;
    // A thread that has not set a variable has nothing for those that have.
    if (const auto *phi = dyn_cast<PHINode>(value))
      return any_of(phi->incoming_values(), [](const Use &from) { return isa<UndefValue>(from); });
    if (const auto *load = dyn_cast<LoadInst>(value))
      return !readsTheSame(*load);
    if (const auto *call = dyn_cast<CallBase>(value))
      return call->isInlineAsm() || call->isConvergent() || !call->doesNotAccessMemory();
    return false;
  }

private:
  /// Whether it reads what nobody writes while the block runs, other than who the thread is.
  bool readsTheSame(const LoadInst &load) const {
    if (!load.isSimple())
      return false;
    APInt offset(DL.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
    const Value *base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
        DL, offset, /*AllowNonInbounds=*/true);
    if (base == thread) {
      const uint64_t begin = offset.getZExtValue();
      const uint64_t end = begin + DL.getTypeStoreSize(load.getType());
      return begin >= offsetof(__musa_thread, block_idx) &&
             (end <= offsetof(__musa_thread, rank) ||
              begin >= offsetof(__musa_thread, dynamic_shared_offset));
    }
    const Value *object = getUnderlyingObject(base);
    if (const auto *parameter = dyn_cast<Argument>(object))
      return parameter->hasByValAttr();
    const auto *variable = dyn_cast<GlobalVariable>(object);
    return variable != nullptr && variable->isConstant();
  }

  const Argument *thread;
};

/// Whether all threads that have not returned come to the same waits in the same order.
class Order {
public:
  Order(Function &kernel, ArrayRef<CallInst *> waits, UniformityInfo &uniformity,
        const LoopInfo &loops)
      : kernel(kernel), uniformity(uniformity), loops(loops), postDominators(kernel) {
    SmallVector<const BasicBlock *, 16> list;
    for (const CallInst *wait : waits) {
      isWait.insert(wait->getParent());
      list.push_back(wait->getParent());
    }
    while (!list.empty()) {
      const BasicBlock *block = list.pop_back_val();
      if (comesToWait.insert(block).second)
        list.append(pred_begin(block), pred_end(block));
    }
  }

  bool isTheSame() {
    const ReversePostOrderTraversal<const Function *> order(&kernel);
    return !containsIrreducibleCFG<const BasicBlock *>(order, loops) &&
           all_of(kernel, [&](const BasicBlock &block) { return meetsBeforeWait(block); });
  }

private:
  /// Whether threads that part at the end of `block` are together again before anybody waits.
  bool meetsBeforeWait(const BasicBlock &block) {
    if (!uniformity.hasDivergentTerminator(block))
      return true;
    SmallVector<const BasicBlock *, 16> list;
    for (const BasicBlock *next : successors(&block))
      if (comesToWait.contains(next) && !is_contained(list, next))
        list.push_back(next);
    if (list.size() < 2)
      return true;
    const auto *node = postDominators.getNode(&block);
    const BasicBlock *meeting =
        node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;
    if (meeting == nullptr)
      return false;
    SmallPtrSet<const BasicBlock *, 16> seen;
    while (!list.empty()) {
      const BasicBlock *between = list.pop_back_val();
      if (between == meeting || !comesToWait.contains(between) || !seen.insert(between).second)
        continue;
      if (isWait.contains(between) || isHeaderOfBoth(*between, block, *meeting))
        return false;
      list.append(succ_begin(between), succ_end(between));
    }
    return true;
  }

  bool isHeaderOfBoth(const BasicBlock &block, const BasicBlock &first,
                      const BasicBlock &second) const {
    const Loop *loop = loops.isLoopHeader(&block) ? loops.getLoopFor(&block) : nullptr;
    return loop != nullptr && loop->contains(&first) && loop->contains(&second);
  }

  Function &kernel;
  UniformityInfo &uniformity;
  const LoopInfo &loops;
  PostDominatorTree postDominators;
  SmallPtrSet<const BasicBlock *, 8> isWait;
  SmallPtrSet<const BasicBlock *, 32> comesToWait;
};

} // namespace

DenseSet<const Instruction *> commonValues(Function &kernel, ArrayRef<CallInst *> waits) {
  FunctionAnalysisManager analyses;
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return CycleAnalysis(); });
  analyses.registerPass([] {
    return TargetIRAnalysis(
        [](const Function &function) { return TargetTransformInfo(ThreadsOfBlock(function)); });
  });
  analyses.registerPass([] { return UniformityInfoAnalysis(); });
  UniformityInfo &uniformity = analyses.getResult<UniformityInfoAnalysis>(kernel);
  const LoopInfo loops(analyses.getResult<DominatorTreeAnalysis>(kernel));
  DenseSet<const Instruction *> common;
  if (!Order(kernel, waits, uniformity, loops).isTheSame())
    return common;
  for (const Instruction &instruction : instructions(kernel))
    if (!instruction.getType()->isVoidTy() && uniformity.isUniform(&instruction) &&
        none_of(instruction.uses(), [&](const Use &use) { return uniformity.isDivergentUse(use); }))
      common.insert(&instruction);
  return common;
}

} // namespace musaport
