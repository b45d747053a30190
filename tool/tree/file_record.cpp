//===- tree/file_record.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/file_record.h"

using llvm::StringRef;

namespace musaport {

void FileRecord::note(StringRef id, std::string message, std::string advice) {
  Diagnostic &diagnostic = notes.emplace_back();
  diagnostic.id = id;
  diagnostic.severity = Severity::Warning;
  diagnostic.place.file = shownPath;
  diagnostic.message = std::move(message);
  diagnostic.notes.push_back(std::move(advice));
}

bool FileRecord::isText(StringRef advice) {
  unreadable = whyNotTokenized(bytes);
  if (unreadable.empty())
    return true;
  note("musa-not-text", unreadable.str() + ": copied, not ported", advice.str());
  return false;
}

void FileRecord::release() {
  isLoaded = false;
  bytes = {};
  tokens = {};
}

} // namespace musaport
