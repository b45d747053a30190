// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Textures, surfaces and mipmapped arrays in the driver API: what kernels read, what descriptors
// say, and wrong use.
// MCC:
// MCC: -lmusa
#include "check.h"

#include <musa.h>
#include <utility>
#include <vector>

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)

extern "C" __global__ void readFloats(musaTextureObject_t texture, float *out, float x, float y) {
  *out = tex2D<float>(texture, x, y);
}
extern "C" __global__ void readInteger(musaTextureObject_t texture, int *out, int at) {
  *out = tex1Dfetch<unsigned char>(texture, at);
}
extern "C" __global__ void readNormalized(musaTextureObject_t texture, float *out, int at) {
  *out = tex1Dfetch<float>(texture, at);
}
extern "C" __global__ void readLevel(musaTextureObject_t texture, float *out, float level) {
  *out = tex2DLod<float>(texture, 0.5f, 0.5f, level);
}
extern "C" __global__ void writeSurface(musaSurfaceObject_t surface, float value) {
  surf2Dwrite(value, surface, 2 * sizeof(float), 1);
}

namespace {

constexpr int width = 8, height = 4;

float floatAt(MUtexObject texture, float x, float y) {
  float *out = nullptr, result = -1;
  CHECK_MUSA(musaMalloc(&out, sizeof result));
  readFloats<<<1, 1>>>(texture, out, x, y);
  CHECK_MUSA(musaMemcpy(&result, out, sizeof result, musaMemcpyDeviceToHost));
  CHECK_MUSA(musaFree(out));
  return result;
}

MUarray makeArray(unsigned flags) {
  MUSA_ARRAY3D_DESCRIPTOR descriptor = {};
  descriptor.Width = width;
  descriptor.Height = height;
  descriptor.Format = MU_AD_FORMAT_FLOAT;
  descriptor.NumChannels = 1;
  descriptor.Flags = flags;
  MUarray array = nullptr;
  CHECK_MU(muArray3DCreate(&array, &descriptor));
  std::vector<float> values(width * height);
  for (int i = 0; i < width * height; ++i)
    values[i] = static_cast<float>(i);
  MUSA_MEMCPY2D copy = {};
  copy.srcMemoryType = MU_MEMORYTYPE_HOST;
  copy.srcHost = values.data();
  copy.srcPitch = copy.WidthInBytes = width * sizeof(float);
  copy.dstMemoryType = MU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.Height = height;
  CHECK_MU(muMemcpy2D(&copy));
  return array;
}

MUSA_RESOURCE_DESC resourceOf(MUarray array) {
  MUSA_RESOURCE_DESC resource = {};
  resource.resType = MU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  return resource;
}

void testArray() {
  const MUarray array = makeArray(0);
  const MUSA_RESOURCE_DESC resource = resourceOf(array);
  MUSA_TEXTURE_DESC sampling = {};
  sampling.addressMode[0] = sampling.addressMode[1] = MU_TR_ADDRESS_MODE_WRAP;
  sampling.filterMode = MU_TR_FILTER_MODE_LINEAR;
  sampling.flags = MU_TRSF_NORMALIZED_COORDINATES;
  sampling.maxAnisotropy = 3;
  sampling.borderColor[2] = 5;
  MUtexObject texture = 0;
  CHECK_MU(muTexObjectCreate(&texture, &resource, &sampling, nullptr));
  // Between elements 2 and 3 of row 1, and one round further.
  CHECK_EQUAL(floatAt(texture, 3.0f / width, 1.5f / height), 10.5f);
  CHECK_EQUAL(floatAt(texture, 1 + 3.0f / width, 1.5f / height), 10.5f);

  MUSA_RESOURCE_DESC isOf = {};
  MUSA_TEXTURE_DESC isSampled = {};
  MUSA_RESOURCE_VIEW_DESC view = {};
  CHECK_MU(muTexObjectGetResourceDesc(&isOf, texture));
  CHECK(isOf.resType == MU_RESOURCE_TYPE_ARRAY && isOf.res.array.hArray == array);
  CHECK_MU(muTexObjectGetTextureDesc(&isSampled, texture));
  CHECK_EQUAL(isSampled.addressMode[1], MU_TR_ADDRESS_MODE_WRAP);
  CHECK_EQUAL(isSampled.filterMode, MU_TR_FILTER_MODE_LINEAR);
  CHECK_EQUAL(isSampled.flags, unsigned{MU_TRSF_NORMALIZED_COORDINATES});
  CHECK_EQUAL(isSampled.maxAnisotropy, 3u);
  CHECK_EQUAL(isSampled.borderColor[2], 5.0f);
  CHECK_MU(muTexObjectGetResourceViewDesc(&view, texture));
  CHECK_EQUAL(view.format, MU_RES_VIEW_FORMAT_NONE);
  CHECK_MU(muTexObjectDestroy(texture));
  CHECK_MU(muArrayDestroy(array));
}

// Bytes are numbers up to 1, unless they are to be read as integers.
void testLinear() {
  const std::vector<unsigned char> bytes = {0, 51, 255, 102};
  MUdeviceptr memory = 0;
  CHECK_MU(muMemAlloc(&memory, bytes.size()));
  CHECK_MU(muMemcpyHtoD(memory, bytes.data(), bytes.size()));
  MUSA_RESOURCE_DESC resource = {};
  resource.resType = MU_RESOURCE_TYPE_LINEAR;
  resource.res.linear = {memory, MU_AD_FORMAT_UNSIGNED_INT8, 1, bytes.size()};
  MUSA_TEXTURE_DESC sampling = {};
  MUtexObject normalized = 0, integer = 0;
  CHECK_MU(muTexObjectCreate(&normalized, &resource, &sampling, nullptr));
  sampling.flags = MU_TRSF_READ_AS_INTEGER;
  CHECK_MU(muTexObjectCreate(&integer, &resource, &sampling, nullptr));

  float *number = nullptr, asNumber = -1;
  int *count = nullptr, asCount = -1;
  CHECK_MUSA(musaMalloc(&number, sizeof *number));
  CHECK_MUSA(musaMalloc(&count, sizeof *count));
  readNormalized<<<1, 1>>>(normalized, number, 1);
  readInteger<<<1, 1>>>(integer, count, 1);
  CHECK_MUSA(musaMemcpy(&asNumber, number, sizeof asNumber, musaMemcpyDeviceToHost));
  CHECK_MUSA(musaMemcpy(&asCount, count, sizeof asCount, musaMemcpyDeviceToHost));
  CHECK_EQUAL(asNumber, 51 / 255.0f);
  CHECK_EQUAL(asCount, 51);
  CHECK_MUSA(musaFree(number));
  CHECK_MUSA(musaFree(count));

  MUSA_RESOURCE_DESC isOf = {};
  CHECK_MU(muTexObjectGetResourceDesc(&isOf, integer));
  CHECK_EQUAL(isOf.resType, MU_RESOURCE_TYPE_LINEAR);
  CHECK_EQUAL(isOf.res.linear.devPtr, memory);
  CHECK_EQUAL(isOf.res.linear.format, MU_AD_FORMAT_UNSIGNED_INT8);
  CHECK_EQUAL(isOf.res.linear.numChannels, 1u);
  CHECK_EQUAL(isOf.res.linear.sizeInBytes, bytes.size());
  MUSA_TEXTURE_DESC isSampled = {};
  CHECK_MU(muTexObjectGetTextureDesc(&isSampled, integer));
  CHECK_EQUAL(isSampled.flags, unsigned{MU_TRSF_READ_AS_INTEGER});
  CHECK_MU(muTexObjectDestroy(normalized));
  CHECK_MU(muTexObjectDestroy(integer));
  CHECK_MU(muMemFree(memory));
}

void testPitched() {
  std::vector<float> values(width * height);
  for (int i = 0; i < width * height; ++i)
    values[i] = static_cast<float>(i);
  MUdeviceptr memory = 0;
  size_t pitch = 0;
  CHECK_MU(muMemAllocPitch(&memory, &pitch, width * sizeof(float), height, sizeof(float)));
  for (int row = 0; row < height; ++row)
    CHECK_MU(muMemcpyHtoD(memory + row * pitch, &values[row * width], width * sizeof(float)));
  MUSA_RESOURCE_DESC resource = {};
  resource.resType = MU_RESOURCE_TYPE_PITCH2D;
  resource.res.pitch2D = {memory, MU_AD_FORMAT_FLOAT, 1, width, height, pitch};
  MUSA_TEXTURE_DESC sampling = {};
  sampling.addressMode[0] = sampling.addressMode[1] = MU_TR_ADDRESS_MODE_CLAMP;
  MUtexObject texture = 0;
  CHECK_MU(muTexObjectCreate(&texture, &resource, &sampling, nullptr));
  CHECK_EQUAL(floatAt(texture, 3.5f, 2.5f), 19.0f);
  CHECK_EQUAL(floatAt(texture, 30.5f, 2.5f), 23.0f);
  MUSA_RESOURCE_DESC isOf = {};
  CHECK_MU(muTexObjectGetResourceDesc(&isOf, texture));
  CHECK(isOf.resType == MU_RESOURCE_TYPE_PITCH2D && isOf.res.pitch2D.pitchInBytes == pitch &&
        isOf.res.pitch2D.height == height);
  CHECK_MU(muTexObjectDestroy(texture));
  CHECK_MU(muMemFree(memory));
}

void testLevels() {
  MUSA_ARRAY3D_DESCRIPTOR descriptor = {};
  descriptor.Width = 4;
  descriptor.Height = 4;
  descriptor.Format = MU_AD_FORMAT_FLOAT;
  descriptor.NumChannels = 1;
  MUmipmappedArray levels = nullptr;
  CHECK_MU(muMipmappedArrayCreate(&levels, &descriptor, 3));
  for (unsigned level = 0; level < 3; ++level) {
    MUarray array = nullptr;
    CHECK_MU(muMipmappedArrayGetLevel(&array, levels, level));
    MUSA_ARRAY_DESCRIPTOR is = {};
    CHECK_MU(muArrayGetDescriptor(&is, array));
    CHECK(is.Width == 4u >> level && is.Height == 4u >> level);
    const std::vector<float> values(16, 10.0f * static_cast<float>(level));
    MUSA_MEMCPY2D copy = {};
    copy.srcMemoryType = MU_MEMORYTYPE_HOST;
    copy.srcHost = values.data();
    copy.dstMemoryType = MU_MEMORYTYPE_ARRAY;
    copy.dstArray = array;
    copy.srcPitch = copy.WidthInBytes = is.Width * sizeof(float);
    copy.Height = is.Height;
    CHECK_MU(muMemcpy2D(&copy));
  }
  MUSA_RESOURCE_DESC resource = {};
  resource.resType = MU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  resource.res.mipmap.hMipmappedArray = levels;
  MUSA_TEXTURE_DESC sampling = {};
  sampling.flags = MU_TRSF_NORMALIZED_COORDINATES;
  sampling.mipmapFilterMode = MU_TR_FILTER_MODE_LINEAR;
  sampling.maxMipmapLevelClamp = 2;
  MUtexObject texture = 0;
  CHECK_MU(muTexObjectCreate(&texture, &resource, &sampling, nullptr));
  float *out = nullptr, result = -1;
  CHECK_MUSA(musaMalloc(&out, sizeof result));
  readLevel<<<1, 1>>>(texture, out, 1.5f);
  CHECK_MUSA(musaMemcpy(&result, out, sizeof result, musaMemcpyDeviceToHost));
  CHECK_EQUAL(result, 15.0f);
  CHECK_MUSA(musaFree(out));
  CHECK_MU(muTexObjectDestroy(texture));
  MUarray none = nullptr;
  CHECK_EQUAL(muMipmappedArrayGetLevel(&none, levels, 3), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muMipmappedArrayDestroy(levels));
  CHECK_EQUAL(muMipmappedArrayCreate(nullptr, &descriptor, 1), MUSA_ERROR_INVALID_VALUE);
}

void testSurface() {
  const MUarray array = makeArray(MUSA_ARRAY3D_SURFACE_LDST);
  const MUSA_RESOURCE_DESC resource = resourceOf(array);
  MUsurfObject surface = 0;
  CHECK_MU(muSurfObjectCreate(&surface, &resource));
  writeSurface<<<1, 1>>>(surface, 99.0f);
  CHECK_MU(muCtxSynchronize());
  MUSA_TEXTURE_DESC sampling = {};
  MUtexObject texture = 0;
  CHECK_MU(muTexObjectCreate(&texture, &resource, &sampling, nullptr));
  CHECK_EQUAL(floatAt(texture, 2.5f, 1.5f), 99.0f);
  CHECK_EQUAL(floatAt(texture, 3.5f, 1.5f), 11.0f);
  MUSA_RESOURCE_DESC isOf = {};
  CHECK_MU(muSurfObjectGetResourceDesc(&isOf, surface));
  CHECK(isOf.res.array.hArray == array);
  CHECK_MU(muTexObjectDestroy(texture));
  CHECK_MU(muSurfObjectDestroy(surface));
  CHECK_MU(muArrayDestroy(array));
}

// Flags that change nothing come back, too.
void testFlags() {
  const MUarray array = makeArray(0);
  const MUSA_RESOURCE_DESC floats = resourceOf(array);
  MUdeviceptr memory = 0;
  CHECK_MU(muMemAlloc(&memory, 16));
  MUSA_RESOURCE_DESC integers = {};
  integers.resType = MU_RESOURCE_TYPE_LINEAR;
  integers.res.linear = {memory, MU_AD_FORMAT_UNSIGNED_INT32, 1, 16};
  for (const MUSA_RESOURCE_DESC &resource : {floats, integers})
    for (unsigned flags : {0u, unsigned{MU_TRSF_READ_AS_INTEGER},
                           unsigned{MU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION}}) {
      MUSA_TEXTURE_DESC sampling = {}, is = {};
      sampling.flags = flags;
      MUtexObject texture = 0;
      CHECK_MU(muTexObjectCreate(&texture, &resource, &sampling, nullptr));
      CHECK_MU(muTexObjectGetTextureDesc(&is, texture));
      CHECK_EQUAL(is.flags, flags);
      CHECK_MU(muTexObjectDestroy(texture));
    }

  // The runtime API's textures have those that say the same.
  musaResourceDesc resource = {};
  resource.resType = musaResourceTypeLinear;
  resource.res.linear = {reinterpret_cast<void *>(memory), musaCreateChannelDesc<unsigned char>(),
                         16};
  for (const auto &[mode, flags] : {std::pair(musaReadModeElementType, MU_TRSF_READ_AS_INTEGER),
                                    std::pair(musaReadModeNormalizedFloat, 0)}) {
    musaTextureDesc sampling = {};
    sampling.readMode = mode;
    musaTextureObject_t texture = 0;
    CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &sampling, nullptr));
    MUSA_TEXTURE_DESC is = {};
    CHECK_MU(muTexObjectGetTextureDesc(&is, texture));
    CHECK_EQUAL(is.flags, static_cast<unsigned>(flags));
    CHECK_MUSA(musaDestroyTextureObject(texture));
  }
  CHECK_MU(muMemFree(memory));
  CHECK_MU(muArrayDestroy(array));
}

