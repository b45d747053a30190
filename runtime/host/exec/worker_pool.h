//===- host/exec/worker_pool.h - CPU threads that share a grid's blocks --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_WORKER_POOL_H
#define MUSAPORT_HOST_EXEC_WORKER_POOL_H

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace musart {

/// Runs loops over chunks of an index range on all threads and the caller's. Several callers may
/// run loops at the same time; free threads go where there is work.
class WorkerPool {
public:
  /// `workers` threads work on a loop, the caller's among them; fewer, if the system gives no more.
  /// Threads start when first needed, and never end: a pool is made with new, and stays.
  explicit WorkerPool(unsigned workers) : workers(workers) {}
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;
  ~WorkerPool() = delete;

  /// Calls `body(first, last)` for chunks of [0, count), taken in increasing order: a chunk that
  /// has been taken runs, so a block may wait for one with a smaller number. Stops taking chunks
  /// when `body` returns false. `body` does not throw.
  void forChunks(uint64_t count, const std::function<bool(uint64_t, uint64_t)> &body);

private:
  struct Loop;
  bool startHelper();
  void helperMain();
  void work(Loop &loop);

  const unsigned workers;
  std::mutex mutex;
  std::condition_variable workReady;
  std::vector<Loop *> loops; ///< with chunks to take
  unsigned helpers = 0;      ///< threads that exist
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_WORKER_POOL_H
