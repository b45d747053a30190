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

/// Unrolls loops in which lanes exchange values, and wait for nothing else, if the number of rounds
/// is known and small, such as those of a warp's reduction: then it is known which exchange follows
/// which, and between which lanes values go. `isWait`, `isExchange`: whether a call cuts the
/// kernel, and whether it does so as an exchange. Returns whether anything changed.
bool unrollExchangeLoops(llvm::Function &kernel,
                         llvm::function_ref<bool(const llvm::CallInst &)> isWait,
                         llvm::function_ref<bool(const llvm::CallInst &)> isExchange);

} // namespace musaport

#endif // MUSAPORT_MCC_EXCHANGE_LOOPS_H
