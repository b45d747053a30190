//===- mcc/thread_loop.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "thread_loop.h"

#include "device_passes.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

#include <limits>

using namespace llvm;

namespace musaport {
namespace {

/// A larger loop stays as it is: it would be there three times.
constexpr size_t maxInstructions = 400;
/// Edges past the inner loop: each has a number in a byte.
constexpr size_t maxSkips = 100;
/// Bytes between neighbors, at most: they are in one structure.
constexpr int64_t nearBytes = 32;
/// What a step of unknown size is taken for.
constexpr int64_t farBytes = std::numeric_limits<int32_t>::max();
/// Values that take at most so many instructions are computed again rather than kept.
constexpr unsigned maxRecomputed = 8;
constexpr size_t maxPredicates = 8;
/// A difference between a group's threads has so many bits more than that of two neighbors.
constexpr unsigned groupBits = 6;
static_assert(1U << groupBits == mostGroupSize);
/// A CPU's own prefetcher follows steps of fewer bytes.
constexpr int64_t prefetchedBytes = 1024;
constexpr size_t maxFarReads = 4;
/// That a number of threads fits into fewer bits than these is not to be expected.
constexpr uint64_t minWrappingBits = 32;

} // namespace

ThreadLoop::ThreadLoop(Loop &threads, Loop &rounds, const LoopInfo &loops,
                       const DominatorTree &dominators, ScalarEvolution &evolution,
                       const ThreadMemory &memory, uint64_t maxGroupSize)
    : threads(threads), rounds(rounds), evolution(evolution), dominators(dominators),
      expander(evolution, threads.getHeader()->getDataLayout(), "group"), memory(memory),
      maxGroupSize(maxGroupSize) {
  for (BasicBlock *block : threads.blocks())
    if (loops.getLoopFor(block) != &threads && !rounds.contains(block))
      otherLoops.insert(block);
}

bool ThreadLoop::understand() {
  return understandShape() && understandInstructions() && understandPhis() && understandRounds() &&
         isWorthIt() && understandValues();
}

bool ThreadLoop::isComputedAnew(const Instruction &instruction) {
  return isa<GetElementPtrInst>(instruction) || isa<CastInst>(instruction) ||
         isa<BinaryOperator>(instruction);
}

bool ThreadLoop::isWideIndex(const Instruction &instruction) const {
  if (orderedIndex == nullptr || instruction.getNumOperands() != 1 ||
      instruction.getOperand(0) != orderedIndex)
    return false;
  return ICmpInst::isSigned(goesOn)
             ? isa<SExtInst>(instruction) || (isa<ZExtInst>(instruction) && instruction.hasNonNeg())
             : isa<ZExtInst>(instruction);
}

bool ThreadLoop::contains(const Value *value) const {
  const auto *instruction = dyn_cast<Instruction>(value);
  return instruction != nullptr && threads.contains(instruction);
}

Region ThreadLoop::regionOf(const Value *instruction) const {
  return regions.lookup(const_cast<BasicBlock *>(cast<Instruction>(instruction)->getParent()));
}

bool ThreadLoop::isInvariant(const SCEV *value) const {
  return evolution.isLoopInvariant(value, &threads);
}

bool ThreadLoop::canExpand(const SCEV *value) const {
  return expander.isSafeToExpandAt(value, threadsPreheader->getTerminator());
}

Value *ThreadLoop::expand(const SCEV *value) {
  return expander.expandCodeFor(value, value->getType(), threadsPreheader->getTerminator());
}

Value *ThreadLoop::expandPredicates() {
  if (predicates.empty())
    return nullptr;
  const SmallVector<const SCEVPredicate *, 8> list(predicates.begin(), predicates.end());
  const SCEVUnionPredicate all(list);
  return expander.expandCodeForPredicate(&all, threadsPreheader->getTerminator());
}

bool ThreadLoop::understandShape() {
  const auto endsAtLatch = [](const Loop &loop) {
    return loop.isLoopSimplifyForm() && loop.getExitingBlock() == loop.getLoopLatch() &&
           loop.getExitBlock() != nullptr && isa<BranchInst>(loop.getLoopLatch()->getTerminator());
  };
  if (!endsAtLatch(threads) || !endsAtLatch(rounds) || !threads.contains(rounds.getExitBlock()))
    return false;
  threadsPreheader = threads.getLoopPreheader();
  threadsHeader = threads.getHeader();
  threadsLatch = threads.getLoopLatch();
  threadsExit = threads.getExitBlock();
  roundsPreheader = rounds.getLoopPreheader();
  roundsHeader = rounds.getHeader();
  roundsLatch = rounds.getLoopLatch();
  roundsExit = rounds.getExitBlock();
  SmallPtrSet<BasicBlock *, 16> behind;
  SmallVector<BasicBlock *, 16> list = {roundsExit};
  while (!list.empty()) {
    BasicBlock *block = list.pop_back_val();
    if (block == threadsHeader || !threads.contains(block) || !behind.insert(block).second)
      continue;
    list.append(succ_begin(block), succ_end(block));
  }
  size_t instructions = 0;
  for (BasicBlock *block : threads.blocks()) {
    if (!isa<BranchInst>(block->getTerminator()) && !isa<SwitchInst>(block->getTerminator()))
      return false;
    instructions += block->size();
    regions[block] = rounds.contains(block)   ? Region::Inside
                     : behind.contains(block) ? Region::Behind
                                              : Region::Before;
    behindHasLoops |= behind.contains(block) && otherLoops.contains(block);
  }
  if (instructions > maxInstructions || regions[threadsLatch] != Region::Behind)
    return false;
  for (auto [block, region] : regions)
    if (region == Region::Before)
      for (BasicBlock *next : successors(block))
        if (regions.find(next)->second == Region::Behind)
          skips.insert({block, next});
  insideHasLoops = !rounds.isInnermost();
  return skips.size() <= maxSkips;
}

bool ThreadLoop::understandInstructions() const {
  for (auto [block, region] : regions)
    for (const Instruction &instruction : *block)
      if (!isHarmless(instruction))
        return false;
  return true;
}

/// Whether threads may do it in another order.
bool ThreadLoop::isHarmless(const Instruction &instruction) const {
  if (instruction.getType()->isTokenTy() || isa<AllocaInst>(instruction))
    return false;
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple();
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    return store->isSimple() && memory.isOfAll(*store);
  // A loop that waits for a lock has no regular end; inside of a round a thread also lets it go.
  if (isa<AtomicRMWInst>(instruction))
    return !instruction.isVolatile();
  if (isa<NoAliasScopeDeclInst>(instruction) || isa<AssumeInst>(instruction))
    return true;
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    return call->doesNotAccessMemory() && call->doesNotThrow() && call->willReturn() &&
           !call->isConvergent() && !call->isInlineAsm();
  return !instruction.mayReadOrWriteMemory() && !instruction.mayThrow();
}

/// A phi of the loop over threads that one thread hands on to the next. Its uses have to be in one
/// piece of the code, or the order of threads would count.
bool ThreadLoop::isHandedOn(PHINode &phi) {
  auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(threadsLatch));
  if (next == nullptr || !contains(next) || regionOf(next) == Region::Inside)
    return false;
  const Region region = regionOf(next);
  for (Instruction *value : {static_cast<Instruction *>(&phi), next})
    for (const Use &use : value->uses())
      if (contains(use.getUser()) && use.getUser() != &phi && regionOfUse(use) != region)
        return false;
  recurrences[&phi] = region;
  // It is known wherever a thread leaves that piece.
  const BasicBlock *block = next->getParent();
  return region == Region::Behind ||
         (dominators.dominates(block, roundsPreheader) &&
          all_of(skips, [&](const auto &edge) { return dominators.dominates(block, edge.first); }));
}

