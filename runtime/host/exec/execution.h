//===- host/exec/execution.h - a CPU thread that runs device code --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_EXECUTION_H
#define MUSAPORT_HOST_EXEC_EXECUTION_H

#include "exec/aligned_buffer.h"
#include "exec/scheduler.h"

#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace musart {

/// What a message says of an address that device code used.
struct AddressFacts {
  bool isMemory = false; ///< or was, or is kept for memory: no stack begins there
  std::string text = "an address";
};

/// What running a launch takes besides the launch.
struct ExecutionOptions {
  unsigned warpSize = 32;
  size_t stackBytes = 64 << 10; ///< of each fiber
  bool strict = false;
  /// Whose memory is what, only the caller knows. Null: nobody.
  AddressFacts (*factsOf)(const void *address) = nullptr;
  bool operator==(const ExecutionOptions &) const = default;
};

/// A thread has one, made when it first runs device code: fibers, a block's shared memory, and a
/// stack for signals.
class Execution {
public:
  /// The calling thread's.
  static Execution &ofThread();
  /// The calling thread's, if it runs device code right now.
  static Execution *running();

  /// Runs blocks [first, last). A fault of the processor in them is a failure as others are.
  std::optional<KernelFailure> run(const Launch &launch, const ExecutionOptions &options,
                                   uint64_t first, uint64_t last);

  /// Ends the launch at work here, from a thread of it; for device/failure.cpp.
  [[noreturn]] void fail(__musa_thread &thread, KernelFailure::Kind kind, const char *what);
  /// The launch at work here; null if there is none.
  const Launch *launch() const { return current; }
  /// Whether a barrier that some threads have returned before is a failure.
  bool isStrict() const { return strict; }
  /// Of each fiber.
  size_t stackBytes() const { return schedulerOptions.stackBytes; }

  Execution(const Execution &) = delete;
  Execution &operator=(const Execution &) = delete;
  ~Execution();

private:
  friend struct FaultHandler;
  /// What a signal said.
  struct Fault {
    int signal = 0;
    int code = 0;
    void *address = nullptr;
    bool isWrite = false;
    bool isOnStack = false; ///< the address is where the stack pointer is
  };

  Execution();
  void prepareScheduler(const ExecutionOptions &options);
  KernelFailure faultFailure(const Launch &launch, const ExecutionOptions &options, uint64_t first,
                             uint64_t last);

  std::unique_ptr<Scheduler> scheduler;
  ExecutionOptions schedulerOptions;
  AlignedBuffer shared; ///< memory of a block
  AlignedBuffer frames; ///< of its threads
  bool strict = false;  ///< of the launch at work
  std::unique_ptr<char[]> signalStack;
  bool ownsSignalStack = false;
  sigjmp_buf resume;
  const Launch *current = nullptr;
  std::optional<KernelFailure> failure; ///< of a loop over threads
  Fault fault;
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_EXECUTION_H
