//===- musa_port/host/texture.h - what a texture or surface object points to --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between libmusart, which makes them, and device code, which reads them. On the host target a
// musaTextureObject_t and a musaSurfaceObject_t are addresses of these.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_TEXTURE_H
#define MUSA_PORT_HOST_TEXTURE_H

#include "texture_types.h"

enum __musa_component {
  __musa_signed8,
  __musa_signed16,
  __musa_signed32,
  __musa_unsigned8,
  __musa_unsigned16,
  __musa_unsigned32,
  __musa_float16,
  __musa_float32
};

struct __musa_texture {
  char *data;
  size_t row_bytes;   ///< from one row to the next
  size_t slice_bytes; ///< from one slice or layer to the next
  unsigned extent[3]; ///< elements; 1 where there is no such dimension
  unsigned channels;
  unsigned texel_bytes;
  enum __musa_component component;
  // Of textures alone.
  enum musaTextureAddressMode address[3];
  bool linear; ///< filtering
  bool normalized_coords;
  bool normalized_read; ///< integers are read as numbers of [0, 1] or [-1, 1]
  bool srgb;
  float border[4];
};

#endif // MUSA_PORT_HOST_TEXTURE_H
