//===- musa_port/device/texture.h - reading textures -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Filtering is linear or off. Its weights have 8 fraction bits, as in CUDA. These functions read
// the first level of detail; texture_levels.h has those that take a level or derivatives.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_TEXTURE_H
#define MUSA_PORT_DEVICE_TEXTURE_H

#include "musa_port/device/narrow_float.h"
#include "musa_port/host/texture.h"
#include "vector_types.h"

#define __MUSA_TEXTURE template <class T> __device__ __forceinline__

/// The type of T's components: float for float4; T itself if T has no member x.
template <class T> __device__ auto __musa_component_of(int) -> decltype(T().x);
template <class T> __device__ T __musa_component_of(long);

__device__ __forceinline__ const __musa_texture &__musa_texture_of(unsigned long long object) {
  return *reinterpret_cast<const __musa_texture *>(object);
}

// ---- one element

/// Returns the byte offset of an index in dimension `d`, or -1 in the border.
__device__ __forceinline__ long __musa_texel_offset(const __musa_texture &texture, int d,
                                                    int index) {
  const int last = static_cast<int>(texture.extent[d]) - 1;
  if (index < 0 || index > last) {
    const musaTextureAddressMode mode = texture.address[d];
    if (mode == musaAddressModeBorder)
      return -1;
    // Wrapping goes to the other end, as a wrapped coordinate is at most one element outside.
    index = (index < 0) == (mode == musaAddressModeWrap) ? last : 0;
  }
  const size_t step = d == 0   ? texture.texel_bytes
                      : d == 1 ? texture.row_bytes
                               : texture.slice_bytes;
  return static_cast<long>(static_cast<size_t>(index) * step);
}

template <class C> __device__ __forceinline__ C __musa_component_at(const char *address) {
  C value;
  __builtin_memcpy(&value, address, sizeof(C));
  return value;
}

__device__ inline float __musa_from_srgb(float value) {
  return value <= 0.04045f ? value / 12.92f : __builtin_powf((value + 0.055f) / 1.055f, 2.4f);
}

/// Channel `c` of an element as a float. Normalized reads map integers to [0, 1] or [-1, 1].
__device__ inline float __musa_float_channel(const __musa_texture &texture, const char *texel,
                                             unsigned c) {
  if (texel == nullptr)
    return texture.border[c];
  if (c >= texture.channels)
    return 0;
  const auto normalized = [&](float value, float greatest) {
    return texture.normalized_read ? (value < -greatest ? -1.0f : value / greatest) : value;
  };
  switch (texture.component) {
  case __musa_signed8:
    return normalized(__musa_component_at<signed char>(texel + c), 127.0f);
  case __musa_signed16:
    return normalized(__musa_component_at<short>(texel + c * 2), 32767.0f);
  case __musa_unsigned8: {
    const float value = normalized(__musa_component_at<unsigned char>(texel + c), 255.0f);
    return texture.srgb && c < 3 ? __musa_from_srgb(value) : value;
  }
  case __musa_unsigned16:
    return normalized(__musa_component_at<unsigned short>(texel + c * 2), 65535.0f);
  case __musa_float16:
    return __musa_format_half::widen(__musa_component_at<unsigned short>(texel + c * 2));
  case __musa_signed32: // the bits unchanged: nothing says what they mean
  case __musa_unsigned32:
  case __musa_float32:
    return __musa_component_at<float>(texel + c * 4);
  }
  return 0;
}

/// Channel `c` of an element, converted to the integer type C.
template <class C>
__device__ inline C __musa_integer_channel(const __musa_texture &texture, const char *texel,
                                           unsigned c) {
  if (texel == nullptr)
    return static_cast<C>(texture.border[c]);
  if (c >= texture.channels)
    return 0;
  switch (texture.component) {
  case __musa_signed8:
    return static_cast<C>(__musa_component_at<signed char>(texel + c));
  case __musa_signed16:
    return static_cast<C>(__musa_component_at<short>(texel + c * 2));
  case __musa_signed32:
    return static_cast<C>(__musa_component_at<int>(texel + c * 4));
  case __musa_unsigned8:
    return static_cast<C>(__musa_component_at<unsigned char>(texel + c));
  case __musa_unsigned16:
  case __musa_float16:
    return static_cast<C>(__musa_component_at<unsigned short>(texel + c * 2));
  case __musa_unsigned32:
  case __musa_float32:
    return static_cast<C>(__musa_component_at<unsigned>(texel + c * 4));
  }
  return 0;
}

