//===- findings/ignores.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "findings/ignores.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <tuple>
#include <utility>

using llvm::StringRef;

namespace musaport {
namespace {

/// About the comment itself.
Diagnostic unused(const IgnoreComment &comment, Severity severity, std::string message,
                  std::string note) {
  Diagnostic diagnostic;
  diagnostic.id = "musa-unused-ignore";
  diagnostic.severity = severity;
  diagnostic.place = comment.place;
  diagnostic.sourceLine = comment.sourceLine;
  diagnostic.message = std::move(message);
  diagnostic.notes.push_back(std::move(note));
  return diagnostic;
}

} // namespace

void applyIgnores(Report &report, llvm::function_ref<Looked(StringRef)> looked) {
  if (report.ignores.empty())
    return;
  const std::vector<IgnoreComment> comments = std::exchange(report.ignores, {});
  llvm::StringMap<std::vector<size_t>> ofFile;
  for (size_t i = 0; i < comments.size(); ++i)
    ofFile[comments[i].place.file].push_back(i);
  std::vector<llvm::StringSet<>> silenced(comments.size()); // the IDs of each that it silences
  auto isSilenced = [&](const Diagnostic &diagnostic) {
    const auto found = ofFile.find(diagnostic.place.file);
    if (found == ofFile.end())
      return false;
    bool isAny = false;
    for (size_t i : found->second)
      if (comments[i].hasReason && comments[i].line == diagnostic.place.line &&
          llvm::is_contained(comments[i].ids, diagnostic.id)) {
        silenced[i].insert(diagnostic.id);
        isAny = true;
      }
    return isAny;
  };
  llvm::erase_if(report.diagnostics, isSilenced);
  if (looked("musa-unused-ignore") != Looked::Yes)
    return;
  for (size_t i = 0; i < comments.size(); ++i) {
    const IgnoreComment &comment = comments[i];
    if (!comment.hasReason) {
      report.diagnostics.push_back(unused(comment, Severity::Warning,
                                          "a comment without a reason silences nothing",
                                          "say why: musa-port: ignore(ID) reason"));
      continue;
    }
    for (const std::string &id : comment.ids) {
      const Looked answer = looked(id);
      if (answer == Looked::NoSuchCheck)
        report.diagnostics.push_back(unused(comment, Severity::Remark,
                                            "no check is called '" + id + "'",
                                            "--list-checks lists them"));
      else if (answer == Looked::Yes && !silenced[i].contains(id))
        report.diagnostics.push_back(
            unused(comment, Severity::Remark,
                   "nothing to silence: no " + id + " in line " + std::to_string(comment.line),
                   "remove the comment"));
    }
  }
}

void sayOnce(std::vector<Diagnostic> &diagnostics) {
  llvm::StringSet<> said;
  llvm::erase_if(diagnostics, [&](const Diagnostic &diagnostic) {
    return !diagnostic.once.empty() && !said.insert(diagnostic.once).second;
  });
}

void sortByPlace(std::vector<Diagnostic> &diagnostics) {
  llvm::stable_sort(diagnostics, [](const Diagnostic &a, const Diagnostic &b) {
    return std::tie(a.place.file, a.place.line, a.place.column) <
           std::tie(b.place.file, b.place.line, b.place.column);
  });
}

} // namespace musaport
