//===- host/model/texture.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/texture.h"

namespace musart {

TextureTable &textures() {
  static auto *result = new TextureTable("texture object");
  return *result;
}

TextureTable &surfaces() {
  static auto *result = new TextureTable("surface object");
  return *result;
}

} // namespace musart
