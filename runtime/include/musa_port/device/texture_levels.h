//===- musa_port/device/texture_levels.h - reading levels of detail --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that say which level of a mipmapped array they read: by its number, or by how far
// apart the places are that neighbours read. A texture over anything else has one level.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_TEXTURE_LEVELS_H
#define MUSA_PORT_DEVICE_TEXTURE_LEVELS_H

#include "musa_port/device/texture.h"

#define __MUSA_TEXTURE template <class T> __device__ __forceinline__

/// The texture of one level, which has no others.
__device__ inline __musa_texture __musa_texture_level_at(const __musa_texture &texture, int level) {
  __musa_texture result = texture;
  const __musa_texture_level &at = texture.levels[level];
  result.data = at.data;
  result.row_bytes = at.row_bytes;
  result.slice_bytes = at.slice_bytes;
  for (int d = 0; d < 3; ++d)
    result.extent[d] = at.extent[d];
  return result;
}

/// Which levels `lod` takes: `first`, and the next if it has a weight.
__device__ inline __musa_texture_tap __musa_texture_levels_of(const __musa_texture &texture,
                                                              float lod) {
  const auto limit = [](float value, float least, float greatest) {
    return value > greatest ? greatest : value >= least ? value : least; // a NaN is the least
  };
  lod = limit(lod + texture.level_bias, texture.least_level, texture.greatest_level);
  lod = limit(lod, 0, static_cast<float>(texture.level_count - 1));
  if (!texture.linear_levels)
    return {static_cast<int>(__builtin_floorf(lod + 0.5f)), 0};
  const float first = __builtin_floorf(lod);
  return {static_cast<int>(first), __builtin_floorf((lod - first) * 256 + 0.5f) / 256};
}

/// `sample` reads one level, as __musa_sample() does.
template <class T, class Sample>
__device__ __forceinline__ T __musa_sample_levels(const __musa_texture &texture, float lod,
                                                  Sample sample) {
  using Texel = __musa_texel<T>;
  if (texture.level_count <= 1)
    return sample(texture);
  const __musa_texture_tap tap = __musa_texture_levels_of(texture, lod);
  const bool isOne = tap.weight == 0 || !Texel::is_float;
  float sums[Texel::count] = {};
  T value = {};
  for (int second = 0; second < (isOne ? 1 : 2); ++second) {
    const int last = static_cast<int>(texture.level_count) - 1;
    const int level = tap.first + second;
    value = sample(__musa_texture_level_at(texture, level < last ? level : last));
    float channels[Texel::count] = {};
    __builtin_memcpy(channels, &value, sizeof(T));
    for (unsigned c = 0; c < Texel::count; ++c)
      sums[c] += (second != 0 ? tap.weight : 1 - tap.weight) * channels[c];
  }
  if (!isOne)
    __builtin_memcpy(&value, sums, sizeof(T));
  return value;
}

/// The level at which the steps to the neighbours in x and in y are at most one element long. The
/// steps are in normalized coordinates.
__device__ inline float __musa_lod_of(const __musa_texture &texture, int dimensions,
                                      const float *dx, const float *dy) {
  float longest = 0; // its square
  for (const float *step : {dx, dy}) {
    float length = 0;
    for (int d = 0; d < dimensions; ++d) {
      const float elements = step[d] * static_cast<float>(texture.extent[d]);
      length += elements * elements;
    }
    longest = length > longest ? length : longest;
  }
  return 0.5f * __builtin_log2f(longest);
}

/// The same for directions into a cube: how far they move on the face that the direction hits.
__device__ inline float __musa_cube_lod_of(const __musa_texture &texture, float x, float y, float z,
                                           const float4 &dx, const float4 &dy) {
  const __musa_cube_axes axes = __musa_cube_axes_of(x, y, z);
  const float at[3] = {x, y, z};
  float steps[2][2];
  for (int i = 0; i < 2; ++i) {
    const float step[3] = {i == 0 ? dx.x : dy.x, i == 0 ? dx.y : dy.y, i == 0 ? dx.z : dy.z};
    const float major = at[axes.major] * axes.major_sign;
    const float majorStep = step[axes.major] * axes.major_sign;
    const float s = at[axes.s] * axes.s_sign, t = at[axes.t] * axes.t_sign;
    // s / major goes from -1 to 1.
    steps[i][0] = (step[axes.s] * axes.s_sign * major - s * majorStep) / (2 * major * major);
    steps[i][1] = (step[axes.t] * axes.t_sign * major - t * majorStep) / (2 * major * major);
  }
  return __musa_lod_of(texture, 2, steps[0], steps[1]);
}

// ---- by the number of the level