/// Reads elements as T, which consists of one, two or four components of type C.
template <class T, class C> struct __musa_texel_reader {
  static_assert(sizeof(C) <= 4, "textures have components of 8, 16 and 32 bits");
  using component = C;
  static constexpr unsigned count = sizeof(T) / sizeof(C);
  static constexpr bool is_float = static_cast<C>(0.5f) != static_cast<C>(0);

  __device__ static float channel(const __musa_texture &texture, const char *texel, unsigned c,
                                  float) {
    return __musa_float_channel(texture, texel, c);
  }
  template <class Integer>
  __device__ static Integer channel(const __musa_texture &texture, const char *texel, unsigned c,
                                    Integer) {
    return __musa_integer_channel<Integer>(texture, texel, c);
  }
  __device__ static C channel(const __musa_texture &texture, const char *texel, unsigned c) {
    return channel(texture, texel, c, C());
  }
  __device__ static T read(const __musa_texture &texture, const char *texel) {
    C channels[count];
    for (unsigned c = 0; c < count; ++c)
      channels[c] = channel(texture, texel, c);
    return __builtin_bit_cast(T, channels);
  }
};
template <class T> using __musa_texel = __musa_texel_reader<T, decltype(__musa_component_of<T>(0))>;

// ---- coordinates

/// Converts a coordinate of dimension `d` to elements. It wraps or mirrors normalized coordinates.
__device__ inline float __musa_texture_position(const __musa_texture &texture, int d, float x) {
  const auto extent = static_cast<float>(texture.extent[d]);
  if (texture.normalized_coords) {
    const float whole = __builtin_floorf(x);
    if (texture.address[d] == musaAddressModeWrap)
      x -= whole;
    else if (texture.address[d] == musaAddressModeMirror)
      x = __builtin_fmodf(whole, 2.0f) != 0 // just below 1 - ..., as the element's other edge is
              ? (1 - (x - whole)) * 0x1.fffffep-1f
              : x - whole;
    x *= extent;
  }
  // Limit it to just outside the texture, because the index is an int; a NaN counts as 0.
  return x > -2.0f ? (x < extent + 2 ? x : extent + 2) : x < 0 ? -2.0f : 0.0f;
}

/// Linear filtering takes elements `first` and first + 1 of a dimension; `weight` is the second's.
struct __musa_texture_tap {
  int first;
  float weight;
};
__device__ inline __musa_texture_tap __musa_texture_tap_at(float position) {
  const float centred = position - 0.5f;
  const float first = __builtin_floorf(centred);
  // The weight has 8 fraction bits.
  return {static_cast<int>(first), __builtin_floorf((centred - first) * 256 + 0.5f) / 256};
}

/// The texture of one layer. Layers are not filtered; an index out of range takes the nearest one.
__device__ inline __musa_texture __musa_texture_layer(const __musa_texture &texture, int layer) {
  const int last = static_cast<int>(texture.extent[2]) - 1;
  __musa_texture result = texture;
  result.data += texture.slice_bytes * static_cast<size_t>(layer < 0      ? 0
                                                           : layer > last ? last
                                                                          : layer);
  result.extent[2] = 1;
  return result;
}

// ---- sampling

