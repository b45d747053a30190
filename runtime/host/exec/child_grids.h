//===- host/exec/child_grids.h - what the threads of a grid launch --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_CHILD_GRIDS_H
#define MUSAPORT_HOST_EXEC_CHILD_GRIDS_H

#include "exec/execution.h"
#include "exec/worker_pool.h"

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace musart {

/// What the threads of a running grid have launched. A block's launches run in the order in which
/// its threads made them, whatever streams they named; those of several blocks run at the same
/// time. They begin when all threads of the grid have ended, or their block waits for them: CUDA
/// promises no more than that they are done before the grid is.
class ChildGrids {
public:
  /// A grid's children launch grids, too: CUDA lets 24 of them be nested.
  static constexpr unsigned maxDepth = 24;

  ChildGrids(const ExecutionOptions &options, WorkerPool &workers, unsigned depth)
      : options(options), workers(workers), depth(depth) {}

  /// False: the grid is nested too deep to have children.
  bool mayHaveChildren() const { return depth < maxDepth; }
  void add(uint64_t block, Launch launch);
  /// Begins when all others have ended.
  void addTail(Launch launch);
  /// Runs the block's launches, on another CPU thread: this one runs device code. False if a kernel
  /// has failed, which has to end the grid.
  bool runOf(uint64_t block);
  /// Why runOf() returned false. Call this when the grid's threads have ended.
  const std::optional<KernelFailure> &failure() const { return failed; }
  /// Runs all of them. Returns the first failure. Call this when the grid's threads have ended.
  std::optional<KernelFailure> runAll();

  const ExecutionOptions &options;
  /// What a call of device code has returned, and not yet been asked for; of all threads.
  std::atomic<int> lastError = 0;

private:
  using Chain = std::vector<Launch>;
  std::optional<KernelFailure> run(const Chain &chain);

  WorkerPool &workers;
  const unsigned depth; ///< how many grids this one is nested in
  std::mutex mutex;     ///< for the rest
  std::map<uint64_t, Chain> ofBlocks;
  Chain tail;
  std::optional<KernelFailure> failed; ///< of a grid that a block has waited for
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_CHILD_GRIDS_H
