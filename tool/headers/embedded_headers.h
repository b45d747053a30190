//===- headers/embedded_headers.h - the headers that come with musa-port --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HEADERS_EMBEDDED_HEADERS_H
#define MUSAPORT_HEADERS_EMBEDDED_HEADERS_H

#include "analysis/parse.h"

namespace musaport {

/// The headers of CUDA and of Clang, which are embedded in the program, over the machine's file
/// system.
ParseHeaders embeddedHeaders();

} // namespace musaport

#endif // MUSAPORT_HEADERS_EMBEDDED_HEADERS_H
