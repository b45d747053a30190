//===- host/model/operation.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/operation.h"

#include "exec/grid.h"
#include "model/allocations.h"
#include "model/device.h"
#include "model/error.h"
#include "model/settings.h"
#include "model/shared_memory.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace musart {
namespace {

musaError_t errorOf(KernelFailure::Kind kind) {
  switch (kind) {
  case KernelFailure::Kind::Assert:
    return musaErrorAssert;
  case KernelFailure::Kind::Memory:
    return musaErrorIllegalAddress;
  case KernelFailure::Kind::Misaligned:
    return musaErrorMisalignedAddress;
  case KernelFailure::Kind::StackOverflow:
    return musaErrorHardwareStackError;
  case KernelFailure::Kind::Resources:
    return musaErrorLaunchOutOfResources;
  case KernelFailure::Kind::Trap:
  case KernelFailure::Kind::Divergence:
  case KernelFailure::Kind::Deadlock:
    break;
  }
  return musaErrorLaunchFailure;
}

/// Those of all streams.
WorkerPool &workers() {
  static auto *result = new WorkerPool(settings().workers); // its threads outlive main()
  return *result;
}

/// Calls the program's function, which must not call the API, nor throw. It may run on a thread of
/// the program's, whose last error stays.
template <typename Call> void callProgram(Call call) noexcept {
  const musaError_t before = lastErrorOfThread();
  inHostFunction = true;
  call();
  inHostFunction = false;
  setLastErrorOfThread(before);
}

// ------------------------------------------------------------------------------- for a profiler

/// What memory is at the address, and of which device.
std::pair<__musa_traced_memory, int> memoryAt(const void *address, const Device &device) {
  const std::optional<Allocation> known = allocations().find(address);
  if (!known)
    return {__musa_traced_pageable, device.ordinal};
  if (known->kind == Allocation::Kind::Array)
    return {__musa_traced_array, known->device};
  if (known->isManaged())
    return {__musa_traced_managed, known->device};
  return {known->isDevice() ? __musa_traced_device : __musa_traced_pinned, known->device};
}

void copyDim(__musa_dim from, unsigned (&to)[3]) {
  to[0] = from.x;
  to[1] = from.y;
  to[2] = from.z;
}

void describe(const Launch &launch, __musa_traced_work &work) {
  work.kind = __musa_traced_kernel;
  work.name = launch.kernel->name;
  copyDim(launch.grid, work.grid);
  copyDim(launch.block, work.block);
  copyDim(launch.cluster, work.cluster);
  work.staticSharedBytes = launch.kernel->static_shared_bytes;
  work.dynamicSharedBytes = launch.dynamicSharedBytes;
}

void describe(const Copy &copy, const Device &device, __musa_traced_work &work) {
  work.kind = __musa_traced_copy;
  work.bytes = uint64_t{copy.width} * copy.rows * copy.slices;
  std::tie(work.to, work.toDevice) = memoryAt(copy.to.address, device);
  std::tie(work.from, work.fromDevice) = memoryAt(copy.from.address, device);
}

void describe(const Fill &fill, const Device &device, __musa_traced_work &work) {
  work.kind = __musa_traced_fill;
  work.bytes = uint64_t{fill.width} * fill.elementBytes * fill.rows * fill.slices;
  work.value = fill.value;
  std::tie(work.to, work.toDevice) = memoryAt(fill.to.address, device);
}

struct Runner {
  Device &device;
  const Origin &origin;

  void operator()(const Nothing &) const {}

  void operator()(const RunKernel &operation) const {
    if (device.isLost())
      return;
    std::optional<KernelFailure> failure;
    trace(
        origin, device.ordinal,
        [&] { failure = runGrid(operation.launch, device.executionOptions(), workers()); },
        [&](__musa_traced_work &work) { describe(operation.launch, work); });
    if (failure) {
      printError(failure->message);
      device.lose(errorOf(failure->kind));
      return;
    }
    const std::string overrun = allocations().findOverruns();
    if (!overrun.empty()) {
      printError("kernel '" + demangle(operation.launch.kernel->name) + "' wrote " + overrun);
      device.lose(musaErrorIllegalAddress);
    }
  }

  void operator()(const Copy &copy) const {
    if (!device.isLost())
      trace(
          origin, device.ordinal, [&] { run(copy); },
          [&](__musa_traced_work &work) { describe(copy, device, work); });
  }

  void operator()(const Fill &fill) const {
    if (!device.isLost())
      trace(
          origin, device.ordinal, [&] { run(fill); },
          [&](__musa_traced_work &work) { describe(fill, device, work); });
  }

