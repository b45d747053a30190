//===- host/api/device.cpp - the device API ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/device.h"

#include "api/error.h"
#include "generated_musa_runtime_api_meta.h"
#include "model/graph_capture.h"
#include "model/settings.h"
#include "musa_runtime_api.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>

using namespace musart;

namespace {

/// Which number of the properties an attribute is; the rest is known without them.
// NOLINTNEXTLINE(readability-function-size): a plain switch
int attributeOf(musaDeviceAttr attribute, const musaDeviceProp &p) {
  switch (attribute) {
  case musaDevAttrMaxThreadsPerBlock:
    return p.maxThreadsPerBlock;
  case musaDevAttrMaxBlockDimX:
    return p.maxThreadsDim[0];
  case musaDevAttrMaxBlockDimY:
    return p.maxThreadsDim[1];
  case musaDevAttrMaxBlockDimZ:
    return p.maxThreadsDim[2];
  case musaDevAttrMaxGridDimX:
    return p.maxGridSize[0];
  case musaDevAttrMaxGridDimY:
    return p.maxGridSize[1];
  case musaDevAttrMaxGridDimZ:
    return p.maxGridSize[2];
  case musaDevAttrMaxSharedMemoryPerBlock:
    return static_cast<int>(p.sharedMemPerBlock);
  case musaDevAttrTotalConstantMemory:
    return static_cast<int>(p.totalConstMem);
  case musaDevAttrWarpSize:
    return p.warpSize;
  case musaDevAttrMaxPitch:
    return static_cast<int>(p.memPitch);
  case musaDevAttrMaxRegistersPerBlock:
    return p.regsPerBlock;
  case musaDevAttrClockRate:
    return p.clockRate;
  case musaDevAttrTextureAlignment:
    return static_cast<int>(p.textureAlignment);
  case musaDevAttrGpuOverlap:
    return p.deviceOverlap;
  case musaDevAttrMultiProcessorCount:
    return p.multiProcessorCount;
  case musaDevAttrKernelExecTimeout:
    return p.kernelExecTimeoutEnabled;
  case musaDevAttrIntegrated:
    return p.integrated;
  case musaDevAttrCanMapHostMemory:
    return p.canMapHostMemory;
  case musaDevAttrComputeMode:
    return p.computeMode;
  case musaDevAttrMaxTexture1DWidth:
    return p.maxTexture1D;
  case musaDevAttrMaxTexture2DWidth:
    return p.maxTexture2D[0];
  case musaDevAttrMaxTexture2DHeight:
    return p.maxTexture2D[1];
  case musaDevAttrMaxTexture3DWidth:
    return p.maxTexture3D[0];
  case musaDevAttrMaxTexture3DHeight:
    return p.maxTexture3D[1];
  case musaDevAttrMaxTexture3DDepth:
    return p.maxTexture3D[2];
  case musaDevAttrMaxTexture2DLayeredWidth:
    return p.maxTexture2DLayered[0];
  case musaDevAttrMaxTexture2DLayeredHeight:
    return p.maxTexture2DLayered[1];
  case musaDevAttrMaxTexture2DLayeredLayers:
    return p.maxTexture2DLayered[2];
  case musaDevAttrSurfaceAlignment:
    return static_cast<int>(p.surfaceAlignment);
  case musaDevAttrConcurrentKernels:
    return p.concurrentKernels;
  case musaDevAttrEccEnabled:
    return p.ECCEnabled;
  case musaDevAttrPciBusId:
    return p.pciBusID;
  case musaDevAttrPciDeviceId:
    return p.pciDeviceID;
  case musaDevAttrTccDriver:
    return p.tccDriver;
  case musaDevAttrMemoryClockRate:
    return p.memoryClockRate;
  case musaDevAttrGlobalMemoryBusWidth:
    return p.memoryBusWidth;
  case musaDevAttrL2CacheSize:
    return p.l2CacheSize;
  case musaDevAttrMaxThreadsPerMultiProcessor:
    return p.maxThreadsPerMultiProcessor;
  case musaDevAttrAsyncEngineCount:
    return p.asyncEngineCount;
  case musaDevAttrUnifiedAddressing:
    return p.unifiedAddressing;
  case musaDevAttrMaxTexture1DLayeredWidth:
    return p.maxTexture1DLayered[0];
  case musaDevAttrMaxTexture1DLayeredLayers:
    return p.maxTexture1DLayered[1];
  case musaDevAttrMaxTexture2DGatherWidth:
    return p.maxTexture2DGather[0];
  case musaDevAttrMaxTexture2DGatherHeight:
    return p.maxTexture2DGather[1];
  case musaDevAttrMaxTexture3DWidthAlt:
    return p.maxTexture3DAlt[0];
  case musaDevAttrMaxTexture3DHeightAlt:
    return p.maxTexture3DAlt[1];
  case musaDevAttrMaxTexture3DDepthAlt:
    return p.maxTexture3DAlt[2];
  case musaDevAttrPciDomainId:
    return p.pciDomainID;
  case musaDevAttrTexturePitchAlignment:
    return static_cast<int>(p.texturePitchAlignment);
  case musaDevAttrMaxTextureCubemapWidth:
    return p.maxTextureCubemap;
  case musaDevAttrMaxTextureCubemapLayeredWidth:
    return p.maxTextureCubemapLayered[0];
  case musaDevAttrMaxTextureCubemapLayeredLayers:
    return p.maxTextureCubemapLayered[1];
  case musaDevAttrMaxSurface1DWidth:
    return p.maxSurface1D;
  case musaDevAttrMaxSurface2DWidth:
    return p.maxSurface2D[0];
  case musaDevAttrMaxSurface2DHeight:
    return p.maxSurface2D[1];
  case musaDevAttrMaxSurface3DWidth:
    return p.maxSurface3D[0];
  case musaDevAttrMaxSurface3DHeight:
    return p.maxSurface3D[1];
  case musaDevAttrMaxSurface3DDepth:
    return p.maxSurface3D[2];
  case musaDevAttrMaxSurface1DLayeredWidth:
    return p.maxSurface1DLayered[0];
  case musaDevAttrMaxSurface1DLayeredLayers:
    return p.maxSurface1DLayered[1];
  case musaDevAttrMaxSurface2DLayeredWidth:
    return p.maxSurface2DLayered[0];
  case musaDevAttrMaxSurface2DLayeredHeight:
    return p.maxSurface2DLayered[1];
  case musaDevAttrMaxSurface2DLayeredLayers:
    return p.maxSurface2DLayered[2];
  case musaDevAttrMaxSurfaceCubemapWidth:
    return p.maxSurfaceCubemap;
  case musaDevAttrMaxSurfaceCubemapLayeredWidth:
    return p.maxSurfaceCubemapLayered[0];
  case musaDevAttrMaxSurfaceCubemapLayeredLayers:
    return p.maxSurfaceCubemapLayered[1];
  case musaDevAttrMaxTexture1DLinearWidth:
    return p.maxTexture1DLinear;
  case musaDevAttrMaxTexture2DLinearWidth:
    return p.maxTexture2DLinear[0];
  case musaDevAttrMaxTexture2DLinearHeight:
    return p.maxTexture2DLinear[1];
  case musaDevAttrMaxTexture2DLinearPitch:
    return p.maxTexture2DLinear[2];
  case musaDevAttrMaxTexture2DMipmappedWidth:
    return p.maxTexture2DMipmap[0];
  case musaDevAttrMaxTexture2DMipmappedHeight:
    return p.maxTexture2DMipmap[1];
  case musaDevAttrComputeCapabilityMajor:
    return p.major;
  case musaDevAttrComputeCapabilityMinor:
    return p.minor;
  case musaDevAttrMaxTexture1DMipmappedWidth:
    return p.maxTexture1DMipmap;
  case musaDevAttrStreamPrioritiesSupported:
    return p.streamPrioritiesSupported;
  case musaDevAttrGlobalL1CacheSupported:
    return p.globalL1CacheSupported;
  case musaDevAttrLocalL1CacheSupported:
    return p.localL1CacheSupported;
  case musaDevAttrMaxSharedMemoryPerMultiprocessor:
    return static_cast<int>(p.sharedMemPerMultiprocessor);
  case musaDevAttrMaxRegistersPerMultiprocessor:
    return p.regsPerMultiprocessor;
  case musaDevAttrManagedMemory:
    return p.managedMemory;
  case musaDevAttrIsMultiGpuBoard:
    return p.isMultiGpuBoard;
  case musaDevAttrMultiGpuBoardGroupID:
    return p.multiGpuBoardGroupID;
  case musaDevAttrHostNativeAtomicSupported:
    return p.hostNativeAtomicSupported;
  case musaDevAttrSingleToDoublePrecisionPerfRatio:
    return p.singleToDoublePrecisionPerfRatio;
  case musaDevAttrPageableMemoryAccess:
    return p.pageableMemoryAccess;
  case musaDevAttrConcurrentManagedAccess:
    return p.concurrentManagedAccess;
  case musaDevAttrComputePreemptionSupported:
    return p.computePreemptionSupported;
  case musaDevAttrCanUseHostPointerForRegisteredMem:
    return p.canUseHostPointerForRegisteredMem;
  case musaDevAttrCooperativeLaunch:
    return p.cooperativeLaunch;
  case musaDevAttrCooperativeMultiDeviceLaunch:
    return p.cooperativeMultiDeviceLaunch;
  case musaDevAttrMaxSharedMemoryPerBlockOptin:
    return static_cast<int>(p.sharedMemPerBlockOptin);
  case musaDevAttrHostRegisterSupported:
    return p.hostRegisterSupported;
  case musaDevAttrPageableMemoryAccessUsesHostPageTables:
    return p.pageableMemoryAccessUsesHostPageTables;
  case musaDevAttrDirectManagedMemAccessFromHost:
    return p.directManagedMemAccessFromHost;
  case musaDevAttrMaxBlocksPerMultiprocessor:
    return p.maxBlocksPerMultiProcessor;
  case musaDevAttrMaxPersistingL2CacheSize:
    return p.persistingL2CacheMaxSize;
  case musaDevAttrMaxAccessPolicyWindowSize:
    return p.accessPolicyMaxWindowSize;
  case musaDevAttrReservedSharedMemoryPerBlock:
    return static_cast<int>(p.reservedSharedMemPerBlock);
  case musaDevAttrSparseMusaArraySupported:
    return p.sparseMusaArraySupported;
  case musaDevAttrHostRegisterReadOnlySupported:
    return p.hostRegisterReadOnlySupported;
  case musaDevAttrTimelineSemaphoreInteropSupported:
    return p.timelineSemaphoreInteropSupported;
  case musaDevAttrMemoryPoolsSupported:
    return p.memoryPoolsSupported;
  case musaDevAttrGPUDirectRDMASupported:
    return p.gpuDirectRDMASupported;
  case musaDevAttrGPUDirectRDMAFlushWritesOptions:
    return static_cast<int>(p.gpuDirectRDMAFlushWritesOptions);
  case musaDevAttrGPUDirectRDMAWritesOrdering:
    return p.gpuDirectRDMAWritesOrdering;
  case musaDevAttrMemoryPoolSupportedHandleTypes:
    return static_cast<int>(p.memoryPoolSupportedHandleTypes);
  case musaDevAttrClusterLaunch:
    return p.clusterLaunch;
  case musaDevAttrDeferredMappingMusaArraySupported:
    return p.deferredMappingMusaArraySupported;
  case musaDevAttrIpcEventSupport:
    return p.ipcEventSupported;
  case musaDevAttrMemSyncDomainCount:
  case musaDevAttrCanFlushRemoteWrites: // there is nothing to flush
    return 1;
  case musaDevAttrNumaConfig:
  case musaDevAttrMpsEnabled:
    return 0;
  case musaDevAttrNumaId:
  case musaDevAttrHostNumaId:
    return -1;
  default:
    throw ApiError{musaErrorInvalidValue};
  }
}

void requireFlags(unsigned flags) {
  const unsigned schedule = flags & musaDeviceScheduleMask;
  require((flags & ~unsigned{musaDeviceMask}) == 0 &&
          (schedule == musaDeviceScheduleAuto || schedule == musaDeviceScheduleSpin ||
           schedule == musaDeviceScheduleYield || schedule == musaDeviceScheduleBlockingSync));
}

std::string busId(const Device &device) {
  const musaDeviceProp p = device.properties();
  char text[16];
  std::snprintf(text, sizeof text, "%04x:%02x:%02x.0", p.pciDomainID & 0xffff, p.pciBusID & 0xff,
                p.pciDeviceID & 0xff);
  return text;
}

/// How many of the properties that the program asks for the device has.
int matches(const musaDeviceProp &wanted, const musaDeviceProp &device) {
  return (wanted.major != 0 && wanted.major <= device.major) +
         (wanted.minor != 0 && wanted.minor <= device.minor) +
         (wanted.totalGlobalMem != 0 && wanted.totalGlobalMem <= device.totalGlobalMem) +
         (wanted.multiProcessorCount != 0 &&
          wanted.multiProcessorCount <= device.multiProcessorCount);
}

} // namespace

