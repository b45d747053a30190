//===- mcc/device_passes.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "device_passes.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace musaport {
namespace {

/// More checks than this in one loop would make too many versions of it.
constexpr unsigned maxChecks = 2;

/// Lets a check of an innermost loop be decided before the loop, where it can be.
class GuardHoisting {
public:
  GuardHoisting(Function &function, LoopInfo &loops, ScalarEvolution &evolution)
      : evolution(evolution), loops(loops),
        expander(evolution, function.getParent()->getDataLayout(), "guard") {}

  bool run() {
    bool changed = false;
    for (Loop *loop : loops.getLoopsInPreorder())
      if (loop->isInnermost())
        changed |= visit(*loop);
    return changed;
  }

private:
  bool visit(Loop &loop) {
    if (loop.getLoopPreheader() == nullptr || loop.getLoopLatch() == nullptr)
      return false;
    const SCEV *count = evolution.getBackedgeTakenCount(&loop);
    if (isa<SCEVCouldNotCompute>(count))
      return false;
    unsigned checks = 0;
    for (BasicBlock *block : loop.blocks()) {
      // The latch's own condition is the loop's end.
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (branch == nullptr || !branch->isConditional() || block == loop.getLoopLatch())
        continue;
      SmallVector<ICmpInst *, 4> comparisons;
      collect(branch->getCondition(), loop, comparisons);
      for (ICmpInst *comparison : comparisons)
        if (checks < maxChecks && hoist(*comparison, loop, count))
          ++checks;
    }
    return checks > 0;
  }

  /// The comparisons that a condition of and, or and not is made of.
  void collect(Value *condition, const Loop &loop, SmallVectorImpl<ICmpInst *> &result) {
    auto *instruction = dyn_cast<Instruction>(condition);
    if (instruction == nullptr || !loop.contains(instruction))
      return;
    if (auto *comparison = dyn_cast<ICmpInst>(instruction)) {
      if (comparison->isRelational() && comparison->getOperand(0)->getType()->isIntegerTy())
        result.push_back(comparison);
    } else if (instruction->getOpcode() == Instruction::And ||
               instruction->getOpcode() == Instruction::Or ||
               instruction->getOpcode() == Instruction::Xor || isa<SelectInst>(instruction)) {
      for (Value *operand : instruction->operands())
        if (operand->getType()->isIntegerTy(1))
          collect(operand, loop, result);
    }
  }

