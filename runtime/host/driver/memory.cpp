//===- host/driver/memory.cpp - memory in the driver API --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/addresses.h"
#include "driver/context.h"
#include "driver/driver.h"
#include "model/allocations.h"
#include "model/device.h"
#include "model/memory_pool.h"
#include "model/virtual_memory.h"
#include "musa_runtime_api.h"

#include <optional>

using namespace musart;

namespace {

/// Calls a function of the runtime that gives memory by a pointer to a pointer.
template <typename Allocate>
MUresult allocate(MUdeviceptr *result, Allocate allocateTo,
                  const char *caller = __builtin_FUNCTION()) {
  const auto body = [&] {
    requireDriver(result != nullptr);
    void *memory = nullptr;
    check(allocateTo(&memory));
    *result = address(memory);
  };
  return driver(body, caller);
}

template <typename Value> void give(void *data, Value value) {
  *static_cast<Value *>(data) = value;
}

bool isMapped(const std::optional<Allocation> &memory) {
  return memory && memory->kind == Allocation::Kind::Mapped;
}

/// Of reserved addresses, mapped or not: which these are. False for all else.
bool reservationAttribute(void *data, MUpointer_attribute attribute, MUdeviceptr ptr) {
  const bool asksAddress = attribute == MU_POINTER_ATTRIBUTE_RANGE_START_ADDR;
  if (!asksAddress && attribute != MU_POINTER_ATTRIBUTE_RANGE_SIZE)
    return false;
  const std::optional<AddressRange> range = virtualMemory().reservationOf(pointer(ptr));
  if (!range)
    return false;
  if (asksAddress)
    give(data, address(range->address));
  else
    give(data, range->size);
  return true;
}

/// `memory`: that the pointer lies in; none: what is not known has 0 for all its attributes.
void pointerAttribute(void *data, MUpointer_attribute attribute, MUdeviceptr ptr,
                      const std::optional<Allocation> &memory) {
  if (reservationAttribute(data, attribute, ptr))
    return;
  switch (attribute) {
  case MU_POINTER_ATTRIBUTE_CONTEXT:
    give(data, memory ? primaryContext(memory->device) : nullptr);
    return;
  case MU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    give(data, !memory            ? 0u
               : memory->isHost() ? unsigned{MU_MEMORYTYPE_HOST}
                                  : unsigned{MU_MEMORYTYPE_DEVICE});
    return;
  case MU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    give(data, memory ? ptr : MUdeviceptr{0});
    return;
  case MU_POINTER_ATTRIBUTE_HOST_POINTER:
    requireDriver(!memory || !memory->isDevice());
    give(data, memory ? pointer(ptr) : nullptr);
    return;
  case MU_POINTER_ATTRIBUTE_IS_MANAGED:
    give(data, memory && memory->isManaged() ? 1u : 0u);
    return;
  case MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    give(data, memory ? memory->device : int{MU_DEVICE_INVALID});
    return;
  case MU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
  case MU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
    give(data, memory ? address(memory->address) : MUdeviceptr{0});
    return;
  case MU_POINTER_ATTRIBUTE_RANGE_SIZE:
  case MU_POINTER_ATTRIBUTE_MAPPING_SIZE:
    give(data, memory ? memory->size : size_t{0});
    return;
  case MU_POINTER_ATTRIBUTE_MAPPED:
    give(data, memory ? 1u : 0u);
    return;
  case MU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
    give(data, memory ? reinterpret_cast<MUmemoryPool>(memory->pool.get()) : nullptr);
    return;
  case MU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    give(data, isMapped(memory) ? unsigned{virtualMemory().access(pointer(ptr), currentOrdinal())}
               : memory         ? unsigned{musaMemAccessFlagsProtReadWrite}
                                : 0u);
    return;
  case MU_POINTER_ATTRIBUTE_IS_LEGACY_MUSA_IPC_CAPABLE:
    give(data, memory && isShareable(*memory) && memory->pool == nullptr && !memory->freeIsPending
                   ? 1u
                   : 0u);
    return;
  case MU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
  case MU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    give(data, 0u);
    return;
  case MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    give(data, (isMapped(memory) && virtualMemory().isExportable(pointer(ptr))) ||
                       (memory && memory->pool != nullptr && memory->pool->isShared())
                   ? uint64_t{MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR}
                   : uint64_t{0});
    return;
  case MU_POINTER_ATTRIBUTE_P2P_TOKENS:
  case MU_POINTER_ATTRIBUTE_BUFFER_ID:
  case MU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
    throw DriverError{MUSA_ERROR_NOT_SUPPORTED};
  }
  throw DriverError{MUSA_ERROR_INVALID_VALUE};
}

} // namespace

