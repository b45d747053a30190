//===- mcc/segment_frame.h - where waiting threads keep values --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_SEGMENT_FRAME_H
#define MUSAPORT_MCC_SEGMENT_FRAME_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace llvm {
class AllocaInst;
class BasicBlock;
class Function;
} // namespace llvm

namespace musaport {

/// Whether the variable's type is one of which a segment can take a value for all of its threads.
bool canBeCommon(const llvm::AllocaInst &variable);

/// The frame of a kernel's threads, and what leads to it.
struct SegmentFrame {
  uint64_t bytes = 0;                   ///< its size, for a thread
  llvm::BasicBlock *prologue = nullptr; ///< where addresses are computed, before anything else
  llvm::Function *takeCommon = nullptr; ///< see SplitKernel::takeCommon
};

/// Makes the local variables of `function` parts of a frame whose first `reserved` bytes belong to
/// the caller. Behind its first `first` parameters the function has those of a segment
/// (kernel_splitting.h). A variable of `common`, at most __MUSA_COMMON_VALUES of them, begins with
/// what takeCommon has taken; each thread still keeps what it writes there in its own frame, since
/// another time it may run alone.
SegmentFrame placeInFrame(llvm::Function &function, unsigned first,
                          llvm::ArrayRef<llvm::AllocaInst *> common, uint64_t reserved);

} // namespace musaport

#endif // MUSAPORT_MCC_SEGMENT_FRAME_H
