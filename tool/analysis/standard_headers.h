//===- analysis/standard_headers.h - headers that a source lacks -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A source may use std::function without an include of <functional>, because nvcc's own headers
// include that with --extended-lambda, or because the headers of another compiler do, or those of
// an older standard library. Clang then says that nothing declares the name.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_STANDARD_HEADERS_H
#define MUSAPORT_ANALYSIS_STANDARD_HEADERS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport {

/// The header of the standard library that declares what an error of Clang's says is not declared,
/// or not defined, with its delimiters: <functional>. `unknownName`: the name that nothing
/// declares, if the error is that. Empty if the error is about something else.
std::string standardHeaderFor(llvm::StringRef message, llvm::StringRef unknownName);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_STANDARD_HEADERS_H
