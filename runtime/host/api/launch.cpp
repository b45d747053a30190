//===- host/api/launch.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/launch.h"

#include "api/cluster.h"
#include "api/error.h"
#include "api/event.h"
#include "generated_musa_runtime_api_meta.h"
#include "model/device.h"
#include "model/graph_capture.h"
#include "model/image.h"
#include "model/launch_configuration.h"
#include "musa.h"
#include "musa_runtime_api.h"

#include <algorithm>
#include <vector>

namespace musart {

int maxThreadsPerBlock(const Function &function) {
  const int ofDevice = currentDevice().launchLimits().threadsPerBlock;
  const auto ofKernel = static_cast<int>(function.kernel->max_threads);
  return ofKernel == 0 ? ofDevice : std::min(ofKernel, ofDevice);
}

size_t maxDynamicSharedBytes(const Function &function) {
  const size_t limit = currentDevice().launchLimits().sharedBytesPerBlock;
  const size_t taken = function.kernel->static_shared_bytes + sharedMemoryReserved;
  const size_t left = limit > taken ? limit - taken : 0;
  const int set = function.maxDynamicSharedBytes;
  return set >= 0 ? std::min(left, static_cast<size_t>(set)) : left;
}

int residentBlocks(const Function &function, int threads, size_t dynamicSharedBytes) {
  // The bounds that a kernel was compiled with do not count, nor do they on an NVIDIA H200.
  const LaunchLimits &limits = currentDevice().launchLimits();
  if (threads <= 0 || threads > limits.threadsPerBlock ||
      dynamicSharedBytes > maxDynamicSharedBytes(function))
    return 0;
  const int rounded = (threads + limits.warpSize - 1) / limits.warpSize * limits.warpSize;
  const size_t shared =
      function.kernel->static_shared_bytes + dynamicSharedBytes + sharedMemoryReserved;
  const size_t byShared = limits.sharedBytesPerMultiprocessor / shared;
  const int byThreads = limits.threadsPerMultiprocessor / rounded;
  return std::min({byThreads, limits.blocksPerMultiprocessor,
                   static_cast<int>(std::min<size_t>(byShared, 1 << 16))});
}

void requireResident(const Function &function, const Launch &launch) {
  const int ofEach = residentBlocks(function, static_cast<int>(launch.threadsPerBlock()),
                                    launch.dynamicSharedBytes);
  const auto multiprocessors =
      static_cast<uint64_t>(currentDevice().launchLimits().multiprocessors);
  require(launch.blocks() <= static_cast<uint64_t>(ofEach) * multiprocessors,
          musaErrorCooperativeLaunchTooLarge);
}

std::vector<void *> argumentsOf(const __musa_kernel &kernel, void *const *extra) {
  char *buffer = nullptr;
  const size_t *size = nullptr;
  for (; *extra != MU_LAUNCH_PARAM_END; extra += 2) {
    if (extra[0] == MU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = static_cast<char *>(extra[1]);
    else if (extra[0] == MU_LAUNCH_PARAM_BUFFER_SIZE)
      size = static_cast<const size_t *>(extra[1]);
    else
      throw ApiError{musaErrorInvalidValue};
  }
  require(buffer != nullptr && size != nullptr);
  std::vector<void *> result;
  for (uint32_t i = 0; i < kernel.parameter_count; ++i) {
    const __musa_parameter &parameter = kernel.parameters[i];
    require(parameter.offset + parameter.size <= *size);
    result.push_back(buffer + parameter.offset);
  }
  return result;
}

namespace {

__musa_dim toDim(dim3 from) { return {from.x, from.y, from.z}; }

} // namespace

LaunchRequest requestOf(const musaLaunchConfig_t *config, const void *function) {
  require(config != nullptr && (config->numAttrs == 0 || config->attrs != nullptr));
  LaunchRequest request{function, config->gridDim, config->blockDim, config->dynamicSmemBytes};
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const musaLaunchAttributeValue &value = config->attrs[i].val;
    switch (config->attrs[i].id) {
    case musaLaunchAttributeCooperative:
      request.cooperative = value.cooperative != 0;
      break;
    case musaLaunchAttributeClusterDimension:
      request.cluster = {value.clusterDim.x, value.clusterDim.y, value.clusterDim.z};
      break;
    case musaLaunchAttributeLaunchCompletionEvent:
      require(value.launchCompletionEvent.flags == musaEventRecordDefault);
      request.whenBegun = value.launchCompletionEvent.event;
      require(request.whenBegun != nullptr, musaErrorInvalidResourceHandle);
      break;
    case musaLaunchAttributeProgrammaticEvent:
      require(value.programmaticEvent.flags == musaEventRecordDefault);
      request.whenDone = value.programmaticEvent.event;
      require(request.whenDone != nullptr, musaErrorInvalidResourceHandle);
      break;
    case musaLaunchAttributeDeviceUpdatableKernelNode:
      throw ApiError{musaErrorNotSupported};
    case musaLaunchAttributeIgnore:
    case musaLaunchAttributeAccessPolicyWindow: // these are about speed
    case musaLaunchAttributeSynchronizationPolicy:
    case musaLaunchAttributeClusterSchedulingPolicyPreference:
    case musaLaunchAttributeProgrammaticStreamSerialization:
    case musaLaunchAttributePriority:
    case musaLaunchAttributeMemSyncDomainMap:
    case musaLaunchAttributeMemSyncDomain:
    case musaLaunchAttributePreferredClusterDimension:
    case musaLaunchAttributePreferredSharedMemoryCarveout:
      break;
    default:
      throw ApiError{musaErrorInvalidValue};
    }
  }
  return request;
}

RunKernel makeLaunch(const LaunchRequest &request, void *const *arguments) {
  const Function &function = findFunction(request.function);
  const LaunchLimits &limits = currentDevice().launchLimits();
  require(function.musaArch == 0 || function.musaArch == deviceArchitecture().musaArch,
          musaErrorNoKernelImageForDevice);
  RunKernel result;
  result.function = &function;
  result.launch.kernel = function.kernel;
  result.launch.grid = toDim(request.grid);
  result.launch.block = toDim(request.block);
  require(sizesFit(result.launch, static_cast<unsigned>(limits.threadsPerBlock),
                   static_cast<unsigned>(limits.blocksPerGrid)),
          musaErrorInvalidConfiguration);
  // Of the kernel's own bounds, an argument is said to be wrong (measured with CUDA 13.0).
  require(result.launch.threadsPerBlock() <= static_cast<unsigned>(maxThreadsPerBlock(function)));
  require(request.dynamicSharedBytes <= maxDynamicSharedBytes(function), musaErrorInvalidValue);
  require(arguments != nullptr || function.kernel->parameter_count == 0);
  result.launch.dynamicSharedBytes = static_cast<uint32_t>(request.dynamicSharedBytes);
  setCluster(result, request.cluster);
  result.launch.cooperative = request.cooperative;
  if (request.cooperative)
    requireResident(function, result.launch);
  result.launch.parameters = packParameters(*function.kernel, arguments);
  return result;
}

namespace {

/// An event that a launch records has no time, and is no other process's.
void requireLaunchEvent(musaEvent_t event, const Stream &stream) {
  if (event == nullptr)
    return;
  const std::shared_ptr<Event> found = findEvent(event);
  require(found->device == stream.device.ordinal, musaErrorInvalidResourceHandle);
  require(!found->hasTime() && found->shared == nullptr);
}

void launch(const LaunchRequest &request, void **arguments, musaStream_t stream) {
  const std::shared_ptr<Stream> where = findStream(stream);
  require(where->device.ordinal == currentOrdinal(), musaErrorInvalidResourceHandle);
  RunKernel made;
  try {
    made = makeLaunch(request, arguments);
    requireLaunchEvent(request.whenBegun, *where);
    requireLaunchEvent(request.whenDone, *where);
  } catch (const ApiError &) {
    spoilCapture(*where);
    throw;
  }
  // That the blocks have begun, nobody can see of them, unless they wait for who waits for it.
  if (request.whenBegun != nullptr)
    recordEvent(request.whenBegun, *where, musaEventRecordDefault);
  where->submit(std::move(made));
  if (request.whenDone != nullptr)
    recordEvent(request.whenDone, *where, musaEventRecordDefault);
}

} // namespace
} // namespace musart

