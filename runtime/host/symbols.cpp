//===- host/symbols.cpp - __device__ variables, as host code names them --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "copies.h"
#include "error.h"
#include "image.h"
#include "musa_runtime_api.h"

using namespace musart;

namespace {

/// `count` bytes of the variable, `offset` bytes into it.
char *partOf(const void *symbol, size_t count, size_t offset) {
  const Variable variable = findVariable(symbol);
  require(offset <= variable.size && count <= variable.size - offset);
  return static_cast<char *>(variable.address) + offset;
}

void copyTo(const void *symbol, const void *src, size_t count, size_t offset, musaMemcpyKind kind,
            musaStream_t stream, Wait wait) {
  require(kind == musaMemcpyHostToDevice || kind == musaMemcpyDeviceToDevice ||
              kind == musaMemcpyDefault,
          musaErrorInvalidMemcpyDirection);
  copyBytes(partOf(symbol, count, offset), src, count, kind, stream, wait);
}

void copyFrom(void *dst, const void *symbol, size_t count, size_t offset, musaMemcpyKind kind,
              musaStream_t stream, Wait wait) {
  require(kind == musaMemcpyDeviceToHost || kind == musaMemcpyDeviceToDevice ||
              kind == musaMemcpyDefault,
          musaErrorInvalidMemcpyDirection);
  copyBytes(dst, partOf(symbol, count, offset), count, kind, stream, wait);
}

} // namespace

extern "C" {

musaError_t musaMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
                               musaMemcpyKind kind) {
  return api([&] { copyTo(symbol, src, count, offset, kind, nullptr, Wait::Yes); });
}
musaError_t musaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count,
                                    size_t offset, musaMemcpyKind kind, musaStream_t stream) {
  return api([&] { copyTo(symbol, src, count, offset, kind, stream, Wait::No); });
}

musaError_t musaMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
                                 musaMemcpyKind kind) {
  return api([&] { copyFrom(dst, symbol, count, offset, kind, nullptr, Wait::Yes); });
}
musaError_t musaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset,
                                      musaMemcpyKind kind, musaStream_t stream) {
  return api([&] { copyFrom(dst, symbol, count, offset, kind, stream, Wait::No); });
}

musaError_t musaGetSymbolAddress(void **devPtr, const void *symbol) {
  return api([&] {
    require(devPtr != nullptr);
    *devPtr = findVariable(symbol).address;
  });
}

musaError_t musaGetSymbolSize(size_t *size, const void *symbol) {
  return api([&] {
    require(size != nullptr);
    *size = findVariable(symbol).size;
  });
}

} // extern "C"
