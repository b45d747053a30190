//===- host/model/texture_reference.h - texture and surface references --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_TEXTURE_REFERENCE_H
#define MUSAPORT_HOST_MODEL_TEXTURE_REFERENCE_H

#include "driver_types.h"
#include "model/texture.h"
#include "musa_port/host/texture.h"

#include <cstdint>
#include <memory>

namespace musart {

/// What the program's code says of a reference.
struct ReferenceType {
  bool isTexture = false; ///< or a surface
  musaTextureReadMode readMode = musaReadModeElementType;
};

/// A variable of the program's of the type texture<> or surface<>. Device code reads the object
/// from it, the address of a __musa_texture, or null if nothing is bound.
struct TextureReference {
  ReferenceType type;
  uint64_t registration = 0; ///< another one if its library is loaded again, even to this address
  __musa_texture **object = nullptr;
};

/// What a kernel reads from now on; null: nothing. Kernels that may read what was bound before are
/// done first.
void bindReference(const TextureReference &reference, std::shared_ptr<Texture> bound);

/// The address in host code of the reference whose variable in device code is at `word`; null if
/// there is none.
const void *findReferenceOf(const void *word, bool isTexture);

/// Finds a reference by its address in host code. Throws `otherwise` if there is none.
TextureReference findReference(const void *shadow, bool isTexture, musaError_t otherwise);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_TEXTURE_REFERENCE_H