bool ThreadLoop::understandPhis() {
  SmallPtrSet<const Value *, 8> nextOfPhis;
  for (PHINode &phi : threadsHeader->phis()) {
    nextOfPhis.insert(phi.getIncomingValueForBlock(threadsLatch));
    const std::optional<Affine> value = affine(&phi);
    if (!(value && value->ofRound == nullptr) && !isHandedOn(phi))
      return false;
  }
  // Behind the loop over threads only that is used which it hands on.
  for (auto [block, region] : regions)
    for (Instruction &instruction : *block)
      for (const User *user : instruction.users()) {
        if (contains(user))
          continue;
        const auto *phi = dyn_cast<PHINode>(user);
        if (phi == nullptr || phi->getParent() != threadsExit || !nextOfPhis.contains(&instruction))
          return false;
      }
  return true;
}

bool ThreadLoop::understandRounds() {
  const auto isKnown = [&](const SCEV *count) {
    return !isa<SCEVCouldNotCompute>(count) && canExpand(count) &&
           evolution.getTypeSizeInBits(count->getType()) <= 64;
  };
  threadCount = evolution.getBackedgeTakenCount(&threads);
  if (!isKnown(threadCount))
    return false;
  const SCEV *count = evolution.getBackedgeTakenCount(&rounds);
  if (!isKnown(count) || !isInvariant(count))
    return understandEnd();
  roundCount = count;
  return true;
}

