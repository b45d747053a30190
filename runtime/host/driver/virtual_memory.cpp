//===- host/driver/virtual_memory.cpp - virtual memory, driver API --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/virtual_memory.h"

#include "driver/driver.h"
#include "model/device.h"

using namespace musart;

namespace {

char *pointer(MUdeviceptr address) { return reinterpret_cast<char *>(address); }

int deviceOf(const MUmemLocation &location) {
  switch (location.type) {
  case MU_MEM_LOCATION_TYPE_DEVICE:
    return deviceAt(location.id).ordinal;
  case MU_MEM_LOCATION_TYPE_HOST:
  case MU_MEM_LOCATION_TYPE_HOST_NUMA:
  case MU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
    throw DriverError{MUSA_ERROR_NOT_SUPPORTED};
  case MU_MEM_LOCATION_TYPE_INVALID:
  case MU_MEM_LOCATION_TYPE_MAX:
    break;
  }
  throw DriverError{MUSA_ERROR_INVALID_VALUE};
}

/// That processes share memory by.
bool isFile(MUmemAllocationHandleType type) {
  constexpr unsigned others =
      MU_MEM_HANDLE_TYPE_WIN32 | MU_MEM_HANDLE_TYPE_WIN32_KMT | MU_MEM_HANDLE_TYPE_FABRIC;
  const unsigned bits = type;
  requireDriver((bits & others) == 0, MUSA_ERROR_NOT_SUPPORTED);
  requireDriver((bits & ~unsigned{MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR}) == 0);
  return bits != 0;
}

/// Compression is a wish: memory without it is what its properties say.
PhysicalProperties physicalProperties(const MUmemAllocationProp *prop, size_t size) {
  requireDriver(prop != nullptr && prop->type == MU_MEM_ALLOCATION_TYPE_PINNED);
  requireDriver(prop->allocFlags.compressionType <= MU_MEM_ALLOCATION_COMP_GENERIC);
  requireDriver(prop->allocFlags.gpuDirectRDMACapable == 0 && prop->allocFlags.usage == 0,
                MUSA_ERROR_NOT_SUPPORTED);
  return {deviceOf(prop->location), size, isFile(prop->requestedHandleTypes)};
}

DeviceAccess deviceAccess(const MUmemAccessDesc &desc) {
  requireDriver(desc.flags == MU_MEM_ACCESS_FLAGS_PROT_NONE ||
                desc.flags == MU_MEM_ACCESS_FLAGS_PROT_READ ||
                desc.flags == MU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  return {deviceOf(desc.location), static_cast<musaMemAccessFlags>(desc.flags)};
}

} // namespace

extern "C" {

// ------------------------------------------------------------------------------- addresses

MUresult muMemAddressReserve(MUdeviceptr *ptr, size_t size, size_t alignment, MUdeviceptr addr,
                             unsigned long long flags) {
  return driver<Needs::Init>([&] {
    requireDriver(ptr != nullptr && flags == 0);
    *ptr = reinterpret_cast<MUdeviceptr>(virtualMemory().reserve(size, alignment, pointer(addr)));
  });
}

MUresult muMemAddressFree(MUdeviceptr ptr, size_t size) {
  return driver<Needs::Init>([&] { virtualMemory().free({pointer(ptr), size}); });
}

// ------------------------------------------------------------------------------- memory

MUresult muMemGetAllocationGranularity(size_t *granularity, const MUmemAllocationProp *prop,
                                       MUmemAllocationGranularity_flags option) {
  return driver<Needs::Init>([&] {
    requireDriver(granularity != nullptr && (option == MU_MEM_ALLOC_GRANULARITY_MINIMUM ||
                                             option == MU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
    physicalProperties(prop, 0);
    *granularity = VirtualMemory::granularity;
  });
}

MUresult muMemCreate(MUmemGenericAllocationHandle *handle, size_t size,
                     const MUmemAllocationProp *prop, unsigned long long flags) {
  return driver<Needs::Init>([&] {
    requireDriver(handle != nullptr && flags == 0);
    *handle = virtualMemory().create(physicalProperties(prop, size));
  });
}

MUresult muMemRelease(MUmemGenericAllocationHandle handle) {
  return driver<Needs::Init>([&] { virtualMemory().release(handle); });
}

MUresult muMemRetainAllocationHandle(MUmemGenericAllocationHandle *handle, void *addr) {
  return driver<Needs::Init>([&] {
    requireDriver(handle != nullptr);
    *handle = virtualMemory().retain(addr);
  });
}

MUresult muMemGetAllocationPropertiesFromHandle(MUmemAllocationProp *prop,
                                                MUmemGenericAllocationHandle handle) {
  return driver<Needs::Init>([&] {
    requireDriver(prop != nullptr);
    const PhysicalProperties properties = virtualMemory().properties(handle);
    *prop = {};
    prop->type = MU_MEM_ALLOCATION_TYPE_PINNED;
    prop->requestedHandleTypes =
        properties.exportable ? MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : MU_MEM_HANDLE_TYPE_NONE;
    prop->location = {MU_MEM_LOCATION_TYPE_DEVICE, properties.device};
  });
}

MUresult muMemExportToShareableHandle(void *shareableHandle, MUmemGenericAllocationHandle handle,
                                      MUmemAllocationHandleType handleType,
                                      unsigned long long flags) {
  return driver<Needs::Init>([&] {
    requireDriver(shareableHandle != nullptr && flags == 0 && isFile(handleType));
    *static_cast<int *>(shareableHandle) = virtualMemory().exportFile(handle);
  });
}

/// A file descriptor is given as the pointer's value.
MUresult muMemImportFromShareableHandle(MUmemGenericAllocationHandle *handle, void *osHandle,
                                        MUmemAllocationHandleType shHandleType) {
  return driver<Needs::Init>([&] {
    requireDriver(handle != nullptr && isFile(shHandleType));
    const auto file = static_cast<int>(reinterpret_cast<intptr_t>(osHandle));
    *handle = virtualMemory().importFile(file);
  });
}

// ------------------------------------------------------------------------------- mappings

MUresult muMemMap(MUdeviceptr ptr, size_t size, size_t offset, MUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
  return driver<Needs::Init>([&] {
    requireDriver(offset == 0 && flags == 0);
    virtualMemory().map({pointer(ptr), size}, handle);
  });
}

/// Work that may use the memory is done first.
MUresult muMemUnmap(MUdeviceptr ptr, size_t size) {
  return driver<Needs::Init>([&] {
    for (const std::unique_ptr<Device> &device : devices())
      device->synchronize();
    virtualMemory().unmap({pointer(ptr), size});
  });
}

MUresult muMemSetAccess(MUdeviceptr ptr, size_t size, const MUmemAccessDesc *desc, size_t count) {
  return driver<Needs::Init>([&] {
    requireDriver(desc != nullptr && count > 0);
    std::vector<DeviceAccess> access;
    access.reserve(count);
    for (size_t i = 0; i < count; ++i)
      access.push_back(deviceAccess(desc[i]));
    virtualMemory().setAccess({pointer(ptr), size}, access);
  });
}

MUresult muMemGetAccess(unsigned long long *flags, const MUmemLocation *location, MUdeviceptr ptr) {
  return driver<Needs::Init>([&] {
    requireDriver(flags != nullptr && location != nullptr);
    *flags = virtualMemory().access(pointer(ptr), deviceOf(*location));
  });
}

} // extern "C"
