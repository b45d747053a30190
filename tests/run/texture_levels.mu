// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mipmapped arrays: their levels, and what textures over them read at a level of detail, against a
// reference in double on the host.
#include "texture_level_reference.h"
#include "texture_test.h"

#include <algorithm>
#include <cmath>
#include <vector>

texture<float, musaTextureType2D> bound;

__device__ float4 four(const float *three) { return make_float4(three[0], three[1], three[2], 0); }

template <Kind kind> __device__ float readOne(musaTextureObject_t texture, const Query &q) {
  const float x = q.at[0], y = q.at[1], z = q.at[2];
  const float2 dx = make_float2(q.dx[0], q.dx[1]), dy = make_float2(q.dy[0], q.dy[1]);
  switch (kind) {
  case Kind::Line:
    return q.isGrad ? tex1DGrad<float>(texture, x, q.dx[0], q.dy[0])
                    : tex1DLod<float>(texture, x, q.lod);
  case Kind::Image:
    return q.isGrad ? tex2DGrad<float>(texture, x, y, dx, dy)
                    : tex2DLod<float>(texture, x, y, q.lod);
  case Kind::Volume:
    return q.isGrad ? tex3DGrad<float>(texture, x, y, z, four(q.dx), four(q.dy))
                    : tex3DLod<float>(texture, x, y, z, q.lod);
  case Kind::Lines:
    return q.isGrad ? tex1DLayeredGrad<float>(texture, x, q.layer, q.dx[0], q.dy[0])
                    : tex1DLayeredLod<float>(texture, x, q.layer, q.lod);
  case Kind::Images:
    return q.isGrad ? tex2DLayeredGrad<float>(texture, x, y, q.layer, dx, dy)
                    : tex2DLayeredLod<float>(texture, x, y, q.layer, q.lod);
  case Kind::Cube:
    return q.isGrad ? texCubemapGrad<float>(texture, x, y, z, four(q.dx), four(q.dy))
                    : texCubemapLod<float>(texture, x, y, z, q.lod);
  case Kind::Cubes:
    return q.isGrad
               ? texCubemapLayeredGrad<float>(texture, x, y, z, q.layer, four(q.dx), four(q.dy))
               : texCubemapLayeredLod<float>(texture, x, y, z, q.layer, q.lod);
  }
  return 0;
}

template <Kind kind>
__global__ void readAll(musaTextureObject_t texture, const Query *queries, float *out, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count)
    out[i] = readOne<kind>(texture, queries[i]);
}

