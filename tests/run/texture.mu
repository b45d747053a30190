// Textures: formats, address modes, filtering, layers, cubes, against sampling written as CUDA's
// programming guide defines it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O2
#include "texture_test.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

static std::mt19937 generator(7);

// ------------------------------------------------------------------------------------ reference

struct Image {
  int extent[3];
  int channels;
  std::vector<float> values; ///< as the texture reads them
  float at(int x, int y, int z, int c) const {
    return values[static_cast<size_t>(((z * extent[1] + y) * extent[0] + x) * channels + c)];
  }
};

/// An index by the address mode; -1 in the border.
int addressed(int i, int n, musaTextureAddressMode mode, bool normalized) {
  if (i >= 0 && i < n)
    return i;
  if (mode == musaAddressModeBorder)
    return -1;
  if (normalized && mode == musaAddressModeWrap)
    return (i % n + n) % n;
  if (normalized && mode == musaAddressModeMirror) {
    const int period = (i % (2 * n) + 2 * n) % (2 * n);
    return period < n ? period : 2 * n - 1 - period;
  }
  return i < 0 ? 0 : n - 1;
}

float sampled(const Image &image, const musaTextureDesc &desc, int dimensions, const float *where,
              int c, int layer = 0) {
  int first[3] = {0, 0, layer};
  float weight[3] = {0, 0, 0};
  for (int d = 0; d < dimensions; ++d) {
    // The guide mirrors the coordinate. GPUs mirror the index, which differs between two elements.
    const float x = where[d];
    const float position = desc.normalizedCoords ? x * static_cast<float>(image.extent[d]) : x;
    const float centred = desc.filterMode == musaFilterModeLinear ? position - 0.5f : position;
    first[d] = static_cast<int>(std::floor(centred));
    if (desc.filterMode == musaFilterModeLinear)
      weight[d] = std::round((centred - std::floor(centred)) * 256) / 256;
  }
  double sum = 0;
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    double share = 1;
    int at[3] = {0, 0, layer};
    bool border = false;
    for (int d = 0; d < dimensions; ++d) {
      const int second = corner >> d & 1;
      share *= second ? weight[d] : 1 - weight[d];
      at[d] = addressed(first[d] + second, image.extent[d], desc.addressMode[d],
                        desc.normalizedCoords != 0);
      border |= at[d] < 0;
    }
    if (share != 0)
      sum += share * (border ? desc.borderColor[c] : image.at(at[0], at[1], at[2], c));
  }
  return static_cast<float>(sum);
}

// -------------------------------------------------------------------------------------- device

template <class T, int Dimensions>
__global__ void sample(musaTextureObject_t texture, const float4 *where, T *out, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count)
    return;
  const float4 at = where[i];
  if (Dimensions == 1)
    out[i] = tex1D<T>(texture, at.x);
  else if (Dimensions == 2)
    out[i] = tex2D<T>(texture, at.x, at.y);
  else
    out[i] = tex3D<T>(texture, at.x, at.y, at.z);
}

/// Elements of any bits (floats: of [-4, 4]) and what they are as float.
template <class Component>
Image randomImage(std::vector<Component> &data, const int (&extent)[3], int channels,
                  bool normalized) {
  Image image = {{extent[0], extent[1], extent[2]}, channels, {}};
  const size_t count = static_cast<size_t>(extent[0] * extent[1] * extent[2] * channels);
  for (size_t i = 0; i < count; ++i) {
    Component value;
    if (std::is_floating_point<Component>::value)
      value = static_cast<Component>(static_cast<double>(generator()) / (1u << 29) - 4);
    else
      value = static_cast<Component>(generator());
    data.push_back(value);
    float read = static_cast<float>(value);
    if (normalized)
      read = std::max(read / static_cast<float>(std::numeric_limits<Component>::max()), -1.0f);
    image.values.push_back(read);
  }
  return image;
}

