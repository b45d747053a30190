//===- musa_port/texture_reference.h - texture and surface references --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A texture reference is a variable of the file: the host binds memory to it, and kernels read it
// by its name. CUDA had them until version 11. Their types, texture and surface, are in a
// namespace, since a program of today may call its own so: mcc looks there for a name that it finds
// nowhere else.
//
// To device code the variable is one word, the object that it is bound to: Clang knows the types by
// their attributes.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_TEXTURE_REFERENCE_H
#define MUSA_PORT_TEXTURE_REFERENCE_H

#include "musa_port/device/surface.h"
#include "musa_port/device/texture_levels.h"
#include "musa_runtime_api.h"

namespace __musa_references {

template <class T, int Type = musaTextureType1D, musaTextureReadMode Mode = musaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {
  __host__ texture(int normalized = 0, musaTextureFilterMode filter = musaFilterModePoint,
                   musaTextureAddressMode address = musaAddressModeClamp)
      : texture(normalized, filter, address, musaCreateChannelDesc<T>()) {}
  __host__ texture(int normalized, musaTextureFilterMode filter, musaTextureAddressMode address,
                   musaChannelFormatDesc format)
      : textureReference{normalized, filter, {address, address, address}, format} {}
};

template <class T, int Type = musaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : surfaceReference {};

/// What reading a texture of T in a mode returns.
template <class T, musaTextureReadMode Mode, class Component = decltype(__musa_component_of<T>(0))>
struct __musa_read {
  using type = T;
};
template <class T, class Component, bool IsVector = !__is_same(T, Component)>
struct __musa_normalized {
  using type = float;
};
template <unsigned N> struct __musa_floats {
  using type = float4;
};
template <> struct __musa_floats<1> {
  using type = float1;
};
template <> struct __musa_floats<2> {
  using type = float2;
};
template <class T, class Component>
struct __musa_normalized<T, Component, true> : __musa_floats<sizeof(T) / sizeof(Component)> {};
template <class T, class Component>
struct __musa_read<T, musaReadModeNormalizedFloat, Component> : __musa_normalized<T, Component> {};
template <class T, musaTextureReadMode Mode>
using __musa_read_t = typename __musa_read<T, Mode>::type;

/// The object that a variable of these types is in device code.
template <class Reference>
__device__ __forceinline__ unsigned long long __musa_object_of(const Reference &reference) {
  unsigned long long object;
  __builtin_memcpy(&object, static_cast<const void *>(&reference), sizeof(object));
  return object;
}

} // namespace __musa_references

// ---- reading and writing, as by an object

#define __MUSA_UNPACK(...) __VA_ARGS__
#define __MUSA_READ(name, kind, parameters, arguments)                                             \
  template <class T, musaTextureReadMode Mode>                                                     \
  __device__ __forceinline__ __musa_references::__musa_read_t<T, Mode> name(                       \
      const __musa_references::texture<T, musaTextureType##kind, Mode> &reference,                 \
      __MUSA_UNPACK parameters) {                                                                  \
    return name<__musa_references::__musa_read_t<T, Mode>>(                                        \
        __musa_references::__musa_object_of(reference), __MUSA_UNPACK arguments);                  \
  }

__MUSA_READ(tex1Dfetch, 1D, (int x), (x))
__MUSA_READ(tex1D, 1D, (float x), (x))
__MUSA_READ(tex2D, 2D, (float x, float y), (x, y))
__MUSA_READ(tex3D, 3D, (float x, float y, float z), (x, y, z))
__MUSA_READ(tex1DLayered, 1DLayered, (float x, int layer), (x, layer))
__MUSA_READ(tex2DLayered, 2DLayered, (float x, float y, int layer), (x, y, layer))
__MUSA_READ(texCubemap, Cubemap, (float x, float y, float z), (x, y, z))
__MUSA_READ(texCubemapLayered, CubemapLayered, (float x, float y, float z, int layer),
            (x, y, z, layer))
__MUSA_READ(tex1DLod, 1D, (float x, float level), (x, level))
__MUSA_READ(tex2DLod, 2D, (float x, float y, float level), (x, y, level))
__MUSA_READ(tex3DLod, 3D, (float x, float y, float z, float level), (x, y, z, level))
__MUSA_READ(tex1DLayeredLod, 1DLayered, (float x, int layer, float level), (x, layer, level))
__MUSA_READ(tex2DLayeredLod, 2DLayered, (float x, float y, int layer, float level),
            (x, y, layer, level))
