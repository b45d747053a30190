//===- musa_port/host/texture.h - what a texture or surface object points to --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libmusart makes these structs and device code reads them. On the host target, a
// musaTextureObject_t or a musaSurfaceObject_t is the address of one.
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

/// One level of a mipmapped array; like the same members of the texture, which are the first's.
struct __musa_texture_level {
  char *data;
  size_t row_bytes;
  size_t slice_bytes;
  unsigned extent[3];
};

struct __musa_texture {
  char *data;
  size_t row_bytes;   ///< distance from one row to the next
  size_t slice_bytes; ///< distance from one slice or layer to the next
  unsigned extent[3]; ///< size in elements; 1 for a dimension that does not exist
  unsigned channels;
  unsigned texel_bytes;
  enum __musa_component component;
  // Only textures use the members below; surfaces do not.
  enum musaTextureAddressMode address[3];
  bool linear; ///< whether reads filter linearly
  bool normalized_coords;
  bool normalized_read; ///< integers are read as floats in [0, 1] or [-1, 1]
  bool srgb;
  float border[4];
  const struct __musa_texture_level *levels; ///< null if there is only one level
  unsigned level_count;
  bool linear_levels; ///< whether reads filter linearly between two levels
  float level_bias;
  float least_level; ///< what the level is limited to, after the bias
  float greatest_level;
};

#endif // MUSA_PORT_HOST_TEXTURE_H
