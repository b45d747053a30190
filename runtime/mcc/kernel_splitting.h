//===- mcc/kernel_splitting.h - splits kernels where threads wait -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_KERNEL_SPLITTING_H
#define MUSAPORT_MCC_KERNEL_SPLITTING_H

#include "call_graph.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace llvm {
class Constant;
} // namespace llvm

namespace musaport {

/// Where splitKernel() cuts.
enum class Cuts : uint8_t {
  Barriers,         ///< of the block
  BarriersAndLanes, ///< and exchanges between lanes of a warp
};

/// Functions of musa_port/host/kernel_entry.h that pieces of a kernel call. They reach nothing but
/// what lanes hand over.
constexpr llvm::StringLiteral giveValueName = "__musa_give_value";
constexpr llvm::StringLiteral giveMaskName = "__musa_give_mask";
constexpr llvm::StringLiteral takeValuesName = "__musa_take_values";
constexpr llvm::StringLiteral handoverFunctions[] = {giveValueName, giveMaskName, takeValuesName};

/// How many arguments a piece has behind the kernel's, of which the last is the thread: frames,
/// threads, index, common; and with exchanges in, out.
constexpr unsigned segmentArguments = 4;
constexpr unsigned exchangeArguments = 2;

/// A kernel that waits only for its block, or for lanes of its warp too, split into the pieces
/// between the waits. All threads of a block, or lanes of a warp, run one piece after the other, so
/// a waiting thread needs no stack of its own: the values it needs later are in its frame.
struct SplitKernel {
  struct Segment {
    /// i32 (the kernel's parameters..., ptr frames, i64 threads, i64 index, ptr common), and with
    /// exchanges (ptr in, ptr out) behind: runs thread `index` of `threads` from its wait, or from
    /// the beginning for the first one, to the next wait. Returns that wait's segment, or
    /// __MUSA_SEGMENT_DONE. `common` is what `takeCommon` has given.
    llvm::Function *function = nullptr;
    llvm::Constant *file = nullptr; ///< the wait's source file; null for the first piece
    llvm::Constant *line = nullptr;
    // Of an exchange, if they are constants; null for those that are not, and at a barrier.
    llvm::Constant *width = nullptr;
    llvm::Constant *mask = nullptr;
    bool isExchange = false;
  };
  bool exchanges = false; ///< whether there is an exchange among the waits
  /// Empty if no wait is left once the kernel is simplified: its threads never wait.
  std::vector<Segment> segments;
  /// void (ptr frames, i64 threads, i64 first, ptr common): takes the values that are the same for
  /// all threads (common_values.h) out of the frame of thread `first`, before the threads from it
  /// on run a segment together. Null if there are no segments.
  llvm::Function *takeCommon = nullptr;
  /// Frame size of a thread. Frames are interleaved by variable: a variable of `size` bytes at
  /// `offset` is at frames + offset * threads + size * index.
  uint64_t frameBytes = 0;
};

/// Splits `kernel`, whose last parameter is the thread, at `cuts`. The error, which leaves the
/// kernel's meaning as it is, says why that cannot be: it may wait for anything else, waits in a
/// recursive function or one called through a pointer, or is too large. `reserved`: bytes at the
/// start of a frame that belong to the caller. `optimizes`: small functions are inlined, more
/// values are computed again instead of kept, and loops with exchanges are unrolled
/// (exchange_loops.h).
llvm::Expected<SplitKernel> splitKernel(llvm::Function &kernel, const CallGraph &graph, Cuts cuts,
                                        uint64_t reserved, bool optimizes);

} // namespace musaport

#endif // MUSAPORT_MCC_KERNEL_SPLITTING_H
