//===- checks/ignored.h - findings that the source silences -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_IGNORED_H
#define MUSAPORT_CHECKS_IGNORED_H

#include "llvm/ADT/StringRef.h"

namespace musaport {

/// Whether a comment `// musa-port: ignore(ID, ...) reason` silences `id` at `offset` of `text`:
/// one on the same line, or alone on the line above. Without a reason it silences nothing.
bool isIgnored(llvm::StringRef text, size_t offset, llvm::StringRef id);

} // namespace musaport

#endif // MUSAPORT_CHECKS_IGNORED_H