/// Coordinates inside, outside and on the edges of elements; normalised ones up to three periods
/// away.
std::vector<float4> places(const Image &image, bool normalized) {
  std::vector<float4> result;
  std::uniform_real_distribution<float> anywhere(-3.0f, 4.0f);
  for (int i = 0; i < 600; ++i) {
    float at[3];
    for (int d = 0; d < 3; ++d) {
      const auto n = static_cast<float>(image.extent[d]);
      at[d] = anywhere(generator) * n;
      // Multiples of 1/256 but not half of one: what filtering rounds to is then certain.
      at[d] = std::round(at[d] * 256) / 256;
      if (i % 3 == 0)
        at[d] = std::floor(at[d]) + (i % 2 == 0 ? 0.5f : 0.25f);
      if (normalized)
        at[d] /= n;
    }
    result.push_back({at[0], at[1], at[2], 0});
  }
  return result;
}

template <class T, class Component, int Dimensions>
void testSampling(musaTextureAddressMode mode, musaTextureFilterMode filter, bool normalizedCoords,
                  bool normalizedRead) {
  constexpr int channels = static_cast<int>(sizeof(T) / sizeof(float));
  // Powers of two, so that normalised coordinates are exact.
  const int extent[3] = {8, Dimensions > 1 ? 4 : 1, Dimensions > 2 ? 2 : 1};
  std::vector<Component> data;
  const Image image = randomImage(data, extent, channels, normalizedRead);
  const int bits = static_cast<int>(sizeof(Component)) * 8;
  const musaChannelFormatDesc format = musaCreateChannelDesc(
      bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0,
      std::is_floating_point<Component>::value ? musaChannelFormatKindFloat
      : std::is_signed<Component>::value       ? musaChannelFormatKindSigned
                                               : musaChannelFormatKindUnsigned);
  musaArray_t array = makeArray(format, data.data(), sizeof(Component) * channels,
                                make_musaExtent(8, Dimensions > 1 ? 4 : 0, Dimensions > 2 ? 2 : 0),
                                musaArrayDefault);
  musaTextureDesc desc = {};
  for (auto &one : desc.addressMode)
    one = mode;
  desc.filterMode = filter;
  desc.readMode = normalizedRead ? musaReadModeNormalizedFloat : musaReadModeElementType;
  desc.normalizedCoords = normalizedCoords;
  for (int c = 0; c < 4; ++c)
    desc.borderColor[c] = 0.25f * static_cast<float>(c + 1);
  const musaResourceDesc resource = resourceOf(array);
  musaTextureObject_t texture = 0;
  CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &desc, nullptr));

  const std::vector<float4> where = places(image, normalizedCoords);
  const int count = static_cast<int>(where.size());
  float4 *at = managed<float4>(where.size());
  T *out = managed<T>(where.size());
  std::copy(where.begin(), where.end(), at);
  sample<T, Dimensions><<<(count + 63) / 64, 64>>>(texture, at, out, count);
  CHECK_MUSA(musaDeviceSynchronize());
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    float got[4];
    std::memcpy(got, &out[i], sizeof(T));
    for (int c = 0; c < channels; ++c) {
      const float expected = sampled(image, desc, Dimensions, &where[i].x, c);
      if (std::fabs(got[c] - expected) <= 1e-5f * (1 + std::fabs(expected)))
        continue;
      if (++wrong <= 2)
        std::fprintf(stderr, "%dD mode %d filter %d at %g %g %g channel %d: %g, expected %g\n",
                     Dimensions, mode, filter, where[i].x, where[i].y, where[i].z, c, got[c],
                     expected);
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_MUSA(musaDestroyTextureObject(texture));
  CHECK_MUSA(musaFreeArray(array));
  CHECK_MUSA(musaFree(at));
  CHECK_MUSA(musaFree(out));
}

