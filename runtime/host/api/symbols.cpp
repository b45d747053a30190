//===- host/api/symbols.cpp - access to __device__ variables from host code -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/symbols.h"

#include "api/copies.h"
#include "api/error.h"
#include "model/image.h"
#include "musa_runtime_api.h"

namespace musart {
namespace {

char *partOf(const void *symbol, size_t count, size_t offset) {
  const Variable variable = findVariable(symbol);
  require(offset <= variable.size && count <= variable.size - offset);
  return static_cast<char *>(variable.address) + offset;
}

} // namespace

char *partToWrite(const void *symbol, size_t count, size_t offset, musaMemcpyKind kind) {
  require(kind == musaMemcpyHostToDevice || kind == musaMemcpyDeviceToDevice ||
              kind == musaMemcpyDefault,
          musaErrorInvalidMemcpyDirection);
  return partOf(symbol, count, offset);
}

char *partToRead(const void *symbol, size_t count, size_t offset, musaMemcpyKind kind) {
  require(kind == musaMemcpyDeviceToHost || kind == musaMemcpyDeviceToDevice ||
              kind == musaMemcpyDefault,
          musaErrorInvalidMemcpyDirection);
  return partOf(symbol, count, offset);
}

namespace {

void copyTo(const void *symbol, const void *src, size_t count, size_t offset, musaMemcpyKind kind,
            musaStream_t stream, Wait wait) {
  copyBytes(partToWrite(symbol, count, offset, kind), src, count, kind, stream, wait);
}

void copyFrom(void *dst, const void *symbol, size_t count, size_t offset, musaMemcpyKind kind,
              musaStream_t stream, Wait wait) {
  copyBytes(dst, partToRead(symbol, count, offset, kind), count, kind, stream, wait);
}

} // namespace
} // namespace musart

using namespace musart;

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