__MUSA_READ(texCubemapLod, Cubemap, (float x, float y, float z, float level), (x, y, z, level))
__MUSA_READ(texCubemapLayeredLod, CubemapLayered,
            (float x, float y, float z, int layer, float level), (x, y, z, layer, level))
__MUSA_READ(tex1DGrad, 1D, (float x, float dx, float dy), (x, dx, dy))
__MUSA_READ(tex2DGrad, 2D, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))
__MUSA_READ(tex3DGrad, 3D, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy))
__MUSA_READ(tex1DLayeredGrad, 1DLayered, (float x, int layer, float dx, float dy),
            (x, layer, dx, dy))
__MUSA_READ(tex2DLayeredGrad, 2DLayered, (float x, float y, int layer, float2 dx, float2 dy),
            (x, y, layer, dx, dy))
#undef __MUSA_READ

namespace __musa_references {

/// What tex2Dgather() returns: float4, or int4 or uint4 of integers.
template <bool IsFloat, bool IsSigned> struct __musa_gathered {
  using type = float4;
};
template <> struct __musa_gathered<false, true> {
  using type = int4;
};
template <> struct __musa_gathered<false, false> {
  using type = uint4;
};
template <class T, musaTextureReadMode Mode>
using __musa_gathered_t =
    typename __musa_gathered<Mode == musaReadModeNormalizedFloat || __musa_texel<T>::is_float,
                             (static_cast<typename __musa_texel<T>::component>(-1) < 0)>::type;

} // namespace __musa_references

/// One channel of four elements.
template <class T, musaTextureReadMode Mode>
__device__ __forceinline__ __musa_references::__musa_gathered_t<T, Mode>
tex2Dgather(const __musa_references::texture<T, musaTextureType2D, Mode> &reference, float x,
            float y, int channel = 0) {
  return tex2Dgather<__musa_references::__musa_gathered_t<T, Mode>>(
      __musa_references::__musa_object_of(reference), x, y, channel);
}

#define __MUSA_SURFACE(name, kind, parameters, arguments)                                          \
  template <class T, class Element>                                                                \
  __device__ __forceinline__ T name##read(                                                         \
      const __musa_references::surface<Element, musaSurfaceType##kind> &reference,                 \
      __MUSA_UNPACK parameters, musaSurfaceBoundaryMode mode = musaBoundaryModeTrap,               \
      __MUSA_PLACE) {                                                                              \
    return name##read<T>(__musa_references::__musa_object_of(reference), __MUSA_UNPACK arguments,  \
                         mode, __file, __line);                                                    \
  }                                                                                                \
  template <class T, class Element>                                                                \
  __device__ __forceinline__ void name##read(                                                      \
      T *value, const __musa_references::surface<Element, musaSurfaceType##kind> &reference,       \
      __MUSA_UNPACK parameters, musaSurfaceBoundaryMode mode = musaBoundaryModeTrap,               \
      __MUSA_PLACE) {                                                                              \
    name##read(value, __musa_references::__musa_object_of(reference), __MUSA_UNPACK arguments,     \
               mode, __file, __line);                                                              \
  }                                                                                                \
  template <class T, class Element>                                                                \
  __device__ __forceinline__ void name##write(                                                     \
      T value, const __musa_references::surface<Element, musaSurfaceType##kind> &reference,        \
      __MUSA_UNPACK parameters, musaSurfaceBoundaryMode mode = musaBoundaryModeTrap,               \
      __MUSA_PLACE) {                                                                              \
    name##write(value, __musa_references::__musa_object_of(reference), __MUSA_UNPACK arguments,    \
                mode, __file, __line);                                                             \
  }

__MUSA_SURFACE(surf1D, 1D, (int x), (x))
__MUSA_SURFACE(surf2D, 2D, (int x, int y), (x, y))
__MUSA_SURFACE(surf3D, 3D, (int x, int y, int z), (x, y, z))
__MUSA_SURFACE(surf1DLayered, 1DLayered, (int x, int layer), (x, layer))
__MUSA_SURFACE(surf2DLayered, 2DLayered, (int x, int y, int layer), (x, y, layer))
__MUSA_SURFACE(surfCubemap, Cubemap, (int x, int y, int face), (x, y, face))
__MUSA_SURFACE(surfCubemapLayered, CubemapLayered, (int x, int y, int layer_face),
               (x, y, layer_face))
