//===- mcc/round_prefetch.h - what a group reads some rounds later -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_ROUND_PREFETCH_H
#define MUSAPORT_MCC_ROUND_PREFETCH_H

#include "lane_loop.h"

namespace musaport {

/// Prefetches, at the builder, what a group reads a few rounds after `round` (i64) at places that
/// are far from those of this round. A CPU's own prefetcher does not see where such a loop goes,
/// and each round would wait for memory. Places that data decide are left out, and loops that
/// are known to have few rounds.
void prefetchRounds(ThreadGroup &group, llvm::Value *round, llvm::IRBuilder<> &builder);

} // namespace musaport

#endif // MUSAPORT_MCC_ROUND_PREFETCH_H
