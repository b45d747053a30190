//===- host/api/symbols.h - parts of __device__ variables -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_SYMBOLS_H
#define MUSAPORT_HOST_API_SYMBOLS_H

#include "driver_types.h"

#include <cstddef>

namespace musart {

// Where `count` bytes of a variable are, `offset` bytes into it. They throw
// musaErrorInvalidSymbol, musaErrorInvalidMemcpyDirection if `kind` is no way to it or from it, and
// musaErrorInvalidValue if the variable has no such part.

char *partToWrite(const void *symbol, size_t count, size_t offset, musaMemcpyKind kind);
char *partToRead(const void *symbol, size_t count, size_t offset, musaMemcpyKind kind);

} // namespace musart

#endif // MUSAPORT_HOST_API_SYMBOLS_H
