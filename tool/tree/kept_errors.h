//===- tree/kept_errors.h - errors of sources that the port keeps -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mcc is Clang: what Clang refuses in a CUDA source, mcc refuses in the port, unless the port has
// changed it. With --analyze a port knows, and its exit status says so.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_KEPT_ERRORS_H
#define MUSAPORT_TREE_KEPT_ERRORS_H

#include "report/report.h"
#include "rewrite/tree_context.h"
#include "tree/file_record.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace musaport {

/// Errors of parsed sources that the port of one file may keep.
struct FileErrors {
  /// Of each source whose first error is in the file, that and those with its message: no other
  /// error has caused them.
  std::vector<std::vector<ParsedUnit::Error>> ofSources;
  /// Of names that nothing declares.
  std::vector<ParsedUnit::Error> ofNames;
  /// What the port mends by what Clang said.
  ParserFacts facts;
};

/// By the file that they are in.
using ErrorsOfFiles = llvm::StringMap<FileErrors>;

/// Of each CUDA source, the first errors, and those of names that nothing declares. Nothing is
/// known behind a missing header.
ErrorsOfFiles errorsToKeep(llvm::ArrayRef<ParsedUnit> units);

/// Adds an error (musa-parse-error) to the ported `file` for each of `errors` that the port leaves
/// as it is, and that no other one may have caused: the first of a source that is left, or that of
/// a name which the tree does not declare. Nothing is added to a line that has an error. The file's
/// text is in memory.
void reportKeptErrors(FileRecord &file, const ErrorsOfFiles &errors,
                      const llvm::StringSet<> &declared);

} // namespace musaport

#endif // MUSAPORT_TREE_KEPT_ERRORS_H
