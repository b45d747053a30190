//===- source/included_files.h - sources by what includes them --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_INCLUDED_FILES_H
#define MUSAPORT_SOURCE_INCLUDED_FILES_H

#include "source/tree.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace musaport {

/// Calls `visit` with the place of `include` in each `#include "name"` of a source's text, and with
/// the name, delimiters included. Those in comments do not count.
void forEachInclude(llvm::StringRef text, llvm::function_ref<void(size_t, llvm::StringRef)> visit);

/// A file that a source includes is a source too, whatever its name ends in: kernels.tcu,
/// table.def. A name that a macro stands for is not followed. Fails if a source cannot be read.
llvm::Error takeIncludedFiles(Tree &tree);

} // namespace musaport

#endif // MUSAPORT_SOURCE_INCLUDED_FILES_H
