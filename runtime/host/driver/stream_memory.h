//===- host/driver/stream_memory.h - words of memory in graphs --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_STREAM_MEMORY_H
#define MUSAPORT_HOST_DRIVER_STREAM_MEMORY_H

#include "model/graph.h"
#include "musa.h"

namespace musart {

/// What such a node does. Throws MUSA_ERROR_INVALID_VALUE, also for memory that it may not access.
WordsWork wordsOf(const MUSA_BATCH_MEM_OP_NODE_PARAMS *params);
/// What it was made of. The array of operations is there as long as the work is.
MUSA_BATCH_MEM_OP_NODE_PARAMS paramsOf(const WordsWork &work);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_STREAM_MEMORY_H