extern "C" {

// ------------------------------------------------------------------------------- allocation

MUresult muMemGetInfo(size_t *free, size_t *total) {
  return driver([&] { return musaMemGetInfo(free, total); });
}

MUresult muMemAlloc(MUdeviceptr *dptr, size_t bytesize) {
  return allocate(dptr, [&](void **memory) {
    requireDriver(bytesize > 0);
    return musaMalloc(memory, bytesize);
  });
}

/// The pitch suits elements of every size.
MUresult muMemAllocPitch(MUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height,
                         unsigned ElementSizeBytes) {
  return allocate(dptr, [&](void **memory) {
    requireDriver(WidthInBytes > 0 && Height > 0 &&
                  (ElementSizeBytes == 4 || ElementSizeBytes == 8 || ElementSizeBytes == 16));
    return musaMallocPitch(memory, pPitch, WidthInBytes, Height);
  });
}

MUresult muMemAllocManaged(MUdeviceptr *dptr, size_t bytesize, unsigned flags) {
  return allocate(dptr, [&](void **memory) { return musaMallocManaged(memory, bytesize, flags); });
}

MUresult muMemAllocAsync(MUdeviceptr *dptr, size_t bytesize, MUstream hStream) {
  return allocate(dptr, [&](void **memory) { return musaMallocAsync(memory, bytesize, hStream); });
}

MUresult muMemAllocFromPoolAsync(MUdeviceptr *dptr, size_t bytesize, MUmemoryPool pool,
                                 MUstream hStream) {
  return allocate(dptr, [&](void **memory) {
    return musaMallocFromPoolAsync(memory, bytesize, pool, hStream);
  });
}

MUresult muMemFree(MUdeviceptr dptr) {
  return driver([&] { return musaFree(pointer(dptr)); });
}
MUresult muMemFreeAsync(MUdeviceptr dptr, MUstream hStream) {
  return driver([&] { return musaFreeAsync(pointer(dptr), hStream); });
}

MUresult muMemAllocHost(void **pp, size_t bytesize) {
  return driver([&] { return musaMallocHost(pp, bytesize); });
}
MUresult muMemHostAlloc(void **pp, size_t bytesize, unsigned Flags) {
  return driver([&] { return musaHostAlloc(pp, bytesize, Flags); });
}
MUresult muMemFreeHost(void *p) {
  return driver([&] { return musaFreeHost(p); });
}

MUresult muMemHostGetDevicePointer(MUdeviceptr *pdptr, void *p, unsigned Flags) {
  return allocate(pdptr, [&](void **memory) { return musaHostGetDevicePointer(memory, p, Flags); });
}
MUresult muMemHostGetFlags(unsigned *pFlags, void *p) {
  return driver([&] { return musaHostGetFlags(pFlags, p); });
}
MUresult muMemHostRegister(void *p, size_t bytesize, unsigned Flags) {
  return driver([&] { return musaHostRegister(p, bytesize, Flags); });
}
MUresult muMemHostUnregister(void *p) {
  return driver([&] { return musaHostUnregister(p); });
}

MUresult muMemAdvise(MUdeviceptr devPtr, size_t count, MUmem_advise advice, MUdevice device) {
  return driver([&] {
    return musaMemAdvise(pointer(devPtr), count, static_cast<musaMemoryAdvise>(advice), device);
  });
}
MUresult muMemPrefetchAsync(MUdeviceptr devPtr, size_t count, MUdevice dstDevice,
                            MUstream hStream) {
  return driver([&] { return musaMemPrefetchAsync(pointer(devPtr), count, dstDevice, hStream); });
}
MUresult muMemAdvise_v2(MUdeviceptr devPtr, size_t count, MUmem_advise advice,
                        MUmemLocation location) {
  return driver([&] {
    return musaMemAdvise_v2(pointer(devPtr), count, static_cast<musaMemoryAdvise>(advice),
                            {static_cast<musaMemLocationType>(location.type), location.id});
  });
}
MUresult muMemPrefetchAsync_v2(MUdeviceptr devPtr, size_t count, MUmemLocation location,
                               unsigned flags, MUstream hStream) {
  return driver([&] {
    return musaMemPrefetchAsync_v2(pointer(devPtr), count,
                                   {static_cast<musaMemLocationType>(location.type), location.id},
                                   flags, hStream);
  });
}
MUresult muMemRangeGetAttribute(void *data, size_t dataSize, MUmem_range_attribute attribute,
                                MUdeviceptr devPtr, size_t count) {
  return driver([&] {
    return musaMemRangeGetAttribute(data, dataSize, static_cast<musaMemRangeAttribute>(attribute),
                                    pointer(devPtr), count);
  });
}

// ------------------------------------------------------------------------------- pointers

MUresult muMemGetAddressRange(MUdeviceptr *pbase, size_t *psize, MUdeviceptr dptr) {
  return driver([&] {
    const std::optional<Allocation> memory = allocations().find(pointer(dptr));
    requireDriver(memory.has_value(), MUSA_ERROR_NOT_FOUND);
    if (pbase != nullptr)
      *pbase = address(memory->address);
    if (psize != nullptr)
      *psize = memory->size;
  });
}

MUresult muPointerGetAttribute(void *data, MUpointer_attribute attribute, MUdeviceptr ptr) {
  return driver<Needs::Init>([&] {
    const std::optional<Allocation> memory = allocations().find(pointer(ptr));
    requireDriver(data != nullptr &&
                  (memory.has_value() || virtualMemory().reservationOf(pointer(ptr))));
    pointerAttribute(data, attribute, ptr, memory);
  });
}

MUresult muPointerGetAttributes(unsigned numAttributes, MUpointer_attribute *attributes,
                                void **data, MUdeviceptr ptr) {
  return driver<Needs::Init>([&] {
    requireDriver(attributes != nullptr && data != nullptr);
    const std::optional<Allocation> memory = allocations().find(pointer(ptr));
    for (unsigned i = 0; i < numAttributes; ++i)
      if (attributes[i] == MU_POINTER_ATTRIBUTE_HOST_POINTER && memory && memory->isDevice())
        give(data[i], static_cast<void *>(nullptr)); // of several, none is an error
      else
        pointerAttribute(data[i], attributes[i], ptr, memory);
  });
}

} // extern "C"