extern "C" {

// ------------------------------------------------------------------------------- which there are

musaError_t musaGetDeviceCount(int *count) {
  return api<Context::NotNeeded>([&] {
    require(count != nullptr);
    *count = static_cast<int>(devicesIfAny().size());
    require(*count > 0, musaErrorNoDevice);
  });
}

musaError_t musaGetDevice(int *device) {
  return api<Context::NotNeeded>([&] {
    require(device != nullptr);
    *device = currentDevice().ordinal;
  });
}

musaError_t musaSetDevice(int device) {
  const musaSetDevice_v3020_params parameters{device};
  return api<Context::NotNeeded>([&] { setCurrentDevice(device); }, &parameters);
}

musaError_t musaInitDevice(int device, unsigned deviceFlags, unsigned flags) {
  return api([&] {
    require((flags & ~unsigned{musaInitDeviceFlagsAreValid}) == 0);
    Device &found = deviceAt(device);
    if (flags == 0)
      return;
    requireFlags(deviceFlags);
    found.flags = deviceFlags;
  });
}

musaError_t musaChooseDevice(int *device, const musaDeviceProp *prop) {
  return api<Context::NotNeeded>([&] {
    require(device != nullptr && prop != nullptr);
    const auto &all = devices();
    const auto best = std::max_element(all.begin(), all.end(), [&](const auto &a, const auto &b) {
      return matches(*prop, a->properties()) < matches(*prop, b->properties());
    });
    *device = (*best)->ordinal;
  });
}

musaError_t musaSetValidDevices(int *list, int count) {
  return api<Context::NotNeeded>([&] {
    require(list != nullptr && count > 0);
    for (int i = 0; i < count; ++i)
      deviceAt(list[i]);
    setCurrentDevice(list[0]);
  });
}

musaError_t musaGetDeviceProperties(musaDeviceProp *prop, int device) {
  return api<Context::NotNeeded>([&] {
    require(prop != nullptr);
    *prop = deviceAt(device).properties();
  });
}
musaError_t musaGetDeviceProperties_v2(musaDeviceProp *prop, int device) {
  return api<Context::NotNeeded>([&] { return musaGetDeviceProperties(prop, device); });
}

musaError_t musaDeviceGetAttribute(int *value, musaDeviceAttr attribute, int device) {
  return api<Context::NotNeeded>([&] {
    require(value != nullptr);
    *value = attributeOf(attribute, deviceAt(device).properties());
  });
}

musaError_t musaDeviceGetPCIBusId(char *pciBusId, int length, int device) {
  return api<Context::NotNeeded>([&] {
    require(pciBusId != nullptr && length > 0);
    const std::string text = busId(deviceAt(device));
    require(text.size() < static_cast<size_t>(length));
    std::memcpy(pciBusId, text.c_str(), text.size() + 1);
  });
}

musaError_t musaDeviceGetByPCIBusId(int *device, const char *pciBusId) {
  return api<Context::NotNeeded>([&] {
    require(device != nullptr && pciBusId != nullptr);
    // [domain:]bus:device[.function]
    unsigned part[3] = {};
    const int parts = std::sscanf(pciBusId, "%x:%x:%x", &part[0], &part[1], &part[2]);
    require(parts >= 2);
    const unsigned bus = parts == 3 ? part[1] : part[0];
    for (const std::unique_ptr<Device> &one : devices())
      if (static_cast<unsigned>(one->properties().pciBusID) == bus) {
        *device = one->ordinal;
        return;
      }
    throw ApiError{musaErrorInvalidDevice};
  });
}

// ------------------------------------------------------------------------------- the current one

musaError_t musaDeviceSynchronize(void) {
  return api([] {
    Device &device = currentDevice();
    requireNotCaptured(device);
    device.synchronize();
    return recordError(device.error());
  });
}

musaError_t musaDeviceReset(void) {
  return api<Context::NotNeeded>([] {
    require(!inHostFunction, musaErrorNotPermitted);
    currentDevice().reset();
    clearError();
  });
}

musaError_t musaGetDeviceFlags(unsigned *flags) {
  return api<Context::NotNeeded>([&] {
    require(flags != nullptr);
    *flags = currentDevice().flags | musaDeviceMapHost; // as CUDA says it
  });
}

musaError_t musaSetDeviceFlags(unsigned flags) {
  return api<Context::NotNeeded>([&] {
    requireFlags(flags);
    currentDevice().flags = flags;
  });
}

musaError_t musaDeviceGetLimit(size_t *value, musaLimit limit) {
  return api([&] {
    require(value != nullptr);
    *value = currentDevice().limit(limit);
  });
}

musaError_t musaDeviceSetLimit(musaLimit limit, size_t value) {
  return api([&] { currentDevice().setLimit(limit, value); });
}

musaError_t musaDeviceGetCacheConfig(musaFuncCache *config) {
  return api([&] {
    require(config != nullptr);
    *config = currentDevice().cacheConfig;
  });
}

musaError_t musaDeviceSetCacheConfig(musaFuncCache config) {
  return api([&] {
    require(config >= musaFuncCachePreferNone && config <= musaFuncCachePreferEqual);
    currentDevice().cacheConfig = config;
  });
}

musaError_t musaDeviceGetSharedMemConfig(musaSharedMemConfig *config) {
  return api([&] {
    require(config != nullptr);
    currentDevice();
    *config = musaSharedMemBankSizeFourByte;
  });
}

musaError_t musaDeviceSetSharedMemConfig(musaSharedMemConfig config) {
  return api([&] {
    require(config >= musaSharedMemBankSizeDefault && config <= musaSharedMemBankSizeEightByte);
    currentDevice(); // whoever asks for banks of another width is not refused, and gets these
  });
}

musaError_t musaDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements,
                                                 const musaChannelFormatDesc *format, int device) {
  return api([&] {
    require(maxWidthInElements != nullptr && format != nullptr);
    const int bits = format->x + format->y + format->z + format->w;
    require(bits >= 8 && bits <= 128);
    *maxWidthInElements = static_cast<size_t>(deviceAt(device).properties().maxTexture1DLinear);
  });
}

