//===- mcc/device_passes.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "device_passes.h"

#include "conditions.h"
#include "option_value.h"
#include "single_rounds.h"
#include "thread_groups.h"
#include "thread_memory.h"
#include "vector_math.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace musaport {
namespace {

/// More conditions than this in one loop would make too many versions of it.
constexpr size_t maxConditions = 2;

/// Loops of one function in which threads go together.
constexpr int maxGroupings = 8;

/// Loops of one function that are split at single rounds.
constexpr int maxSplits = 8;

/// LLVM's cost of all versions of a loop over threads, ten times its own limit: the pieces of a
/// split loop count as each other's versions, and a condition that stays in a loop can keep it from
/// becoming vector code.
constexpr StringLiteral versionsLimit = "500";

/// A switch with more cases than this stays one.
constexpr unsigned maxComparedCases = 4;

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
    // Checks against one bound are decided together: those of an unrolled loop, for example.
    MapVector<const SCEV *, SmallVector<Check, 4>> checksOf;
    for (BasicBlock *block : loop.blocks()) {
      // The latch's own condition is the loop's end.
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (branch == nullptr || !branch->isConditional() || block == loop.getLoopLatch())
        continue;
      for (ICmpInst *comparison : comparisonsOf(*branch->getCondition(), loop))
        if (comparison->isRelational())
          if (std::optional<Check> check = understand(*comparison, loop, count))
            checksOf[check->bound].push_back(*check);
    }
    size_t conditions = 0;
    for (const auto &[bound, checks] : checksOf)
      if (conditions++ < maxConditions)
        hoist(checks, *loop.getLoopPreheader()->getTerminator());
    return !checksOf.empty();
  }

  /// A comparison that is decided before the loop if it holds, or does not hold, at both ends.
  struct Check {
    ICmpInst *comparison;
    CmpInst::Predicate tested; ///< of signed numbers in the wide type: "less"
    const SCEV *bound;         ///< in the wide type, like all below
    const SCEV *start;
    const SCEV *last;
    APInt least;      ///< below it the index would have wrapped around
    bool expectsTrue; ///< `i < n` is mostly true, `i >= n` mostly false
  };

  std::optional<Check> understand(ICmpInst &comparison, Loop &loop, const SCEV *count) {
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
      return std::nullopt;
    // Where the index ends is computed in twice the width: it may wrap around in its own.
    const unsigned width = evolution.getTypeSizeInBits(index->getType());
    if (width > 64 || evolution.getTypeSizeInBits(count->getType()) > 64)
      return std::nullopt;
    const bool isSigned = CmpInst::isSigned(predicate);
    Type *wide = IntegerType::get(comparison.getContext(), 2 * std::max(width, 32U));
    auto widen = [&](const SCEV *value, bool asSigned) {
      return asSigned ? evolution.getSignExtendExpr(value, wide)
                      : evolution.getZeroExtendExpr(value, wide);
    };
    if (evolution.getTypeSizeInBits(count->getType()) >= wide->getIntegerBitWidth())
      return std::nullopt;
    const SCEV *start = widen(index->getStart(), isSigned);
    const SCEV *step = widen(index->getStepRecurrence(evolution), true);
    const SCEV *last = evolution.getAddExpr(start, evolution.getMulExpr(step, widen(count, false)));
    const SCEV *bound = widen(right, isSigned);
    const Instruction *at = loop.getLoopPreheader()->getTerminator();
    for (const SCEV *value : {start, last, bound})
      if (!expander.isSafeToExpandAt(value, at))
        return std::nullopt;
    const bool expectsTrue = CmpInst::isSigned(predicate)
                                 ? predicate == CmpInst::ICMP_SLT || predicate == CmpInst::ICMP_SLE
                                 : predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_ULE;
    // In the wide type the index runs straight from start to last: what holds at both ends holds
    // in between. The comparison is then one of signed numbers, and always of the kind "less".
    const CmpInst::Predicate tested = ICmpInst::getSignedPredicate(
        expectsTrue ? predicate : CmpInst::getInversePredicate(predicate));
    // Below the least number of its own width the index would have come out at the greatest.
    const APInt least = isSigned ? APInt::getSignedMinValue(width).sext(wide->getIntegerBitWidth())
                                 : APInt::getZero(wide->getIntegerBitWidth());
    return Check{&comparison, tested, bound, start, last, least, expectsTrue};
  }

  /// One condition in front of the loop, at `at`, for checks against one bound.
  void hoist(ArrayRef<Check> checks, Instruction &at) {
    IRBuilder<> builder(&at);
    Value *all = nullptr;
    for (const Check &check : checks) {
      Type *wide = check.bound->getType();
      Value *limit = expander.expandCodeFor(check.bound, wide, &at);
      Value *start = expander.expandCodeFor(check.start, wide, &at);
      Value *last = expander.expandCodeFor(check.last, wide, &at);
      Value *first = builder.CreateICmp(check.tested, start, limit);
      Value *second = builder.CreateICmp(check.tested, last, limit);
      Value *unwrapped = builder.CreateICmpSGE(last, ConstantInt::get(wide, check.least));
      // Each by itself: a check that no thread comes to may be poison.
      Value *always =
          builder.CreateFreeze(builder.CreateAnd({first, second, unwrapped}), "guard.always");
      all = all == nullptr ? always : builder.CreateAnd(all, always);
    }
    for (const Check &check : checks) {
      ICmpInst &comparison = *check.comparison;
      builder.SetInsertPoint(comparison.getNextNode());
      Value *decided = check.expectsTrue
                           ? builder.CreateSelect(all, builder.getTrue(), &comparison)
                           : builder.CreateSelect(all, builder.getFalse(), &comparison);
      comparison.replaceUsesWithIf(decided, [&](Use &use) { return use.getUser() != decided; });
    }
  }

  ScalarEvolution &evolution;
  LoopInfo &loops;
  SCEVExpander expander;
};

