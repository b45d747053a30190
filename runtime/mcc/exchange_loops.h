//===- mcc/exchange_loops.h - loops in which lanes exchange values -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_EXCHANGE_LOOPS_H
#define MUSAPORT_MCC_EXCHANGE_LOOPS_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace musaport {

/// Unrolls loops with at least one exchange between lanes and a small number of rounds that is
/// known, such as those of a warp's reduction: then it is known which exchange follows which, and
/// between which lanes values go. `isExchange`: whether a call of the kernel is one. Returns
/// whether anything changed.
bool unrollExchangeLoops(llvm::Function &kernel,
                         llvm::function_ref<bool(const llvm::CallInst &)> isExchange);

} // namespace musaport

#endif // MUSAPORT_MCC_EXCHANGE_LOOPS_H
