//===- source/parallel.h - a parallel loop ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_PARALLEL_H
#define MUSAPORT_SOURCE_PARALLEL_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace musaport {

/// Calls `work(thread, index)` once for each index below `count` and returns when all calls have
/// returned. Uses at most `threads` threads, numbered from 0, which is the caller. Each thread
/// starts with its own contiguous range, because files that are neighbours by path share a folder,
/// and the system creates the files of one folder one at a time. A thread that finishes early takes
/// work from others.
void forEachInParallel(size_t count, unsigned threads,
                       llvm::function_ref<void(unsigned thread, size_t index)> work);

} // namespace musaport

#endif // MUSAPORT_SOURCE_PARALLEL_H
