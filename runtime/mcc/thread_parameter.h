//===- mcc/thread_parameter.h - passes the thread to device functions -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_THREAD_PARAMETER_H
#define MUSAPORT_MCC_THREAD_PARAMETER_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace musaport {

/// Adds a last parameter, the thread, to all functions that are defined here, except if `isExempt`.
/// Calls pass on the caller's thread; __musa_self() is replaced by it. Calls through pointers pass
/// it, too: if a function of the C library is called this way, it ignores what follows its own
/// arguments.
void addThreadParameter(llvm::Module &module,
                        llvm::function_ref<bool(const llvm::Function &)> isExempt);

} // namespace musaport

#endif // MUSAPORT_MCC_THREAD_PARAMETER_H
