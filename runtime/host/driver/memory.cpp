//===- host/driver/memory.cpp - memory in the driver API --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/copies.h"
#include "driver/context.h"
#include "driver/driver.h"
#include "model/allocations.h"
#include "model/array.h"
#include "model/device.h"
#include "model/virtual_memory.h"
#include "musa_runtime_api.h"

#include <optional>

using namespace musart;

namespace {

void *pointer(MUdeviceptr address) { return reinterpret_cast<void *>(address); }
MUdeviceptr address(const void *memory) { return reinterpret_cast<MUdeviceptr>(memory); }

musaArray_t arrayOf(MUarray handle) { return reinterpret_cast<musaArray_t>(handle); }

/// Calls a function of the runtime that gives memory by a pointer to a pointer.
template <typename Allocate> MUresult allocate(MUdeviceptr *result, Allocate allocateTo) {
  return driver([&] {
    requireDriver(result != nullptr);
    void *memory = nullptr;
    check(allocateTo(&memory));
    *result = address(memory);
  });
}

// ------------------------------------------------------------------------------- pointers

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
  case MU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
  case MU_POINTER_ATTRIBUTE_IS_LEGACY_MUSA_IPC_CAPABLE:
  case MU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    give(data, 0u);
    return;
  case MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    give(data, isMapped(memory) && virtualMemory().isExportable(pointer(ptr))
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

// ------------------------------------------------------------------------------- boxes

/// One side of a copy of a box.
struct Side {
  MUmemorytype type;
  void *host;
  MUdeviceptr device;
  MUarray array;
  size_t xBytes;
  size_t y;
  size_t z;
  size_t pitch;  ///< 0: rows without gaps
  size_t height; ///< rows of a slice
};

/// What the runtime calls it.
struct RuntimeSide {
  musaArray_t array = nullptr;
  musaPos position = {};
  musaPitchedPtr memory = {};
};

RuntimeSide runtimeSide(const Side &side, size_t width) {
  RuntimeSide result;
  result.position = {side.xBytes, side.y, side.z};
  if (side.type == MU_MEMORYTYPE_ARRAY) {
    result.array = arrayOf(side.array);
    const size_t element = findArray(result.array).elementBytes;
    requireDriver(side.xBytes % element == 0 && width % element == 0);
    result.position.x /= element;
    return result;
  }
  requireDriver(side.type >= MU_MEMORYTYPE_HOST && side.type <= MU_MEMORYTYPE_UNIFIED);
  void *memory = side.type == MU_MEMORYTYPE_HOST ? side.host : pointer(side.device);
  const size_t pitch = side.pitch != 0 ? side.pitch : side.xBytes + width;
  requireDriver(memory != nullptr && pitch >= width);
  result.memory = {memory, pitch, width, side.height};
  return result;
}

musaMemcpyKind kindOf(MUmemorytype to, MUmemorytype from) {
  if (to == MU_MEMORYTYPE_UNIFIED || from == MU_MEMORYTYPE_UNIFIED)
    return musaMemcpyDefault;
  const bool toHost = to == MU_MEMORYTYPE_HOST;
  const bool fromHost = from == MU_MEMORYTYPE_HOST;
  return fromHost ? toHost ? musaMemcpyHostToHost : musaMemcpyHostToDevice
         : toHost ? musaMemcpyDeviceToHost
                  : musaMemcpyDeviceToDevice;
}

musaMemcpy3DParms boxOf(const Side &to, const Side &from, size_t width, size_t height,
                        size_t depth) {
  const RuntimeSide target = runtimeSide(to, width);
  const RuntimeSide source = runtimeSide(from, width);
  musaMemcpy3DParms params = {};
  params.dstArray = target.array;
  params.dstPos = target.position;
  params.dstPtr = target.memory;
  params.srcArray = source.array;
  params.srcPos = source.position;
  params.srcPtr = source.memory;
  const musaArray_t array = target.array != nullptr ? target.array : source.array;
  const size_t unit = array != nullptr ? findArray(array).elementBytes : 1;
  params.extent = {width / unit, height, depth};
  params.kind = kindOf(to.type, from.type);
  return params;
}

musaMemcpy3DParms boxOf(const MUSA_MEMCPY2D *copy) {
  requireDriver(copy != nullptr);
  const Side to = {copy->dstMemoryType,
                   copy->dstHost,
                   copy->dstDevice,
                   copy->dstArray,
                   copy->dstXInBytes,
                   copy->dstY,
                   0,
                   copy->dstPitch,
                   copy->Height};
  const Side from = {copy->srcMemoryType,
                     const_cast<void *>(copy->srcHost),
                     copy->srcDevice,
                     copy->srcArray,
                     copy->srcXInBytes,
                     copy->srcY,
                     0,
                     copy->srcPitch,
                     copy->Height};
  return boxOf(to, from, copy->WidthInBytes, copy->Height, 1);
}

musaMemcpy3DParms boxOf(const MUSA_MEMCPY3D *copy) {
  requireDriver(copy != nullptr && copy->srcLOD == 0 && copy->dstLOD == 0);
  const auto rows = [&](size_t given, size_t y) { return given != 0 ? given : y + copy->Height; };
  const Side to = {copy->dstMemoryType, copy->dstHost,     copy->dstDevice,
                   copy->dstArray,      copy->dstXInBytes, copy->dstY,
                   copy->dstZ,          copy->dstPitch,    rows(copy->dstHeight, copy->dstY)};
  const Side from = {copy->srcMemoryType,
                     const_cast<void *>(copy->srcHost),
                     copy->srcDevice,
                     copy->srcArray,
                     copy->srcXInBytes,
                     copy->srcY,
                     copy->srcZ,
                     copy->srcPitch,
                     rows(copy->srcHeight, copy->srcY)};
  return boxOf(to, from, copy->WidthInBytes, copy->Height, copy->Depth);
}

/// Byte `offset` of an array, row after row.
struct ArrayOffset {
  size_t x;
  size_t y;
  ArrayOffset(MUarray handle, size_t offset) {
    const size_t rowBytes = findArray(arrayOf(handle)).rowBytes();
    x = offset % rowBytes;
    y = offset / rowBytes;
  }
};

MUresult fill(MUdeviceptr to, size_t pitch, unsigned value, unsigned elementBytes, size_t width,
              size_t height, MUstream stream, Wait wait) {
  return driver([&] {
    musaMemsetParams params = {};
    params.dst = pointer(to);
    params.pitch = pitch;
    params.value = value;
    params.elementSize = elementBytes;
    params.width = width;
    params.height = height;
    submitFill(makeFill(params), stream, wait);
  });
}

// ------------------------------------------------------------------------------- arrays

struct Format {
  MUarray_format format;
  int bits;
  musaChannelFormatKind kind;
};
constexpr Format formats[] = {
    {MU_AD_FORMAT_UNSIGNED_INT8, 8, musaChannelFormatKindUnsigned},
    {MU_AD_FORMAT_UNSIGNED_INT16, 16, musaChannelFormatKindUnsigned},
    {MU_AD_FORMAT_UNSIGNED_INT32, 32, musaChannelFormatKindUnsigned},
    {MU_AD_FORMAT_SIGNED_INT8, 8, musaChannelFormatKindSigned},
    {MU_AD_FORMAT_SIGNED_INT16, 16, musaChannelFormatKindSigned},
    {MU_AD_FORMAT_SIGNED_INT32, 32, musaChannelFormatKindSigned},
    {MU_AD_FORMAT_HALF, 16, musaChannelFormatKindFloat},
    {MU_AD_FORMAT_FLOAT, 32, musaChannelFormatKindFloat},
};

musaChannelFormatDesc channelsOf(MUarray_format format, unsigned channels) {
  requireDriver(channels == 1 || channels == 2 || channels == 4);
  for (const Format &row : formats)
    if (row.format == format)
      return musaCreateChannelDesc(row.bits, channels > 1 ? row.bits : 0,
                                   channels > 2 ? row.bits : 0, channels > 2 ? row.bits : 0,
                                   row.kind);
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

MUresult muMemPoolTrimTo(MUmemoryPool pool, size_t minBytesToKeep) {
  return driver([&] { return musaMemPoolTrimTo(pool, minBytesToKeep); });
}
MUresult muMemPoolSetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void *value) {
  return driver(
      [&] { return musaMemPoolSetAttribute(pool, static_cast<musaMemPoolAttr>(attr), value); });
}
MUresult muMemPoolGetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void *value) {
  return driver(
      [&] { return musaMemPoolGetAttribute(pool, static_cast<musaMemPoolAttr>(attr), value); });
}
MUresult muMemPoolDestroy(MUmemoryPool pool) {
  return driver([&] { return musaMemPoolDestroy(pool); });
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

// ------------------------------------------------------------------------------- arrays

MUresult muArray3DCreate(MUarray *pHandle, const MUSA_ARRAY3D_DESCRIPTOR *pAllocateArray) {
  return driver([&] {
    requireDriver(pHandle != nullptr && pAllocateArray != nullptr);
    const musaChannelFormatDesc channels =
        channelsOf(pAllocateArray->Format, pAllocateArray->NumChannels);
    musaArray_t array = nullptr;
    check(musaMalloc3DArray(&array, &channels,
                            {pAllocateArray->Width, pAllocateArray->Height, pAllocateArray->Depth},
                            pAllocateArray->Flags));
    *pHandle = reinterpret_cast<MUarray>(array);
  });
}

MUresult muArrayCreate(MUarray *pHandle, const MUSA_ARRAY_DESCRIPTOR *pAllocateArray) {
  if (pAllocateArray == nullptr)
    return MUSA_ERROR_INVALID_VALUE;
  const MUSA_ARRAY3D_DESCRIPTOR descriptor = {
      pAllocateArray->Width,  pAllocateArray->Height,      0,
      pAllocateArray->Format, pAllocateArray->NumChannels, 0};
  return muArray3DCreate(pHandle, &descriptor);
}

MUresult muArray3DGetDescriptor(MUSA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, MUarray hArray) {
  return driver([&] {
    requireDriver(pArrayDescriptor != nullptr);
    const musaArray &array = findArray(arrayOf(hArray));
    const musaChannelFormatDesc &is = array.format;
    pArrayDescriptor->Width = array.extent.width;
    pArrayDescriptor->Height = array.extent.height;
    pArrayDescriptor->Depth = array.extent.depth;
    pArrayDescriptor->NumChannels = is.w != 0 ? 4 : is.y != 0 ? 2 : 1;
    pArrayDescriptor->Flags = array.flags;
    for (const Format &row : formats)
      if (row.bits == is.x && row.kind == is.f)
        pArrayDescriptor->Format = row.format;
  });
}

MUresult muArrayGetDescriptor(MUSA_ARRAY_DESCRIPTOR *pArrayDescriptor, MUarray hArray) {
  if (pArrayDescriptor == nullptr)
    return MUSA_ERROR_INVALID_VALUE;
  MUSA_ARRAY3D_DESCRIPTOR all = {};
  const MUresult result = muArray3DGetDescriptor(&all, hArray);
  if (result == MUSA_SUCCESS)
    *pArrayDescriptor = {all.Width, all.Height, all.Format, all.NumChannels};
  return result;
}

MUresult muArrayDestroy(MUarray hArray) {
  return driver([&] { return musaFreeArray(arrayOf(hArray)); });
}

// ------------------------------------------------------------------------------- copies

MUresult muMemcpy(MUdeviceptr dst, MUdeviceptr src, size_t ByteCount) {
  return driver(
      [&] { return musaMemcpy(pointer(dst), pointer(src), ByteCount, musaMemcpyDefault); });
}
MUresult muMemcpyAsync(MUdeviceptr dst, MUdeviceptr src, size_t ByteCount, MUstream hStream) {
  return driver([&] {
    return musaMemcpyAsync(pointer(dst), pointer(src), ByteCount, musaMemcpyDefault, hStream);
  });
}

MUresult muMemcpyPeer(MUdeviceptr dstDevice, MUcontext dstContext, MUdeviceptr srcDevice,
                      MUcontext srcContext, size_t ByteCount) {
  return driver([&] {
    return musaMemcpyPeer(pointer(dstDevice), deviceOf(dstContext), pointer(srcDevice),
                          deviceOf(srcContext), ByteCount);
  });
}
MUresult muMemcpyPeerAsync(MUdeviceptr dstDevice, MUcontext dstContext, MUdeviceptr srcDevice,
                           MUcontext srcContext, size_t ByteCount, MUstream hStream) {
  return driver([&] {
    return musaMemcpyPeerAsync(pointer(dstDevice), deviceOf(dstContext), pointer(srcDevice),
                               deviceOf(srcContext), ByteCount, hStream);
  });
}

MUresult muMemcpyHtoD(MUdeviceptr dstDevice, const void *srcHost, size_t ByteCount) {
  return driver(
      [&] { return musaMemcpy(pointer(dstDevice), srcHost, ByteCount, musaMemcpyHostToDevice); });
}
MUresult muMemcpyHtoDAsync(MUdeviceptr dstDevice, const void *srcHost, size_t ByteCount,
                           MUstream hStream) {
  return driver([&] {
    return musaMemcpyAsync(pointer(dstDevice), srcHost, ByteCount, musaMemcpyHostToDevice, hStream);
  });
}
MUresult muMemcpyDtoH(void *dstHost, MUdeviceptr srcDevice, size_t ByteCount) {
  return driver(
      [&] { return musaMemcpy(dstHost, pointer(srcDevice), ByteCount, musaMemcpyDeviceToHost); });
}
MUresult muMemcpyDtoHAsync(void *dstHost, MUdeviceptr srcDevice, size_t ByteCount,
                           MUstream hStream) {
  return driver([&] {
    return musaMemcpyAsync(dstHost, pointer(srcDevice), ByteCount, musaMemcpyDeviceToHost, hStream);
  });
}
MUresult muMemcpyDtoD(MUdeviceptr dstDevice, MUdeviceptr srcDevice, size_t ByteCount) {
  return driver([&] {
    return musaMemcpy(pointer(dstDevice), pointer(srcDevice), ByteCount, musaMemcpyDeviceToDevice);
  });
}
MUresult muMemcpyDtoDAsync(MUdeviceptr dstDevice, MUdeviceptr srcDevice, size_t ByteCount,
                           MUstream hStream) {
  return driver([&] {
    return musaMemcpyAsync(pointer(dstDevice), pointer(srcDevice), ByteCount,
                           musaMemcpyDeviceToDevice, hStream);
  });
}

MUresult muMemcpyDtoA(MUarray dstArray, size_t dstOffset, MUdeviceptr srcDevice, size_t ByteCount) {
  return driver([&] {
    const ArrayOffset at(dstArray, dstOffset);
    return musaMemcpyToArray(arrayOf(dstArray), at.x, at.y, pointer(srcDevice), ByteCount,
                             musaMemcpyDeviceToDevice);
  });
}
MUresult muMemcpyAtoD(MUdeviceptr dstDevice, MUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return driver([&] {
    const ArrayOffset at(srcArray, srcOffset);
    return musaMemcpyFromArray(pointer(dstDevice), arrayOf(srcArray), at.x, at.y, ByteCount,
                               musaMemcpyDeviceToDevice);
  });
}
MUresult muMemcpyHtoA(MUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount) {
  return driver([&] {
    const ArrayOffset at(dstArray, dstOffset);
    return musaMemcpyToArray(arrayOf(dstArray), at.x, at.y, srcHost, ByteCount,
                             musaMemcpyHostToDevice);
  });
}
MUresult muMemcpyHtoAAsync(MUarray dstArray, size_t dstOffset, const void *srcHost,
                           size_t ByteCount, MUstream hStream) {
  return driver([&] {
    const ArrayOffset at(dstArray, dstOffset);
    return musaMemcpyToArrayAsync(arrayOf(dstArray), at.x, at.y, srcHost, ByteCount,
                                  musaMemcpyHostToDevice, hStream);
  });
}
MUresult muMemcpyAtoH(void *dstHost, MUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return driver([&] {
    const ArrayOffset at(srcArray, srcOffset);
    return musaMemcpyFromArray(dstHost, arrayOf(srcArray), at.x, at.y, ByteCount,
                               musaMemcpyDeviceToHost);
  });
}
MUresult muMemcpyAtoHAsync(void *dstHost, MUarray srcArray, size_t srcOffset, size_t ByteCount,
                           MUstream hStream) {
  return driver([&] {
    const ArrayOffset at(srcArray, srcOffset);
    return musaMemcpyFromArrayAsync(dstHost, arrayOf(srcArray), at.x, at.y, ByteCount,
                                    musaMemcpyDeviceToHost, hStream);
  });
}
MUresult muMemcpyAtoA(MUarray dstArray, size_t dstOffset, MUarray srcArray, size_t srcOffset,
                      size_t ByteCount) {
  return driver([&] {
    const ArrayOffset to(dstArray, dstOffset);
    const ArrayOffset from(srcArray, srcOffset);
    return musaMemcpyArrayToArray(arrayOf(dstArray), to.x, to.y, arrayOf(srcArray), from.x, from.y,
                                  ByteCount, musaMemcpyDeviceToDevice);
  });
}

MUresult muMemcpy2D(const MUSA_MEMCPY2D *pCopy) {
  return driver([&] {
    const musaMemcpy3DParms box = boxOf(pCopy);
    return musaMemcpy3D(&box);
  });
}
MUresult muMemcpy2DUnaligned(const MUSA_MEMCPY2D *pCopy) { return muMemcpy2D(pCopy); }
MUresult muMemcpy2DAsync(const MUSA_MEMCPY2D *pCopy, MUstream hStream) {
  return driver([&] {
    const musaMemcpy3DParms box = boxOf(pCopy);
    return musaMemcpy3DAsync(&box, hStream);
  });
}
MUresult muMemcpy3D(const MUSA_MEMCPY3D *pCopy) {
  return driver([&] {
    const musaMemcpy3DParms box = boxOf(pCopy);
    return musaMemcpy3D(&box);
  });
}
MUresult muMemcpy3DAsync(const MUSA_MEMCPY3D *pCopy, MUstream hStream) {
  return driver([&] {
    const musaMemcpy3DParms box = boxOf(pCopy);
    return musaMemcpy3DAsync(&box, hStream);
  });
}

// ------------------------------------------------------------------------------- fills

MUresult muMemsetD8(MUdeviceptr dstDevice, unsigned char uc, size_t N) {
  return fill(dstDevice, N, uc, 1, N, 1, nullptr, Wait::Yes);
}
MUresult muMemsetD16(MUdeviceptr dstDevice, unsigned short us, size_t N) {
  return fill(dstDevice, 2 * N, us, 2, N, 1, nullptr, Wait::Yes);
}
MUresult muMemsetD32(MUdeviceptr dstDevice, unsigned ui, size_t N) {
  return fill(dstDevice, 4 * N, ui, 4, N, 1, nullptr, Wait::Yes);
}
MUresult muMemsetD2D8(MUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                      size_t Height) {
  return fill(dstDevice, dstPitch, uc, 1, Width, Height, nullptr, Wait::Yes);
}
MUresult muMemsetD2D16(MUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                       size_t Height) {
  return fill(dstDevice, dstPitch, us, 2, Width, Height, nullptr, Wait::Yes);
}
MUresult muMemsetD2D32(MUdeviceptr dstDevice, size_t dstPitch, unsigned ui, size_t Width,
                       size_t Height) {
  return fill(dstDevice, dstPitch, ui, 4, Width, Height, nullptr, Wait::Yes);
}
MUresult muMemsetD8Async(MUdeviceptr dstDevice, unsigned char uc, size_t N, MUstream hStream) {
  return fill(dstDevice, N, uc, 1, N, 1, hStream, Wait::No);
}
MUresult muMemsetD16Async(MUdeviceptr dstDevice, unsigned short us, size_t N, MUstream hStream) {
  return fill(dstDevice, 2 * N, us, 2, N, 1, hStream, Wait::No);
}
MUresult muMemsetD32Async(MUdeviceptr dstDevice, unsigned ui, size_t N, MUstream hStream) {
  return fill(dstDevice, 4 * N, ui, 4, N, 1, hStream, Wait::No);
}
MUresult muMemsetD2D8Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                           size_t Height, MUstream hStream) {
  return fill(dstDevice, dstPitch, uc, 1, Width, Height, hStream, Wait::No);
}
MUresult muMemsetD2D16Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                            size_t Height, MUstream hStream) {
  return fill(dstDevice, dstPitch, us, 2, Width, Height, hStream, Wait::No);
}
MUresult muMemsetD2D32Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned ui, size_t Width,
                            size_t Height, MUstream hStream) {
  return fill(dstDevice, dstPitch, ui, 4, Width, Height, hStream, Wait::No);
}

} // extern "C"
