//===- checks/check.cpp ----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/check.h"

#include "checks/shared_memory_check.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace musaport {

void Check::report(const clang::SourceManager &sources, clang::SourceLocation location,
                   Severity severity, std::string message, std::vector<std::string> notes,
                   std::vector<Fix> fixes) {
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
  context.findings.push_back(std::move(finding));
}

namespace {

template <typename T> std::unique_ptr<Check> make(llvm::StringRef id, const CheckContext &context) {
  return std::make_unique<T>(id, context);
}

} // namespace

llvm::ArrayRef<CheckDescription> allChecks() {
  static constexpr CheckDescription checks[] = {
      {"musa-shared-memory",
       "a kernel needs more shared memory than a block of the architecture has",
       make<SharedMemoryCheck>},
  };
  return checks;
}

} // namespace musaport