namespace {

// ------------------------------------------------------------------------------- mipmapped arrays

/// Filled, each level with values of its own between 0 and 1.
musaMipmappedArray_t makeLevels(Kind kind, std::vector<Level> &levels) {
  const musaChannelFormatDesc format = musaCreateChannelDesc<float>();
  musaMipmappedArray_t array = nullptr;
  CHECK_MUSA(musaMallocMipmappedArray(&array, &format, extentOf(kind), 20, flagsOf(kind)));
  musaArray_t level = nullptr;
  for (unsigned n = 0; musaGetMipmappedArrayLevel(&level, array, n) == musaSuccess; ++n) {
    musaExtent extent;
    CHECK_MUSA(musaArrayGetInfo(nullptr, &extent, nullptr, level));
    Level made = {
        extent.width, std::max<size_t>(1, extent.height), std::max<size_t>(1, extent.depth), {}};
    for (size_t i = 0; i < made.width * made.height * made.depth; ++i)
      made.data.push_back(static_cast<float>((i * 7919 + n * 104729) % 256) / 256);
    musaMemcpy3DParms copy = {};
    copy.srcPtr =
        make_musaPitchedPtr(made.data.data(), made.width * sizeof(float), made.width, made.height);
    copy.dstArray = level;
    copy.extent = make_musaExtent(made.width, made.height, made.depth);
    copy.kind = musaMemcpyHostToDevice;
    CHECK_MUSA(musaMemcpy3D(&copy));
    levels.push_back(std::move(made));
  }
  musaGetLastError();
  return array;
}

musaResourceDesc resourceOf(musaMipmappedArray_t array) {
  musaResourceDesc resource = {};
  resource.resType = musaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = array;
  return resource;
}

musaTextureDesc samplingOf(musaTextureFilterMode filter, musaTextureFilterMode levels) {
  musaTextureDesc desc = {};
  std::fill_n(desc.addressMode, 3, musaAddressModeClamp);
  desc.filterMode = filter;
  desc.normalizedCoords = 1;
  desc.maxAnisotropy = 4;
  desc.mipmapFilterMode = levels;
  desc.maxMipmapLevelClamp = 100;
  return desc;
}

// ------------------------------------------------------------------------------- the tests

std::vector<Query> queriesOf(Kind kind) {
  std::vector<Query> queries;
  unsigned seed = 1;
  const auto next = [&] { // from 0 to 1
    seed = seed * 1664525 + 1013904223;
    return static_cast<float>(seed >> 8) / (1 << 24);
  };
  for (int i = 0; i < 400; ++i) {
    Query q = {};
    for (int d = 0; d < 3; ++d) {
      q.at[d] = isCube(kind) ? 2 * next() - 1 : 1.2f * next() - 0.1f;
      q.dx[d] = std::exp2(-6 * next()) * (next() < 0.5f ? -1 : 1);
      q.dy[d] = std::exp2(-6 * next());
    }
    const size_t layers = !isLayered(kind) ? 1 : extentOf(kind).depth / (isCube(kind) ? 6 : 1);
    q.layer = static_cast<int>(next() * static_cast<float>(layers)) % static_cast<int>(layers);
    q.lod = static_cast<float>(i % 120) / 16 - 1; // from below the first level to beyond the last
    q.isGrad = i % 2 == 1;
    queries.push_back(q);
  }
  return queries;
}

template <Kind kind>
void compare(musaTextureObject_t texture, const std::vector<Level> &levels,
             const musaTextureDesc &desc) {
  const std::vector<Query> queries = queriesOf(kind);
  const int count = static_cast<int>(queries.size());
  Query *given = managed<Query>(queries.size());
  float *out = managed<float>(queries.size());
  std::copy(queries.begin(), queries.end(), given);
  readAll<kind><<<(count + 63) / 64, 64>>>(texture, given, out, count);
  CHECK_MUSA(musaDeviceSynchronize());
  // Where rounding of a float decides between two elements or levels, the result may be another's.
  int others = 0;
  for (int i = 0; i < count; ++i) {
    const double expected = reference(kind, levels, desc, queries[static_cast<size_t>(i)]);
    others += std::fabs(out[i] - expected) > 0.012 ? 1 : 0; // three weights off by one of 256
  }
  CHECK(others <= 2);
  CHECK_MUSA(musaFree(given));
  CHECK_MUSA(musaFree(out));
}

template <Kind kind> void testSampling() {
  std::vector<Level> levels;
  musaMipmappedArray_t array = makeLevels(kind, levels);
  const musaResourceDesc resource = resourceOf(array);
  for (const musaTextureFilterMode filter : {musaFilterModePoint, musaFilterModeLinear})
    for (const musaTextureFilterMode ofLevels : {musaFilterModePoint, musaFilterModeLinear})
      for (const bool limits : {false, true}) {
        musaTextureDesc desc = samplingOf(filter, ofLevels);
        if (limits) {
          desc.mipmapLevelBias = 0.75f;
          desc.minMipmapLevelClamp = 0.5f;
          desc.maxMipmapLevelClamp = 2.25f;
        }
        musaTextureObject_t texture = 0;
        CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &desc, nullptr));
        compare<kind>(texture, levels, desc);
        CHECK_MUSA(musaDestroyTextureObject(texture));
      }
  CHECK_MUSA(musaFreeMipmappedArray(array));
}

