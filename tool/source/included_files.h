//===- source/included_files.h - sources by what includes them --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_INCLUDED_FILES_H
#define MUSAPORT_SOURCE_INCLUDED_FILES_H

#include "source/tree.h"

#include "llvm/Support/Error.h"

namespace musaport {

/// A file that a source includes is a source too, whatever its name ends in: kernels.tcu,
/// table.def. A name that a macro stands for is not followed. Fails if a source cannot be read.
llvm::Error takeIncludedFiles(Tree &tree);

} // namespace musaport

#endif // MUSAPORT_SOURCE_INCLUDED_FILES_H