  void operator()(const CallHost &call) const {
    if (device.isLost())
      return;
    hostFunctionError = musaSuccess;
    const auto work = [&] { callProgram([&] { call.function(call.data); }); };
    if (call.library == nullptr)
      work();
    else
      trace(origin, device.ordinal, work, [&](__musa_traced_work &record) {
        record.kind = __musa_traced_library;
        record.name = call.library;
      });
    if (hostFunctionError != musaSuccess)
      device.lose(hostFunctionError);
  }

  void operator()(const CallBack &call) const {
    callProgram([&] { call.function(call.stream, device.error(), call.data); });
  }

  void operator()(const ReachMoment &reach) const { reach.moment->reach(); }
  void operator()(const WaitForMoment &wait) const { wait.moment->wait(); }

  void operator()(const FreeMemory &memory) const {
    if (memory.isImported)
      closeMemory(memory.address);
    else
      allocations().free(memory.address, [](const Allocation &) { return true; });
  }

  void operator()(const RunConditional &conditional) const {
    const unsigned value = conditional.condition->value();
    switch (conditional.type) {
    case musaGraphCondTypeIf:
      runBody(conditional, value != 0 ? 0 : 1);
      return;
    case musaGraphCondTypeWhile:
      while (conditional.condition->value() != 0 && !device.isLost())
        runBody(conditional, 0);
      return;
    case musaGraphCondTypeSwitch:
      runBody(conditional, value);
      return;
    }
  }

  void operator()(const AccessWords &words) const {
    const auto stop = [&] { return device.isLost(); };
    for (const WordAccess &access : words.accesses) {
      if (stop())
        return;
      if (perform(access, stop) == WordOutcome::ProgramEnds)
        device.abandon();
    }
  }

  /// A graph does not run beside itself.
  void operator()(const RunGraph &graph) const {
    if (graph.previous != nullptr)
      graph.previous->wait();
    for (const std::shared_ptr<Condition> &condition : graph.conditions)
      condition->beginLaunch();
    runSteps(*graph.steps);
    graph.done->reach();
  }

private:
  void runSteps(const std::vector<Step> &steps) const {
    for (const Step &step : steps)
      run(*step.operation, *step.device, {origin.correlation, origin.stream, true});
  }

  void runBody(const RunConditional &conditional, size_t index) const {
    if (index < conditional.bodies.size())
      runSteps(*conditional.bodies[index]);
  }
};

template <typename Element> void fillRow(char *row, uint32_t value, size_t count) {
  std::fill_n(reinterpret_cast<Element *>(row), count, static_cast<Element>(value));
}

} // namespace

thread_local bool inHostFunction = false;
thread_local musaError_t hostFunctionError = musaSuccess;

void run(const Operation &operation, Device &device, const Origin &origin) noexcept {
  try {
    std::visit(Runner{device, origin}, operation);
  } catch (const std::bad_alloc &) {
    printError("no memory for an operation of a stream");
    device.lose(musaErrorMemoryAllocation);
  } catch (const std::exception &error) {
    printError(std::string("an operation of a stream failed: ") + error.what());
    device.lose(musaErrorUnknown);
  }
}

void run(const Copy &copy) {
  const auto isDense = [&](const Copy::Side &side) {
    return (copy.rows == 1 || side.pitch == copy.width) &&
           (copy.slices == 1 || side.slicePitch == copy.width * copy.rows);
  };
  // Within one allocation source and destination may overlap; CUDA leaves the result undefined.
  if (isDense(copy.to) && isDense(copy.from)) {
    std::memmove(copy.to.address, copy.from.address, copy.width * copy.rows * copy.slices);
    return;
  }
  for (size_t slice = 0; slice < copy.slices; ++slice)
    for (size_t row = 0; row < copy.rows; ++row)
      std::memmove(copy.to.address + slice * copy.to.slicePitch + row * copy.to.pitch,
                   copy.from.address + slice * copy.from.slicePitch + row * copy.from.pitch,
                   copy.width);
}

void run(const Fill &fill) {
  for (size_t slice = 0; slice < fill.slices; ++slice)
    for (size_t row = 0; row < fill.rows; ++row) {
      char *at = fill.to.address + slice * fill.to.slicePitch + row * fill.to.pitch;
      switch (fill.elementBytes) {
      case 4:
        fillRow<uint32_t>(at, fill.value, fill.width);
        break;
      case 2:
        fillRow<uint16_t>(at, fill.value, fill.width);
        break;
      default:
        std::memset(at, static_cast<int>(fill.value), fill.width);
        break;
      }
    }
}

} // namespace musart
