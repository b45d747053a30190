//===- tree/file_record.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/file_record.h"

using llvm::StringRef;

namespace musaport {

void FileRecord::note(StringRef id, std::string message, std::string advice, Severity severity) {
  Diagnostic &diagnostic = notes.emplace_back();
  diagnostic.id = id;
  diagnostic.severity = severity;
  diagnostic.place.file = shownPath;
  diagnostic.message = std::move(message);
  diagnostic.notes.push_back(std::move(advice));
}

bool FileRecord::isText(StringRef advice) {
  unreadable = whyNotTokenized(bytes);
  if (unreadable.empty())
    return true;
  // A compiler skips most bytes that are not text, but no Clang reads UTF-16.
  note("musa-not-text", unreadable.str() + ": copied, not ported", advice.str(),
       isUtf16(bytes) ? Severity::Error : Severity::Warning);
  return false;
}

void FileRecord::release() {
  isLoaded = false;
  bytes = {};
  tokens = {};
}

} // namespace musaport
