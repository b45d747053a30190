//===- tree/recorded_file.h - how files stand in JSON -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the manifest of an output and the journal of a transaction.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_RECORDED_FILE_H
#define MUSAPORT_TREE_RECORDED_FILE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport {

/// Of a file's bytes, and of a symbolic link's target.
std::string fingerprintOfFile(llvm::StringRef bytes);
std::string fingerprintOfLink(llvm::StringRef target);

/// JSON strings are Unicode and file names are bytes: those that are no UTF-8 become %XX.
std::string encodePath(llvm::StringRef path);
std::string decodePath(llvm::StringRef text);

} // namespace musaport

#endif // MUSAPORT_TREE_RECORDED_FILE_H