void testErrors() {
  const MUarray array = makeArray(0);
  MUSA_RESOURCE_DESC resource = resourceOf(array);
  MUSA_TEXTURE_DESC sampling = {};
  MUtexObject texture = 0;
  MUsurfObject surface = 0;
  CHECK_EQUAL(muTexObjectCreate(nullptr, &resource, &sampling, nullptr), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muTexObjectCreate(&texture, nullptr, &sampling, nullptr), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muTexObjectCreate(&texture, &resource, nullptr, nullptr), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muTexObjectGetResourceDesc(nullptr, texture), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muTexObjectGetTextureDesc(&sampling, 12345), MUSA_ERROR_INVALID_HANDLE);
  sampling.flags = 0x400;
  CHECK_EQUAL(muTexObjectCreate(&texture, &resource, &sampling, nullptr), MUSA_ERROR_INVALID_VALUE);
  sampling.flags = 0;
  MUSA_RESOURCE_VIEW_DESC view = {};
  view.format = MU_RES_VIEW_FORMAT_UINT_1X32;
  CHECK_EQUAL(muTexObjectCreate(&texture, &resource, &sampling, &view), MUSA_ERROR_NOT_SUPPORTED);
  CHECK_EQUAL(muSurfObjectCreate(&surface, &resource), MUSA_ERROR_INVALID_VALUE);
  resource.flags = 1;
  CHECK_EQUAL(muTexObjectCreate(&texture, &resource, &sampling, nullptr), MUSA_ERROR_INVALID_VALUE);
  resource.flags = 0;
  resource.resType = static_cast<MUresourcetype>(9);
  CHECK_EQUAL(muTexObjectCreate(&texture, &resource, &sampling, nullptr), MUSA_ERROR_INVALID_VALUE);
  resource.resType = MU_RESOURCE_TYPE_LINEAR;
  resource.res.linear = {0, MU_AD_FORMAT_FLOAT, 3, 4};
  CHECK_EQUAL(muTexObjectCreate(&texture, &resource, &sampling, nullptr), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muArrayDestroy(array));

  // Elements that have no name in the driver API.
  const musaChannelFormatDesc none = {8, 0, 0, 0, musaChannelFormatKindNone};
  musaArray_t unnamed = nullptr;
  MUSA_ARRAY_DESCRIPTOR descriptor = {};
  CHECK_MUSA(musaMallocArray(&unnamed, &none, width, height));
  CHECK_EQUAL(muArrayGetDescriptor(&descriptor, reinterpret_cast<MUarray>(unnamed)),
              MUSA_ERROR_NOT_SUPPORTED);
  CHECK_MUSA(musaFreeArray(unnamed));
}

} // namespace

int main() {
  CHECK_MU(muInit(0));
  CHECK_MUSA(musaFree(nullptr)); // makes the device's context current
  testArray();
  testLinear();
  testPitched();
  testLevels();
  testSurface();
  testFlags();
  testErrors();
  return CHECK_RESULT();
}
