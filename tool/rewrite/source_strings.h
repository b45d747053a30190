//===- rewrite/source_strings.h - sources in strings ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that compiles kernels when it runs holds their sources in strings.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_SOURCE_STRINGS_H
#define MUSAPORT_REWRITE_SOURCE_STRINGS_H

#include "rewrite/source_text.h"

namespace musaport {

/// The part of the buffer that is a source, if tokens[i] is a raw string that holds one: a literal
/// of the same string has __global__, __device__ or an #include. Otherwise empty.
llvm::StringRef sourceInString(const SourceText &text, size_t i);

} // namespace musaport

#endif // MUSAPORT_REWRITE_SOURCE_STRINGS_H