void testExtents() {
  const musaChannelFormatDesc format = musaCreateChannelDesc<uchar4>();
  const auto extentsOf = [&](musaExtent extent, unsigned levels, unsigned flags) {
    musaMipmappedArray_t array = nullptr;
    CHECK_MUSA(musaMallocMipmappedArray(&array, &format, extent, levels, flags));
    std::string text;
    musaArray_t level = nullptr;
    for (unsigned n = 0; musaGetMipmappedArrayLevel(&level, array, n) == musaSuccess; ++n) {
      musaExtent is;
      unsigned levelFlags = 0;
      musaChannelFormatDesc desc;
      CHECK_MUSA(musaArrayGetInfo(&desc, &is, &levelFlags, level));
      CHECK_EQUAL(levelFlags, flags);
      CHECK(desc.x == 8 && desc.w == 8 && desc.f == musaChannelFormatKindUnsigned);
      text += std::to_string(is.width) + "," + std::to_string(is.height) + "," +
              std::to_string(is.depth) + " ";
      musaArray_t again = nullptr;
      CHECK_MUSA(musaGetMipmappedArrayLevel(&again, array, n));
      CHECK(again == level);
    }
    CHECK_EQUAL(musaGetLastError(), musaErrorInvalidValue); // of the level that is not there
    CHECK_MUSA(musaFreeMipmappedArray(array));
    return text;
  };
  CHECK(extentsOf({9, 0, 0}, 99, 0) == "9,0,0 4,0,0 2,0,0 1,0,0 ");
  CHECK(extentsOf({4, 7, 0}, 99, 0) == "4,7,0 2,3,0 1,1,0 ");
  CHECK(extentsOf({2, 3, 9}, 99, 0) == "2,3,9 1,1,4 1,1,2 1,1,1 ");
  CHECK(extentsOf({8, 4, 0}, 2, 0) == "8,4,0 4,2,0 ");
  CHECK(extentsOf({8, 4, 0}, 0, 0) == "8,4,0 ");
  CHECK(extentsOf({4, 2, 9}, 99, musaArrayLayered) == "4,2,9 2,1,9 1,1,9 ");
  CHECK(extentsOf({4, 4, 6}, 99, musaArrayCubemap) == "4,4,6 2,2,6 1,1,6 ");
}

__global__ void readView(musaTextureObject_t texture, float *out) {
  out[0] = tex2D<float>(texture, 0.5f, 0.5f);
  for (int i = 0; i < 4; ++i)
    tex2DLod<float>(&out[1 + i], texture, 0.5f, 0.5f, static_cast<float>(i));
}

/// Levels 1 and 2 of four; level 0 of the texture is the first of them.
void testView() {
  const musaChannelFormatDesc format = musaCreateChannelDesc<float>();
  musaMipmappedArray_t array = nullptr;
  CHECK_MUSA(musaMallocMipmappedArray(&array, &format, make_musaExtent(8, 8, 0), 4, 0));
  for (unsigned n = 0; n < 4; ++n) {
    const std::vector<float> data(64, static_cast<float>(10 * n));
    musaArray_t level = nullptr;
    CHECK_MUSA(musaGetMipmappedArrayLevel(&level, array, n));
    const size_t width = (8u >> n) * sizeof(float);
    CHECK_MUSA(musaMemcpy2DToArray(level, 0, 0, data.data(), width, width, 8u >> n,
                                   musaMemcpyHostToDevice));
  }
  const musaResourceDesc resource = resourceOf(array);
  const musaTextureDesc desc = samplingOf(musaFilterModePoint, musaFilterModePoint);
  musaResourceViewDesc view = {};
  view.width = view.height = 8;
  view.firstMipmapLevel = 1;
  view.lastMipmapLevel = 2;
  musaTextureObject_t texture = 0;
  CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &desc, &view));
  float *out = managed<float>(5);
  readView<<<1, 1>>>(texture, out);
  CHECK_MUSA(musaDeviceSynchronize());
  const float expected[] = {10, 10, 20, 20, 20};
  for (int i = 0; i < 5; ++i)
    CHECK_EQUAL(out[i], expected[i]);
  musaResourceViewDesc known = {};
  CHECK_MUSA(musaGetTextureObjectResourceViewDesc(&known, texture));
  CHECK(known.firstMipmapLevel == 1 && known.lastMipmapLevel == 2);
  CHECK_MUSA(musaDestroyTextureObject(texture));
  view.lastMipmapLevel = 4;
  CHECK_EQUAL(musaCreateTextureObject(&texture, &resource, &desc, &view), musaErrorInvalidValue);
  view.lastMipmapLevel = 0;
  CHECK_EQUAL(musaCreateTextureObject(&texture, &resource, &desc, &view), musaErrorInvalidValue);
  CHECK_MUSA(musaFreeMipmappedArray(array));
  CHECK_MUSA(musaFree(out));
}

