//===- commands/early_findings.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/early_findings.h"

#include "findings/ignores.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {

EarlyFindings::EarlyFindings(Report port, llvm::function_ref<bool(StringRef)> waits)
    : open(std::move(port.diagnostics)), ignores(std::move(port.ignores)) {
  llvm::erase_if(open, [&](const Diagnostic &diagnostic) { return waits(diagnostic.id); });
  sortByPlace(open);
}

std::vector<Diagnostic>
EarlyFindings::take(llvm::function_ref<bool(const Diagnostic &)> isCertain) {
  std::vector<Diagnostic> taken, rest;
  for (Diagnostic &diagnostic : open)
    (isCertain(diagnostic) ? taken : rest).push_back(std::move(diagnostic));
  open = std::move(rest);
  return taken;
}

std::vector<Diagnostic> EarlyFindings::spoken(std::vector<Diagnostic> diagnostics) const {
  Report part;
  part.diagnostics = std::move(diagnostics);
  part.ignores = ignores;
  applyIgnores(part, [](StringRef) { return Looked::No; });
  return std::move(part.diagnostics);
}

std::vector<Diagnostic> EarlyFindings::beforeParsing() {
  return spoken(take([](const Diagnostic &diagnostic) { return diagnostic.cudaName.empty(); }));
}

std::vector<Diagnostic> EarlyFindings::afterParsing(std::vector<Diagnostic> found,
                                                    llvm::ArrayRef<ResolvedName> names) {
  llvm::StringSet<> used;
  for (const ResolvedName &name : names)
    if (name.whose == ResolvedName::Whose::Cudas)
      used.insert(name.name);
  llvm::append_range(found, take([&](const Diagnostic &diagnostic) {
                       return used.contains(diagnostic.cudaName);
                     }));
  sortByPlace(found);
  return spoken(std::move(found));
}

} // namespace musaport