bool isSharedMemory(const Value *pointer) {
  const auto *load = dyn_cast<LoadInst>(getUnderlyingObject(pointer, /*MaxLookup=*/16));
  return load != nullptr && load->hasMetadata(sharedMemoryMark);
}

/// Says of loops over threads that their rounds do not depend on each other.
struct ParallelThreadsPass : PassInfoMixin<ParallelThreadsPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    const ThreadMemory memory(function);
    for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
      if (loop->isInnermost() && findOptionMDForLoop(loop, threadLoopMark) != nullptr &&
          isParallel(*loop, memory))
        mark(*loop);
    return PreservedAnalyses::all();
  }

private:
  static bool isParallel(const Loop &loop, const ThreadMemory &memory) {
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block)
        if (instruction.mayReadOrWriteMemory() && !isOfOneThread(instruction, loop, memory))
          return false;
    return true;
  }

  /// Whether it concerns no other thread if all of them wait for each other as they have to.
  static bool isOfOneThread(const Instruction &instruction, const Loop &loop,
                            const ThreadMemory &memory) {
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
      return load->isSimple();
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
      return store->isSimple() && memory.isOfAll(*store) &&
             !loop.isLoopInvariant(store->getPointerOperand()); // a flag, or the block's count
    return isa<AssumeInst, NoAliasScopeDeclInst>(instruction);
  }

  static void mark(Loop &loop) {
    LLVMContext &context = loop.getHeader()->getContext();
    MDNode *group = MDNode::getDistinct(context, {});
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block)
        if (instruction.mayReadOrWriteMemory())
          instruction.setMetadata(
              LLVMContext::MD_access_group,
              uniteAccessGroups(instruction.getMetadata(LLVMContext::MD_access_group), group));
    MDNode *accesses =
        MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"), group});
    loop.setLoopID(makePostTransformationMetadata(context, loop.getLoopID(), {}, {accesses}));
  }
};

/// Has threads go through loops together, where that pays.
struct ThreadGroupsPass : PassInfoMixin<ThreadGroupsPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    bool changed = false;
    // A sanitizer reports accesses as they are in the code: those of one thread.
    if (function.hasFnAttribute(Attribute::SanitizeAddress) ||
        function.hasFnAttribute(Attribute::SanitizeThread))
      return PreservedAnalyses::all();
    for (int i = 0; i < maxGroupings; ++i) {
      if (none_of(analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder(),
                  isOverThreadsWithLoops))
        break;
      FunctionPassManager canonical;
      canonical.addPass(LoopSimplifyPass());
      canonical.addPass(LCSSAPass());
      const PreservedAnalyses preserved = canonical.run(function, analyses);
      changed |= !preserved.areAllPreserved();
      analyses.invalidate(function, preserved);
      if (!groupThreads(function, analyses.getResult<LoopAnalysis>(function),
                        analyses.getResult<DominatorTreeAnalysis>(function),
                        analyses.getResult<ScalarEvolutionAnalysis>(function)))
        break;
      changed = true;
      analyses.invalidate(function, PreservedAnalyses::none());
      FunctionPassManager simpler;
      simpler.addPass(SimplifyCFGPass());
      simpler.addPass(InstCombinePass());
      analyses.invalidate(function, simpler.run(function, analyses));
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }

