//===- mcc/thread_loop.h - a loop over threads with a loop in it -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_THREAD_LOOP_H
#define MUSAPORT_MCC_THREAD_LOOP_H

#include "thread_memory.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <cstdint>
#include <optional>

namespace musaport {

/// Where a block of a loop over threads is: before the inner loop, in it, or behind it. What a
/// thread comes to behind the inner loop is so even if it has not gone through that.
enum class Region : uint8_t { Before, Inside, Behind };

/// Threads of a group that read floats: a cache line, and two vectors of them.
constexpr uint64_t leastGroupSize = 16;
/// Threads of a group that read bytes.
constexpr uint64_t mostGroupSize = 64;
/// Bytes.
constexpr int64_t cacheLine = 64;

/// base + ofThread * (the thread's number in its loop) + ofRound * (the inner loop's round)
/// Behind the inner loop a value with `ofRound` is that of the last round, which differs.
struct Affine {
  const llvm::SCEV *base;
  const llvm::SCEV *ofThread; ///< null: none
  const llvm::SCEV *ofRound;  ///< null: none
};

/// Where the inner loop reads. The next round is far away.
struct FarRead {
  llvm::Value *pointer;
  int64_t byThread; ///< bytes from one thread to the next
};

/// What is known of a loop over threads and of one of the loops in it, whose rounds are to be done
/// by several threads together.
class ThreadLoop {
public:
  ThreadLoop(llvm::Loop &threads, llvm::Loop &rounds, const llvm::LoopInfo &loops,
             const llvm::DominatorTree &dominators, llvm::ScalarEvolution &evolution,
             const ThreadMemory &memory, uint64_t maxGroupSize);

  /// Whether it can be done, and had better be. Otherwise nothing else here is of use.
  bool understand();

  /// How a value depends on the threads' numbers, if it does so regularly, and `predicates` hold.
  std::optional<Affine> affine(llvm::Value *value);
  /// No more of `predicates`: from here on only what is known already is affine.
  void closePredicates() { arePredicatesClosed = true; }
  /// Code for a value that does not change in the loop over threads, in front of it.
  llvm::Value *expand(const llvm::SCEV *value);
  /// Code, in front of the loop, for whether one of `predicates` does not hold; null if there are
  /// none.
  llvm::Value *expandPredicates();

  /// A value that is computed from the numbers of the thread and the round, if they alone decide
  /// it.
  static bool isComputedAnew(const llvm::Instruction &instruction);
  /// Whether an instruction extends `orderedIndex` to a wider type that keeps its order.
  bool isWideIndex(const llvm::Instruction &instruction) const;
  /// Whether a value is one of the loop over threads.
  bool contains(const llvm::Value *value) const;
  Region regionOf(const llvm::Value *instruction) const;

  llvm::Loop &threads;
  llvm::Loop &rounds;
  llvm::ScalarEvolution &evolution;
  // A loop finds these by its blocks' edges, which change.
  llvm::BasicBlock *threadsPreheader = nullptr;
  llvm::BasicBlock *threadsHeader = nullptr;
  llvm::BasicBlock *threadsLatch = nullptr;
  llvm::BasicBlock *threadsExit = nullptr;
  llvm::BasicBlock *roundsPreheader = nullptr;
  llvm::BasicBlock *roundsHeader = nullptr;
  llvm::BasicBlock *roundsLatch = nullptr;
  llvm::BasicBlock *roundsExit = nullptr;

  llvm::MapVector<llvm::BasicBlock *, Region> regions; ///< in the order of the loop's blocks
  /// Edges past the inner loop.
  llvm::SetVector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>> skips;
  bool insideHasLoops = false;
  bool behindHasLoops = false;

  /// Phis of the loop over threads that its threads hand on, and the region that uses them.
  llvm::MapVector<llvm::PHINode *, Region> recurrences;
  /// Phis of the inner loop that a thread has to keep from round to round.
  llvm::SmallVector<llvm::PHINode *, 8> carried;
  /// Values of one region that another one uses, and that are not computed again.
  llvm::SetVector<llvm::Instruction *> kept;
  /// Such values that are kept as the next one of a carried phi.
  llvm::DenseMap<llvm::Value *, llvm::PHINode *> keptByPhi;

  /// Threads of a group. They read at least a whole cache line before they go on to one that is far
  /// away, since that would push out the first before its rest is read.
  uint64_t groupSize = leastGroupSize;
  llvm::SmallVector<FarRead, 4> farReads;  ///< a few
  const llvm::SCEV *threadCount = nullptr; ///< less one
  /// Less one, if all threads do as many rounds; else null, and a thread goes on as long as `index`
  /// compares with `bound` like `goesOn` at a round's end.
  const llvm::SCEV *roundCount = nullptr;
  llvm::ICmpInst::Predicate goesOn = llvm::ICmpInst::BAD_ICMP_PREDICATE;
  llvm::Value *index = nullptr; ///< affine, and its part of the thread is a constant
  llvm::Value *bound = nullptr; ///< affine, and the same for all threads
  /// In the next round it is `index`, so it wraps around between no two lanes if those of all lanes
  /// are compared and it does not do so in the first one. Null if there is none.
  llvm::PHINode *orderedIndex = nullptr;

private:
  bool understandShape();
  bool understandInstructions() const;
  bool isHarmless(const llvm::Instruction &instruction) const;
  bool understandPhis();
  bool isHandedOn(llvm::PHINode &phi);
  bool understandRounds();
  bool understandEnd();
  bool isWorthIt();
  void addFarRead(llvm::LoadInst &load, int64_t byThread);
  bool understandValues();
  std::optional<Affine> findAffine(llvm::Value *value);
  std::optional<int64_t> stride(const llvm::SCEV *address, const llvm::Loop &loop) const;
  bool canRecompute(llvm::Value *value, unsigned &budget);
  Region regionOfUse(const llvm::Use &use) const;
  bool isInvariant(const llvm::SCEV *value) const;
  bool canExpand(const llvm::SCEV *value) const;

  const llvm::DominatorTree &dominators;
  llvm::SCEVExpander expander;
  const ThreadMemory &memory;
  uint64_t maxGroupSize;
  llvm::SmallPtrSet<const llvm::SCEVPredicate *, 8> predicates;
  bool arePredicatesClosed = false;
  llvm::DenseMap<llvm::Value *, std::optional<Affine>> affines;
  llvm::SmallPtrSet<llvm::BasicBlock *, 8> otherLoops; ///< blocks of loops besides the inner one
};

} // namespace musaport

#endif // MUSAPORT_MCC_THREAD_LOOP_H
