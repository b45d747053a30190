//===- host/exec/worker_pool.h - CPU threads that run a grid's blocks -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_WORKER_POOL_H
#define MUSAPORT_HOST_EXEC_WORKER_POOL_H

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace musart {

/// Runs loops over chunks of an index range on all threads of the pool and on the caller. Several
/// callers may run loops at the same time; idle threads help any loop that has work.
class WorkerPool {
public:
  /// `workers`: threads that work on a loop, including the caller; fewer if the system cannot
  /// create them. Threads start when first needed and never end, so a pool is created with new and
  /// never deleted.
  explicit WorkerPool(unsigned workers) : workers(workers) {}
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;
  ~WorkerPool() = delete;

  /// Calls `body(first, last)` for chunks of [0, count), started in increasing order. A chunk that
  /// has started runs to its end, so a block may wait for one with a smaller number. Starts no more
  /// chunks once `body` returns false. `body` must not throw.
  void forChunks(uint64_t count, const std::function<bool(uint64_t, uint64_t)> &body);

private:
  struct Loop;
  bool startHelper();
  void helperMain();
  void work(Loop &loop);

  const unsigned workers;
  std::mutex mutex;
  std::condition_variable workReady;
  std::vector<Loop *> loops; ///< loops with chunks left
  unsigned helpers = 0;      ///< number of threads created
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_WORKER_POOL_H
