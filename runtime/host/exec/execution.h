//===- host/exec/execution.h - a CPU thread that runs device code --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_EXECUTION_H
#define MUSAPORT_HOST_EXEC_EXECUTION_H

#include "exec/aligned_buffer.h"
#include "exec/block_memory.h"
#include "exec/lane_segments.h"
#include "exec/scheduler.h"

#include <chrono>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace musart {

class ChildGrids;

/// What to report about an address that device code used.
struct AddressFacts {
  bool isMemory = false; ///< in memory, freed memory or reserved addresses: not in a stack
  std::string text = "an address";
};

/// What running a launch needs besides the launch itself.
struct ExecutionOptions {
  unsigned warpSize = 32;
  size_t stackBytes = 64 << 10; ///< of each fiber
  bool strict = false;
  /// So long there has to be no room for more blocks before it is believed that those that run wait
  /// for them.
  std::chrono::milliseconds patience = std::chrono::seconds(10);
  // What device code may launch.
  unsigned maxThreadsPerBlock = 1024;     ///< in total and per dimension
  unsigned maxBlocksPerGrid = 0x7fffffff; ///< per dimension
  size_t maxSharedBytesPerBlock = 48 << 10;
  /// Describes an address; only the caller knows about allocations. May be null.
  AddressFacts (*factsOf)(const void *address) = nullptr;
  bool operator==(const ExecutionOptions &) const = default;
};

/// While it exists, faults come to the runtime's handler, even if the program has put another one
/// in its place.
class FirstFaultHandler {
public:
  FirstFaultHandler();
  ~FirstFaultHandler();
  FirstFaultHandler(const FirstFaultHandler &) = delete;
  FirstFaultHandler &operator=(const FirstFaultHandler &) = delete;

private:
  struct sigaction others = {};
};

/// The state of a CPU thread that runs device code: fibers, a block's shared memory, and a signal
/// stack. Each thread creates its own when it first runs device code.
class Execution {
public:
  /// The calling thread's Execution.
  static Execution &ofThread();
  /// The calling thread's Execution if it is running device code right now, else null.
  static Execution *running();

  /// Runs clusters [first, last), which are blocks if the launch has none. What they launch becomes
  /// work of `children`, which has the options. A processor fault in them is reported as an
  /// ordinary failure.
  std::optional<KernelFailure> run(const Launch &launch, ChildGrids &children, uint64_t first,
                                   uint64_t last);
  /// Runs all clusters of `source`, for a kernel whose threads are fibers.
  std::optional<KernelFailure> run(const Launch &launch, ChildGrids &children,
                                   ClusterSource &source);

  /// Aborts the running launch from one of its threads; for device/failure.cpp.
  [[noreturn]] void fail(__musa_thread &thread, KernelFailure::Kind kind, const char *what);
  /// The same on behalf of no thread, for a kernel whose threads are no fibers.
  [[noreturn]] void fail(KernelFailure::Kind kind, const char *what);
  /// The running launch, or null.
  const Launch *launch() const { return current; }
  /// Of the running launch, if there is one.
  ChildGrids &children() const { return *currentChildren; }
  /// Whether it is a failure if some threads return before a barrier.
  bool isStrict() const { return strict; }
  LaneMemory &laneMemory();
  /// Of the blocks that run at once; those of a cluster are one behind the other.
  const BlockMemory &sharedMemory() const;
  /// The stack size of each fiber.
  size_t stackBytes() const { return schedulerOptions.stackBytes; }

  Execution(const Execution &) = delete;
  Execution &operator=(const Execution &) = delete;
  ~Execution();

private:
  friend struct FaultHandler;
  template <typename T> friend T &ofThread();
  /// What a signal reported.
  struct Fault {
    int signal = 0;
    int code = 0;
    void *address = nullptr;
    bool isWrite = false;
    bool isOnStack = false;      ///< the address is near the stack pointer
    bool needsAlignment = false; ///< by an instruction that wants an aligned address
  };

  Execution();
  void prepareScheduler(const ExecutionOptions &options);
  void runBlocks(const Launch &launch, uint64_t first, uint64_t last);
  template <typename Body>
  std::optional<KernelFailure> guarded(const Launch &launch, ChildGrids &children, uint64_t first,
                                       uint64_t last, const Body &body);
  /// The lanes that run: "block (1, 0, 0), one of threads (32, 0, 0) to (63, 0, 0)".
  std::string lanesText(const Launch &launch) const;
  KernelFailure faultFailure(const Launch &launch, const ExecutionOptions &options, uint64_t first,
                             uint64_t last);

  std::unique_ptr<Scheduler> scheduler;
  ExecutionOptions schedulerOptions;
  BlockMemory shared;   ///< of a cluster's blocks
  AlignedBuffer frames; ///< frames of its threads
  std::unique_ptr<LaneMemory> lanes;
  bool strict = false; ///< of the launch at work
  std::unique_ptr<char[]> signalStack;
  bool ownsSignalStack = false;
  sigjmp_buf resume;
  const Launch *current = nullptr;
  ChildGrids *currentChildren = nullptr;
  std::optional<KernelFailure> failure; ///< a failure in a loop over threads
  Fault fault;
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_EXECUTION_H
