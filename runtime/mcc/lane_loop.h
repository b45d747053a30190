//===- mcc/lane_loop.h - a loop over a group's threads ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_LANE_LOOP_H
#define MUSAPORT_MCC_LANE_LOOP_H

#include "thread_loop.h"

#include "llvm/IR/IRBuilder.h"

namespace musaport {

/// What the loops over the lanes of a group, which are its threads, have in common.
struct ThreadGroup {
  explicit ThreadGroup(ThreadLoop &code);

  /// A variable with an element for each lane.
  llvm::AllocaInst *makeSlot(llvm::Type *type);
  llvm::BasicBlock *newBlock(const llvm::Twine &name);
  /// An affine value of the loop over threads for the thread with this number, without its part of
  /// the round.
  llvm::Value *valueOf(const Affine &value, llvm::Value *thread, llvm::IRBuilder<> &builder);
  /// The same in a round of the inner loop; `threads`: where its part of the thread is computed.
  llvm::Value *valueOf(const Affine &value, llvm::Value *thread, llvm::Value *round,
                       llvm::IRBuilder<> &threads, llvm::IRBuilder<> &builder);

  ThreadLoop &code; ///< what the threads do
  llvm::Function &function;
  llvm::LLVMContext &context;
  llvm::Type *int8;
  llvm::Type *int64;
  llvm::DenseMap<llvm::Value *, llvm::AllocaInst *> slots; ///< of what is kept or carried
  /// Of what is carried, in the inner loop where all lanes go on.
  llvm::DenseMap<llvm::Value *, llvm::AllocaInst *> fastSlots;
  llvm::AllocaInst *states = nullptr;   ///< what a lane does next: i8
  llvm::PHINode *firstThread = nullptr; ///< the number of the group's first thread: i64
  llvm::Instruction *bases = nullptr;   ///< what is the same for all lanes is computed before this
  llvm::MapVector<llvm::PHINode *, llvm::Value *> current; ///< of recurrences
};

/// The block that stands for an edge from another region.
using EdgeMap =
    llvm::DenseMap<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>, llvm::BasicBlock *>;

/// A loop over the lanes of a group. Its constructor leaves it open: the header has no terminator,
/// and the latch waits for those who come to it. Then follow copyCode(), if it is to run what the
/// threads do in a region, enter(), and finish().
class LaneLoop {
public:
  /// It is entered from `before`, which ends with a branch. `round`: of the inner loop, i64; null
  /// outside of it. `isFast`: all lanes do the same.
  LaneLoop(ThreadGroup &group, Region region, llvm::BasicBlock *before, llvm::Value *round,
           bool isFast);

  /// The loop goes from one lane to another, i64, instead of over all.
  void setLanes(llvm::Value *first, llvm::Value *end);
  /// Of the lane, in a mask of 64 bits.
  llvm::Value *bit(llvm::IRBuilder<> &builder) {
    return builder.CreateShl(builder.getInt64(1), lane);
  }

  /// Copies the region's code. `entries`: by which block a copy is entered for an edge from another
  /// region; others of these edges are gone. Edges to other regions still lead to them.
  void copyCode(const EdgeMap &entries);
  /// The copy of one of the region's blocks.
  llvm::BasicBlock *copyOf(llvm::BasicBlock *block) const {
    return llvm::cast<llvm::BasicBlock>(map.lookup(block));
  }
  /// A value of the original loop's thread, for the lane.
  llvm::Value *valueOf(llvm::Value *value);
  /// An affine value of the original loop's thread, for the lane with this number, outside of the
  /// loop over lanes.
  llvm::Value *valueOf(const Affine &value, uint64_t lane, llvm::IRBuilder<> &builder);
  llvm::Value *read(llvm::AllocaInst *slot, llvm::IRBuilder<> &builder);
  void write(llvm::AllocaInst *slot, llvm::Value *value, llvm::IRBuilder<> &builder);
  llvm::AllocaInst *slotOf(llvm::Value *value) const;

  /// A lane begins at `block`.
  void enter(llvm::BasicBlock *block) { llvm::IRBuilder<>(header).CreateBr(block); }
  /// A lane ends behind `from`. `counts`: i64, what it adds to `count`; null for 0.
  void leave(llvm::BasicBlock *from, llvm::Value *counts);
  /// `isThreadLoop`: the loop may be grouped, or vectorized.
  void finish(bool isThreadLoop);

  llvm::BasicBlock *header = nullptr;
  llvm::BasicBlock *after = nullptr;
  llvm::Value *count = nullptr; ///< i64, behind the loop: the sum of what lanes add

private:
  bool isShort() const;
  /// Before the header's end, whether it has a terminator or not.
  llvm::IRBuilder<> atHeader();
  llvm::Value *compute(const Affine &value);
  llvm::Value *widen(const llvm::Instruction &extension);
  void cloneBlocks();
  void openRecurrences();
  void closeRecurrences();
  void rewirePhis(const EdgeMap &entries);
  void remap();
  void keepValues();
  llvm::Value *slotAddress(llvm::AllocaInst *slot, llvm::IRBuilder<> &builder);

  ThreadGroup &group;
  ThreadLoop &code;
  Region region;
  llvm::BasicBlock *before;
  llvm::Value *round;
  bool isFast;
  llvm::BasicBlock *latch = nullptr;
  llvm::PHINode *lane = nullptr; ///< i64
  llvm::Value *behindLast = nullptr;
  llvm::PHINode *counted = nullptr;
  llvm::PHINode *one = nullptr;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> map; ///< what stands for a value or block
  llvm::DenseMap<const llvm::Value *, llvm::Instruction *> copies;
};

} // namespace musaport

#endif // MUSAPORT_MCC_LANE_LOOP_H
