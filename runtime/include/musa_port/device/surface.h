//===- musa_port/device/surface.h - reading and writing surfaces --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The x coordinate of a surface access counts bytes. The other coordinates count elements.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_SURFACE_H
#define MUSA_PORT_DEVICE_SURFACE_H

#include "musa_port/device/control.h"
#include "musa_port/host/texture.h"
#include "surface_types.h"

/// Returns where `bytes` bytes are in a surface. Outside, `mode` decides: trap, null, or clamp.
__device__ inline char *__musa_surface_at(musaSurfaceObject_t object, int bytes, int x, int y,
                                          int z, musaSurfaceBoundaryMode mode, const char *file,
                                          unsigned line) {
  const __musa_texture &surface = *reinterpret_cast<const __musa_texture *>(object);
  const int last[3] = {
      static_cast<int>(surface.extent[0] * surface.texel_bytes) - bytes,
      static_cast<int>(surface.extent[1]) - 1,
      static_cast<int>(surface.extent[2]) - 1,
  };
  int at[3] = {x, y, z};
  for (int d = 0; d < 3; ++d) {
    if (at[d] >= 0 && at[d] <= last[d])
      continue;
    if (mode == musaBoundaryModeTrap)
      __trap(file, line);
    if (mode == musaBoundaryModeZero)
      return nullptr;
    at[d] = at[d] < 0 ? 0 : last[d];
  }
  return surface.data + static_cast<size_t>(at[2]) * surface.slice_bytes +
         static_cast<size_t>(at[1]) * surface.row_bytes + static_cast<size_t>(at[0]);
}

// Defines name##read(), which returns the value or stores it to *value, and name##write().
#define __MUSA_SURFACE(name, parameters, at)                                                       \
  template <class T>                                                                               \
  __device__ __forceinline__ T name##read(musaSurfaceObject_t object, __MUSA_UNPACK parameters,    \
                                          musaSurfaceBoundaryMode mode = musaBoundaryModeTrap,     \
                                          __MUSA_PLACE) {                                          \
    T value = {};                                                                                  \
    if (const char *from =                                                                         \
            __musa_surface_at(object, sizeof(T), __MUSA_UNPACK at, mode, __file, __line))          \
      __builtin_memcpy(&value, from, sizeof(T));                                                   \
    return value;                                                                                  \
  }                                                                                                \
  template <class T>                                                                               \
  __device__ __forceinline__ void name##read(                                                      \
      T *value, musaSurfaceObject_t object, __MUSA_UNPACK parameters,                              \
      musaSurfaceBoundaryMode mode = musaBoundaryModeTrap, __MUSA_PLACE) {                         \
    *value = T{};                                                                                  \
    if (const char *from =                                                                         \
            __musa_surface_at(object, sizeof(T), __MUSA_UNPACK at, mode, __file, __line))          \
      __builtin_memcpy(value, from, sizeof(T));                                                    \
  }                                                                                                \
  template <class T>                                                                               \
  __device__ __forceinline__ void name##write(                                                     \
      T value, musaSurfaceObject_t object, __MUSA_UNPACK parameters,                               \
      musaSurfaceBoundaryMode mode = musaBoundaryModeTrap, __MUSA_PLACE) {                         \
    if (char *to = __musa_surface_at(object, sizeof(T), __MUSA_UNPACK at, mode, __file, __line))   \
      __builtin_memcpy(to, &value, sizeof(T));                                                     \
  }
#define __MUSA_UNPACK(...) __VA_ARGS__

__MUSA_SURFACE(surf1D, (int x), (x, 0, 0))
__MUSA_SURFACE(surf2D, (int x, int y), (x, y, 0))
__MUSA_SURFACE(surf3D, (int x, int y, int z), (x, y, z))
__MUSA_SURFACE(surf1DLayered, (int x, int layer), (x, 0, layer))
__MUSA_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer))
__MUSA_SURFACE(surfCubemap, (int x, int y, int face), (x, y, face))
__MUSA_SURFACE(surfCubemapLayered, (int x, int y, int layer_face), (x, y, layer_face))

#undef __MUSA_SURFACE
#undef __MUSA_UNPACK

#endif // MUSA_PORT_DEVICE_SURFACE_H