__global__ void readLayers(musaTextureObject_t texture, float *out) {
  for (int layer = 0; layer < 3; ++layer) {
    out[2 * layer] = tex2DLayered<float>(texture, 0.5f, 0.5f, layer);
    out[2 * layer + 1] = tex2DLayeredLod<float>(texture, 0.5f, 0.5f, layer, 1);
  }
}

/// Layers 1 and 2 of four, of two levels; the layer behind them is the last.
void testViewOfLayers() {
  const musaChannelFormatDesc format = musaCreateChannelDesc<float>();
  musaMipmappedArray_t array = nullptr;
  CHECK_MUSA(
      musaMallocMipmappedArray(&array, &format, make_musaExtent(2, 2, 4), 2, musaArrayLayered));
  for (unsigned n = 0; n < 2; ++n) {
    const size_t size = 2u >> n;
    std::vector<float> data;
    for (unsigned layer = 0; layer < 4; ++layer)
      data.insert(data.end(), size * size, static_cast<float>(10 * layer + n));
    musaMemcpy3DParms copy = {};
    CHECK_MUSA(musaGetMipmappedArrayLevel(&copy.dstArray, array, n));
    copy.srcPtr = make_musaPitchedPtr(data.data(), size * sizeof(float), size, size);
    copy.extent = make_musaExtent(size, size, 4);
    copy.kind = musaMemcpyHostToDevice;
    CHECK_MUSA(musaMemcpy3D(&copy));
  }
  const musaResourceDesc resource = resourceOf(array);
  const musaTextureDesc desc = samplingOf(musaFilterModePoint, musaFilterModePoint);
  musaResourceViewDesc view = {};
  view.lastMipmapLevel = 1;
  view.firstLayer = 1;
  view.lastLayer = 2;
  musaTextureObject_t texture = 0;
  CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &desc, &view));
  float *out = managed<float>(6);
  readLayers<<<1, 1>>>(texture, out);
  CHECK_MUSA(musaDeviceSynchronize());
  const float expected[] = {10, 11, 20, 21, 20, 21};
  for (int i = 0; i < 6; ++i)
    CHECK_EQUAL(out[i], expected[i]);
  CHECK_MUSA(musaDestroyTextureObject(texture));
  view.lastLayer = 4;
  CHECK_EQUAL(musaCreateTextureObject(&texture, &resource, &desc, &view), musaErrorInvalidValue);
  view.lastLayer = 0;
  CHECK_EQUAL(musaCreateTextureObject(&texture, &resource, &desc, &view), musaErrorInvalidValue);
  CHECK_MUSA(musaFreeMipmappedArray(array));
  CHECK_MUSA(musaFree(out));
}

__global__ void halve(musaTextureObject_t above, musaSurfaceObject_t level, int width, int height) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  if (x >= width || y >= height)
    return;
  const float u = (static_cast<float>(x) + 0.5f) / static_cast<float>(width);
  const float v = (static_cast<float>(y) + 0.5f) / static_cast<float>(height);
  surf2Dwrite(tex2D<float>(above, u, v), level, x * static_cast<int>(sizeof(float)), y);
}

