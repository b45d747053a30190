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

/// Whether an edit puts one name in the place of another.
bool isRename(const Edit &edit, StringRef bytes) {
  return clang::isValidAsciiIdentifier(bytes.substr(edit.offset, edit.length)) &&
         clang::isValidAsciiIdentifier(edit.text);
}

/// Whether the port changes what the error is about. If a name is unknown and stands at the error's
/// place (and not in a macro's arguments), only a change of that name counts. Otherwise any edit on
/// the line counts, except that a rename counts at the error's place alone: the parser knew the old
/// name, and an error elsewhere on the line is about something else. Of two definitions of one
/// name, both are renamed.
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
      return touches({place, place}) && !StringRef(error.message).starts_with("redefinition of");
    return touches(range);
  });
}

/// The first line that needs the header counts.
void addOnce(std::vector<LackingHeader> &all, LackingHeader added) {
  const auto known =
      llvm::find_if(all, [&](const LackingHeader &each) { return each.header == added.header; });
  if (known == all.end())
    all.push_back(std::move(added));
  else
    known->line = std::min(known->line, added.line);
}

} // namespace

ErrorsOfFiles errorsToKeep(llvm::ArrayRef<ParsedUnit> units) {
  ErrorsOfFiles result;
  for (const ParsedUnit &unit : units) {
    if (unit.language != "cuda")
      continue;
    // In the source itself, as Clang read it: a header may be included inside of a namespace.
    for (const ParsedUnit::Error &error : unit.lacking)
      addOnce(result[unit.file].facts.lacking,
              {error.standardHeader, error.place.file == unit.file ? error.place.line : ~0u});
    if (unit.errors.empty())
      continue;
    for (const ParsedUnit::Error &error : unit.errors)
      if (error.mend != Mend::None)
        result[error.place.file].facts.mends.push_back(
            {error.mend, error.place.line, error.place.column});
    for (const ParsedUnit::Error &error : unit.errors)
      if (!error.unknownName.empty())
        result[error.place.file].ofNames.push_back(error);
    const std::string &file = unit.errors[0].place.file;
    if (StringRef(unit.errors[0].message).ends_with("file not found"))
      continue;
    std::vector<ParsedUnit::Error> first;
    for (const ParsedUnit::Error &error : unit.errors)
      if (error.place.file == file && error.message == unit.errors[0].message)
        first.push_back(error);
    result[file].ofSources.push_back(std::move(first));
  }
  return result;
}

void reportKeptErrors(FileRecord &file, const ErrorsOfFiles &errors,
                      const llvm::StringSet<> &declared) {
  const auto found = errors.find(file.shownPath);
  if (found == errors.end())
    return;
  const TextPlaces places(file.shownPath, file.bytes);
  // `once`: see Diagnostic.
  const auto report = [&](const ParsedUnit::Error &error, std::string once) {
    const StringRef line = places.lineText(error.place.line);
    // What MUSA lacks may be unknown to the parser, too.
    if (llvm::any_of(file.result.diagnostics, [&](const Diagnostic &other) {
          return other.severity == Severity::Error && other.place.line == error.place.line;
        }))
      return;
    const auto begin = static_cast<uint32_t>(line.data() - file.bytes.data());
    const auto end = begin + static_cast<uint32_t>(line.size());
    const uint32_t at = std::min(begin + error.place.column - 1, end);
    Diagnostic diagnostic =
        places.diagnostic("musa-parse-error", Severity::Error, {at, at + 1},
                          "Clang refuses this, and so does mcc: " + error.message);
    diagnostic.place = error.place; // a #line may have moved it
    diagnostic.once = std::move(once);
    diagnostic.notes.emplace_back("the port leaves this line as it is; correct it, or pass the "
                                  "macros and include folders of a build with -p BUILD");
    file.result.diagnostics.push_back(std::move(diagnostic));
  };
  const auto isLeft = [&](const ParsedUnit::Error &error) {
    return !isPorted(file, error, places.lineText(error.place.line));
  };
  for (const std::vector<ParsedUnit::Error> &ofSource : found->second.ofSources)
    if (const auto left = llvm::find_if(ofSource, isLeft); left != ofSource.end())
      report(*left, "");
  for (const ParsedUnit::Error &error : found->second.ofNames)
    if (isLeft(error) && !declared.contains(error.unknownName))
      report(error, "undeclared " + error.unknownName); // in the tree
}

} // namespace musaport