/// A bound that the threads come to one after the other: `i < n` with a thread's own i. Where each
/// thread's end depends on data, the group would wait for the longest.
bool ThreadLoop::understandEnd() {
  const auto *branch = cast<BranchInst>(roundsLatch->getTerminator());
  const auto *condition = dyn_cast<ICmpInst>(branch->getCondition());
  if (condition == nullptr || !condition->isRelational())
    return false;
  goesOn = branch->getSuccessor(0) == roundsHeader ? condition->getPredicate()
                                                   : condition->getInversePredicate();
  index = condition->getOperand(0);
  bound = condition->getOperand(1);
  std::optional<Affine> ofIndex = affine(index);
  std::optional<Affine> ofBound = affine(bound);
  if (ofIndex && ofIndex->ofThread == nullptr) {
    std::swap(index, bound);
    std::swap(ofIndex, ofBound);
    goesOn = ICmpInst::getSwappedPredicate(goesOn);
  }
  if (!ofIndex || !ofBound || ofBound->ofThread != nullptr || ofIndex->ofThread == nullptr)
    return false;
  for (PHINode &phi : roundsHeader->phis())
    if (phi.getIncomingValueForBlock(roundsLatch) == index)
      if (const std::optional<Affine> form = affine(&phi);
          form && form->ofThread == ofIndex->ofThread)
        orderedIndex = &phi;
  // A group's threads must not be so far from each other that the last one could have passed the
  // first one again.
  const auto *step = dyn_cast<SCEVConstant>(ofIndex->ofThread);
  return step != nullptr &&
         step->getAPInt().getSignificantBits() + groupBits < step->getAPInt().getBitWidth();
}

std::optional<Affine> ThreadLoop::affine(Value *value) {
  if (auto found = affines.find(value); found != affines.end())
    return found->second;
  if (arePredicatesClosed || !evolution.isSCEVable(value->getType()))
    return std::nullopt;
  const std::optional<Affine> result = findAffine(value);
  affines[value] = result;
  return result;
}