/// A kernel makes each level of the one above; the last is the mean of all.
void testMakingLevels() {
  constexpr int size = 16;
  const musaChannelFormatDesc format = musaCreateChannelDesc<float>();
  musaMipmappedArray_t array = nullptr;
  CHECK_MUSA(musaMallocMipmappedArray(&array, &format, make_musaExtent(size, size, 0), 5,
                                      musaArraySurfaceLoadStore));
  std::vector<float> data;
  for (int i = 0; i < size * size; ++i)
    data.push_back(static_cast<float>(i * 37 % 64));
  musaArray_t above = nullptr;
  CHECK_MUSA(musaGetMipmappedArrayLevel(&above, array, 0));
  CHECK_MUSA(musaMemcpy2DToArray(above, 0, 0, data.data(), size * sizeof(float),
                                 size * sizeof(float), size, musaMemcpyHostToDevice));
  for (unsigned n = 1; n < 5; ++n) {
    musaArray_t level = nullptr;
    CHECK_MUSA(musaGetMipmappedArrayLevel(&level, array, n));
    const musaResourceDesc from = ::resourceOf(above), to = ::resourceOf(level);
    const musaTextureDesc desc = samplingOf(musaFilterModeLinear, musaFilterModePoint);
    musaTextureObject_t texture = 0;
    musaSurfaceObject_t surface = 0;
    CHECK_MUSA(musaCreateTextureObject(&texture, &from, &desc, nullptr));
    CHECK_MUSA(musaCreateSurfaceObject(&surface, &to));
    halve<<<1, dim3(8, 8)>>>(texture, surface, size >> n, size >> n);
    CHECK_MUSA(musaDestroyTextureObject(texture));
    CHECK_MUSA(musaDestroySurfaceObject(surface));
    above = level;
  }
  float mean = 0, expected = 0;
  CHECK_MUSA(musaMemcpy2DFromArray(&mean, sizeof mean, above, 0, 0, sizeof mean, 1,
                                   musaMemcpyDeviceToHost));
  for (const float one : data)
    expected += one / (size * size);
  CHECK_EQUAL(mean, expected);
  CHECK_MUSA(musaFreeMipmappedArray(array));
}

__global__ void readBytes(musaTextureObject_t texture, float4 *out) {
  out[0] = tex1DLod<float4>(texture, 0.5f, 0.5f);
}
__global__ void readIntegers(musaTextureObject_t texture, int *out) {
  out[0] = tex1DLod<int>(texture, 0.5f, 0);
  out[1] = tex1DLod<int>(texture, 0.5f, 0.75f);
  out[2] = tex1D<int>(texture, 0.5f);
}

