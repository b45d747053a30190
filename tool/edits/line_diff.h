//===- edits/line_diff.h - which lines changed ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_EDITS_LINE_DIFF_H
#define MUSAPORT_EDITS_LINE_DIFF_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <vector>

namespace musaport {

/// Lines with their newlines; the last one may lack it.
std::vector<llvm::StringRef> splitLines(llvm::StringRef text);

/// The old lines [oldBegin, oldEnd) become the new lines [newBegin, newEnd).
struct LineChange {
  size_t oldBegin = 0, oldEnd = 0;
  size_t newBegin = 0, newEnd = 0;
};

/// The changes in order, separated by at least one common line. If the same lines could have been
/// added or removed at several places, the last one is chosen.
std::vector<LineChange> diffLines(llvm::ArrayRef<llvm::StringRef> oldLines,
                                  llvm::ArrayRef<llvm::StringRef> newLines);

} // namespace musaport

#endif // MUSAPORT_EDITS_LINE_DIFF_H
