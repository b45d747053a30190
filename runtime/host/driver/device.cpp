//===- host/driver/device.cpp - devices in the driver API -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/device.h"

#include "api/error.h"
#include "driver/driver.h"
#include "model/settings.h"
#include "musa_runtime_api.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <string>

using namespace musart;

namespace {

/// Attributes that only the driver has; of what does not exist on the host, the answer is 0.
bool ofDriverOnly(MUdevice_attribute attribute, int &value) {
  value = 0;
  switch (attribute) {
  case MU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS:
  case MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1:
  case MU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1:
  case MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1:
  case MU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
  case MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
  case MU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    value = 1;
    return true;
  case MU_DEVICE_ATTRIBUTE_HOST_NUMA_ID:
  case MU_DEVICE_ATTRIBUTE_NUMA_ID:
    value = -1;
    return true;
  case MU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER:
  case MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_MUSA_VMM_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK:
  case MU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH:
  case MU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID:
  case MU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID:
  case MU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED:
  case MU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED:
    return true;
  default:
    return false;
  }
}

/// In libmusart, where the functions are that this API declares; null if it has none of the name.
void *findExported(const std::string &name) {
  Dl_info self;
  if (dladdr(reinterpret_cast<const void *>(&muInit), &self) == 0)
    return nullptr;
  void *library = dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr)
    return nullptr;
  void *found = dlsym(library, name.c_str());
  dlclose(library);
  return found;
}

void giveEntryPoint(const char *symbol, void **funcPtr, unsigned musaVersion,
                    unsigned long long flags, musaDriverEntryPointQueryResult *driverStatus) {
  require(symbol != nullptr && funcPtr != nullptr);
  MUdriverProcAddressQueryResult status = MU_GET_PROC_ADDRESS_SUCCESS;
  const MUresult result =
      muGetProcAddress(symbol, funcPtr, static_cast<int>(musaVersion), flags, &status);
  if (driverStatus != nullptr)
    *driverStatus = static_cast<musaDriverEntryPointQueryResult>(status);
  // A name that is not found is no error of the call.
  require(result == MUSA_SUCCESS || result == MUSA_ERROR_NOT_FOUND,
          static_cast<musaError_t>(result));
}

} // namespace

extern "C" {

MUresult muDriverGetVersion(int *driverVersion) {
  return driver<Needs::Nothing>([&] {
    requireDriver(driverVersion != nullptr);
    *driverVersion = static_cast<int>(settings().sdkVersion);
  });
}

MUresult muGetProcAddress(const char *symbol, void **pfn, int musaVersion, uint64_t flags,
                          MUdriverProcAddressQueryResult *symbolStatus) {
  return driver<Needs::Nothing>([&] {
    requireDriver(symbol != nullptr && pfn != nullptr);
    requireDriver(flags <= MU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM);
    requireDriver(flags != MU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, MUSA_ERROR_NOT_SUPPORTED);
    const bool isDriver =
        std::strncmp(symbol, "mu", 2) == 0 && std::strncmp(symbol, "musa", 4) != 0;
    // What musa.h means by the name: where the first version is not there, the second.
    void *found = isDriver ? findExported(symbol) : nullptr;
    if (found == nullptr && isDriver)
      found = findExported(std::string(symbol) + "_v2");
    const bool isOld = musaVersion > static_cast<int>(settings().sdkVersion);
    *pfn = isOld ? nullptr : found;
    if (symbolStatus != nullptr)
      *symbolStatus = isOld              ? MU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                      : found == nullptr ? MU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
                                         : MU_GET_PROC_ADDRESS_SUCCESS;
    requireDriver(*pfn != nullptr, MUSA_ERROR_NOT_FOUND);
  });
}

musaError_t musaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr,
                                             unsigned musaVersion, unsigned long long flags,
                                             musaDriverEntryPointQueryResult *driverStatus) {
  return api<Context::NotNeeded>(
      [&] { giveEntryPoint(symbol, funcPtr, musaVersion, flags, driverStatus); });
}

musaError_t musaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
                                    musaDriverEntryPointQueryResult *driverStatus) {
  return api<Context::NotNeeded>(
      [&] { giveEntryPoint(symbol, funcPtr, settings().sdkVersion, flags, driverStatus); });
}

MUresult muDeviceGet(MUdevice *device, int ordinal) {
  return driver<Needs::Init>([&] {
    requireDriver(device != nullptr);
    *device = deviceAt(ordinal).ordinal;
  });
}

MUresult muDeviceGetCount(int *count) {
  return driver<Needs::Init>([&] {
    requireDriver(count != nullptr);
    *count = static_cast<int>(devices().size());
  });
}

