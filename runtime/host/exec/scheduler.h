//===- host/exec/scheduler.h - runs the threads of blocks as fibers --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_SCHEDULER_H
#define MUSAPORT_HOST_EXEC_SCHEDULER_H

#include "exec/block.h"
#include "exec/block_memory.h"
#include "exec/kernel.h"
#include "exec/sanitizers.h"

#include <memory>
#include <optional>
#include <string>

namespace musart {

/// Why a kernel was stopped: a complete message for the user, and a kind for the program.
struct KernelFailure {
  enum class Kind : uint8_t {
    Assert,
    Trap,
    Divergence,
    Deadlock,
    Memory,
    Misaligned,
    StackOverflow,
    Resources
  };
  Kind kind = Kind::Trap;
  std::string message;
};

/// Where a scheduler gets its clusters of blocks, and whom it tells that they are stuck. A launch
/// without clusters has clusters of one block.
class ClusterSource {
public:
  /// The cluster to run next; none: there are no more.
  virtual std::optional<uint64_t> next() = 0;
  /// Called again and again while all threads of a block only wait for memory to change. False:
  /// what they wait for never comes.
  virtual bool mayGoOn() = 0;

protected:
  ~ClusterSource() = default;
};

/// Runs blocks on one CPU thread. All its fibers run on that thread, so what they share needs no
/// locks. Fibers switch directly to each other, not through the scheduler.
class Scheduler {
public:
  struct Options {
    unsigned warpSize = 32;
    size_t stackBytes = 64 << 10; ///< stack size of each thread
    bool strict = false;          ///< it is a failure if some threads return before a barrier
  };
  explicit Scheduler(const Options &options);
  ~Scheduler();
  Scheduler(const Scheduler &) = delete;
  Scheduler &operator=(const Scheduler &) = delete;

  /// Runs clusters [first, last) of the launch one after the other; for a cooperative launch, all
  /// of them concurrently. Stops at the first failure.
  std::optional<KernelFailure> run(const Launch &launch, uint64_t first, uint64_t last);
  /// Runs all clusters of `source`, one after the other. Stops at the first failure.
  std::optional<KernelFailure> run(const Launch &launch, ClusterSource &source);

  /// Call this after a signal handler has jumped out of run(): aborts the launch like fail(), on
  /// behalf of the thread that was running.
  KernelFailure abandon(KernelFailure::Kind kind, const std::string &what);
  /// Whether `address` is in the guard page of a thread's stack: stack overflow.
  bool isStackGuard(const void *address) const { return stacks.guardOf(address) != stacks.count(); }
  size_t stackBytes() const { return stacks.bytes(); }
  const BlockMemory &sharedMemory() const { return shared; }

  // Called by device code through waiting.h.
  void waitForBlock(Fiber &fiber, Place place);
  const __musa_lanes *waitForLanes(Fiber &fiber, Place place, uint32_t mask, uint32_t lanes,
                                   uint64_t value);
  void waitForTile(Fiber &fiber, Place place, uint32_t size);
  void arriveAtCluster(Fiber &fiber, Place place);
  void waitForCluster(Fiber &fiber, Place place);
  void waitForGrid(Fiber &fiber, Place place);
  void yield(Fiber &fiber);
  /// In a waiting loop with barriers, which let the others run.
  void look();
  /// Aborts the launch. Call this on a fiber of this scheduler that owns nothing on its stack,
  /// because the fiber is never resumed.
  [[noreturn]] void fail(KernelFailure::Kind kind, const char *what, const Fiber *fiber);

private:
  std::optional<KernelFailure> prepare(const Launch &launch, uint64_t clustersAtOnce);
  void makeContexts();
  void startCluster(size_t slot, uint64_t index);
  void startBlock(Block &block, __musa_dim at);
  std::optional<KernelFailure> runStarted();
  std::optional<KernelFailure> finishRun();
  void giveBackStacks(const Launch &of);
  static void fiberMain();
  void switchTo(Fiber &from, Fiber &to);
  size_t indexOf(const Fiber &fiber) const;
  void runNext(Fiber &from);
  void finish(Fiber &fiber);
  void releaseBarrier(Block &block);
  void releaseBarrierIfAllArrived(Cluster &cluster);
  template <typename Condition> bool completeFirst(Condition condition);
  bool completeOpenExchanges();
  bool completeWideExchanges();
  void complete(Warp &warp, Exchange &exchange);
  Exchange &newExchange(Warp &warp);
  void dropExchange(Fiber &fiber);
  bool checkReturned(const Block &block);
  [[noreturn]] void failDivergent(const Fiber &fiber);
  [[noreturn]] void failForeignLane(const Fiber &fiber, unsigned lane);
  [[noreturn]] void failArrival(const Fiber &fiber);
  [[noreturn]] void failNotCooperative(const Fiber &fiber);
  [[noreturn]] void failStuck();
  [[noreturn]] void failForever();
  void setFailure(KernelFailure::Kind kind, const std::string &what, const Fiber *fiber);
  [[noreturn]] void abandon();
  std::string describeWaiting() const;
  std::string describe(const Fiber &fiber) const;
  std::string failureText(const Fiber *fiber, const std::string &what) const;

  const unsigned warpSize; ///< a power of two
  const int warpShift;     ///< log2(warpSize)
  const bool strict;
  FiberStacks stacks;
  std::unique_ptr<SwitchAnnouncer> announcer;
  std::vector<Fiber> fibers;
  std::vector<Block> blocks; ///< those of a cluster one behind the other
  std::vector<Cluster> clusters;
  std::vector<std::unique_ptr<Exchange>> exchanges;
  Exchange *freeExchanges = nullptr;
  FiberQueue ready;
  FiberQueue waitingForGrid;
  uint64_t gridArrived = 0;
  uint64_t alive = 0; ///< running threads of all blocks
  Fiber home;         ///< the CPU thread's own stack
  Fiber *current = nullptr;
  const Launch *launch = nullptr;
  ClusterSource *source = nullptr; ///< of the clusters that run; may be null
  uint64_t idleYields = 0;         ///< since a thread last did something else
  uint64_t looks = 0;              ///< since `source` was last asked
  std::optional<KernelFailure> failure;
  BlockMemory shared; ///< of all blocks
  size_t contextsMade = 0;
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_SCHEDULER_H
