//===- source/depfile.h - dependencies for build systems --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_DEPFILE_H
#define MUSAPORT_SOURCE_DEPFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport {

/// "target: file file...", in the format of Make and Ninja. Skips a name that contains a newline,
/// which neither can read.
std::string makeRule(llvm::StringRef target, llvm::ArrayRef<std::string> files);

} // namespace musaport

#endif // MUSAPORT_SOURCE_DEPFILE_H
