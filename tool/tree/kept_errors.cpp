//===- tree/kept_errors.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/kept_errors.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// The bytes [begin, end) of a line, without its ending.
struct Line {
  size_t begin, end;
};

/// Lines count from 1. Behind the last line: an empty one at the end.
Line findLine(StringRef text, uint32_t number) {
  size_t begin = 0;
  for (; number > 1 && begin < text.size(); --number)
    begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  return {begin, std::min(text.find('\n', begin), text.size())};
}

} // namespace

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
  for (const ParsedUnit::Error &error : found->second) {
    const Line line = findLine(file.bytes, error.place.line);
    const bool isPorted = llvm::any_of(file.result.edits, [&](const Edit &edit) {
      return edit.offset <= line.end && line.begin <= size_t(edit.offset) + edit.length;
    });
    // What MUSA lacks may be unknown to the parser, too.
    const bool isSaid = llvm::any_of(file.result.diagnostics, [&](const Diagnostic &other) {
      return other.severity == Severity::Error && other.place.line == error.place.line;
    });
    if (isPorted || isSaid)
      continue;
    Diagnostic &diagnostic = file.result.diagnostics.emplace_back();
    diagnostic.id = "musa-parse-error";
    diagnostic.severity = Severity::Error;
    diagnostic.place = error.place;
    diagnostic.sourceLine = StringRef(file.bytes).slice(line.begin, line.end).rtrim('\r').str();
    diagnostic.length = 1;
    diagnostic.message = "Clang refuses this, and so does mcc: " + error.message;
    diagnostic.notes.emplace_back("the port leaves this line as it is; correct it, or pass the "
                                  "macros and include folders of a build with -p BUILD");
  }
}

} // namespace musaport
