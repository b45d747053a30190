//===- host/exec/child_grids.h - what the threads of a grid launch --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_CHILD_GRIDS_H
#define MUSAPORT_HOST_EXEC_CHILD_GRIDS_H

#include "exec/execution.h"
#include "exec/worker_pool.h"

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

namespace musart {

struct CopyBytes {
  void *to = nullptr;
  const void *from = nullptr;
  size_t bytes = 0;
};

struct FillBytes {
  void *to = nullptr;
  int value = 0;
  size_t bytes = 0;
};

/// What device code puts into a stream.
using ChildWork = std::variant<Launch, CopyBytes, FillBytes>;

/// What the threads of a running grid have put into streams. A block's work runs in the order in
/// which its threads asked for it, whatever streams they named; that of several blocks runs at the
/// same time. It begins when all threads of the grid have ended, or its block waits for it: CUDA
/// promises no more than that it is done before the grid is.
class ChildGrids {
public:
  /// A grid's children launch grids, too: CUDA lets 24 of them be nested.
  static constexpr unsigned maxDepth = 24;

  ChildGrids(const ExecutionOptions &options, WorkerPool &workers, unsigned depth)
      : options(options), workers(workers), depth(depth) {}

  /// False: the grid is nested too deep to have children.
  bool mayHaveChildren() const { return depth < maxDepth; }
  void add(uint64_t block, ChildWork work);
  /// Begins when all other work is done.
  void addTail(ChildWork work);
  /// Runs the block's work, on another CPU thread: this one runs device code. False if a kernel has
  /// failed, which has to end the grid.
  bool runOf(uint64_t block);
  // Only when device code of the grid does not run any longer.
  /// Why runOf() returned false.
  const std::optional<KernelFailure> &failure() const { return failed; }
  /// Runs all work. Returns the first failure.
  std::optional<KernelFailure> runAll();

  const ExecutionOptions &options;
  /// What a call of device code has returned, and not yet been asked for; of all threads.
  std::atomic<int> lastError = 0;

private:
  using Chain = std::vector<ChildWork>;
  std::optional<KernelFailure> run(const Chain &chain);
  std::optional<KernelFailure> runAtOnce(const std::vector<Chain> &chains);

  WorkerPool &workers;
  const unsigned depth; ///< how many grids this one is nested in
  std::mutex mutex;     ///< for the rest
  std::map<uint64_t, Chain> ofBlocks;
  Chain tail;
  std::optional<KernelFailure> failed; ///< of a grid that a block has waited for
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_CHILD_GRIDS_H
