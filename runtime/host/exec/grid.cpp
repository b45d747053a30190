//===- host/exec/grid.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/grid.h"

#include "exec/child_grids.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

namespace musart {
namespace {

using Clock = std::chrono::steady_clock;

/// The threads of blocks that run at once: their stacks are half of what a process has room for.
constexpr uint64_t maxThreads = 16'384;
/// So long no block has to end before it is believed that the running ones wait for others; twice
/// as long each time.
constexpr auto firstPatience = std::chrono::milliseconds(2);

/// Runs `body`, which returns a failure or none.
template <typename Body>
std::optional<KernelFailure> withMemory(const Launch &launch, const Body &body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return KernelFailure{KernelFailure::Kind::Resources,
                         "kernel '" + demangle(launch.kernel->name) + "': no memory for a block"};
  }
}

/// A grid whose threads are fibers. A CPU thread runs a cluster of blocks at a time: a block,
/// without clusters. Blocks that wait for later ones, as those of a GPU may that are resident
/// together, get CPU threads besides the pool's: as many clusters as run begin at once, each time
/// that none has ended for a while.
class FiberGrid {
public:
  FiberGrid(const Launch &launch, ChildGrids &children)
      : launch(launch), children(children), options(children.options), clusters(launch.clusters()) {
  }

  std::optional<KernelFailure> run(WorkerPool &workers) {
    since = Clock::now();
    // As many CPU threads run large clusters at once as there is room for. Each of them runs
    // clusters until none is left.
    const bool isLimited = launch.blocksPerCluster() > 1;
    const uint64_t shares = isLimited ? std::min(clusters, room()) : clusters;
    workers.forChunks(shares, [this, isLimited](uint64_t first, uint64_t last) {
      {
        const std::lock_guard lock(mutex);
        ++working;
      }
      return work(isLimited ? clusters : last - first);
    });
    for (;;) {
      std::vector<std::thread> ending;
      {
        const std::lock_guard lock(mutex);
        ending.swap(threads);
      }
      if (ending.empty())
        return std::move(failure);
      for (std::thread &thread : ending)
        thread.join();
    }
  }

private:
  /// At most `count` clusters, for one CPU thread.
  class Share final : public ClusterSource {
  public:
    Share(FiberGrid &grid, uint64_t count) : grid(grid), left(count) {}
    std::optional<uint64_t> next() override {
      if (isRunning)
        grid.ended.fetch_add(1, std::memory_order_relaxed);
      isRunning = false;
      if (left == 0)
        return std::nullopt;
      --left;
      const uint64_t cluster = grid.begun.fetch_add(1, std::memory_order_relaxed);
      isRunning = cluster < grid.clusters;
      return isRunning ? std::optional(cluster) : std::nullopt;
    }
    bool mayGoOn() override { return grid.mayGoOn(); }

  private:
    FiberGrid &grid;
    uint64_t left;
    bool isRunning = false;
  };

  /// For so many clusters at once, at least one.
  uint64_t room() const {
    return std::max<uint64_t>(1, maxThreads / launch.threadsPerBlock() / launch.blocksPerCluster());
  }

  /// False: no more clusters are to begin.
  bool work(uint64_t count) {
    Share share(*this, count);
    std::optional<KernelFailure> result =
        withMemory(launch, [&] { return Execution::ofThread().run(launch, children, share); });
    const std::lock_guard lock(mutex);
    --working;
    if (!result)
      return true;
    begun.store(clusters, std::memory_order_relaxed);
    if (!failure)
      failure = std::move(result);
    return false;
  }

  bool mayGoOn() {
    std::this_thread::yield();
    const std::lock_guard lock(mutex);
    if (failure)
      return false; // what the block waits for may have been the failed one's to do
    const uint64_t first = begun.load(std::memory_order_relaxed);
    if (first >= clusters)
      return true;
    const Clock::time_point now = Clock::now();
    const uint64_t ends = ended.load(std::memory_order_relaxed);
    if (ends != endsSeen) {
      endsSeen = ends;
      since = now;
      patience = firstPatience;
      return true;
    }
    if (now - since < patience)
      return true;
    const uint64_t wanted =
        std::min({working, clusters - first, room() - std::min(room(), working)});
    if (wanted == 0 || !begin(wanted))
      return now - since < options.patience;
    since = now;
    patience *= 2;
    return true;
  }

  /// False if the system has no more threads.
  bool begin(uint64_t count) {
    try {
      for (uint64_t i = 0; i < count; ++i) {
        threads.emplace_back([this] { work(clusters); });
        ++working;
      }
      return true;
    } catch (const std::exception &) {
      return false;
    }
  }

  const Launch &launch;
  ChildGrids &children;
  const ExecutionOptions &options;
  const uint64_t clusters;
  std::atomic<uint64_t> begun = 0; ///< clusters, those that have ended too; more if all have
  std::atomic<uint64_t> ended = 0;
  std::mutex mutex; ///< for the rest
  std::optional<KernelFailure> failure;
  uint64_t working = 0;             ///< CPU threads that run a cluster, or have been told to
  std::vector<std::thread> threads; ///< those besides the pool's
  uint64_t endsSeen = 0;
  Clock::time_point since; ///< no cluster has ended, and no thread begun
  Clock::duration patience = firstPatience;
};

std::optional<KernelFailure> runClusters(const Launch &launch, ChildGrids &children, uint64_t first,
                                         uint64_t last) {
  return withMemory(launch,
                    [&] { return Execution::ofThread().run(launch, children, first, last); });
}

std::optional<KernelFailure> runAllClusters(const Launch &launch, ChildGrids &children,
                                            WorkerPool &workers) {
  const uint64_t clusters = launch.clusters();
  if (clusters == 1 || launch.cooperative)
    return runClusters(launch, children, 0, clusters);
  if (launch.kernel->run_thread != nullptr)
    return FiberGrid(launch, children).run(workers);
  return firstFailure(workers, clusters, [&](uint64_t first, uint64_t last) {
    return runClusters(launch, children, first, last);
  });
}

} // namespace

std::optional<KernelFailure>
firstFailure(WorkerPool &workers, uint64_t count,
             const std::function<std::optional<KernelFailure>(uint64_t, uint64_t)> &body) {
  std::mutex mutex;
  std::optional<KernelFailure> result;
  workers.forChunks(count, [&](uint64_t first, uint64_t last) {
    std::optional<KernelFailure> failure = body(first, last);
    if (!failure)
      return true;
    const std::lock_guard lock(mutex);
    if (!result)
      result = std::move(failure);
    return false;
  });
  return result;
}

std::optional<KernelFailure> runGrid(const Launch &launch, const ExecutionOptions &options,
                                     WorkerPool &workers, unsigned depth) {
  ChildGrids children(options, workers, depth);
  if (std::optional<KernelFailure> failure = runAllClusters(launch, children, workers))
    return children.failure() ? children.failure() : failure;
  return children.runAll();
}

} // namespace musart