using namespace musart;

extern "C" {

[[gnu::visibility("default")]] unsigned
__musaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, musaStream_t stream) {
  pushConfiguration({grid, block, shared, stream});
  return 0;
}

[[gnu::visibility("default")]] musaError_t
__musaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
  return api<Context::NotNeeded>([&] {
    const LaunchConfiguration last = popConfiguration();
    *grid = last.grid;
    *block = last.block;
    *shared = last.shared;
    *static_cast<musaStream_t *>(stream) = last.stream;
  });
}

musaError_t musaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                             size_t sharedMem, musaStream_t stream) {
  const musaLaunchKernel_v7000_params parameters{func, gridDim, blockDim, args, sharedMem, stream};
  return api([&] { launch({func, gridDim, blockDim, sharedMem, false}, args, stream); },
             &parameters);
}

musaError_t musaLaunchCooperativeKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                                        size_t sharedMem, musaStream_t stream) {
  const musaLaunchCooperativeKernel_v9000_params parameters{func, gridDim,   blockDim,
                                                            args, sharedMem, stream};
  return api([&] { launch({func, gridDim, blockDim, sharedMem, true}, args, stream); },
             &parameters);
}

musaError_t musaLaunchKernelExC(const musaLaunchConfig_t *config, const void *func, void **args) {
  const musaLaunchKernelExC_v11060_params parameters{config, func, args};
  return api([&] { launch(requestOf(config, func), args, config->stream); }, &parameters);
}