musaError_t musaCtxResetPersistingL2Cache(void) {
  return api([] { currentDevice(); });
}

musaError_t musaDeviceFlushGPUDirectRDMAWrites(musaFlushGPUDirectRDMAWritesTarget,
                                               musaFlushGPUDirectRDMAWritesScope) {
  return notSupported();
}

// ------------------------------------------------------------------------------- peers

musaError_t musaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice) {
  return api([&] {
    require(canAccessPeer != nullptr);
    *canAccessPeer = &deviceAt(device) != &deviceAt(peerDevice) ? 1 : 0;
  });
}

musaError_t musaDeviceEnablePeerAccess(int peerDevice, unsigned flags) {
  return api([&] {
    require(flags == 0);
    const Device &peer = deviceAt(peerDevice);
    require(&peer != &currentDevice(), musaErrorPeerAccessUnsupported);
    require(currentDevice().enablePeer(peerDevice), musaErrorPeerAccessAlreadyEnabled);
  });
}

musaError_t musaDeviceDisablePeerAccess(int peerDevice) {
  return api([&] {
    deviceAt(peerDevice);
    require(currentDevice().disablePeer(peerDevice), musaErrorPeerAccessNotEnabled);
  });
}

musaError_t musaDeviceGetP2PAttribute(int *value, musaDeviceP2PAttr attribute, int srcDevice,
                                      int dstDevice) {
  return api([&] {
    require(value != nullptr);
    require(&deviceAt(srcDevice) != &deviceAt(dstDevice), musaErrorInvalidDevice);
    switch (attribute) {
    case musaDevP2PAttrPerformanceRank:
      *value = 0;
      return;
    case musaDevP2PAttrAccessSupported:
    case musaDevP2PAttrNativeAtomicSupported:
    case musaDevP2PAttrMusaArrayAccessSupported:
      *value = 1;
      return;
    }
    throw ApiError{musaErrorInvalidValue};
  });
}

