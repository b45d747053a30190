//===- host/device/launches.cpp - what device code puts into streams -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "musa_port/host/device_launches.h"

#include "exec/child_grids.h"
#include "musa_runtime_api.h"

#include <algorithm>
#include <new>
#include <utility>

namespace musart {
namespace {

uint64_t blockOf(const __musa_thread &thread) {
  const __musa_dim at = thread.block_idx;
  const __musa_dim grid = thread.grid_dim;
  return at.x + uint64_t{grid.x} * (at.y + uint64_t{grid.y} * at.z);
}

/// What device code has to do with a launch; null: the thread is none of a kernel's.
ChildGrids *childrenOfThread() {
  const Execution *execution = Execution::running();
  return execution != nullptr ? &execution->children() : nullptr;
}

musaError_t checkLaunch(const __musa_kernel &kernel, const __musa_configuration &configuration,
                        const ChildGrids &children) {
  const ExecutionOptions &limits = children.options;
  const auto eachFits = [](const __musa_dim &size, unsigned limit) {
    const auto fits = [&](unsigned value) { return value > 0 && value <= limit; };
    return fits(size.x) && fits(size.y) && fits(size.z);
  };
  const __musa_dim block = configuration.block;
  if (!eachFits(configuration.grid, limits.maxBlocksPerGrid) ||
      !eachFits(block, limits.maxThreadsPerBlock))
    return musaErrorInvalidConfiguration;
  const uint64_t threads = uint64_t{block.x} * block.y * block.z;
  if (threads > limits.maxThreadsPerBlock)
    return musaErrorInvalidConfiguration;
  if ((kernel.max_threads != 0 && threads > kernel.max_threads) ||
      configuration.shared > limits.maxSharedBytesPerBlock ||
      configuration.shared + kernel.static_shared_bytes > limits.maxSharedBytesPerBlock)
    return musaErrorInvalidValue;
  return children.mayHaveChildren() ? musaSuccess : musaErrorLaunchMaxDepthExceeded;
}

/// Streams that only graphs launched from the device have.
bool isOfGraph(musaStream_t stream) {
  return stream == musaStreamGraphTailLaunch || stream == musaStreamGraphFireAndForget ||
         stream == musaStreamGraphFireAndForgetAsSibling;
}

musaError_t submit(const __musa_thread &thread, ChildGrids &children, musaStream_t stream,
                   ChildWork work) {
  if (isOfGraph(stream))
    return musaErrorNotSupported;
  if (stream == musaStreamTailLaunch)
    children.addTail(std::move(work));
  else
    children.add(blockOf(thread), std::move(work));
  return musaSuccess;
}

/// Does `call`, which returns an error, and remembers it.
template <typename Call> musaError_t remembering(const Call &call) noexcept {
  ChildGrids *children = childrenOfThread();
  if (children == nullptr)
    return musaErrorNotPermitted;
  musaError_t error = musaErrorLaunchOutOfResources;
  try {
    error = call(*children);
  } catch (const std::bad_alloc &) {
  }
  if (error != musaSuccess)
    children->lastError.store(error, std::memory_order_relaxed);
  return error;
}

} // namespace
} // namespace musart

using namespace musart;

void __musa_launch(const __musa_thread *thread, const __musa_kernel *kernel,
                   const __musa_configuration *configuration, void *const *arguments) {
  remembering([&](ChildGrids &children) {
    if (const musaError_t error = checkLaunch(*kernel, *configuration, children))
      return error;
    Launch launch;
    launch.kernel = kernel;
    launch.grid = configuration->grid;
    launch.block = configuration->block;
    launch.dynamicSharedBytes = static_cast<uint32_t>(configuration->shared);
    launch.parameters = packParameters(*kernel, arguments);
    return submit(*thread, children, configuration->stream, std::move(launch));
  });
}

musaError_t __musa_synchronize(__musa_thread *thread) {
  ChildGrids *children = childrenOfThread();
  if (children != nullptr && !children->runOf(blockOf(*thread)))
    Execution::running()->fail(*thread, KernelFailure::Kind::Trap,
                               "waits for a kernel that has failed");
  return children != nullptr ? musaSuccess : musaErrorNotPermitted;
}

musaError_t __musa_copy_async(const __musa_thread *thread, void *to, const void *from, size_t bytes,
                              musaStream_t stream) {
  return remembering([&](ChildGrids &children) {
    return submit(*thread, children, stream, CopyBytes{to, from, bytes});
  });
}

musaError_t __musa_fill_async(const __musa_thread *thread, void *to, int value, size_t bytes,
                              musaStream_t stream) {
  return remembering([&](ChildGrids &children) {
    return submit(*thread, children, stream, FillBytes{to, value, bytes});
  });
}

musaError_t __musa_last_error(bool forgets) {
  ChildGrids *children = childrenOfThread();
  if (children == nullptr)
    return musaSuccess;
  return static_cast<musaError_t>(forgets ? children->lastError.exchange(musaSuccess)
                                          : children->lastError.load());
}

const char *__musa_error_string(musaError_t error) { return musaGetErrorString(error); }
const char *__musa_error_name(musaError_t error) { return musaGetErrorName(error); }
