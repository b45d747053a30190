//===- host/api/symbols.h - parts of __device__ variables -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_SYMBOLS_H
#define MUSAPORT_HOST_API_SYMBOLS_H

#include "driver_types.h"

#include <cstddef>

namespace musart {

// These return the address of `count` bytes of a variable, `offset` bytes into it. They throw
// musaErrorInvalidSymbol, musaErrorInvalidMemcpyDirection if `kind` does not fit the variable, and
// musaErrorInvalidValue if the range exceeds the variable.

char *partToWrite(const void *symbol, size_t count, size_t offset, musaMemcpyKind kind);
char *partToRead(const void *symbol, size_t count, size_t offset, musaMemcpyKind kind);

} // namespace musart

#endif // MUSAPORT_HOST_API_SYMBOLS_H