template <class T, class Component> void testFormat(bool normalizedRead) {
  for (const auto mode :
       {musaAddressModeWrap, musaAddressModeClamp, musaAddressModeMirror, musaAddressModeBorder})
    for (const auto filter : {musaFilterModePoint, musaFilterModeLinear})
      for (const bool normalizedCoords : {false, true}) {
        testSampling<T, Component, 1>(mode, filter, normalizedCoords, normalizedRead);
        testSampling<T, Component, 2>(mode, filter, normalizedCoords, normalizedRead);
        testSampling<T, Component, 3>(mode, filter, normalizedCoords, normalizedRead);
      }
}

// ----------------------------------------------------------------- elements as they are, and
// memory

template <class T>
__global__ void fetch(musaTextureObject_t linear, musaTextureObject_t pitched, T *out, int width,
                      int height) {
  const int x = static_cast<int>(threadIdx.x) - 1;
  const int y = static_cast<int>(threadIdx.y);
  T *row = out + (threadIdx.y * blockDim.x + threadIdx.x) * 2;
  row[0] = tex1Dfetch<T>(linear, x < 0 ? -1 : x == width ? width * height : y * width + x);
  tex2D(&row[1], pitched, static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
}

template <class T> void testElements() {
  constexpr int width = 5, height = 3;
  std::vector<T> data(width * height);
  for (T &one : data)
    for (size_t byte = 0; byte < sizeof(T); ++byte)
      reinterpret_cast<unsigned char *>(&one)[byte] =
          static_cast<unsigned char>(generator() & 0x7e);
  T *linearMemory = nullptr;
  void *pitchedMemory = nullptr;
  size_t pitch = 0;
  CHECK_MUSA(musaMalloc(&linearMemory, sizeof(T) * data.size()));
  CHECK_MUSA(musaMallocPitch(&pitchedMemory, &pitch, sizeof(T) * width, height));
  CHECK_MUSA(
      musaMemcpy(linearMemory, data.data(), sizeof(T) * data.size(), musaMemcpyHostToDevice));
  CHECK_MUSA(musaMemcpy2D(pitchedMemory, pitch, data.data(), sizeof(T) * width, sizeof(T) * width,
                          height, musaMemcpyHostToDevice));
  musaResourceDesc linear = {};
  linear.resType = musaResourceTypeLinear;
  linear.res.linear.devPtr = linearMemory;
  linear.res.linear.desc = musaCreateChannelDesc<T>();
  linear.res.linear.sizeInBytes = sizeof(T) * data.size();
  musaResourceDesc pitched = {};
  pitched.resType = musaResourceTypePitch2D;
  pitched.res.pitch2D.devPtr = pitchedMemory;
  pitched.res.pitch2D.desc = musaCreateChannelDesc<T>();
  pitched.res.pitch2D.width = width;
  pitched.res.pitch2D.height = height;
  pitched.res.pitch2D.pitchInBytes = pitch;
  musaTextureDesc desc = {};
  desc.addressMode[0] = desc.addressMode[1] = musaAddressModeClamp;
  musaTextureObject_t textures[2] = {};
  CHECK_MUSA(musaCreateTextureObject(&textures[0], &linear, &desc, nullptr));
  CHECK_MUSA(musaCreateTextureObject(&textures[1], &pitched, &desc, nullptr));
  T *out = managed<T>((width + 2) * height * 2);
  fetch<T><<<1, dim3(width + 2, height)>>>(textures[0], textures[1], out, width, height);
  CHECK_MUSA(musaDeviceSynchronize());
  const T zero = {};
  for (int y = 0; y < height; ++y)
    for (int x = -1; x <= width; ++x) {
      const T *row = out + (y * (width + 2) + x + 1) * 2;
      const bool inside = x >= 0 && x < width;
      const T &clamped = data[static_cast<size_t>(y * width + std::min(std::max(x, 0), width - 1))];
      CHECK(std::memcmp(&row[0], inside ? &clamped : &zero, sizeof(T)) == 0);
      CHECK(std::memcmp(&row[1], &clamped, sizeof(T)) == 0);
    }
  musaResourceDesc resourceBack;
  musaTextureDesc descBack;
  CHECK_MUSA(musaGetTextureObjectResourceDesc(&resourceBack, textures[1]));
  CHECK(resourceBack.res.pitch2D.devPtr == pitchedMemory);
  CHECK_MUSA(musaGetTextureObjectTextureDesc(&descBack, textures[1]));
  CHECK_EQUAL(descBack.addressMode[1], musaAddressModeClamp);
  for (const musaTextureObject_t texture : textures)
    CHECK_MUSA(musaDestroyTextureObject(texture));
  CHECK_MUSA(musaFree(linearMemory));
  CHECK_MUSA(musaFree(pitchedMemory));
  CHECK_MUSA(musaFree(out));
}

// ----------------------------------------------------------- half, sRGB, layers, cubes and
// gathering

__global__ void readHalf(musaTextureObject_t texture, float2 *out) {
  out[threadIdx.x] = tex1D<float2>(texture, static_cast<float>(threadIdx.x));
}
void testHalf() {
  // 1, -2, 2^-24, infinity
  const unsigned short data[] = {0x3c00, 0xc000, 0x0001, 0x7c00};
  musaArray_t array =
      makeArray(musaCreateChannelDescHalf2(), data, 4, make_musaExtent(2, 0, 0), musaArrayDefault);
  const musaResourceDesc resource = resourceOf(array);
  musaTextureDesc desc = {};
  musaTextureObject_t texture = 0;
  CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &desc, nullptr));
  float2 *out = managed<float2>(2);
  readHalf<<<1, 2>>>(texture, out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[0].x, 1.0f);
  CHECK_EQUAL(out[0].y, -2.0f);
  CHECK_EQUAL(out[1].x, 0x1p-24f);
  CHECK_EQUAL(out[1].y, INFINITY);
  CHECK_MUSA(musaDestroyTextureObject(texture));
  CHECK_MUSA(musaFreeArray(array));
  CHECK_MUSA(musaFree(out));
}

