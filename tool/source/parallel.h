//===- source/parallel.h - a loop on several threads ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_PARALLEL_H
#define MUSAPORT_SOURCE_PARALLEL_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace musaport {

/// Calls `work(thread, index)` once for each index below `count`, and returns when all calls have.
/// At most `threads` threads make them, numbered from 0, which is the caller. Each begins with a
/// stretch of its own: neighbours in the order of paths share a folder, and the system creates
/// files of one folder one at a time. A thread that is done early helps the others.
void forEachInParallel(size_t count, unsigned threads,
                       llvm::function_ref<void(unsigned thread, size_t index)> work);

} // namespace musaport

#endif // MUSAPORT_SOURCE_PARALLEL_H
