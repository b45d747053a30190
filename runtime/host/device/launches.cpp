//===- host/device/launches.cpp - what device code puts into streams -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "musa_port/host/device_launches.h"

#include "exec/child_grids.h"
#include "musa_runtime_api.h"

#include <cstddef>
#include <cstring>
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

/// As a launch by the host is checked; a kernel's attributes are the host's alone.
musaError_t checkLaunch(const Launch &launch, size_t dynamicSharedBytes,
                        const ChildGrids &children) {
  const ExecutionOptions &limits = children.options;
  const __musa_kernel &kernel = *launch.kernel;
  if (!sizesFit(launch, limits.maxThreadsPerBlock, limits.maxBlocksPerGrid))
    return musaErrorInvalidConfiguration;
  if (!clusterFits(launch, portableClusterSize))
    return musaErrorInvalidClusterSize;
  if ((kernel.max_threads != 0 && launch.threadsPerBlock() > kernel.max_threads) ||
      kernel.static_shared_bytes > limits.maxSharedBytesPerBlock ||
      dynamicSharedBytes > limits.maxSharedBytesPerBlock - kernel.static_shared_bytes)
    return musaErrorInvalidValue;
  return children.mayHaveChildren() ? musaSuccess : musaErrorLaunchMaxDepthExceeded;
}

struct CopyBytes {
  void *to;
  const void *from;
  size_t bytes;
};

struct FillBytes {
  void *to;
  int value;
  size_t bytes;
};

/// A kernel of one thread, so that a fault is one of its own.
__musa_kernel kernelOf(const char *name, __musa_run_blocks run, uint32_t parameterBytes) {
  __musa_kernel kernel = {};
  kernel.name = name;
  kernel.run_blocks = run;
  kernel.parameter_bytes = parameterBytes;
  return kernel;
}

void copyBytes(const void *parameters, const __musa_grid *, uint64_t, uint64_t) {
  const auto &copy = *static_cast<const CopyBytes *>(parameters);
  std::memmove(copy.to, copy.from, copy.bytes);
}

void fillBytes(const void *parameters, const __musa_grid *, uint64_t, uint64_t) {
  const auto &fill = *static_cast<const FillBytes *>(parameters);
  std::memset(fill.to, fill.value, fill.bytes);
}

const __musa_kernel copyKernel = kernelOf("musaMemcpyAsync", copyBytes, sizeof(CopyBytes));
const __musa_kernel fillKernel = kernelOf("musaMemsetAsync", fillBytes, sizeof(FillBytes));

template <typename Parameters>
Launch launchOf(const __musa_kernel &kernel, const Parameters &parameters) {
  Launch launch;
  launch.kernel = &kernel;
  const auto *bytes = reinterpret_cast<const std::byte *>(&parameters);
  launch.parameters.assign(bytes, bytes + sizeof parameters);
  return launch;
}

/// Streams that only graphs launched from the device have.
bool isOfGraph(musaStream_t stream) {
  return stream == musaStreamGraphTailLaunch || stream == musaStreamGraphFireAndForget ||
         stream == musaStreamGraphFireAndForgetAsSibling;
}

musaError_t submit(const __musa_thread &thread, ChildGrids &children, musaStream_t stream,
                   Launch launch) {
  if (isOfGraph(stream))
    return musaErrorNotSupported;
  if (stream == musaStreamTailLaunch)
    children.addTail(std::move(launch));
  else
    children.add(blockOf(thread), std::move(launch));
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
    if (kernel == nullptr)
      return musaErrorInvalidDeviceFunction;
    Launch launch;
    launch.kernel = kernel;
    launch.grid = configuration->grid;
    launch.block = configuration->block;
    if (const __musa_dim cluster = compiledCluster(*kernel); cluster.x != 0)
      launch.cluster = cluster;
    if (const musaError_t error = checkLaunch(launch, configuration->shared, children))
      return error;
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
    return submit(*thread, children, stream, launchOf(copyKernel, CopyBytes{to, from, bytes}));
  });
}

musaError_t __musa_fill_async(const __musa_thread *thread, void *to, int value, size_t bytes,
                              musaStream_t stream) {
  return remembering([&](ChildGrids &children) {
    return submit(*thread, children, stream, launchOf(fillKernel, FillBytes{to, value, bytes}));
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
