//===- mcc/lacking_names.h - names that only the SDK has ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_LACKING_NAMES_H
#define MUSAPORT_MCC_LACKING_NAMES_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringSet.h"

#include <memory>
#include <optional>
#include <string>

namespace musaport {

/// Passes diagnostics on. Where Clang has found no declaration of a MUSA name, or no such header,
/// and the host backend lacks it, the error says that instead, and where to read what to do.
class LackingNamesConsumer : public clang::DiagnosticConsumer {
public:
  /// `names` is the path of a file with a name a line, which embed_rules makes of the rules and of
  /// rules/host/names.tsv. It is read for the first error that it could explain; where it is
  /// missing, all errors are Clang's.
  LackingNamesConsumer(std::unique_ptr<clang::DiagnosticConsumer> next, std::string names)
      : next(std::move(next)), path(std::move(names)) {}

  void BeginSourceFile(const clang::LangOptions &options,
                       const clang::Preprocessor *preprocessor) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override;

private:
  bool isLacking(llvm::StringRef name);
  /// What to say in place of Clang's error; empty if that stays.
  std::string explain(const clang::Diagnostic &diagnostic);

  std::unique_ptr<clang::DiagnosticConsumer> next;
  std::string path;
  std::optional<llvm::StringSet<>> lacking; ///< read at the first question
  bool replaced = false;                    ///< the last diagnostic that was no note
};

} // namespace musaport

#endif // MUSAPORT_MCC_LACKING_NAMES_H
