//===- tree/kept_errors.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/kept_errors.h"

#include "source/text_places.h"

#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

void add(ErrorsOfFiles &errors, const ParsedUnit::Error &error, bool isFirst) {
  std::vector<KeptError> &ofFile = errors[error.place.file];
  auto known = llvm::find_if(ofFile, [&](const KeptError &other) {
    return other.error.place.line == error.place.line &&
           other.error.place.column == error.place.column;
  });
  if (known == ofFile.end())
    ofFile.push_back({error, isFirst});
  else
    known->isFirst |= isFirst;
}

/// Whether an edit puts one name in the place of another.
bool isRename(const Edit &edit, StringRef bytes) {
  return clang::isValidAsciiIdentifier(bytes.substr(edit.offset, edit.length)) &&
         clang::isValidAsciiIdentifier(edit.text);
}

/// Whether the port changes what the error is about. If a name is unknown and stands at the error's
/// place (and not in a macro's arguments), only a change of that name counts. Otherwise any edit on
/// the line counts, except that a rename counts at the error's place alone: the parser knew the old
/// name, and an error elsewhere on the line is about something else.
bool isPorted(const FileRecord &file, const ParsedUnit::Error &error, StringRef line) {
  const auto offset = static_cast<uint32_t>(line.data() - file.bytes.data());
  ByteRange range{offset, offset + static_cast<uint32_t>(line.size())};
  const StringRef atError = line.drop_front(std::min<size_t>(error.place.column - 1, line.size()));
  const auto place = static_cast<uint32_t>(atError.data() - file.bytes.data());
  if (!error.unknownName.empty() && atError.starts_with(error.unknownName))
    range = {place, place + static_cast<uint32_t>(error.unknownName.size())};
  return llvm::any_of(file.result.edits, [&](const Edit &edit) {
    const auto touches = [&](ByteRange of) {
      return edit.offset <= of.end && of.begin <= edit.offset + edit.length;
    };
    if (error.unknownName.empty() && isRename(edit, file.bytes))
      return touches({place, place});
    return touches(range);
  });
}

} // namespace

ErrorsOfFiles errorsToKeep(llvm::ArrayRef<ParsedUnit> units) {
  ErrorsOfFiles result;
  for (const ParsedUnit &unit : units) {
    if (unit.language != "cuda")
      continue;
    for (const ParsedUnit::Error &error : unit.errors)
      if (!error.unknownName.empty())
        add(result, error, /*isFirst=*/false);
    if (!unit.errors.empty() && !StringRef(unit.errors[0].message).ends_with("file not found"))
      add(result, unit.errors[0], /*isFirst=*/true);
  }
  return result;
}

void reportKeptErrors(FileRecord &file, const ErrorsOfFiles &errors,
                      const llvm::StringSet<> &declared) {
  const auto found = errors.find(file.shownPath);
  if (found == errors.end())
    return;
  const TextPlaces places(file.shownPath, file.bytes);
  for (const auto &[error, isFirst] : found->second) {
    const StringRef line = places.lineText(error.place.line);
    // What MUSA lacks may be unknown to the parser, too.
    const bool isSaid = llvm::any_of(
        file.result.diagnostics, [&, line = error.place.line](const Diagnostic &other) {
          return other.severity == Severity::Error && other.place.line == line;
        });
    if (isSaid || isPorted(file, error, line) || (!isFirst && declared.contains(error.unknownName)))
      continue;
    const auto begin = static_cast<uint32_t>(line.data() - file.bytes.data());
    const auto end = begin + static_cast<uint32_t>(line.size());
    const uint32_t at = std::min(begin + error.place.column - 1, end);
    Diagnostic diagnostic =
        places.diagnostic("musa-parse-error", Severity::Error, {at, at + 1},
                          "Clang refuses this, and so does mcc: " + error.message);
    diagnostic.place = error.place; // a #line may have moved it
    if (!isFirst)
      diagnostic.once = "undeclared " + error.unknownName; // in the tree
    diagnostic.notes.emplace_back("the port leaves this line as it is; correct it, or pass the "
                                  "macros and include folders of a build with -p BUILD");
    file.result.diagnostics.push_back(std::move(diagnostic));
  }
}

} // namespace musaport
