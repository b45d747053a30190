//===- rewrite/source_strings.h - what strings hold -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that compiles kernels when it runs holds their sources in strings, or reads them from
// files that strings name. Strings name variables of the environment, too.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_SOURCE_STRINGS_H
#define MUSAPORT_REWRITE_SOURCE_STRINGS_H

#include "rewrite/known_names.h"
#include "rewrite/source_port.h"
#include "rewrite/source_text.h"

namespace musaport {

/// The part of the buffer that is a source, if tokens[i] is a raw string that holds one: a literal
/// of the same string has __global__, __device__ or an #include. Otherwise empty.
llvm::StringRef sourceInString(const SourceText &text, size_t i);

/// If the string tokens[i] is the path of a source of the tree that the port renames, it becomes
/// the new one: "kernels/add.cu", or "/add.cu" behind a folder's name. Returns whether it is.
bool portFileName(SourcePort &port, size_t i);

/// If the string tokens[i] is the name of an environment variable that a rule is about, the rule is
/// applied. Who reads "CUDA_VISIBLE_DEVICES" gives that name to getenv() or to a function around
/// it, perhaps by a table. Returns whether it is one.
bool portVariable(SourcePort &port, size_t i);

/// Names in the string tokens[i] are ported by rules that say so.
void portNamesInString(SourcePort &port, KnownNames &names, size_t i);

} // namespace musaport

#endif // MUSAPORT_REWRITE_SOURCE_STRINGS_H
