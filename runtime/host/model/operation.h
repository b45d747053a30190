//===- host/model/operation.h - operations of streams -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain values, validated when created. A stream runs them; a graph can store them.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_MODEL_OPERATION_H
#define MUSAPORT_HOST_MODEL_OPERATION_H

#include "exec/condition.h"
#include "exec/kernel.h"
#include "model/event.h"
#include "model/memory_word.h"
#include "model/trace.h"

#include "musa_port/host/graph_api.h"

#include <memory>
#include <variant>
#include <vector>

namespace musart {

struct Function;

struct RunKernel {
  const Function *function = nullptr;
  Launch launch;
  bool hasOwnCluster = false; ///< its clusters' size is the launch's, and not the kernel's
};

/// Copies a box of bytes. `rows` and `slices` are at least 1; all other sizes are in bytes.
struct Copy {
  struct Side {
    char *address = nullptr; ///< address of the first byte to copy
    size_t pitch = 0;        ///< distance between rows
    size_t slicePitch = 0;   ///< distance between slices
  };
  Side to;
  Side from;
  size_t width = 0;
  size_t rows = 1;
  size_t slices = 1;
  std::shared_ptr<std::vector<char>> staged; ///< owns the memory of `from`, if that is our own copy
};

struct Fill {
  Copy::Side to;
  uint32_t value = 0;
  uint32_t elementBytes = 1; ///< 1, 2 or 4
  size_t width = 0;          ///< in elements
  size_t rows = 1;
  size_t slices = 1;
};

struct CallHost {
  musaHostFn_t function = nullptr;
  void *data = nullptr;
  const char *library = nullptr; ///< of a library's work: its name, for a profiler
};

/// A callback of musaStreamAddCallback: also called when the device is lost.
struct CallBack {
  musaStreamCallback_t function = nullptr;
  musaStream_t stream = nullptr;
  void *data = nullptr;
};

struct ReachMoment {
  std::shared_ptr<Moment> moment;
};

struct WaitForMoment {
  std::shared_ptr<Moment> moment;
};

struct FreeMemory {
  void *address = nullptr;
  bool isImported = false; ///< from another process's pool: see willClosePooled()
};

/// Waits for words of memory and writes others, in order.
struct AccessWords {
  std::vector<WordAccess> accesses;
};

/// Does nothing, but is done only after the operations before it.
struct Nothing {
  std::shared_ptr<const void> kept; ///< kept alive for the operations before it
};

struct Step;

using Steps = std::shared_ptr<const std::vector<Step>>;

/// Runs those of the bodies that the condition names when it is this operation's turn.
struct RunConditional {
  std::shared_ptr<const Condition> condition;
  musaGraphConditionalNodeType type = musaGraphCondTypeIf;
  std::vector<Steps> bodies;
};

/// A launch of a graph: its operations, each after those it depends on.
struct RunGraph {
  Steps steps;
  std::vector<std::shared_ptr<Condition>> conditions; ///< of the steps
  std::vector<std::shared_ptr<const void>> kept;      ///< kept alive for these operations
  std::shared_ptr<Moment> previous; ///< the moment of the same graph's previous launch; may be null
  std::shared_ptr<Moment> done;
};

using Operation = std::variant<Nothing, RunKernel, Copy, Fill, CallHost, CallBack, ReachMoment,
                               WaitForMoment, FreeMemory, AccessWords, RunConditional, RunGraph>;

class Device;

struct Step {
  std::shared_ptr<const Operation> operation;
  Device *device = nullptr;
};

/// Whether the thread is running a function passed to musaLaunchHostFunc, which must not call the
/// API.
extern thread_local bool inHostFunction;
/// How that function failed, if it did.
extern thread_local musaError_t hostFunctionError;

/// Runs the operation on the calling thread, and tells a profiler. A failure is printed and makes
/// the device lost. On a lost device, only moments and callbacks are run.
void run(const Operation &operation, Device &device, const Origin &origin) noexcept;
void run(const Copy &copy);
void run(const Fill &fill);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_OPERATION_H
