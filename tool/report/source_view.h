//===- report/source_view.h - a source and its changes ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REPORT_SOURCE_VIEW_H
#define MUSAPORT_REPORT_SOURCE_VIEW_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace musaport {

/// Bytes [offset, offset + length) of a source became `text`.
struct Change {
  uint32_t offset = 0;
  uint32_t length = 0;
  std::string text;
  std::string why; ///< "cudaMalloc -> musaMalloc by rules/cuda-runtime.json:12 (supported)"
  llvm::StringRef library, note; ///< of the rule; may be empty
};

/// A source for the HTML report. It is compressed as soon as it is read, so that a whole tree fits
/// into memory.
struct SourceView {
  std::string path;     ///< its name in diagnostics
  std::string output;   ///< relative to the output; empty if it is not ported
  uint64_t changes = 0; ///< number of changes
  std::string packed;   ///< in zlib format: a line of JSON with the changes, then the source
};

/// `changes` are in order.
SourceView viewSource(llvm::StringRef path, llvm::StringRef output, llvm::StringRef source,
                      llvm::ArrayRef<Change> changes);

} // namespace musaport

#endif // MUSAPORT_REPORT_SOURCE_VIEW_H
