//===- mcc/thread_parameter.h - the thread, handed to every device function --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_THREAD_PARAMETER_H
#define MUSAPORT_MCC_THREAD_PARAMETER_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace musaport {

/// Gives all functions that are defined here, but those that `isExempt`, a last parameter: the
/// thread. Calls pass the caller's on; __musa_self() is replaced by it. Calls through pointers pass
/// it too: a function of the C library that is called so does not see what comes after its
/// own arguments.
void addThreadParameter(llvm::Module &module,
                        llvm::function_ref<bool(const llvm::Function &)> isExempt);

} // namespace musaport

#endif // MUSAPORT_MCC_THREAD_PARAMETER_H
