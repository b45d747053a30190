//===- tree/kept_errors.h - errors of sources that the port keeps -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mcc is Clang: what Clang refuses in a CUDA source, mcc refuses in the port, unless the port has
// changed it. With --analyze a port knows, and its exit status says so.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_KEPT_ERRORS_H
#define MUSAPORT_TREE_KEPT_ERRORS_H

#include "report/report.h"
#include "tree/file_record.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace musaport {

/// An error of a parsed source that the port may keep.
struct KeptError {
  ParsedUnit::Error error;
  /// Of the source's errors, the first: no other one has caused it.
  bool isFirst = false;
};

/// By the file that they are in.
using ErrorsOfFiles = llvm::StringMap<std::vector<KeptError>>;

/// Of each CUDA source, the first error, and those of names that nothing declares. Nothing is known
/// behind a missing header.
ErrorsOfFiles errorsToKeep(llvm::ArrayRef<ParsedUnit> units);

/// Adds an error (musa-parse-error) to the ported `file` for each of `errors` that the port leaves
/// as it is, and that no other one may have caused: the first, or that of a name which the tree
/// does not declare. Nothing is added to a line that has an error. The file's text is in memory.
void reportKeptErrors(FileRecord &file, const ErrorsOfFiles &errors,
                      const llvm::StringSet<> &declared);

} // namespace musaport

#endif // MUSAPORT_TREE_KEPT_ERRORS_H
