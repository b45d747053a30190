//===- host/model/operation.h - what a stream can be told to do --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain values, checked when they are made: a stream runs them, and a graph can keep them.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_MODEL_OPERATION_H
#define MUSAPORT_HOST_MODEL_OPERATION_H

#include "exec/kernel.h"
#include "model/event.h"

#include <memory>
#include <variant>
#include <vector>

namespace musart {

struct Function;

struct RunKernel {
  const Function *function = nullptr;
  Launch launch;
};

/// A box of bytes; `rows` and `slices` are at least 1, all others in bytes.
struct Copy {
  struct Side {
    char *address = nullptr; ///< of the first byte to copy
    size_t pitch = 0;        ///< from row to row
    size_t slicePitch = 0;   ///< from slice to slice
  };
  Side to;
  Side from;
  size_t width = 0;
  size_t rows = 1;
  size_t slices = 1;
  std::shared_ptr<std::vector<char>> staged; ///< what `from` points into, if it is a copy of ours
};

struct Fill {
  Copy::Side to;
  uint32_t value = 0;
  uint32_t elementBytes = 1; ///< 1, 2 or 4
  size_t width = 0;          ///< elements
  size_t rows = 1;
  size_t slices = 1;
};

struct CallHost {
  musaHostFn_t function = nullptr;
  void *data = nullptr;
};

/// musaStreamAddCallback's: also called when the device is lost.
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
};

/// Does nothing, after what was there before it.
struct Nothing {
  std::shared_ptr<const void> kept; ///< what that may use
};

struct Step;

/// A launch of a graph: its operations, each behind those that it depends on.
struct RunGraph {
  std::shared_ptr<const std::vector<Step>> steps;
  std::vector<std::shared_ptr<const void>> kept; ///< what they use
  std::shared_ptr<Moment> previous; ///< of the same graph's launch before this; may be null
  std::shared_ptr<Moment> done;
};

using Operation = std::variant<Nothing, RunKernel, Copy, Fill, CallHost, CallBack, ReachMoment,
                               WaitForMoment, FreeMemory, RunGraph>;

class Device;

struct Step {
  std::shared_ptr<const Operation> operation;
  Device *device = nullptr;
};

/// True while the thread runs a function that a program gave to musaLaunchHostFunc: it must not
/// call the API.
extern thread_local bool inHostFunction;

/// Runs it on the calling thread. A failure is printed and makes the device lost; on a lost device
/// only moments and callbacks are run.
void run(const Operation &operation, Device &device) noexcept;
void run(const Copy &copy);
void run(const Fill &fill);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_OPERATION_H