private:
  static bool isOverThreadsWithLoops(const Loop *loop) {
    return !loop->isInnermost() && findOptionMDForLoop(loop, threadLoopMark) != nullptr;
  }
};

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

/// Makes comparisons of a short switch in an innermost loop: LLVM makes vectors of no loop that has
/// one.
struct ShortSwitchesPass : PassInfoMixin<ShortSwitchesPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    SmallVector<SwitchInst *, 4> found;
    for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
      if (loop->isInnermost())
        for (BasicBlock *block : loop->blocks())
          if (auto *branch = dyn_cast<SwitchInst>(block->getTerminator());
              branch != nullptr && branch->getNumCases() <= maxComparedCases &&
              block != loop->getLoopLatch()) // which has what pragmas say of the loop
            found.push_back(branch);
    for (SwitchInst *branch : found)
      compare(*branch);
    return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }

private:
  static void compare(SwitchInst &branch) {
    BasicBlock *from = branch.getParent();
    // What the successors' phis take from here, they take from the blocks that are to come.
    SmallDenseMap<PHINode *, Value *, 8> taken;
    for (BasicBlock *successor : successors(from))
      for (PHINode &phi : successor->phis()) {
        taken[&phi] = phi.getIncomingValueForBlock(from);
        phi.removeIncomingValue(from, /*DeletePHIIfEmpty=*/false);
      }
    auto enter = [&](BasicBlock *successor, BasicBlock *by) {
      for (PHINode &phi : successor->phis())
        phi.addIncoming(taken[&phi], by);
    };
    Value *condition = branch.getCondition();
    BasicBlock *otherwise = branch.getDefaultDest();
    SmallVector<std::pair<ConstantInt *, BasicBlock *>, maxComparedCases> cases;
    for (const auto &row : branch.cases())
      cases.emplace_back(row.getCaseValue(), row.getCaseSuccessor());
    branch.eraseFromParent();

    BasicBlock *at = from;
    for (auto [value, successor] : cases) {
      BasicBlock *next = BasicBlock::Create(from->getContext(), "", from->getParent());
      next->moveAfter(at);
      IRBuilder<> builder(at);
      builder.CreateCondBr(builder.CreateICmpEQ(condition, value), successor, next);
      enter(successor, at);
      at = next;
    }
    IRBuilder<>(at).CreateBr(otherwise);
    enter(otherwise, at);
  }
};

/// Makes a loop's step one instruction again where its round has branches with the same one in
/// each. GVN moves it there if a branch has computed it before: `threadIdx.x + 1` is the next
/// thread, too. No later pass knows how many rounds such a loop has.
struct OneStepPass : PassInfoMixin<OneStepPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    bool changed = false;
    for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
      if (BasicBlock *latch = loop->getLoopLatch(); latch != nullptr)
        for (PHINode &variable : loop->getHeader()->phis())
          if (auto *step = dyn_cast<PHINode>(variable.getIncomingValueForBlock(latch)))
            changed |= step->getParent() != loop->getHeader() && join(*step, dominators);
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }

private:
  static bool join(PHINode &phi, const DominatorTree &dominators) {
    const auto *first = dyn_cast<BinaryOperator>(phi.getIncomingValue(0));
    const auto isSame = [&](const Use &use) {
      const auto *other = dyn_cast<BinaryOperator>(use.get());
      return other != nullptr && first->isSameOperationAs(other) &&
             equal(first->operands(), other->operands());
    };
    const auto isThere = [&](const Use &operand) {
      const auto *value = dyn_cast<Instruction>(operand.get());
      return value == nullptr || dominators.dominates(value, &phi);
    };
    if (first == nullptr || first->isIntDivRem() || !all_of(phi.incoming_values(), isSame) ||
        !all_of(first->operands(), isThere))
      return false;
    Instruction *step = first->clone();
    for (const Use &use : phi.incoming_values()) {
      const auto *other = cast<Instruction>(use.get());
      step->andIRFlags(other);
      step->applyMergedLocation(step->getDebugLoc(), other->getDebugLoc());
    }
    step->insertBefore(phi.getParent()->getFirstInsertionPt());
    phi.replaceAllUsesWith(step);
    phi.eraseFromParent();
    return true;
  }
};