/// Samples a texture. Only the first `dimensions` coordinates count.
__MUSA_TEXTURE T __musa_sample(const __musa_texture &texture, int dimensions, float x, float y = 0,
                               float z = 0) {
  using Texel = __musa_texel<T>;
  const float coordinates[3] = {x, y, z};
  // Only values that are read as float can be filtered.
  if (!texture.linear || !Texel::is_float) {
    const char *texel = texture.data;
    for (int d = 0; d < dimensions; ++d) {
      const float position = __musa_texture_position(texture, d, coordinates[d]);
      const long offset =
          __musa_texel_offset(texture, d, static_cast<int>(__builtin_floorf(position)));
      texel = texel != nullptr && offset >= 0 ? texel + offset : nullptr;
    }
    return Texel::read(texture, texel);
  }
  long offsets[3][2] = {};
  float weights[3][2] = {};
  for (int d = 0; d < dimensions; ++d) {
    const __musa_texture_tap tap =
        __musa_texture_tap_at(__musa_texture_position(texture, d, coordinates[d]));
    for (int second = 0; second < 2; ++second)
      offsets[d][second] = __musa_texel_offset(texture, d, tap.first + second);
    weights[d][0] = 1 - tap.weight;
    weights[d][1] = tap.weight;
  }
  float sums[Texel::count] = {};
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    float weight = 1;
    const char *texel = texture.data;
    for (int d = 0; d < dimensions; ++d) {
      const int second = corner >> d & 1;
      weight *= weights[d][second];
      const long offset = offsets[d][second];
      texel = texel != nullptr && offset >= 0 ? texel + offset : nullptr;
    }
    if (weight == 0)
      continue;
    for (unsigned c = 0; c < Texel::count; ++c)
      sums[c] += weight * __musa_float_channel(texture, texel, c);
  }
  T result;
  __builtin_memcpy(&result, sums, sizeof(T));
  return result;
}

/// The face of a cube that a direction hits, and the axes on it: which of x, y and z they are, and
/// in which direction. The face is across the major axis.
struct __musa_cube_axes {
  int face;
  int major, s, t;
  float major_sign, s_sign, t_sign;
};
__device__ inline __musa_cube_axes __musa_cube_axes_of(float x, float y, float z) {
  const float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z);
  if (az >= ax && az >= ay) { // the last of equals, as on an NVIDIA H200
    const float sign = z >= 0 ? 1 : -1;
    return {z >= 0 ? 4 : 5, 2, 0, 1, sign, sign, -1};
  }
  if (ay >= ax) {
    const float sign = y >= 0 ? 1 : -1;
    return {y >= 0 ? 2 : 3, 1, 0, 2, sign, 1, sign};
  }
  const float sign = x >= 0 ? 1 : -1;
  return {x >= 0 ? 0 : 1, 0, 2, 1, sign, -sign, -1};
}

/// The face that a direction hits, and the position on it, from 0 to 1 in s and in t.
struct __musa_cube_place {
  int face;
  float s, t;
};
__device__ inline __musa_cube_place __musa_cube_place_of(float x, float y, float z) {
  const __musa_cube_axes axes = __musa_cube_axes_of(x, y, z);
  const float at[3] = {x, y, z};
  const float major = at[axes.major] * axes.major_sign;
  return {axes.face, (at[axes.s] * axes.s_sign / major + 1) / 2,
          (at[axes.t] * axes.t_sign / major + 1) / 2};
}
/// Samples a cube map. Filtering does not continue across the edges of the cube.
__MUSA_TEXTURE T __musa_sample_cube(const __musa_texture &texture, float x, float y, float z,
                                    int layer) {
  const __musa_cube_place place = __musa_cube_place_of(x, y, z);
  __musa_texture face = __musa_texture_layer(texture, layer * 6 + place.face);
  face.normalized_coords = true;
  face.address[0] = face.address[1] = musaAddressModeClamp;
  return __musa_sample<T>(face, 2, place.s, place.t);
}

// ---- what programs call