__global__ void readColor(musaTextureObject_t texture, float4 *out) {
  *out = tex2D<float4>(texture, 0.5f, 0.5f);
}
void testSrgb() {
  const uchar4 color = {0, 10, 188, 128};
  musaArray_t array = makeArray(musaCreateChannelDesc<uchar4>(), &color, 4,
                                make_musaExtent(1, 1, 0), musaArrayDefault);
  const musaResourceDesc resource = resourceOf(array);
  musaTextureDesc desc = {};
  desc.readMode = musaReadModeNormalizedFloat;
  desc.sRGB = 1;
  musaTextureObject_t texture = 0;
  CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &desc, nullptr));
  float4 *out = managed<float4>(1);
  readColor<<<1, 1>>>(texture, out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out->x, 0.0f);
  CHECK(std::fabs(out->y - 10 / 255.0f / 12.92f) < 1e-6f);
  CHECK(std::fabs(out->z - 0.5029f) < 1e-4f); // known: sRGB 188 is about half as bright as 255
  CHECK(std::fabs(out->w - 128 / 255.0f) < 1e-6f);
  CHECK_MUSA(musaDestroyTextureObject(texture));
  CHECK_MUSA(musaFreeArray(array));
  CHECK_MUSA(musaFree(out));
}

__global__ void readLayers(musaTextureObject_t one, musaTextureObject_t two, float *out) {
  const int layer =
      static_cast<int>(threadIdx.x) - 1; // from one before the first to one past the last
  out[threadIdx.x * 3 + 0] = tex1DLayered<float>(one, 1.5f, layer);
  out[threadIdx.x * 3 + 1] = tex2DLayered<float>(two, 1.0f, 1.25f, layer);
  tex2DLayered(&out[threadIdx.x * 3 + 2], two, 3.5f, 0.5f, layer);
}
void testLayers() {
  const int extent[3] = {4, 2, 3};
  std::vector<float> data;
  const Image image = randomImage(data, extent, 1, false);
  musaArray_t two = makeArray(musaCreateChannelDesc<float>(), data.data(), 4,
                              make_musaExtent(4, 2, 3), musaArrayLayered);
  musaArray_t one = makeArray(musaCreateChannelDesc<float>(), data.data(), 4,
                              make_musaExtent(8, 0, 3), musaArrayLayered);
  musaTextureDesc desc = {};
  desc.filterMode = musaFilterModeLinear;
  for (auto &mode : desc.addressMode)
    mode = musaAddressModeClamp;
  musaTextureObject_t textures[2] = {};
  const musaResourceDesc resources[2] = {resourceOf(one), resourceOf(two)};
  for (int i = 0; i < 2; ++i)
    CHECK_MUSA(musaCreateTextureObject(&textures[i], &resources[i], &desc, nullptr));
  float *out = managed<float>(5 * 3);
  readLayers<<<1, 5>>>(textures[0], textures[1], out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < 5; ++i) {
    const int layer = std::min(std::max(i - 1, 0), 2);
    const float between[] = {1.0f, 1.25f}, corner[] = {3.5f, 0.5f};
    CHECK_EQUAL(out[i * 3], data[static_cast<size_t>(layer * 8 + 1)]);
    CHECK(std::fabs(out[i * 3 + 1] - sampled(image, desc, 2, between, 0, layer)) < 1e-5f);
    CHECK(std::fabs(out[i * 3 + 2] - sampled(image, desc, 2, corner, 0, layer)) < 1e-5f);
  }
  for (const musaTextureObject_t texture : textures)
    CHECK_MUSA(musaDestroyTextureObject(texture));
  CHECK_MUSA(musaFreeArray(one));
  CHECK_MUSA(musaFreeArray(two));
  CHECK_MUSA(musaFree(out));
}

