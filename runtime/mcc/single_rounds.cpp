//===- mcc/single_rounds.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "single_rounds.h"

#include "conditions.h"
#include "device_passes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace musaport {
namespace {

/// A loop with more of them keeps its conditions.
constexpr size_t maxRounds = 4;

/// One loop. The pieces are the rounds of a loop around it.
class Split {
public:
  Split(Loop &loop, ScalarEvolution &evolution, Comparisons &known)
      : loop(loop), evolution(evolution), known(known),
        expander(evolution, loop.getHeader()->getDataLayout(), "piece"),
        int64(Type::getInt64Ty(loop.getHeader()->getContext())) {}

  bool run() {
    if (!hasForm() || !findConditions())
      return false;
    makePieces();
    return true;
  }

private:
  /// One exit, behind a known number of rounds.
  bool hasForm() {
    preheader = loop.getLoopPreheader();
    latch = loop.getLoopLatch();
    exit = loop.getExitBlock();
    if (preheader == nullptr || latch == nullptr || exit == nullptr ||
        loop.getExitingBlock() != latch || exit->getSinglePredecessor() != latch)
      return false;
    last = evolution.getBackedgeTakenCount(&loop);
    if (isa<SCEVCouldNotCompute>(last) || evolution.getTypeSizeInBits(last->getType()) > 64)
      return false;
    count =
        evolution.getAddExpr(evolution.getNoopOrZeroExtend(last, int64), evolution.getOne(int64));
    return evolution.getUnsignedRangeMax(last).getActiveBits() < 64 &&
           expander.isSafeToExpandAt(count, preheader->getTerminator());
  }

  bool findConditions() {
    for (BasicBlock *block : loop.blocks()) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (branch != nullptr && branch->isConditional() && block != latch)
        for (ICmpInst *comparison : comparisonsOf(*branch->getCondition(), loop))
          if (comparison->isEquality() && !known.contains(comparison))
            understand(*comparison);
    }
    return !rounds.empty() && rounds.size() <= maxRounds;
  }

  void understand(ICmpInst &comparison) {
    const SCEV *left = evolution.getSCEV(comparison.getOperand(0));
    const SCEV *right = evolution.getSCEV(comparison.getOperand(1));
    if (evolution.isLoopInvariant(left, &loop))
      std::swap(left, right);
    const auto *index = dyn_cast<SCEVAddRecExpr>(left);
    if (index == nullptr || index->getLoop() != &loop || !index->isAffine() ||
        !evolution.isLoopInvariant(right, &loop) ||
        evolution.getTypeSizeInBits(index->getType()) > 64)
      return;
    const SCEV *step = index->getStepRecurrence(evolution);
    const SCEV *distance = step->isOne() ? evolution.getMinusSCEV(right, index->getStart())
                           : step->isAllOnesValue()
                               ? evolution.getMinusSCEV(index->getStart(), right)
                               : nullptr;
    // Modulo the width of the index: a loop has fewer rounds than that has numbers.
    if (distance == nullptr || evolution.getTypeSizeInBits(index->getType()) <
                                   evolution.getUnsignedRangeMax(last).getActiveBits())
      return;
    const SCEV *round = evolution.getNoopOrZeroExtend(distance, int64);
    if (expander.isSafeToExpandAt(round, preheader->getTerminator()))
      rounds[round].insert(&comparison);
  }

  void makePieces() {
    Instruction *before = preheader->getTerminator();
    Value *end = expander.expandCodeFor(count, int64, before->getIterator());
    SmallVector<Value *, maxRounds> numbers;
    // One that belongs to a condition that no thread comes to may be poison.
    for (const auto &[round, comparisons] : rounds)
      numbers.push_back(IRBuilder<>(before).CreateFreeze(
          expander.expandCodeFor(round, int64, before->getIterator())));
    BasicBlock *piece = SplitEdge(preheader, loop.getHeader());
    BasicBlock *behind = SplitEdge(latch, exit);
    behind->setName("piece.end");

    IRBuilder<> builder(piece, piece->begin());
    PHINode *begin = builder.CreatePHI(int64, 2, "piece.begin");
    begin->addIncoming(builder.getInt64(0), preheader);
    builder.SetInsertPoint(piece->getTerminator());
    Value *isSingle = nullptr;
    Value *next = end;
    for (Value *number : numbers) {
      Value *isHere = builder.CreateICmpEQ(begin, number);
      isSingle = isSingle == nullptr ? isHere : builder.CreateOr(isSingle, isHere);
      Value *comes = builder.CreateSelect(builder.CreateICmpULT(begin, number), number, end);
      next = builder.CreateBinaryIntrinsic(Intrinsic::umin, next, comes);
    }
    next = builder.CreateSelect(isSingle, builder.CreateAdd(begin, builder.getInt64(1)), next);
    goOn(piece, behind, *begin, next);
    leave(piece, behind, *begin, next, end);
    ask(isSingle);
  }

