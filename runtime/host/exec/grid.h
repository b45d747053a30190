//===- host/exec/grid.h - runs a launch on all CPU threads ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_GRID_H
#define MUSAPORT_HOST_EXEC_GRID_H

#include "exec/execution.h"
#include "exec/worker_pool.h"

namespace musart {

/// Runs all blocks of the launch on the calling thread and the pool's, then what they have
/// launched. The blocks of a cooperative launch run concurrently, on the calling thread alone.
/// `depth`: how many grids this one is nested in. Returns the first failure.
std::optional<KernelFailure> runGrid(const Launch &launch, const ExecutionOptions &options,
                                     WorkerPool &workers, unsigned depth = 0);

/// Calls `body` for chunks of [0, count) as WorkerPool::forChunks() does, until it returns a
/// failure. Returns the first one.
std::optional<KernelFailure>
firstFailure(WorkerPool &workers, uint64_t count,
             const std::function<std::optional<KernelFailure>(uint64_t, uint64_t)> &body);

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_GRID_H