__MUSA_TEXTURE T tex1DLod(musaTextureObject_t object, float x, float level) {
  return __musa_sample_levels<T>(__musa_texture_of(object), level, [=](const __musa_texture &one) {
    return __musa_sample<T>(one, 1, x);
  });
}
__MUSA_TEXTURE T tex2DLod(musaTextureObject_t object, float x, float y, float level) {
  return __musa_sample_levels<T>(__musa_texture_of(object), level, [=](const __musa_texture &one) {
    return __musa_sample<T>(one, 2, x, y);
  });
}
__MUSA_TEXTURE T tex3DLod(musaTextureObject_t object, float x, float y, float z, float level) {
  return __musa_sample_levels<T>(__musa_texture_of(object), level, [=](const __musa_texture &one) {
    return __musa_sample<T>(one, 3, x, y, z);
  });
}
__MUSA_TEXTURE T tex1DLayeredLod(musaTextureObject_t object, float x, int layer, float level) {
  return __musa_sample_levels<T>(__musa_texture_of(object), level, [=](const __musa_texture &one) {
    return __musa_sample<T>(__musa_texture_layer(one, layer), 1, x);
  });
}
__MUSA_TEXTURE T tex2DLayeredLod(musaTextureObject_t object, float x, float y, int layer,
                                 float level) {
  return __musa_sample_levels<T>(__musa_texture_of(object), level, [=](const __musa_texture &one) {
    return __musa_sample<T>(__musa_texture_layer(one, layer), 2, x, y);
  });
}
__MUSA_TEXTURE T texCubemapLayeredLod(musaTextureObject_t object, float x, float y, float z,
                                      int layer, float level) {
  return __musa_sample_levels<T>(__musa_texture_of(object), level, [=](const __musa_texture &one) {
    return __musa_sample_cube<T>(one, x, y, z, layer);
  });
}
__MUSA_TEXTURE T texCubemapLod(musaTextureObject_t object, float x, float y, float z, float level) {
  return texCubemapLayeredLod<T>(object, x, y, z, 0, level);
}

// ---- by the steps to the neighbours

__MUSA_TEXTURE T tex1DGrad(musaTextureObject_t object, float x, float dx, float dy) {
  return tex1DLod<T>(object, x, __musa_lod_of(__musa_texture_of(object), 1, &dx, &dy));
}
__MUSA_TEXTURE T tex2DGrad(musaTextureObject_t object, float x, float y, float2 dx, float2 dy) {
  const float first[] = {dx.x, dx.y}, second[] = {dy.x, dy.y};
  return tex2DLod<T>(object, x, y, __musa_lod_of(__musa_texture_of(object), 2, first, second));
}
__MUSA_TEXTURE T tex3DGrad(musaTextureObject_t object, float x, float y, float z, float4 dx,
                           float4 dy) {
  const float first[] = {dx.x, dx.y, dx.z}, second[] = {dy.x, dy.y, dy.z};
  return tex3DLod<T>(object, x, y, z, __musa_lod_of(__musa_texture_of(object), 3, first, second));
}
__MUSA_TEXTURE T tex1DLayeredGrad(musaTextureObject_t object, float x, int layer, float dx,
                                  float dy) {
  return tex1DLayeredLod<T>(object, x, layer,
                            __musa_lod_of(__musa_texture_of(object), 1, &dx, &dy));
}
__MUSA_TEXTURE T tex2DLayeredGrad(musaTextureObject_t object, float x, float y, int layer,
                                  float2 dx, float2 dy) {
  const float first[] = {dx.x, dx.y}, second[] = {dy.x, dy.y};
  return tex2DLayeredLod<T>(object, x, y, layer,
                            __musa_lod_of(__musa_texture_of(object), 2, first, second));
}
__MUSA_TEXTURE T texCubemapLayeredGrad(musaTextureObject_t object, float x, float y, float z,
                                       int layer, float4 dx, float4 dy) {
  return texCubemapLayeredLod<T>(object, x, y, z, layer,
                                 __musa_cube_lod_of(__musa_texture_of(object), x, y, z, dx, dy));
}
__MUSA_TEXTURE T texCubemapGrad(musaTextureObject_t object, float x, float y, float z, float4 dx,
                                float4 dy) {
  return texCubemapLayeredGrad<T>(object, x, y, z, 0, dx, dy);
}

// Forms that store the result to *result.
#define __MUSA_UNPACK(...) __VA_ARGS__
#define __MUSA_STORE(name, parameters, arguments)                                                  \
  __MUSA_TEXTURE void name(T *result, musaTextureObject_t object, __MUSA_UNPACK parameters) {      \
    *result = name<T>(object, __MUSA_UNPACK arguments);                                            \
  }
__MUSA_STORE(tex1DLod, (float x, float level), (x, level))
__MUSA_STORE(tex2DLod, (float x, float y, float level), (x, y, level))
__MUSA_STORE(tex3DLod, (float x, float y, float z, float level), (x, y, z, level))
__MUSA_STORE(tex1DLayeredLod, (float x, int layer, float level), (x, layer, level))
__MUSA_STORE(tex2DLayeredLod, (float x, float y, int layer, float level), (x, y, layer, level))
__MUSA_STORE(texCubemapLod, (float x, float y, float z, float level), (x, y, z, level))
__MUSA_STORE(texCubemapLayeredLod, (float x, float y, float z, int layer, float level),
             (x, y, z, layer, level))
__MUSA_STORE(tex1DGrad, (float x, float dx, float dy), (x, dx, dy))
__MUSA_STORE(tex2DGrad, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))
__MUSA_STORE(tex3DGrad, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy))
__MUSA_STORE(tex1DLayeredGrad, (float x, int layer, float dx, float dy), (x, layer, dx, dy))
__MUSA_STORE(tex2DLayeredGrad, (float x, float y, int layer, float2 dx, float2 dy),
             (x, y, layer, dx, dy))
__MUSA_STORE(texCubemapGrad, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy))
__MUSA_STORE(texCubemapLayeredGrad, (float x, float y, float z, int layer, float4 dx, float4 dy),
             (x, y, z, layer, dx, dy))
#undef __MUSA_STORE
#undef __MUSA_UNPACK

#undef __MUSA_TEXTURE

#endif // MUSA_PORT_DEVICE_TEXTURE_LEVELS_H
