//===- commands/early_findings.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/early_findings.h"

#include "findings/ignores.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {

EarlyFindings::EarlyFindings(Report port, llvm::function_ref<bool(StringRef)> waits)
    : ignores(std::move(port.ignores)) {
  sortByPlace(port.diagnostics);
  for (Diagnostic &diagnostic : port.diagnostics) {
    if (waits(diagnostic.id))
      continue;
    auto &list = diagnostic.cudaName.empty() ? certain : ofNames[diagnostic.cudaName];
    list.push_back(std::move(diagnostic));
  }
}

std::vector<Diagnostic> EarlyFindings::spoken(std::vector<Diagnostic> diagnostics) const {
  Report part;
  part.diagnostics = std::move(diagnostics);
  part.ignores = ignores;
  applyIgnores(part, [](StringRef) { return Looked::No; });
  return std::move(part.diagnostics);
}

std::vector<Diagnostic> EarlyFindings::beforeParsing() { return spoken(std::move(certain)); }

std::vector<Diagnostic> EarlyFindings::afterParsing(std::vector<Diagnostic> found,
                                                    llvm::ArrayRef<ResolvedName> names) {
  for (const ResolvedName &name : names) {
    const auto waiting = ofNames.find(name.name);
    if (name.whose != ResolvedName::Whose::Cudas || waiting == ofNames.end())
      continue;
    llvm::append_range(found, std::move(waiting->second));
    ofNames.erase(waiting);
  }
  sortByPlace(found);
  return spoken(std::move(found));
}

} // namespace musaport