#undef __MUSA_SURFACE
#undef __MUSA_UNPACK

// ---- binding: the forms of CUDA's C++ interface, by the variable

template <class T, int Type, musaTextureReadMode Mode>
static inline musaError_t
musaBindTexture(size_t *offset, const __musa_references::texture<T, Type, Mode> &reference,
                const void *devPtr, const musaChannelFormatDesc &format, size_t size = 0xffffffff) {
  return ::musaBindTexture(offset, &reference, devPtr, &format, size);
}
template <class T, int Type, musaTextureReadMode Mode>
static inline musaError_t
musaBindTexture(size_t *offset, const __musa_references::texture<T, Type, Mode> &reference,
                const void *devPtr, size_t size = 0xffffffff) {
  return ::musaBindTexture(offset, &reference, devPtr, &reference.channelDesc, size);
}
template <class T, int Type, musaTextureReadMode Mode>
static inline musaError_t
musaBindTexture2D(size_t *offset, const __musa_references::texture<T, Type, Mode> &reference,
                  const void *devPtr, const musaChannelFormatDesc &format, size_t width,
                  size_t height, size_t pitch) {
  return ::musaBindTexture2D(offset, &reference, devPtr, &format, width, height, pitch);
}
template <class T, int Type, musaTextureReadMode Mode>
static inline musaError_t
musaBindTexture2D(size_t *offset, const __musa_references::texture<T, Type, Mode> &reference,
                  const void *devPtr, size_t width, size_t height, size_t pitch) {
  return ::musaBindTexture2D(offset, &reference, devPtr, &reference.channelDesc, width, height,
                             pitch);
}
template <class T, int Type, musaTextureReadMode Mode>
static inline musaError_t
musaBindTextureToArray(const __musa_references::texture<T, Type, Mode> &reference,
                       musaArray_const_t array, const musaChannelFormatDesc &format) {
  return ::musaBindTextureToArray(&reference, array, &format);
}
template <class T, int Type, musaTextureReadMode Mode>
static inline musaError_t
musaBindTextureToArray(const __musa_references::texture<T, Type, Mode> &reference,
                       musaArray_const_t array) {
  musaChannelFormatDesc format;
  const musaError_t error = ::musaGetChannelDesc(&format, array);
  return error == musaSuccess ? ::musaBindTextureToArray(&reference, array, &format) : error;
}
template <class T, int Type, musaTextureReadMode Mode>
static inline musaError_t
musaBindTextureToMipmappedArray(const __musa_references::texture<T, Type, Mode> &reference,
                                musaMipmappedArray_const_t array,
                                const musaChannelFormatDesc &format) {
  return ::musaBindTextureToMipmappedArray(&reference, array, &format);
}
template <class T, int Type, musaTextureReadMode Mode>
static inline musaError_t
musaUnbindTexture(const __musa_references::texture<T, Type, Mode> &reference) {
  return ::musaUnbindTexture(&reference);
}
template <class T, int Type, musaTextureReadMode Mode>
static inline musaError_t
musaGetTextureAlignmentOffset(size_t *offset,
                              const __musa_references::texture<T, Type, Mode> &reference) {
  return ::musaGetTextureAlignmentOffset(offset, &reference);
}
template <class T, int Type>
static inline musaError_t
musaBindSurfaceToArray(const __musa_references::surface<T, Type> &reference,
                       musaArray_const_t array, const musaChannelFormatDesc &format) {
  return ::musaBindSurfaceToArray(&reference, array, &format);
}
template <class T, int Type>
static inline musaError_t
musaBindSurfaceToArray(const __musa_references::surface<T, Type> &reference,
                       musaArray_const_t array) {
  musaChannelFormatDesc format;
  const musaError_t error = ::musaGetChannelDesc(&format, array);
  return error == musaSuccess ? ::musaBindSurfaceToArray(&reference, array, &format) : error;
}

#endif // MUSA_PORT_TEXTURE_REFERENCE_H
