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

namespace musaport {

/// The errors of parsed sources by the file that they are in.
using ErrorsOfFiles = llvm::StringMap<std::vector<ParsedUnit::Error>>;

/// The first error of each CUDA source, but for missing headers: behind one of those nothing is
/// known.
ErrorsOfFiles firstErrors(llvm::ArrayRef<ParsedUnit> units);

/// Adds an error (musa-parse-error) to the ported `file` for each of `errors` whose line the port
/// leaves as it is and has no error of its own. The file's text is in memory.
void reportKeptErrors(FileRecord &file, const ErrorsOfFiles &errors);

} // namespace musaport

#endif // MUSAPORT_TREE_KEPT_ERRORS_H