std::optional<Affine> ThreadLoop::findAffine(Value *value) {
  const SCEV *form = evolution.getSCEV(value);
  SmallPtrSet<const SCEVPredicate *, 4> needed;
  if (const SCEVAddRecExpr *changed =
          evolution.convertSCEVToAddRecWithPredicates(form, &threads, needed))
    form = changed;
  else
    needed.clear();
  Affine result = {form, nullptr, nullptr};
  while (const auto *sum = dyn_cast<SCEVAddRecExpr>(result.base)) {
    if (isInvariant(sum))
      break;
    const SCEV *step = sum->getStepRecurrence(evolution);
    const SCEV *&part = sum->getLoop() == &threads ? result.ofThread : result.ofRound;
    if ((sum->getLoop() != &threads && sum->getLoop() != &rounds) || part != nullptr ||
        !sum->isAffine() || !isInvariant(step) || !canExpand(step))
      return std::nullopt;
    part = step;
    result.base = sum->getStart();
  }
  if (!isInvariant(result.base) || !canExpand(result.base))
    return std::nullopt;
  size_t more = 0;
  for (const SCEVPredicate *predicate : needed) {
    const auto *wrap = dyn_cast<SCEVWrapPredicate>(predicate);
    if (wrap == nullptr ||
        evolution.getTypeSizeInBits(wrap->getExpr()->getType()) < minWrappingBits)
      return std::nullopt;
    more += predicates.contains(predicate) ? 0 : 1;
  }
  if (predicates.size() + more > maxPredicates)
    return std::nullopt;
  predicates.insert(needed.begin(), needed.end());
  return result;
}

/// Bytes from one round of `loop` to the next; none if they are not always as many.
std::optional<int64_t> ThreadLoop::stride(const SCEV *address, const Loop &loop) const {
  if (evolution.isLoopInvariant(address, &loop))
    return 0;
  if (const auto *sum = dyn_cast<SCEVAddRecExpr>(address)) {
    std::optional<int64_t> start = stride(sum->getStart(), loop);
    if (sum->getLoop() != &loop)
      return evolution.isLoopInvariant(sum->getStepRecurrence(evolution), &loop) ? start
                                                                                 : std::nullopt;
    const auto *step = dyn_cast<SCEVConstant>(sum->getStepRecurrence(evolution));
    if (!sum->isAffine() || !start || *start != 0)
      return std::nullopt;
    // One that is not known is that of rows.
    return step != nullptr && step->getAPInt().getSignificantBits() <= 64
               ? step->getAPInt().getSExtValue()
               : farBytes;
  }
  if (const auto *cast = dyn_cast<SCEVCastExpr>(address))
    return stride(cast->getOperand(), loop);
  if (const auto *sum = dyn_cast<SCEVAddExpr>(address)) {
    int64_t all = 0;
    for (const SCEV *operand : sum->operands()) {
      const std::optional<int64_t> one = stride(operand, loop);
      if (!one)
        return std::nullopt;
      all += *one;
    }
    return all;
  }
  if (const auto *product = dyn_cast<SCEVMulExpr>(address);
      product && product->getNumOperands() == 2)
    if (const auto *factor = dyn_cast<SCEVConstant>(product->getOperand(0));
        factor && factor->getAPInt().getSignificantBits() <= 32) {
      const std::optional<int64_t> one = stride(product->getOperand(1), loop);
      if (one && std::abs(*one) < farBytes)
        return *one * factor->getAPInt().getSExtValue();
      return one ? std::optional(farBytes) : std::nullopt;
    }
  return std::nullopt;
}

void ThreadLoop::addFarRead(LoadInst &load, int64_t byThread) {
  Value *pointer = load.getPointerOperand();
  const auto isNear = [&](const FarRead &other) {
    const auto *bytes = dyn_cast<SCEVConstant>(
        evolution.getMinusSCEV(evolution.getSCEV(pointer), evolution.getSCEV(other.pointer)));
    return bytes != nullptr && bytes->getAPInt().abs().ult(cacheLine);
  };
  if (farReads.size() < maxFarReads && none_of(farReads, isNear))
    farReads.push_back({pointer, byThread});
}