MUresult muDeviceGetName(char *name, int len, MUdevice dev) {
  return driver<Needs::Init>([&] {
    requireDriver(name != nullptr && len > 0);
    std::snprintf(name, static_cast<size_t>(len), "%s", deviceAt(dev).properties().name);
  });
}

MUresult muDeviceGetUuid(MUuuid *uuid, MUdevice dev) {
  return driver<Needs::Init>([&] {
    requireDriver(uuid != nullptr);
    *uuid = deviceAt(dev).properties().uuid;
  });
}
MUresult muDeviceGetUuid_v2(MUuuid *uuid, MUdevice dev) { return muDeviceGetUuid(uuid, dev); }

MUresult muDeviceTotalMem(size_t *bytes, MUdevice dev) {
  return driver<Needs::Init>([&] {
    requireDriver(bytes != nullptr);
    *bytes = deviceAt(dev).totalBytes();
  });
}

MUresult muDeviceGetAttribute(int *pi, MUdevice_attribute attrib, MUdevice dev) {
  return driver<Needs::Init>([&] {
    requireDriver(pi != nullptr);
    deviceAt(dev);
    if (int value = 0; ofDriverOnly(attrib, value))
      *pi = value;
    else
      check(musaDeviceGetAttribute(pi, static_cast<musaDeviceAttr>(attrib), dev));
  });
}

MUresult muDeviceGetProperties(MUdevprop *prop, MUdevice dev) {
  return driver<Needs::Init>([&] {
    requireDriver(prop != nullptr);
    const musaDeviceProp all = deviceAt(dev).properties();
    prop->maxThreadsPerBlock = all.maxThreadsPerBlock;
    std::copy_n(all.maxThreadsDim, 3, prop->maxThreadsDim);
    std::copy_n(all.maxGridSize, 3, prop->maxGridSize);
    prop->sharedMemPerBlock = static_cast<int>(all.sharedMemPerBlock);
    prop->totalConstantMemory = static_cast<int>(all.totalConstMem);
    prop->SIMDWidth = all.warpSize;
    prop->memPitch = static_cast<int>(all.memPitch);
    prop->regsPerBlock = all.regsPerBlock;
    prop->clockRate = all.clockRate;
    prop->textureAlign = static_cast<int>(all.textureAlignment);
  });
}

MUresult muDeviceComputeCapability(int *major, int *minor, MUdevice dev) {
  return driver<Needs::Init>([&] {
    requireDriver(major != nullptr && minor != nullptr);
    const musaDeviceProp properties = deviceAt(dev).properties();
    *major = properties.major;
    *minor = properties.minor;
  });
}

MUresult muDeviceGetByPCIBusId(MUdevice *dev, const char *pciBusId) {
  return driver<Needs::Init>([&] { return musaDeviceGetByPCIBusId(dev, pciBusId); });
}
MUresult muDeviceGetPCIBusId(char *pciBusId, int len, MUdevice dev) {
  return driver<Needs::Init>([&] { return musaDeviceGetPCIBusId(pciBusId, len, dev); });
}

MUresult muDeviceCanAccessPeer(int *canAccessPeer, MUdevice dev, MUdevice peerDev) {
  return driver<Needs::Init>([&] { return musaDeviceCanAccessPeer(canAccessPeer, dev, peerDev); });
}
MUresult muDeviceGetP2PAttribute(int *value, MUdevice_P2PAttribute attrib, MUdevice srcDevice,
                                 MUdevice dstDevice) {
  return driver<Needs::Init>([&] {
    return musaDeviceGetP2PAttribute(value, static_cast<musaDeviceP2PAttr>(attrib), srcDevice,
                                     dstDevice);
  });
}

MUresult muDeviceGetDefaultMemPool(MUmemoryPool *pool_out, MUdevice dev) {
  return driver<Needs::Init>([&] { return musaDeviceGetDefaultMemPool(pool_out, dev); });
}
MUresult muDeviceGetMemPool(MUmemoryPool *pool, MUdevice dev) {
  return driver<Needs::Init>([&] { return musaDeviceGetMemPool(pool, dev); });
}
MUresult muDeviceSetMemPool(MUdevice dev, MUmemoryPool pool) {
  return driver<Needs::Init>([&] { return musaDeviceSetMemPool(dev, pool); });
}

// There is no profiler.
MUresult muProfilerStart(void) {
  return driver([] { return musaProfilerStart(); });
}
MUresult muProfilerStop(void) {
  return driver([] { return musaProfilerStop(); });
}

} // extern "C"
