//===- host/exec/worker_pool.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace musart {
namespace {

/// Chunks a worker takes of a loop, about: few enough to cost nothing, enough to balance.
constexpr uint64_t chunksPerWorker = 16;

} // namespace

struct WorkerPool::Loop {
  const std::function<bool(uint64_t, uint64_t)> *body;
  uint64_t count;
  uint64_t chunk;
  std::atomic<uint64_t> next = 0;
  // Under the pool's mutex.
  unsigned working = 0; ///< helpers
  std::condition_variable done;
};

void WorkerPool::work(Loop &loop) {
  for (;;) {
    const uint64_t first = loop.next.fetch_add(loop.chunk, std::memory_order_relaxed);
    if (first >= loop.count)
      return;
    if (!(*loop.body)(first, std::min(first + loop.chunk, loop.count)))
      loop.next.store(loop.count, std::memory_order_relaxed);
  }
}

/// False if there can be no more.
bool WorkerPool::startHelper() {
  try {
    std::thread([this] { helperMain(); }).detach();
    ++helpers;
    return true;
  } catch (const std::exception &) {
    return false;
  }
}

void WorkerPool::helperMain() {
  std::unique_lock lock(mutex);
  for (;;) {
    workReady.wait(lock, [this] { return !loops.empty(); });
    Loop &loop = *loops.front();
    ++loop.working;
    lock.unlock();
    work(loop);
    lock.lock();
    loops.erase(std::remove(loops.begin(), loops.end(), &loop), loops.end());
    if (--loop.working == 0)
      loop.done.notify_one();
  }
}

void WorkerPool::forChunks(uint64_t count, const std::function<bool(uint64_t, uint64_t)> &body) {
  if (count <= 1 || workers == 1) {
    if (count > 0)
      body(0, count);
    return;
  }
  Loop loop;
  loop.body = &body;
  loop.count = count;
  loop.chunk = std::max<uint64_t>(1, count / (workers * chunksPerWorker));
  {
    const std::lock_guard lock(mutex);
    loops.push_back(&loop);
    const uint64_t chunks = (count + loop.chunk - 1) / loop.chunk;
    const uint64_t wanted = std::min<uint64_t>(workers, chunks) - 1;
    while (helpers < wanted && startHelper()) {
    }
  }
  workReady.notify_all();
  work(loop);
  std::unique_lock lock(mutex);
  loops.erase(std::remove(loops.begin(), loops.end(), &loop), loops.end());
  loop.done.wait(lock, [&] { return loop.working == 0; });
}

} // namespace musart
