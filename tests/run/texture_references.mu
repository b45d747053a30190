// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface references, as CUDA had them until version 11: variables that the host binds
// and that kernels read by name.
#include "check.h"

#include <vector>

texture<float, 1, musaReadModeElementType> linear;
static texture<uchar4, musaTextureType2D, musaReadModeNormalizedFloat> image;
namespace inner {
texture<int2, 2> pitched;
}
texture<short, musaTextureType3D> volume;
texture<unsigned> integers;
texture<float, musaTextureType2DLayered> layers;
texture<unsigned char, 2> bytes;
surface<void, 2> written;
surface<void, musaSurfaceType3D> writtenVolume;

constexpr int width = 6, height = 5, depth = 3;

template <class T> __device__ T fetch(int i) { return tex1Dfetch(linear, i); }

__global__ void readLinear(float *floats, unsigned *numbers) {
  const int i = static_cast<int>(threadIdx.x);
  floats[i] = fetch<float>(i);
  numbers[i] = tex1Dfetch(integers, i);
}
__global__ void readPlanes(float4 *colours, int2 *pairs, short *shorts, float *layered) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const int z = static_cast<int>(threadIdx.z);
  const int plane = y * width + x, all = z * width * height + plane;
  const float u = static_cast<float>(x) + 0.5f, v = static_cast<float>(y) + 0.5f;
  if (z == 0) {
    colours[plane] = tex2D(image, (u + width) / width, v / height); // one further around
    pairs[plane] = tex2D(inner::pitched, u, v);
  }
  shorts[all] = tex3D(volume, u, v, static_cast<float>(z) + 0.5f);
  layered[all] = tex2DLayered(layers, u, v, z);
}
__global__ void writeSurfaces() {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  int value;
  surf2Dread(&value, written, x * 4, y);
  surf2Dwrite(value + 1, written, x * 4, y);
  surf3Dwrite(surf2Dread<int>(written, x * 4, y), writtenVolume, x * 4, y, 1, musaBoundaryModeZero);
}
__global__ void gatherBytes(uint4 *gathered) { *gathered = tex2Dgather(bytes, 1, 1); }

template <class T> T *managed(size_t count) {
  T *result = nullptr;
  CHECK_MUSA(musaMallocManaged(&result, count * sizeof(T)));
  return result;
}

void testLinear() {
  constexpr int n = 32;
  auto *data = managed<float>(n), *floats = managed<float>(n);
  auto *unsignedData = managed<unsigned>(n), *numbers = managed<unsigned>(n);
  for (int i = 0; i < n; ++i) {
    data[i] = static_cast<float>(i) * 0.5f;
    unsignedData[i] = 0xfffffff0u + static_cast<unsigned>(i);
  }
  size_t offset = 7;
  CHECK_MUSA(musaBindTexture(&offset, linear, data)); // to the end of the allocation
  CHECK_EQUAL(offset, size_t{0});
  const musaChannelFormatDesc format = musaCreateChannelDesc<unsigned>();
  CHECK_MUSA(musaBindTexture(nullptr, integers, unsignedData, format, 20 * sizeof(unsigned)));
  readLinear<<<1, n>>>(floats, numbers);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    CHECK_EQUAL(floats[i], data[i]);
    CHECK_EQUAL(numbers[i], i < 20 ? unsignedData[i] : 0u);
  }

  // Kernels that run read what was bound when they were launched.
  auto *other = managed<float>(n);
  for (int i = 0; i < n; ++i)
    other[i] = static_cast<float>(-i);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const bool isOther = repeat % 2 != 0;
    CHECK_MUSA(musaBindTexture(nullptr, &linear, isOther ? other : data, &linear.channelDesc));
    readLinear<<<1, n>>>(floats, numbers);
    CHECK_MUSA(musaBindTexture(nullptr, linear, isOther ? data : other));
    CHECK_EQUAL(floats[n - 1], isOther ? other[n - 1] : data[n - 1]);
  }

  const textureReference *found = nullptr;
  CHECK_MUSA(musaGetTextureReference(&found, &linear));
  CHECK(found == &linear);
  CHECK_MUSA(musaGetTextureAlignmentOffset(&offset, linear));
  CHECK_MUSA(musaUnbindTexture(linear));
  CHECK_MUSA(musaUnbindTexture(linear)); // nothing is bound
  CHECK_EQUAL(musaGetTextureAlignmentOffset(&offset, linear), musaErrorInvalidTextureBinding);
  CHECK_EQUAL(musaBindTexture(nullptr, linear, nullptr), musaErrorInvalidValue);
  const textureReference onStack = {};
  CHECK_EQUAL(musaUnbindTexture(&onStack), musaErrorInvalidTexture);
  CHECK_EQUAL(musaBindTexture(nullptr, reinterpret_cast<const textureReference *>(&written), data,
                              &format, 64),
              musaErrorInvalidTexture);
}

template <class T>
musaArray_t arrayOf(const std::vector<T> &values, musaExtent extent, unsigned flags) {
  musaArray_t array = nullptr;
  const musaChannelFormatDesc format = musaCreateChannelDesc<T>();
  CHECK_MUSA(musaMalloc3DArray(&array, &format, extent, flags));
  musaMemcpy3DParms copy = {};
  copy.srcPtr = make_musaPitchedPtr(const_cast<T *>(values.data()), extent.width * sizeof(T),
                                    extent.width, extent.height);
  copy.dstArray = array;
  copy.extent = make_musaExtent(extent.width, extent.height, extent.depth > 0 ? extent.depth : 1);
  copy.kind = musaMemcpyHostToDevice;
  CHECK_MUSA(musaMemcpy3D(&copy));
  return array;
}

