//===- commands/progress_line.h - how far a run is --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_COMMANDS_PROGRESS_LINE_H
#define MUSAPORT_COMMANDS_PROGRESS_LINE_H

#include "llvm/ADT/StringRef.h"

#include <chrono>

namespace musaport {

/// A line on standard error for a person who looks. Others may write there after clear().
class ProgressLine {
public:
  explicit ProgressLine(bool isShown) : isShown(isShown) {}
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;
  ~ProgressLine() { clear(); }

  /// At most 20 times a second. `what`: a file, cut to the width of the terminal.
  void draw(size_t done, size_t all, llvm::StringRef what = {});
  void clear();

private:
  bool isShown, isDrawn = false;
  std::chrono::steady_clock::time_point next;
};

} // namespace musaport

#endif // MUSAPORT_COMMANDS_PROGRESS_LINE_H
