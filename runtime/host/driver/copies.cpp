//===- host/driver/copies.cpp - copies and fills in the driver API --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/copies.h"

#include "api/copies.h"
#include "driver/addresses.h"
#include "driver/context.h"
#include "driver/driver.h"
#include "model/array.h"
#include "musa_runtime_api.h"

namespace musart {
namespace {

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

} // namespace

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

namespace {

/// The same with one slice.
musaMemcpy3DParms boxOf(const MUSA_MEMCPY2D *copy) {
  requireDriver(copy != nullptr);
  MUSA_MEMCPY3D box = {};
  box.srcXInBytes = copy->srcXInBytes;
  box.srcY = copy->srcY;
  box.srcMemoryType = copy->srcMemoryType;
  box.srcHost = copy->srcHost;
  box.srcDevice = copy->srcDevice;
  box.srcArray = copy->srcArray;
  box.srcPitch = copy->srcPitch;
  box.dstXInBytes = copy->dstXInBytes;
  box.dstY = copy->dstY;
  box.dstMemoryType = copy->dstMemoryType;
  box.dstHost = copy->dstHost;
  box.dstDevice = copy->dstDevice;
  box.dstArray = copy->dstArray;
  box.dstPitch = copy->dstPitch;
  box.WidthInBytes = copy->WidthInBytes;
  box.Height = copy->Height;
  box.Depth = 1;
  return musart::boxOf(&box);
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
              size_t height, MUstream stream, Wait wait,
              const char *caller = __builtin_FUNCTION()) {
  const auto body = [&] {
    musaMemsetParams params = {};
    params.dst = pointer(to);
    params.pitch = pitch;
    params.value = value;
    params.elementSize = elementBytes;
    params.width = width;
    params.height = height;
    submitFill(makeFill(params), stream, wait);
  };
  return driver(body, caller);
}

} // namespace
} // namespace musart

using namespace musart;

extern "C" {

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