void testPlanes() {
  constexpr int plane = width * height, all = plane * depth;
  std::vector<uchar4> texels(plane);
  std::vector<short> shorts(all);
  std::vector<float> floats(all);
  for (int i = 0; i < all; ++i) {
    const auto byte = static_cast<unsigned char>(i % 256);
    if (i < plane)
      texels[static_cast<size_t>(i)] = {byte, 255, 0, static_cast<unsigned char>(255 - byte)};
    shorts[static_cast<size_t>(i)] = static_cast<short>(i - 40);
    floats[static_cast<size_t>(i)] = static_cast<float>(i) * 0.25f;
  }
  image.normalized = 1;
  image.addressMode[0] = image.addressMode[1] = musaAddressModeWrap;
  CHECK_MUSA(musaBindTextureToArray(image, arrayOf(texels, {width, height, 0}, 0)));
  CHECK_MUSA(musaBindTextureToArray(volume, arrayOf(shorts, {width, height, depth}, 0)));
  const musaArray_t layered = arrayOf(floats, {width, height, depth}, musaArrayLayered);
  CHECK_MUSA(musaBindTextureToArray(layers, layered, musaCreateChannelDesc<float>()));
  auto *memory = managed<int2>(8 * height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      memory[y * 8 + x] = {x, -y};
  CHECK_MUSA(musaBindTexture2D(nullptr, inner::pitched, memory, inner::pitched.channelDesc, width,
                               height, 8 * sizeof(int2)));

  auto *colours = managed<float4>(plane);
  auto *pairs = managed<int2>(plane);
  auto *readShorts = managed<short>(all);
  auto *readFloats = managed<float>(all);
  readPlanes<<<1, dim3(width, height, depth)>>>(colours, pairs, readShorts, readFloats);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < all; ++i) {
    CHECK_EQUAL(readShorts[i], shorts[static_cast<size_t>(i)]);
    CHECK_EQUAL(readFloats[i], floats[static_cast<size_t>(i)]);
    if (i >= plane)
      continue;
    CHECK_EQUAL(colours[i].x, static_cast<float>(i) / 255);
    CHECK_EQUAL(colours[i].y, 1.0f);
    CHECK_EQUAL(colours[i].w, static_cast<float>(255 - i) / 255);
    CHECK_EQUAL(pairs[i].x, i % width);
    CHECK_EQUAL(pairs[i].y, -(i / width));
  }

  const std::vector<unsigned char> four = {1, 2, 3, 4};
  CHECK_MUSA(musaBindTextureToArray(bytes, arrayOf(four, {2, 2, 0}, musaArrayTextureGather)));
  auto *gathered = managed<uint4>(1);
  gatherBytes<<<1, 1>>>(gathered);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(gathered->x, 3u);
  CHECK_EQUAL(gathered->y, 4u);
  CHECK_EQUAL(gathered->z, 2u);
  CHECK_EQUAL(gathered->w, 1u);
}

void testSurfaces() {
  std::vector<int> values(width * height), zeros(width * height * 2);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(i) * 3;
  const musaArray_t array = arrayOf(values, {width, height, 0}, musaArraySurfaceLoadStore);
  const musaArray_t both = arrayOf(zeros, {width, height, 2}, musaArraySurfaceLoadStore);
  CHECK_MUSA(musaBindSurfaceToArray(written, array));
  CHECK_MUSA(musaBindSurfaceToArray(writtenVolume, both, musaCreateChannelDesc<int>()));
  writeSurfaces<<<1, dim3(width, height)>>>();
  CHECK_MUSA(musaDeviceSynchronize());
  std::vector<int> after(values.size()), inVolume(zeros.size());
  CHECK_MUSA(musaMemcpy2DFromArray(after.data(), width * 4, array, 0, 0, width * 4, height,
                                   musaMemcpyDeviceToHost));
  musaMemcpy3DParms copy = {};
  copy.srcArray = both;
  copy.dstPtr = make_musaPitchedPtr(inVolume.data(), width * 4, width, height);
  copy.extent = make_musaExtent(width, height, 2);
  copy.kind = musaMemcpyDeviceToHost;
  CHECK_MUSA(musaMemcpy3D(&copy));
  for (size_t i = 0; i < values.size(); ++i) {
    CHECK_EQUAL(after[i], values[i] + 1);
    CHECK_EQUAL(inVolume[i], 0);
    CHECK_EQUAL(inVolume[values.size() + i], values[i] + 1);
  }
  const musaArray_t readOnly = arrayOf(values, {width, height, 0}, 0);
  CHECK_EQUAL(musaBindSurfaceToArray(written, readOnly), musaErrorInvalidValue);
  const surfaceReference *found = nullptr;
  CHECK_MUSA(musaGetSurfaceReference(&found, &written));
  CHECK(found == &written);
  CHECK_EQUAL(musaGetSurfaceReference(&found, &linear), musaErrorInvalidSurface);
}

int main() {
  testLinear();
  testPlanes();
  testSurfaces();
  return CHECK_RESULT();
}