void testFormats() {
  const musaChannelFormatDesc format = musaCreateChannelDesc<uchar4>();
  musaMipmappedArray_t array = nullptr;
  CHECK_MUSA(musaMallocMipmappedArray(&array, &format, make_musaExtent(2, 0, 0), 2, 0));
  const uchar4 texels[] = {{0, 51, 102, 255}, {0, 51, 102, 255}}, last = {255, 153, 102, 0};
  musaArray_t level = nullptr;
  CHECK_MUSA(musaGetMipmappedArrayLevel(&level, array, 0));
  CHECK_MUSA(musaMemcpy2DToArray(level, 0, 0, texels, sizeof texels, sizeof texels, 1,
                                 musaMemcpyHostToDevice));
  CHECK_MUSA(musaGetMipmappedArrayLevel(&level, array, 1));
  CHECK_MUSA(
      musaMemcpy2DToArray(level, 0, 0, &last, sizeof last, sizeof last, 1, musaMemcpyHostToDevice));
  const musaResourceDesc resource = resourceOf(array);
  musaTextureDesc desc = samplingOf(musaFilterModePoint, musaFilterModeLinear);
  musaTextureObject_t texture = 0;
  // Integers are not filtered, nor blended.
  CHECK_EQUAL(musaCreateTextureObject(&texture, &resource, &desc, nullptr),
              musaErrorInvalidFilterSetting);
  desc.readMode = musaReadModeNormalizedFloat;
  CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &desc, nullptr));
  float4 *out = managed<float4>(1);
  readBytes<<<1, 1>>>(texture, out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK(std::fabs(out->x - 0.5f) < 1e-6f && std::fabs(out->y - 0.4f) < 1e-6f);
  CHECK(std::fabs(out->z - 0.4f) < 1e-6f && std::fabs(out->w - 0.5f) < 1e-6f);
  CHECK_MUSA(musaDestroyTextureObject(texture));
  // Without normalized coordinates there are no levels.
  desc.normalizedCoords = 0;
  CHECK_EQUAL(musaCreateTextureObject(&texture, &resource, &desc, nullptr), musaErrorInvalidValue);
  CHECK_MUSA(musaFreeMipmappedArray(array));
  CHECK_MUSA(musaFree(out));

  const musaChannelFormatDesc integer = musaCreateChannelDesc<int>();
  CHECK_MUSA(musaMallocMipmappedArray(&array, &integer, make_musaExtent(2, 0, 0), 2, 0));
  for (int n = 0; n < 2; ++n) {
    const int values[] = {1000000001 + n, 1000000001 + n};
    CHECK_MUSA(musaGetMipmappedArrayLevel(&level, array, static_cast<unsigned>(n)));
    const size_t width = (2u >> n) * sizeof(int);
    CHECK_MUSA(musaMemcpy2DToArray(level, 0, 0, values, width, width, 1, musaMemcpyHostToDevice));
  }
  const musaResourceDesc integers = resourceOf(array);
  desc = samplingOf(musaFilterModePoint, musaFilterModePoint);
  CHECK_MUSA(musaCreateTextureObject(&texture, &integers, &desc, nullptr));
  int *read = managed<int>(3);
  readIntegers<<<1, 1>>>(texture, read);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(read[0], 1000000001);
  CHECK_EQUAL(read[1], 1000000002);
  CHECK_EQUAL(read[2], 1000000001);
  CHECK_MUSA(musaDestroyTextureObject(texture));
  CHECK_MUSA(musaFreeMipmappedArray(array));
  CHECK_MUSA(musaFree(read));
}

void testWrongUse() {
  const musaChannelFormatDesc format = musaCreateChannelDesc<float>();
  const musaExtent extent = make_musaExtent(4, 4, 0);
  musaMipmappedArray_t array = nullptr;
  musaArray_t level = nullptr;
  CHECK_EQUAL(musaMallocMipmappedArray(nullptr, &format, extent, 1, 0), musaErrorInvalidValue);
  CHECK_EQUAL(musaMallocMipmappedArray(&array, nullptr, extent, 1, 0), musaErrorInvalidValue);
  CHECK_EQUAL(musaMallocMipmappedArray(&array, &format, make_musaExtent(0, 4, 0), 1, 0),
              musaErrorInvalidValue);
  CHECK_EQUAL(
      musaMallocMipmappedArray(&array, &format, make_musaExtent(4, 2, 6), 1, musaArrayCubemap),
      musaErrorInvalidValue);
  CHECK_EQUAL(musaMallocMipmappedArray(&array, &format, extent, 1, musaArraySparse),
              musaErrorNotSupported);
  CHECK_EQUAL(
      musaMallocMipmappedArray(&array, &format, make_musaExtent(1ull << 40, 1ull << 40, 0), 1, 0),
      musaErrorMemoryAllocation);
  CHECK_EQUAL(musaGetMipmappedArrayLevel(&level, nullptr, 0), musaErrorInvalidResourceHandle);
  CHECK_MUSA(musaMallocMipmappedArray(&array, &format, extent, 3, 0));
  CHECK_EQUAL(musaGetMipmappedArrayLevel(&level, array, 3), musaErrorInvalidValue);
  CHECK_EQUAL(musaGetMipmappedArrayLevel(nullptr, array, 0), musaErrorInvalidValue);
  CHECK_MUSA(musaGetMipmappedArrayLevel(&level, array, 1));
  CHECK_EQUAL(musaFreeArray(level), musaErrorInvalidResourceHandle); // it is the mipmapped array's
  const musaResourceDesc resource = resourceOf(array);
  musaSurfaceObject_t surface = 0;
  CHECK_EQUAL(musaCreateSurfaceObject(&surface, &resource), musaErrorInvalidValue);
  size_t before = 0, after = 0, total = 0;
  CHECK_MUSA(musaMemGetInfo(&before, &total));
  CHECK_MUSA(musaFreeMipmappedArray(array));
  CHECK_MUSA(musaMemGetInfo(&after, &total));
  CHECK(after > before);
  CHECK_EQUAL(musaFreeMipmappedArray(array), musaErrorInvalidResourceHandle);
  CHECK_MUSA(musaFreeMipmappedArray(nullptr));
  musaExtent of;
  CHECK_EQUAL(musaArrayGetInfo(nullptr, &of, nullptr, level), musaErrorInvalidResourceHandle);
  const musaTextureDesc desc = samplingOf(musaFilterModePoint, musaFilterModePoint);
  musaTextureObject_t texture = 0;
  CHECK_EQUAL(musaCreateTextureObject(&texture, &resource, &desc, nullptr),
              musaErrorInvalidResourceHandle);
  // A view is of an array.
  int *memory = managed<int>(4);
  musaResourceDesc linear = {};
  linear.resType = musaResourceTypeLinear;
  linear.res.linear = {memory, musaCreateChannelDesc<int>(), 4 * sizeof(int)};
  const musaTextureDesc plain = {};
  const musaResourceViewDesc view = {};
  CHECK_EQUAL(musaCreateTextureObject(&texture, &linear, &plain, &view), musaErrorInvalidValue);
  CHECK_MUSA(musaFree(memory));
  musaGetLastError();
}