// ------------------------------------------------------------------------------- older names

musaError_t musaThreadSynchronize(void) {
  return api<Context::NotNeeded>([&] { return musaDeviceSynchronize(); });
}
musaError_t musaThreadExit(void) {
  return api<Context::NotNeeded>([&] { return musaDeviceReset(); });
}
musaError_t musaThreadGetLimit(size_t *value, musaLimit limit) {
  return api<Context::NotNeeded>([&] { return musaDeviceGetLimit(value, limit); });
}
musaError_t musaThreadSetLimit(musaLimit limit, size_t value) {
  return api<Context::NotNeeded>([&] { return musaDeviceSetLimit(limit, value); });
}
musaError_t musaThreadGetCacheConfig(musaFuncCache *config) {
  return api<Context::NotNeeded>([&] { return musaDeviceGetCacheConfig(config); });
}
musaError_t musaThreadSetCacheConfig(musaFuncCache config) {
  return api<Context::NotNeeded>([&] { return musaDeviceSetCacheConfig(config); });
}

// ------------------------------------------------------------------------------- versions,
// profiler

musaError_t musaRuntimeGetVersion(int *runtimeVersion) {
  return api<Context::NotNeeded>([&] {
    require(runtimeVersion != nullptr);
    *runtimeVersion = static_cast<int>(settings().sdkVersion);
  });
}

musaError_t musaDriverGetVersion(int *driverVersion) {
  return api<Context::NotNeeded>([&] {
    require(driverVersion != nullptr);
    *driverVersion = static_cast<int>(settings().sdkVersion);
  });
}

// There is no profiler to start: a program may mark what it would measure.
musaError_t musaProfilerStart(void) {
  return api([] { currentDevice(); });
}
musaError_t musaProfilerStop(void) {
  return api([] { currentDevice(); });
}

} // extern "C"
