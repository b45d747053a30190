//===- edits/edit.h - what changes in a file --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_EDITS_EDIT_H
#define MUSAPORT_EDITS_EDIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace musaport {

/// Bytes [offset, offset + length) become `text`. The edits of a file are sorted and do not
/// overlap.
struct Edit {
  uint32_t offset = 0;
  uint32_t length = 0;
  std::string text;
};

std::string applyEdits(llvm::StringRef buffer, llvm::ArrayRef<Edit> edits);

/// A unified diff with three lines of context, or an empty string if nothing changes (neither
/// content nor name). A missing final newline and CRLF are shown as diff(1) does; invalid UTF-8
/// passes through unchanged.
std::string unifiedDiff(llvm::StringRef oldName, llvm::StringRef newName, llvm::StringRef buffer,
                        llvm::ArrayRef<Edit> edits);

} // namespace musaport

#endif // MUSAPORT_EDITS_EDIT_H
