//===- mcc/exchange_loops.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exchange_loops.h"

#include "analyses.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace musaport {
namespace {

/// Those of a loop over the bits of a digit, or the halves of a warp.
constexpr unsigned maxRounds = 16;
/// Of the kernel. kernel_splitting.cpp takes a few more.
constexpr unsigned maxWaits = 48;
/// Of all pieces of the kernel, each of which may be a copy of it.
constexpr size_t maxInstructions = 50'000;

class Unroller {
public:
  using Question = function_ref<bool(const CallInst &)>;

  Unroller(Function &kernel, Question isWait, Question isExchange)
      : kernel(kernel), isWait(isWait), isExchange(isExchange) {}

  bool run() {
    if (countIn(kernel, isExchange) == 0)
      return false;
    FunctionPassManager passes;
    passes.addPass(LoopSimplifyPass());
    passes.addPass(LCSSAPass());
    passes.run(kernel, analyses.functions);
    while (Loop *loop = findLoop())
      unroll(*loop);
    return true;
  }

private:
  template <typename Blocks> static unsigned countIn(const Blocks &blocks, Question question) {
    unsigned count = 0;
    for (const BasicBlock &block : blocks)
      for (const Instruction &instruction : block)
        if (const auto *call = dyn_cast<CallInst>(&instruction))
          count += question(*call);
    return count;
  }
  static unsigned countIn(const Loop &loop, Question question) {
    return countIn(make_pointee_range(ArrayRef<BasicBlock *>(loop.getBlocks())), question);
  }

  Loop *findLoop() {
    for (Loop *loop : ask<LoopAnalysis>().getLoopsInPreorder())
      if (canUnroll(*loop))
        return loop;
    return nullptr;
  }

  bool canUnroll(Loop &loop) {
    // Between an exchange and the next one there may be loops: a vote has one over lanes.
    const bool waitsWithin =
        any_of(loop, [&](const Loop *inner) { return countIn(*inner, isWait) > 0; });
    const unsigned exchanges = countIn(loop, isExchange);
    if (exchanges == 0 || exchanges < countIn(loop, isWait) || waitsWithin ||
        !loop.isLoopSimplifyForm() || tried.contains(loop.getHeader()) ||
        hasUnrollTransformation(&loop) == TM_Disable)
      return false;
    const unsigned rounds = roundsOf(loop);
    if (rounds == 0 || rounds > maxRounds)
      return false;
    size_t instructions = 0;
    for (const BasicBlock *block : loop.blocks())
      instructions += block->size();
    const unsigned waits = countIn(kernel, isWait) + exchanges * (rounds - 1);
    return waits <= maxWaits &&
           waits * (kernel.getInstructionCount() + instructions * (rounds - 1)) <= maxInstructions;
  }

  /// How often its body is run if that is known, and 0 if not.
  unsigned roundsOf(Loop &loop) {
    return ask<ScalarEvolutionAnalysis>().getSmallConstantTripCount(&loop);
  }

  void unroll(Loop &loop) {
    tried.insert(loop.getHeader());
    UnrollLoopOptions options{};
    options.Count = roundsOf(loop);
    options.Force = true;
    options.ForgetAllSCEV = true;
    OptimizationRemarkEmitter remarks(&kernel);
    UnrollLoop(&loop, options, &ask<LoopAnalysis>(), &ask<ScalarEvolutionAnalysis>(),
               &ask<DominatorTreeAnalysis>(), &ask<AssumptionAnalysis>(), &ask<TargetIRAnalysis>(),
               &remarks, /*PreserveLCSSA=*/true);
  }

  template <typename Analysis> typename Analysis::Result &ask() {
    return analyses.functions.getResult<Analysis>(kernel);
  }

  Function &kernel;
  Question isWait;
  Question isExchange;
  SmallPtrSet<const BasicBlock *, 8> tried; ///< headers of loops that were to be unrolled
  Analyses analyses;
};

} // namespace

bool unrollExchangeLoops(Function &kernel, function_ref<bool(const CallInst &)> isWait,
                         function_ref<bool(const CallInst &)> isExchange) {
  return Unroller(kernel, isWait, isExchange).run();
}

} // namespace musaport