__global__ void readCube(musaTextureObject_t texture, const float4 *where, float *out) {
  const float4 at = where[threadIdx.x];
  out[threadIdx.x] = texCubemapLayered<float>(texture, at.x, at.y, at.z, static_cast<int>(at.w));
}
void testCube() {
  // Two cubes of 2 x 2 elements a face: face * 4 + row * 2 + column, and 24 more.
  float data[48];
  for (int i = 0; i < 48; ++i)
    data[i] = static_cast<float>(i);
  musaArray_t array = makeArray(musaCreateChannelDesc<float>(), data, 4, make_musaExtent(2, 2, 12),
                                musaArrayCubemap | musaArrayLayered);
  musaTextureDesc desc = {};
  desc.normalizedCoords = 1;
  const musaResourceDesc resource = resourceOf(array);
  musaTextureObject_t texture = 0;
  CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &desc, nullptr));
  // Towards a corner of each face; s and t are as the programming guide's table of faces has them.
  const float a = 0.5f, b = -0.25f;
  const struct {
    float4 where;
    float s, t;
    int face;
  } cases[] = {
      {{1, a, b, 0}, -b, -a, 0}, {{-1, a, b, 0}, b, -a, 1}, {{a, 1, b, 0}, a, b, 2},
      {{a, -1, b, 0}, a, -b, 3}, {{a, b, 1, 0}, a, -b, 4},  {{a, b, -1, 1}, -a, -b, 11},
  };
  float4 *where = managed<float4>(6);
  float *out = managed<float>(6);
  for (int i = 0; i < 6; ++i)
    where[i] = cases[i].where;
  readCube<<<1, 6>>>(texture, where, out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < 6; ++i)
    CHECK_EQUAL(out[i], static_cast<float>(cases[i].face * 4 + (cases[i].t > 0 ? 2 : 0) +
                                           (cases[i].s > 0 ? 1 : 0)));
  CHECK_MUSA(musaDestroyTextureObject(texture));
  CHECK_MUSA(musaFreeArray(array));
  CHECK_MUSA(musaFree(where));
  CHECK_MUSA(musaFree(out));
}