__global__ void readBound(float *out) {
  out[0] = tex2DLod(bound, 0.5f, 0.5f, 1.0f);
  out[1] = tex2DLod(bound, 0.5f, 0.5f, 1.5f);
}

void testReference() {
  std::vector<Level> levels;
  musaMipmappedArray_t array = makeLevels(Kind::Image, levels);
  const musaTextureDesc desc = samplingOf(musaFilterModeLinear, musaFilterModeLinear);
  bound.normalized = 1;
  bound.filterMode = desc.filterMode;
  bound.mipmapFilterMode = desc.mipmapFilterMode;
  bound.maxMipmapLevelClamp = desc.maxMipmapLevelClamp;
  CHECK_MUSA(musaBindTextureToMipmappedArray(bound, array, musaCreateChannelDesc<float>()));
  float *out = managed<float>(2);
  readBound<<<1, 1>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  Query q = {{0.5f, 0.5f, 0}, 0, 1, false, {}, {}};
  CHECK(std::fabs(out[0] - reference(Kind::Image, levels, desc, q)) < 1e-5);
  q.lod = 1.5f;
  CHECK(std::fabs(out[1] - reference(Kind::Image, levels, desc, q)) < 1e-5);
  CHECK_MUSA(musaUnbindTexture(bound));
  bound.normalized = 0;
  CHECK_EQUAL(musaBindTextureToMipmappedArray(bound, array, musaCreateChannelDesc<float>()),
              musaErrorInvalidValue);
  CHECK_MUSA(musaFreeMipmappedArray(array));
  CHECK_EQUAL(musaBindTextureToMipmappedArray(bound, array, musaCreateChannelDesc<float>()),
              musaErrorInvalidResourceHandle);
  musaGetLastError();
  CHECK_MUSA(musaFree(out));
}

} // namespace

int main() {
  testExtents();
  testSampling<Kind::Line>();
  testSampling<Kind::Image>();
  testSampling<Kind::Volume>();
  testSampling<Kind::Lines>();
  testSampling<Kind::Images>();
  testSampling<Kind::Cube>();
  testSampling<Kind::Cubes>();
  testView();
  testViewOfLayers();
  testMakingLevels();
  testFormats();
  testWrongUse();
  testReference();
  return CHECK_RESULT();
}
