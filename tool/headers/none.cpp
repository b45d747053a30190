//===- headers/none.cpp ----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In place of embedded_headers.cpp, for the musa-port that ports the headers.
//===----------------------------------------------------------------------===//
#include "headers/embedded_headers.h"

namespace musaport {

ParseHeaders embeddedHeaders() { return ParseHeaders(); }

} // namespace musaport
