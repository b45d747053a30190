//===- commands/progress_line.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/progress_line.h"

#include "report/report.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace musaport {

void ProgressLine::draw(size_t done, size_t all, llvm::StringRef what) {
  constexpr std::chrono::milliseconds pause(50);
  const auto now = std::chrono::steady_clock::now();
  if (!isShown || now < next)
    return;
  next = now + pause;
  isDrawn = true;
  std::string line =
      "[" + std::to_string(done) + "/" + std::to_string(all) + "] " + forTerminal(what);
  const unsigned columns = llvm::sys::Process::StandardErrColumns();
  if (columns > 1 && line.size() >= columns)
    line.resize(columns - 1);
  llvm::errs() << "\r\x1b[K" << line;
}

void ProgressLine::clear() {
  if (std::exchange(isDrawn, false))
    llvm::errs() << "\r\x1b[K";
}

} // namespace musaport
