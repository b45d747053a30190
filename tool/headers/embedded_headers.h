//===- headers/embedded_headers.h - the headers that come with musa-port --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HEADERS_EMBEDDED_HEADERS_H
#define MUSAPORT_HEADERS_EMBEDDED_HEADERS_H

#include "analysis/parse.h"

namespace musaport {

/// CUDA's headers and Clang's own, which are part of the program, and the machine's files.
ParseHeaders embeddedHeaders();

} // namespace musaport

#endif // MUSAPORT_HEADERS_EMBEDDED_HEADERS_H