/// Whether threads are near each other where rounds are far from each other, more often than the
/// other way round; or the rounds cannot be vectorized, and threads can.
bool ThreadLoop::isWorthIt() {
  size_t threadsAreNear = 0;
  size_t roundsAreNear = 0;
  bool isRegular = true;
  for (auto [block, region] : regions) {
    if (region != Region::Inside)
      continue;
    for (Instruction &instruction : *block) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr)
        continue;
      const SCEV *address = evolution.getSCEV(const_cast<Value *>(pointer));
      const std::optional<int64_t> byThread = stride(address, threads);
      const std::optional<int64_t> byRound = stride(address, rounds);
      const bool nearThread = byThread && std::abs(*byThread) <= nearBytes;
      const bool nearRound = byRound && std::abs(*byRound) <= nearBytes;
      isRegular &= nearThread;
      if (nearThread && *byThread != 0 && !nearRound) {
        ++threadsAreNear;
        groupSize = std::clamp<uint64_t>(cacheLine / std::abs(*byThread), groupSize, maxGroupSize);
      }
      if (auto *load = dyn_cast<LoadInst>(&instruction);
          load != nullptr && nearThread && byRound && std::abs(*byRound) >= prefetchedBytes)
        addFarRead(*load, *byThread);
      roundsAreNear += nearRound && *byRound != 0 && !nearThread;
    }
  }
  if (threadsAreNear != roundsAreNear)
    return threadsAreNear > roundsAreNear;
  // A sum of floating-point numbers keeps its order.
  return isRegular && any_of(roundsHeader->phis(),
                             [&](PHINode &phi) { return phi.getType()->isFloatingPointTy(); });
}

Region ThreadLoop::regionOfUse(const Use &use) const {
  auto *user = cast<Instruction>(use.getUser());
  const auto *phi = dyn_cast<PHINode>(user);
  if (phi == nullptr)
    return regionOf(user);
  const Region region = regions.find(phi->getIncomingBlock(use))->second;
  // An edge to what is behind the inner loop belongs to that.
  return regionOf(phi) == Region::Behind ? Region::Behind : region;
}

bool ThreadLoop::canRecompute(Value *value, unsigned &budget) {
  if (!contains(value))
    return true;
  if (std::optional<Affine> form = affine(value); form && form->ofRound == nullptr)
    return true;
  auto *instruction = cast<Instruction>(value);
  if (budget == 0 || !(isComputedAnew(*instruction) || isa<CmpInst>(instruction)) ||
      instruction->isIntDivRem() || rounds.contains(instruction))
    return false;
  // Arithmetic of floating-point numbers may be rounded in another way in another place.
  if (isa<BinaryOperator>(instruction) && !value->getType()->isIntOrIntVectorTy())
    return false;
  --budget;
  return all_of(instruction->operands(),
                [&](Value *operand) { return canRecompute(operand, budget); });
}

bool ThreadLoop::understandValues() {
  for (auto [block, region] : regions)
    for (Instruction &instruction : *block)
      if (isComputedAnew(instruction))
        affine(&instruction);
  for (PHINode &phi : roundsHeader->phis()) {
    if (affine(&phi))
      continue;
    carried.push_back(&phi);
    Value *next = phi.getIncomingValueForBlock(roundsLatch);
    if (contains(next) && rounds.contains(cast<Instruction>(next)))
      keptByPhi.try_emplace(next, &phi);
  }
  for (auto [block, region] : regions) {
    if (region == Region::Behind)
      continue;
    for (Instruction &instruction : *block) {
      if (recurrences.contains(dyn_cast<PHINode>(&instruction)))
        continue;
      const bool isUsedElsewhere = any_of(instruction.uses(), [&, home = region](const Use &use) {
        return contains(use.getUser()) && regionOfUse(use) != home;
      });
      if (!isUsedElsewhere)
        continue;
      unsigned budget = maxRecomputed;
      if (region == Region::Inside) {
        if (keptByPhi.contains(&instruction))
          continue;
        if (is_contained(carried, &instruction))
          return false; // what it was in the last round: its slot has the next value
      } else if (canRecompute(&instruction, budget)) {
        continue;
      }
      kept.insert(&instruction);
    }
  }
  for (Instruction *instruction : kept)
    if (!instruction->getType()->isSingleValueType())
      return false;
  return all_of(carried, [](const PHINode *phi) { return phi->getType()->isSingleValueType(); });
}

} // namespace musaport