__global__ void gather(musaTextureObject_t texture, int4 *out) {
  out[0] = tex2Dgather<int4>(texture, 2.0f, 1.0f);
  out[1] = tex2Dgather<int4>(texture, 2.0f, 1.0f, 1);
  out[2] = tex2Dgather<int4>(texture, 0.0f, 0.0f, 1);
}
void testGather() {
  int2 data[12]; // 4 x 3
  for (int i = 0; i < 12; ++i)
    data[i] = {i, 100 + i};
  musaArray_t array = makeArray(musaCreateChannelDesc<int2>(), data, 8, make_musaExtent(4, 3, 0),
                                musaArrayTextureGather);
  musaTextureDesc desc = {};
  desc.addressMode[0] = desc.addressMode[1] = musaAddressModeClamp;
  const musaResourceDesc resource = resourceOf(array);
  musaTextureObject_t texture = 0;
  CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &desc, nullptr));
  int4 *out = managed<int4>(3);
  gather<<<1, 1>>>(texture, out);
  CHECK_MUSA(musaDeviceSynchronize());
  const int expected[3][4] = {{5, 6, 2, 1}, {105, 106, 102, 101}, {100, 100, 100, 100}};
  for (int i = 0; i < 3; ++i)
    CHECK(std::memcmp(&out[i], expected[i], sizeof expected[i]) == 0);
  CHECK_MUSA(musaDestroyTextureObject(texture));
  CHECK_MUSA(musaFreeArray(array));
  CHECK_MUSA(musaFree(out));
}

/// There is one level: those that are asked for, and derivatives, do not matter.
__global__ void compareLevels(const musaTextureObject_t *textures, int *wrong) {
  const musaTextureObject_t one = textures[0], two = textures[1], three = textures[2],
                            lines = textures[3], images = textures[4], cube = textures[5];
  const float x = 0.3f + 0.11f * static_cast<float>(threadIdx.x), y = 0.9f - x / 3, z = x / 2;
  const int layer = static_cast<int>(threadIdx.x % 3);
  const float2 d2 = make_float2(0.5f, 2);
  const float4 d3 = make_float4(1, 2, 3, 0);
  float face;
  texCubemap(&face, cube, x, y, z);
  if (tex1DLod<float>(one, x, 2) != tex1D<float>(one, x) ||
      tex2DLod<float>(two, x, y, 2) != tex2D<float>(two, x, y) ||
      tex3DLod<float>(three, x, y, z, 2) != tex3D<float>(three, x, y, z) ||
      tex1DGrad<float>(one, x, 1, 2) != tex1D<float>(one, x) ||
      tex2DGrad<float>(two, x, y, d2, d2) != tex2D<float>(two, x, y) ||
      tex3DGrad<float>(three, x, y, z, d3, d3) != tex3D<float>(three, x, y, z) ||
      tex1DLayeredLod<float>(lines, x, layer, 1) != tex1DLayered<float>(lines, x, layer) ||
      tex2DLayeredLod<float>(images, x, y, layer, 1) != tex2DLayered<float>(images, x, y, layer) ||
      texCubemapLod<float>(cube, x, y, z, 3) != texCubemap<float>(cube, x, y, z) ||
      face != texCubemap<float>(cube, x, y, z))
    *wrong = 1;
  // Along an axis: the middle of a face of 2 x 2 elements, whose value is its number.
  if (texCubemap<float>(cube, 0.01f, -1, 0.01f) != 3 || texCubemap<float>(cube, 0, 0, -2) != 5)
    *wrong = 2;
}
void testLevels() {
  std::vector<float> data(64);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = static_cast<float>(i * i % 61);
  std::vector<float> faces(24);
  for (size_t i = 0; i < faces.size(); ++i)
    faces[i] = static_cast<float>(i / 4);
  const musaChannelFormatDesc format = musaCreateChannelDesc<float>();
  musaArray_t arrays[6] = {
      makeArray(format, data.data(), 4, make_musaExtent(8, 0, 0), 0),
      makeArray(format, data.data(), 4, make_musaExtent(8, 4, 0), 0),
      makeArray(format, data.data(), 4, make_musaExtent(4, 4, 4), 0),
      makeArray(format, data.data(), 4, make_musaExtent(8, 0, 3), musaArrayLayered),
      makeArray(format, data.data(), 4, make_musaExtent(4, 4, 3), musaArrayLayered),
      makeArray(format, faces.data(), 4, make_musaExtent(2, 2, 6), musaArrayCubemap)};
  musaTextureDesc desc = {};
  desc.filterMode = musaFilterModeLinear;
  desc.normalizedCoords = 1;
  auto *textures = managed<musaTextureObject_t>(6);
  for (int i = 0; i < 6; ++i) {
    const musaResourceDesc resource = resourceOf(arrays[i]);
    CHECK_MUSA(musaCreateTextureObject(&textures[i], &resource, &desc, nullptr));
  }
  int *wrong = managed<int>(1);
  *wrong = 0;
  compareLevels<<<1, 8>>>(textures, wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*wrong, 0);
  for (int i = 0; i < 6; ++i) {
    CHECK_MUSA(musaDestroyTextureObject(textures[i]));
    CHECK_MUSA(musaFreeArray(arrays[i]));
  }
  CHECK_MUSA(musaFree(textures));
  CHECK_MUSA(musaFree(wrong));
}

