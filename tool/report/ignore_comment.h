//===- report/ignore_comment.h - findings that the source silences -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REPORT_IGNORE_COMMENT_H
#define MUSAPORT_REPORT_IGNORE_COMMENT_H

#include "report/diagnostic.h"

#include <string>
#include <vector>

namespace musaport {

/// What begins a comment: // and /*, or #.
enum class CommentStyle : uint8_t { Cpp, Script };

/// `musa-port: ignore(ID, ...) reason` in a comment.
struct IgnoreComment {
  Place place;
  std::string sourceLine;
  std::vector<std::string> ids;
  bool hasReason = false;
  /// Of the line that it is about: its own, or the next one if it stands alone.
  uint32_t line = 0;
};

/// Those of `text`, which is that of the file `shownPath`, in its order.
std::vector<IgnoreComment> findIgnoreComments(llvm::StringRef shownPath, llvm::StringRef text,
                                              CommentStyle style);

} // namespace musaport

#endif // MUSAPORT_REPORT_IGNORE_COMMENT_H