struct VectorMathPass : PassInfoMixin<VectorMathPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    return callVectorFunctions(function) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

/// Makes versions of loops with conditions that their rounds have in common. `hoists`: finds these
/// conditions first, which earlier passes have not moved out of the loops.
void unswitchLoops(Function &function, FunctionAnalysisManager &analyses, bool hoists) {
  analyses.invalidate(function, PreservedAnalyses::none());
  const OptionValue limit("unswitch-threshold", versionsLimit);
  FunctionPassManager passes;
  if (hoists) {
    passes.addPass(InstCombinePass());
    passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  }
  passes.addPass(createFunctionToLoopPassAdaptor(SimpleLoopUnswitchPass(/*NonTrivial=*/true)));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  if (hoists)
    passes.addPass(SimplifyCFGPass());
  passes.addPass(LoopSimplifyPass());
  passes.run(function, analyses);
}

/// Makes versions of a segment's loop over threads by conditions that all threads have in common,
/// such as the end of a loop with a barrier. LLVM does so with all loops at -O3.
struct CommonConditionsPass : PassInfoMixin<CommonConditionsPass> {
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses,
                        LoopStandardAnalysisResults &results, LPMUpdater &updater) {
    if (findOptionMDForLoop(&loop, segmentLoopMark) == nullptr)
      return PreservedAnalyses::all();
    return SimpleLoopUnswitchPass(/*NonTrivial=*/true).run(loop, analyses, results, updater);
  }
};

struct SingleRoundsPass : PassInfoMixin<SingleRoundsPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    // A sanitizer reports accesses as they are in the code.
    if (function.hasFnAttribute(Attribute::SanitizeAddress) ||
        function.hasFnAttribute(Attribute::SanitizeThread))
      return PreservedAnalyses::all();
    Comparisons known;
    for (int i = 0; i < maxSplits; ++i) {
      FunctionPassManager canonical;
      canonical.addPass(LoopSimplifyPass());
      canonical.addPass(LCSSAPass());
      analyses.invalidate(function, canonical.run(function, analyses));
      if (!splitAtSingleRounds(analyses.getResult<LoopAnalysis>(function),
                               analyses.getResult<ScalarEvolutionAnalysis>(function), known))
        break;
      analyses.invalidate(function, PreservedAnalyses::none());
    }
    if (known.empty())
      return PreservedAnalyses::none();
    unswitchLoops(function, analyses, /*hoists=*/true);
    return PreservedAnalyses::none();
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
    unswitchLoops(function, analyses, /*hoists=*/false);
    return PreservedAnalyses::none();
  }
};

} // namespace

void addDevicePasses(PassBuilder &builder) {
  builder.registerLateLoopOptimizationsEPCallback(
      [](LoopPassManager &passes, OptimizationLevel level) {
        if (level.getSpeedupLevel() > 1)
          passes.addPass(CommonConditionsPass());
      });
  builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &passes, OptimizationLevel level) {
        const bool groups = level.getSpeedupLevel() > 1;
        if (!groups)
          passes.addPass(SharedAtomicsPass());
        passes.addPass(VectorMathPass());
        if (groups) {
          passes.addPass(OneStepPass());
          passes.addPass(ThreadGroupsPass());
        }
        passes.addPass(ShortSwitchesPass());
        if (groups)
          passes.addPass(SingleRoundsPass());
        passes.addPass(GuardHoistingPass());
        if (groups) {
          passes.addPass(ShortSwitchesPass()); // those that SimplifyCFG has made of comparisons
          passes.addPass(ParallelThreadsPass());
          passes.addPass(SharedAtomicsPass()); // plain, they look as if nobody shared them
        }
      });
}

} // namespace musaport