  bool hoist(ICmpInst &comparison, Loop &loop, const SCEV *count) {
    CmpInst::Predicate predicate = comparison.getPredicate();
    const SCEV *left = evolution.getSCEV(comparison.getOperand(0));
    const SCEV *right = evolution.getSCEV(comparison.getOperand(1));
    if (evolution.isLoopInvariant(left, &loop)) {
      std::swap(left, right);
      predicate = CmpInst::getSwappedPredicate(predicate);
    }
    const auto *index = dyn_cast<SCEVAddRecExpr>(left);
    if (index == nullptr || index->getLoop() != &loop || !index->isAffine() ||
        !evolution.isLoopInvariant(right, &loop))
      return false;
    // Where the index ends is computed in twice the width: it may wrap around in its own.
    const unsigned width = evolution.getTypeSizeInBits(index->getType());
    if (width > 64 || evolution.getTypeSizeInBits(count->getType()) > 64)
      return false;
    const bool isSigned = CmpInst::isSigned(predicate);
    Type *wide = IntegerType::get(comparison.getContext(), 2 * std::max(width, 32U));
    auto widen = [&](const SCEV *value, bool asSigned) {
      return asSigned ? evolution.getSignExtendExpr(value, wide)
                      : evolution.getZeroExtendExpr(value, wide);
    };
    if (evolution.getTypeSizeInBits(count->getType()) >= wide->getIntegerBitWidth())
      return false;
    const SCEV *start = widen(index->getStart(), isSigned);
    const SCEV *step = widen(index->getStepRecurrence(evolution), true);
    const SCEV *last = evolution.getAddExpr(start, evolution.getMulExpr(step, widen(count, false)));
    const SCEV *bound = widen(right, isSigned);
    Instruction *at = loop.getLoopPreheader()->getTerminator();
    for (const SCEV *value : {start, last, bound})
      if (!expander.isSafeToExpandAt(value, at))
        return false;

    // `i < n` is mostly true, `i >= n` mostly false.
    const bool expectsTrue = CmpInst::isSigned(predicate)
                                 ? predicate == CmpInst::ICMP_SLT || predicate == CmpInst::ICMP_SLE
                                 : predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_ULE;
    // In the wide type the index runs straight from start to last: what holds at both ends holds
    // in between. The comparison is then one of signed numbers, and always of the kind "less".
    const CmpInst::Predicate tested = ICmpInst::getSignedPredicate(
        expectsTrue ? predicate : CmpInst::getInversePredicate(predicate));
    IRBuilder<> builder(at);
    Value *limit = expander.expandCodeFor(bound, wide, at);
    Value *first = builder.CreateICmp(tested, expander.expandCodeFor(start, wide, at), limit);
    Value *end = expander.expandCodeFor(last, wide, at);
    Value *second = builder.CreateICmp(tested, end, limit);
    // Below the least number of its own width the index would have come out at the greatest.
    const APInt least = isSigned ? APInt::getSignedMinValue(width).sext(wide->getIntegerBitWidth())
                                 : APInt::getZero(wide->getIntegerBitWidth());
    Value *unwrapped = builder.CreateICmpSGE(end, ConstantInt::get(wide, least));
    Value *always =
        builder.CreateFreeze(builder.CreateAnd({first, second, unwrapped}), "guard.always");

    builder.SetInsertPoint(comparison.getNextNode());
    Value *decided = nullptr;
    if (expectsTrue)
      decided = builder.CreateSelect(always, builder.getTrue(), &comparison);
    else
      decided = builder.CreateSelect(always, builder.getFalse(), &comparison);
    comparison.replaceUsesWithIf(decided, [&](Use &use) { return use.getUser() != decided; });
    return true;
  }

  ScalarEvolution &evolution;
  LoopInfo &loops;
  SCEVExpander expander;
};

bool isSharedMemory(const Value *pointer) {
  const auto *load = dyn_cast<LoadInst>(getUnderlyingObject(pointer, /*MaxLookup=*/16));
  return load != nullptr && load->hasMetadata(sharedMemoryMark);
}

struct SharedAtomicsPass : PassInfoMixin<SharedAtomicsPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    bool changed = false;
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
        if (isSharedMemory(update->getPointerOperand()))
          changed |= lowerAtomicRMWInst(update);
      } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
        if (isSharedMemory(exchange->getPointerOperand()))
          changed |= lowerAtomicCmpXchgInst(exchange);
      }
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

struct GuardHoistingPass : PassInfoMixin<GuardHoistingPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    // Loops get the preheaders that they lost since the last loop pass.
    analyses.invalidate(function, LoopSimplifyPass().run(function, analyses));
    if (!GuardHoisting(function, analyses.getResult<LoopAnalysis>(function),
                       analyses.getResult<ScalarEvolutionAnalysis>(function))
             .run())
      return PreservedAnalyses::all();
    analyses.invalidate(function, PreservedAnalyses::none());
    FunctionPassManager rest;
    rest.addPass(createFunctionToLoopPassAdaptor(SimpleLoopUnswitchPass(/*NonTrivial=*/true)));
    rest.addPass(SimplifyCFGPass());
    rest.addPass(InstCombinePass());
    rest.addPass(LoopSimplifyPass());
    rest.run(function, analyses);
    return PreservedAnalyses::none();
  }
};

} // namespace

void addDevicePasses(PassBuilder &builder) {
  builder.registerVectorizerStartEPCallback([](FunctionPassManager &passes, OptimizationLevel) {
    passes.addPass(SharedAtomicsPass());
    passes.addPass(GuardHoistingPass());
  });
}

} // namespace musaport
