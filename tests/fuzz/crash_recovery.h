//===- crash_recovery.h - survives crashes of the parser -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_FUZZ_CRASH_RECOVERY_H
#define MUSAPORT_TESTS_FUZZ_CRASH_RECOVERY_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace musaport {

/// Runs `work`; returns false if it crashed, which includes endless recursion. After a crash,
/// memory it allocated is leaked, and nothing it produced may be used. Call this from any thread.
bool runRecovering(llvm::function_ref<void()> work);

} // namespace musaport

#endif // MUSAPORT_TESTS_FUZZ_CRASH_RECOVERY_H
