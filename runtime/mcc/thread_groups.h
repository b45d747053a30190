//===- mcc/thread_groups.h - threads that go through a loop together -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_THREAD_GROUPS_H
#define MUSAPORT_MCC_THREAD_GROUPS_H

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace musaport {

/// Takes a loop over threads (threadLoopMark) whose body has a loop of its own, and where the
/// threads of a group had better go through that loop together: neighbors in the group read
/// neighbors in memory, while the rounds of one thread are far from each other, or cannot be
/// vectorized. The loop then is
///
///     for each group of threads
///       for each of its threads: what is before the inner loop
///       for each round of the inner loop
///         for each thread of the group: the round
///       for each of its threads: what is behind the inner loop
///
/// The loops over a group's threads have a constant count, and are marked as loops over threads. A
/// thread's values are in arrays between them, which become vector registers once the loops are
/// vectorized. If not all of a group's threads go through the inner loop, each round has a loop for
/// each row of neighbors that do; if not all do so equally often, each round skips some of them.
/// Threads that are left over run as before.
///
/// Changes at most one loop. Returns whether it has; the analyses are out of date then.
bool groupThreads(llvm::Function &function, llvm::LoopInfo &loops,
                  const llvm::DominatorTree &dominators, llvm::ScalarEvolution &evolution);

} // namespace musaport

#endif // MUSAPORT_MCC_THREAD_GROUPS_H
