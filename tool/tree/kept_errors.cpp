//===- tree/kept_errors.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/kept_errors.h"

#include "source/text_places.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
ErrorsOfFiles firstErrors(llvm::ArrayRef<ParsedUnit> units) {
  ErrorsOfFiles result;
  for (const ParsedUnit &unit : units) {
    if (unit.language != "cuda" || unit.errors.empty())
      continue;
    const ParsedUnit::Error &first = unit.errors.front();
    if (StringRef(first.message).ends_with("file not found"))
      continue;
    std::vector<ParsedUnit::Error> &ofFile = result[first.place.file];
    const bool isKnown = llvm::any_of(ofFile, [&](const ParsedUnit::Error &other) {
      return other.place.line == first.place.line && other.place.column == first.place.column;
    });
    if (!isKnown)
      ofFile.push_back(first);
  }
  return result;
}

void reportKeptErrors(FileRecord &file, const ErrorsOfFiles &errors) {
  const auto found = errors.find(file.shownPath);
  if (found == errors.end())
    return;
  const TextPlaces places(file.shownPath, file.bytes);
  for (const ParsedUnit::Error &error : found->second) {
    const StringRef line = places.lineText(error.place.line);
    const auto begin = static_cast<uint32_t>(line.data() - file.bytes.data());
    const auto end = begin + static_cast<uint32_t>(line.size());
    const bool isPorted = llvm::any_of(file.result.edits, [&](const Edit &edit) {
      return edit.offset <= end && begin <= edit.offset + edit.length;
    });
    // What MUSA lacks may be unknown to the parser, too.
    const bool isSaid = llvm::any_of(file.result.diagnostics, [&](const Diagnostic &other) {
      return other.severity == Severity::Error && other.place.line == error.place.line;
    });
    if (isPorted || isSaid)
      continue;
    const uint32_t at = std::min(begin + error.place.column - 1, end);
    Diagnostic diagnostic =
        places.diagnostic("musa-parse-error", Severity::Error, {at, at + 1},
                          "Clang refuses this, and so does mcc: " + error.message);
    diagnostic.place = error.place; // a #line may have moved it
    diagnostic.notes.emplace_back("the port leaves this line as it is; correct it, or pass the "
                                  "macros and include folders of a build with -p BUILD");
    file.result.diagnostics.push_back(std::move(diagnostic));
  }
}

} // namespace musaport
