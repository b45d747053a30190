//===- libraries/ccl/collectives.h - what all ranks do together ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_CCL_COLLECTIVES_H
#define MUSAPORT_LIBRARIES_CCL_COLLECTIVES_H

#include "board.h"
#include "reduction.h"

namespace musaport::ccl {

struct Collective {
  enum class Kind : uint8_t { Reduce, Broadcast, AllReduce, ReduceScatter, AllGather };
  Kind kind;
  const void *send;
  void *receive;
  size_t count;        ///< of the smaller side
  Reduction reduction; ///< its type also without a reduction
  int root = 0;
  Factor factor = {};
  const void *factorOnDevice = nullptr; ///< read when the work runs
};

/// A rank's part of it. Returns when the rank's buffers are no longer needed.
void run(Board &board, const Collective &collective);

} // namespace musaport::ccl

#endif // MUSAPORT_LIBRARIES_CCL_COLLECTIVES_H
