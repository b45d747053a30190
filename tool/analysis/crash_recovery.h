//===- analysis/crash_recovery.h - what a parser's crash ends ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_CRASH_RECOVERY_H
#define MUSAPORT_ANALYSIS_CRASH_RECOVERY_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace musaport {

/// Runs `work`; false if it crashed, by endless recursion too. Then what it had allocated is lost,
/// and nothing that it made may be used. From any thread.
bool runRecovering(llvm::function_ref<void()> work);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_CRASH_RECOVERY_H