// ---------------------------------------------------------------------------------------- misuse

void testErrors() {
  const int value = 0;
  musaArray_t array = makeArray(musaCreateChannelDesc<int>(), &value, 4, make_musaExtent(1, 0, 0),
                                musaArrayDefault);
  const musaResourceDesc resource = resourceOf(array);
  musaTextureDesc desc = {};
  musaTextureObject_t texture = 0;
  desc.filterMode = musaFilterModeLinear;
  CHECK_EQUAL(musaCreateTextureObject(&texture, &resource, &desc, nullptr),
              musaErrorInvalidFilterSetting);
  desc.filterMode = musaFilterModePoint;
  desc.readMode = musaReadModeNormalizedFloat;
  CHECK_EQUAL(musaCreateTextureObject(&texture, &resource, &desc, nullptr),
              musaErrorInvalidNormSetting);
  desc.readMode = musaReadModeElementType;
  CHECK_EQUAL(musaCreateTextureObject(nullptr, &resource, &desc, nullptr), musaErrorInvalidValue);
  CHECK_MUSA(musaCreateTextureObject(&texture, &resource, &desc, nullptr));
  CHECK_MUSA(musaDestroyTextureObject(texture));
  CHECK(musaDestroyTextureObject(texture) != musaSuccess);
  CHECK_MUSA(musaFreeArray(array));
  musaGetLastError();
}

int main() {
  testFormat<float, float>(false);
  testFormat<float4, float>(false);
  testFormat<float4, unsigned char>(true);
  testFormat<float2, short>(true);
  testFormat<float, signed char>(true);
  testFormat<float, unsigned short>(true);
  testElements<float>();
  testElements<float2>();
  testElements<float4>();
  testElements<char>();
  testElements<unsigned char>();
  testElements<uchar4>();
  testElements<char2>();
  testElements<short>();
  testElements<ushort4>();
  testElements<int>();
  testElements<unsigned>();
  testElements<int2>();
  testElements<uint4>();
  testHalf();
  testSrgb();
  testLayers();
  testCube();
  testGather();
  testLevels();
  testErrors();
  return CHECK_RESULT();
}
