//===- host/model/texture.h - texture and surface objects -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_TEXTURE_H
#define MUSAPORT_HOST_MODEL_TEXTURE_H

#include "model/handles.h"

#include "driver_types.h"
#include "musa_port/host/texture.h"

namespace musart {

/// What device code reads comes first: a handle is the address of both.
struct Texture : __musa_texture {
  musaResourceDesc resource = {};
  musaTextureDesc texture = {};
  musaResourceViewDesc view = {};
  int device = 0; ///< whose kernels read it
};

// These throw musaErrorInvalidValue, also for mipmapped arrays, what array.h's findArray() throws,
// and an error of the format or the sampling. A surface is over an array that was made for
// surfaces.
std::shared_ptr<Texture> makeTexture(const musaResourceDesc &resource,
                                     const musaTextureDesc &sampling);
std::shared_ptr<Texture> makeSurface(const musaResourceDesc &resource);

using TextureTable = HandleTable<__musa_texture *, Texture>;
TextureTable &textures();
TextureTable &surfaces();

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_TEXTURE_H