musaError_t musaFuncGetAttributes(musaFuncAttributes *attr, const void *func) {
  return api([&] {
    require(attr != nullptr);
    const Function &function = findFunction(func);
    *attr = {};
    attr->sharedSizeBytes = function.kernel->static_shared_bytes;
    attr->maxThreadsPerBlock = maxThreadsPerBlock(function);
    attr->numRegs = 32; // a CPU's code has no such number
    const unsigned arch =
        function.musaArch != 0 ? function.musaArch : deviceArchitecture().musaArch;
    attr->ptxVersion = attr->binaryVersion = static_cast<int>(arch / 10);
    attr->maxDynamicSharedSizeBytes = static_cast<int>(maxDynamicSharedBytes(function));
    attr->preferredShmemCarveout = function.sharedCarveout;
    getClusterAttributes(function, *attr);
  });
}

musaError_t musaFuncSetAttribute(const void *func, musaFuncAttribute attr, int value) {
  return api([&] {
    Function &function = findFunction(func);
    switch (attr) {
    case musaFuncAttributeMaxDynamicSharedMemorySize: {
      const size_t limit = currentDevice().launchLimits().sharedBytesPerBlock;
      const size_t taken = function.kernel->static_shared_bytes + sharedMemoryReserved;
      require(value >= 0 && taken + static_cast<size_t>(value) <= limit);
      function.maxDynamicSharedBytes = value;
      return;
    }
    case musaFuncAttributePreferredSharedMemoryCarveout:
      require(value >= -1 && value <= 100);
      function.sharedCarveout = value;
      return;
    default:
      setClusterAttribute(function, attr, value);
      return;
    }
  });
}

musaError_t musaFuncSetCacheConfig(const void *func, musaFuncCache cacheConfig) {
  return api([&] {
    findFunction(func);
    require(cacheConfig >= musaFuncCachePreferNone && cacheConfig <= musaFuncCachePreferEqual);
  });
}

musaError_t musaFuncSetSharedMemConfig(const void *func, musaSharedMemConfig config) {
  return api([&] {
    findFunction(func);
    require(config >= musaSharedMemBankSizeDefault && config <= musaSharedMemBankSizeEightByte);
  });
}

musaError_t musaFuncGetName(const char **name, const void *func) {
  return api([&] {
    require(name != nullptr);
    *name = findFunction(func).kernel->name;
  });
}

musaError_t musaFuncGetParamInfo(const void *func, size_t paramIndex, size_t *paramOffset,
                                 size_t *paramSize) {
  return api([&] {
    const __musa_kernel &kernel = *findFunction(func).kernel;
    require(paramOffset != nullptr && paramIndex < kernel.parameter_count);
    *paramOffset = kernel.parameters[paramIndex].offset;
    if (paramSize != nullptr)
      *paramSize = kernel.parameters[paramIndex].size;
  });
}

musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func,
                                                                   int blockSize,
                                                                   size_t dynamicSMemSize,
                                                                   unsigned flags) {
  return api([&] {
    require(numBlocks != nullptr && blockSize > 0 &&
            (flags & ~unsigned{musaOccupancyDisableCachingOverride}) == 0);
    *numBlocks = residentBlocks(findFunction(func), blockSize, dynamicSMemSize);
  });
}

musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func,
                                                          int blockSize, size_t dynamicSMemSize) {
  return api<Context::NotNeeded>([&] {
    return musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        numBlocks, func, blockSize, dynamicSMemSize, musaOccupancyDefault);
  });
}

musaError_t musaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *func,
                                                      int numBlocks, int blockSize) {
  return api([&] {
    require(dynamicSmemSize != nullptr && numBlocks > 0 && blockSize > 0);
    const Function &function = findFunction(func);
    require(residentBlocks(function, blockSize, 0) >= numBlocks);
    const size_t share = currentDevice().launchLimits().sharedBytesPerMultiprocessor /
                         static_cast<size_t>(numBlocks);
    const size_t taken = function.kernel->static_shared_bytes + sharedMemoryReserved;
    *dynamicSmemSize = std::min(share > taken ? share - taken : 0, maxDynamicSharedBytes(function));
  });
}

// Deprecated in CUDA, where they do nothing: every device of today computes in double.
musaError_t musaSetDoubleForDevice(double *d) {
  return api([&] { require(d != nullptr); });
}
musaError_t musaSetDoubleForHost(double *d) {
  return api([&] { require(d != nullptr); });
}

} // extern "C"
