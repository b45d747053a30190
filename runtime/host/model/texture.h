//===- host/model/texture.h - texture and surface objects -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_TEXTURE_H
#define MUSAPORT_HOST_MODEL_TEXTURE_H

#include "model/handles.h"

#include "driver_types.h"
#include "musa_port/host/texture.h"

#include <memory>
#include <optional>
#include <vector>

namespace musart {

/// What device code reads comes first: a handle is the address of both.
struct Texture : __musa_texture {
  musaResourceDesc resource = {};
  musaTextureDesc texture = {};
  musaResourceViewDesc view = {};
  std::vector<__musa_texture_level> ownLevels;
  int device = 0;                      ///< whose kernels read it
  std::optional<unsigned> driverFlags; ///< as the driver API was given them
};

// These throw musaErrorInvalidValue, what array.h's find functions throw, and an error of the
// format or the sampling. A surface is over an array that was made for surfaces.

/// `view`: which levels it has, in the array's own format; null: all.
std::shared_ptr<Texture> makeTexture(const musaResourceDesc &resource,
                                     const musaTextureDesc &sampling,
                                     const musaResourceViewDesc *view = nullptr);
std::shared_ptr<Texture> makeSurface(const musaResourceDesc &resource);

using TextureTable = HandleTable<__musa_texture *, Texture>;
TextureTable &textures();
TextureTable &surfaces();

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_TEXTURE_H
