//===- analysis/check.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/check.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace musaport {

void Check::report(const clang::SourceManager &sources, clang::SourceLocation location,
                   Severity severity, std::string message, std::vector<std::string> notes,
                   std::vector<Fix> fixes, AboutName about) {
  location = sources.getExpansionLoc(location);
  const auto [file, offset] = sources.getDecomposedLoc(location);
  const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
  if (!entry || sources.isInSystemHeader(location))
    return;
  Finding finding;
  finding.file = entry->getFileEntry().tryGetRealPathName();
  finding.offset = offset;
  finding.length =
      std::max(1U, clang::Lexer::MeasureTokenLength(location, sources, clang::LangOptions()));
  finding.id = id;
  finding.severity = severity;
  finding.message = std::move(message);
  finding.notes = std::move(notes);
  finding.fixes = std::move(fixes);
  finding.about = std::move(about);
  context.findings.push_back(std::move(finding));
}

} // namespace musaport
