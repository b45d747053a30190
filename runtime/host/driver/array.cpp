//===- host/driver/array.cpp - arrays in the driver API ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/array.h"

#include "driver/addresses.h"
#include "driver/array_format.h"
#include "driver/driver.h"
#include "musa_runtime_api.h"

using namespace musart;

namespace musart {
namespace {

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

} // namespace

musaChannelFormatDesc channelsOf(MUarray_format format, unsigned channels) {
  requireDriver(channels == 1 || channels == 2 || channels == 4);
  for (const Format &row : formats)
    if (row.format == format)
      return musaCreateChannelDesc(row.bits, channels > 1 ? row.bits : 0,
                                   channels > 2 ? row.bits : 0, channels > 2 ? row.bits : 0,
                                   row.kind);
  throw DriverError{MUSA_ERROR_INVALID_VALUE};
}

ArrayFormat formatOf(const musaChannelFormatDesc &channels) {
  for (const Format &row : formats)
    if (row.bits == channels.x && row.kind == channels.f)
      return {row.format, channels.w != 0 ? 4u : channels.y != 0 ? 2u : 1u};
  throw DriverError{MUSA_ERROR_NOT_SUPPORTED};
}

} // namespace musart

extern "C" {

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
    const ArrayFormat is = formatOf(array.format);
    pArrayDescriptor->Width = array.extent.width;
    pArrayDescriptor->Height = array.extent.height;
    pArrayDescriptor->Depth = array.extent.depth;
    pArrayDescriptor->NumChannels = is.channels;
    pArrayDescriptor->Flags = array.flags;
    pArrayDescriptor->Format = is.format;
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

MUresult muMipmappedArrayCreate(MUmipmappedArray *pHandle,
                                const MUSA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc,
                                unsigned numMipmapLevels) {
  return driver([&] {
    requireDriver(pHandle != nullptr && pMipmappedArrayDesc != nullptr);
    const MUSA_ARRAY3D_DESCRIPTOR &of = *pMipmappedArrayDesc;
    const musaChannelFormatDesc channels = channelsOf(of.Format, of.NumChannels);
    musaMipmappedArray_t array = nullptr;
    check(musaMallocMipmappedArray(&array, &channels, {of.Width, of.Height, of.Depth},
                                   numMipmapLevels, of.Flags));
    *pHandle = reinterpret_cast<MUmipmappedArray>(array);
  });
}

MUresult muMipmappedArrayGetLevel(MUarray *pLevelArray, MUmipmappedArray hMipmappedArray,
                                  unsigned level) {
  return driver([&] {
    requireDriver(pLevelArray != nullptr);
    musaArray_t array = nullptr;
    check(musaGetMipmappedArrayLevel(&array, mipmappedArrayOf(hMipmappedArray), level));
    *pLevelArray = reinterpret_cast<MUarray>(array);
  });
}

MUresult muMipmappedArrayDestroy(MUmipmappedArray hMipmappedArray) {
  return driver([&] { return musaFreeMipmappedArray(mipmappedArrayOf(hMipmappedArray)); });
}

} // extern "C"
