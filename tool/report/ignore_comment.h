//===- report/ignore_comment.h - comments that silence findings -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REPORT_IGNORE_COMMENT_H
#define MUSAPORT_REPORT_IGNORE_COMMENT_H

#include "report/diagnostic.h"

#include <string>
#include <vector>

namespace musaport {

/// How comments begin: // and /*, or #.
enum class CommentStyle : uint8_t { Cpp, Script };

/// `musa-port: ignore(ID, ...) reason` in a comment.
struct IgnoreComment {
  Place place;
  std::string sourceLine;
  std::vector<std::string> ids;
  bool hasReason = false;
  /// The line it applies to: its own, or the next one if the comment is alone on its line.
  uint32_t line = 0;
};

/// The ignore comments in `text`, the content of the file `shownPath`, in order.
std::vector<IgnoreComment> findIgnoreComments(llvm::StringRef shownPath, llvm::StringRef text,
                                              CommentStyle style);

} // namespace musaport

#endif // MUSAPORT_REPORT_IGNORE_COMMENT_H