  /// The variables of the loop go on where the piece before has left them.
  void goOn(BasicBlock *piece, BasicBlock *behind, PHINode &begin, Value *next) {
    for (PHINode &phi : loop.getHeader()->phis()) {
      const auto *form = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
      if (phi.getType()->isIntegerTy() && form != nullptr && form->getLoop() == &loop &&
          form->isAffine() && phi.getType()->getIntegerBitWidth() <= 64) {
        starts.emplace_back(&phi, form);
        continue;
      }
      PHINode *outer = IRBuilder<>(piece, piece->begin()).CreatePHI(phi.getType(), 2);
      outer->addIncoming(phi.getIncomingValueForBlock(piece), preheader);
      outer->addIncoming(leaving(behind, phi.getIncomingValueForBlock(latch)), behind);
      phi.setIncomingValueForBlock(piece, outer);
    }
    for (auto [phi, form] : starts) {
      IRBuilder<> builder(piece->getTerminator());
      Value *step = expander.expandCodeFor(form->getStepRecurrence(evolution), phi->getType(),
                                           preheader->getTerminator()->getIterator());
      Value *before = builder.CreateTrunc(&begin, phi->getType());
      phi->setIncomingValueForBlock(piece, builder.CreateAdd(phi->getIncomingValueForBlock(piece),
                                                             builder.CreateMul(before, step)));
    }
    IRBuilder<> builder(loop.getHeader(), loop.getHeader()->begin());
    PHINode *round = builder.CreatePHI(int64, 2, "round");
    round->addIncoming(&begin, piece);
    builder.SetInsertPoint(latch->getTerminator());
    Value *following = builder.CreateAdd(round, builder.getInt64(1), "", /*HasNUW=*/true,
                                         /*HasNSW=*/true);
    round->addIncoming(following, latch);
    auto *branch = cast<BranchInst>(latch->getTerminator());
    const bool staysIfTrue = branch->getSuccessor(0) == loop.getHeader();
    branch->setCondition(staysIfTrue ? builder.CreateICmpNE(following, next)
                                     : builder.CreateICmpEQ(following, next));
  }

  /// What the loop's last round leaves.
  PHINode *leaving(BasicBlock *behind, Value *value) {
    PHINode *phi = IRBuilder<>(behind, behind->begin()).CreatePHI(value->getType(), 1);
    phi->addIncoming(value, latch);
    return phi;
  }

  void leave(BasicBlock *piece, BasicBlock *behind, PHINode &begin, Value *next, Value *end) {
    for (PHINode &phi : exit->phis()) {
      Value *value = phi.getIncomingValueForBlock(behind);
      if (auto *inside = dyn_cast<Instruction>(value);
          inside != nullptr && inside->getParent() != behind)
        phi.setIncomingValueForBlock(behind, leaving(behind, value));
    }
    begin.addIncoming(next, behind);
    behind->getTerminator()->eraseFromParent();
    IRBuilder<> builder(behind);
    builder.CreateCondBr(builder.CreateICmpEQ(next, end), exit, piece);
  }

  void ask(Value *isSingle) {
    for (const auto &[round, comparisons] : rounds)
      for (ICmpInst *comparison : comparisons) {
        known.insert(comparison);
        IRBuilder<> builder(comparison->getNextNode());
        Value *decided = comparison->getPredicate() == ICmpInst::ICMP_EQ
                             ? builder.CreateAnd(isSingle, comparison)
                             : builder.CreateOr(builder.CreateNot(isSingle), comparison);
        comparison->replaceUsesWithIf(decided, [&](Use &use) { return use.getUser() != decided; });
      }
  }

  Loop &loop;
  ScalarEvolution &evolution;
  Comparisons &known;
  SCEVExpander expander;
  Type *int64;
  BasicBlock *preheader = nullptr;
  BasicBlock *latch = nullptr;
  BasicBlock *exit = nullptr;
  const SCEV *last = nullptr;                                    ///< the last round's number
  const SCEV *count = nullptr;                                   ///< of rounds
  MapVector<const SCEV *, SmallSetVector<ICmpInst *, 2>> rounds; ///< by number
  SmallVector<std::pair<PHINode *, const SCEVAddRecExpr *>, 4> starts;
};

} // namespace

bool splitAtSingleRounds(LoopInfo &loops, ScalarEvolution &evolution, Comparisons &known) {
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost() && findOptionMDForLoop(loop, threadLoopMark) != nullptr &&
        Split(*loop, evolution, known).run())
      return true;
  return false;
}

} // namespace musaport