/// Reads the element with the index x. Outside the texture the result is 0.
__MUSA_TEXTURE T tex1Dfetch(musaTextureObject_t object, int x) {
  const __musa_texture &texture = __musa_texture_of(object);
  if (x < 0 || static_cast<unsigned>(x) >= texture.extent[0])
    return T{};
  return __musa_texel<T>::read(texture,
                               texture.data + static_cast<size_t>(x) * texture.texel_bytes);
}
__MUSA_TEXTURE T tex1D(musaTextureObject_t object, float x) {
  return __musa_sample<T>(__musa_texture_of(object), 1, x);
}
__MUSA_TEXTURE T tex2D(musaTextureObject_t object, float x, float y) {
  return __musa_sample<T>(__musa_texture_of(object), 2, x, y);
}
__MUSA_TEXTURE T tex3D(musaTextureObject_t object, float x, float y, float z) {
  return __musa_sample<T>(__musa_texture_of(object), 3, x, y, z);
}
__MUSA_TEXTURE T tex1DLayered(musaTextureObject_t object, float x, int layer) {
  return __musa_sample<T>(__musa_texture_layer(__musa_texture_of(object), layer), 1, x);
}
__MUSA_TEXTURE T tex2DLayered(musaTextureObject_t object, float x, float y, int layer) {
  return __musa_sample<T>(__musa_texture_layer(__musa_texture_of(object), layer), 2, x, y);
}
__MUSA_TEXTURE T texCubemap(musaTextureObject_t object, float x, float y, float z) {
  return __musa_sample_cube<T>(__musa_texture_of(object), x, y, z, 0);
}
__MUSA_TEXTURE T texCubemapLayered(musaTextureObject_t object, float x, float y, float z,
                                   int layer) {
  return __musa_sample_cube<T>(__musa_texture_of(object), x, y, z, layer);
}

/// Returns one channel of each of the four elements that linear filtering would take.
__MUSA_TEXTURE T tex2Dgather(musaTextureObject_t object, float x, float y, int channel = 0) {
  using Texel = __musa_texel<T>;
  const __musa_texture &texture = __musa_texture_of(object);
  const int column = __musa_texture_tap_at(__musa_texture_position(texture, 0, x)).first;
  const int row = __musa_texture_tap_at(__musa_texture_position(texture, 1, y)).first;
  const int order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  typename Texel::component values[4];
  for (int i = 0; i < 4; ++i) {
    const long across = __musa_texel_offset(texture, 0, column + order[i][0]);
    const long down = __musa_texel_offset(texture, 1, row + order[i][1]);
    const char *texel = across < 0 || down < 0 ? nullptr : texture.data + across + down;
    values[i] = Texel::channel(texture, texel, static_cast<unsigned>(channel));
  }
  return __builtin_bit_cast(T, values);
}

// Forms that store the result to *result.
__MUSA_TEXTURE void tex1Dfetch(T *result, musaTextureObject_t object, int x) {
  *result = tex1Dfetch<T>(object, x);
}
__MUSA_TEXTURE void tex1D(T *result, musaTextureObject_t object, float x) {
  *result = tex1D<T>(object, x);
}
__MUSA_TEXTURE void tex2D(T *result, musaTextureObject_t object, float x, float y) {
  *result = tex2D<T>(object, x, y);
}
__MUSA_TEXTURE void tex3D(T *result, musaTextureObject_t object, float x, float y, float z) {
  *result = tex3D<T>(object, x, y, z);
}
__MUSA_TEXTURE void tex1DLayered(T *result, musaTextureObject_t object, float x, int layer) {
  *result = tex1DLayered<T>(object, x, layer);
}
__MUSA_TEXTURE void tex2DLayered(T *result, musaTextureObject_t object, float x, float y,
                                 int layer) {
  *result = tex2DLayered<T>(object, x, y, layer);
}
__MUSA_TEXTURE void texCubemap(T *result, musaTextureObject_t object, float x, float y, float z) {
  *result = texCubemap<T>(object, x, y, z);
}
__MUSA_TEXTURE void texCubemapLayered(T *result, musaTextureObject_t object, float x, float y,
                                      float z, int layer) {
  *result = texCubemapLayered<T>(object, x, y, z, layer);
}

#undef __MUSA_TEXTURE

#endif // MUSA_PORT_DEVICE_TEXTURE_H
