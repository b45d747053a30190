//===- mcc/single_rounds.h - threads that do something alone ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_SINGLE_ROUNDS_H
#define MUSAPORT_MCC_SINGLE_ROUNDS_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class ICmpInst;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace musaport {

using Comparisons = llvm::SmallPtrSet<const llvm::ICmpInst *, 8>;

/// Splits innermost loops over threads at the rounds of which a condition asks by number, as in
/// `if (threadIdx.x == 0)`: such a round is a piece of its own, and in all other pieces nothing is
/// asked. What one thread does alone would keep the loop from becoming vector code; in most loops
/// it is all there is, and the others' rounds are empty. Expects loops in simplified form, with
/// LCSSA. Splits at most one loop, and adds its comparisons to those that are known and looked at
/// no more. Returns whether it has; the analyses are out of date then.
bool splitAtSingleRounds(llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution,
                         Comparisons &known);

} // namespace musaport

#endif // MUSAPORT_MCC_SINGLE_ROUNDS_H
